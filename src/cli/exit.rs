//! How a subcommand ends. Scripts rely on these numbers; each `--help` names them.

use crate::rule::Action;
use std::process::ExitCode;

/// The command could not be carried out: bad arguments, an unreadable file, an internal failure.
pub(super) const ERROR: u8 = 3;

/// 0 allow, 1 ask, 2 deny.
pub(super) fn of(state: Action) -> ExitCode {
    ExitCode::from(match state {
        Action::Allow => 0,
        Action::Ask => 1,
        Action::Deny => 2,
    })
}

/// Whether `error` says that whoever read our output has left (`portcullis policy | head`).
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
