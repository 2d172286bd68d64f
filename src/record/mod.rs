//! What is written down: the review log, the debug log and the counts of plain allows.
//!
//! Every line goes through one place that cuts and redacts it ([`clean`]), and is written by one thread behind a
//! bounded queue: a slow or full disk costs lines, never time and never a verdict.

mod clean;
mod line;
mod log_file;
mod reader;
mod secrets;
mod usage;
mod writer;

pub use clean::{REDACTED, clean, clean_text};
pub use line::{Event, Line, timestamp};
pub use reader::{Entry, entries};
pub use usage::{PlainAllow, Usage};
pub use writer::{Recorder, Settings, Warn};
