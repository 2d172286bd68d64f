//! What is written down: the review log, the debug log and the counts of plain allows.
//!
//! Every line goes through one place that cuts and redacts it ([`clean`]), and is written by one thread behind a
//! bounded queue: a slow or full disk costs lines, never time and never a verdict.

mod chain;
mod clean;
mod command_words;
mod hash;
mod line;
mod log_file;
mod operands;
mod reader;
mod rotation;
mod secrets;
mod shapes;
#[cfg(test)]
mod tests;
mod usage;
mod verify;
mod worker;
mod writer;

pub use clean::{REDACTED, clean, clean_text, hide_said, says_any};
pub use line::{Event, Line, timestamp};
pub use reader::{Entry, Line as LogLine, Tail, entries};
pub use rotation::Limits;
pub use usage::{PlainAllow, Usage};
pub use verify::{Break, Report, verify};
pub use writer::{Recorder, Settings, Warn};
