//! Reads on as the log is written.

use crate::record::Tail;
use std::io;
use std::process::ExitCode;
use std::time::Duration;

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(150);

/// Hands each new line to `show` until that fails, as it does once nobody reads any more.
pub(super) fn run(tail: &mut Tail, mut show: impl FnMut(&str) -> io::Result<()>) -> anyhow::Result<ExitCode> {
    loop {
        let mut shown = Ok(());
        tail.poll(&mut |line| {
            if shown.is_ok() {
                shown = show(line.text);
            }
        })?;
        shown?;
        std::thread::sleep(PAUSE);
    }
}
