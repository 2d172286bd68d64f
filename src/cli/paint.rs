//! Colours, where a terminal can show them and nobody asked for none.

use crate::rule::Action;
use std::io::IsTerminal;

/// Paints words, or leaves them as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    on: bool,
}

impl Paint {
    /// For standard output: on a terminal that is not `dumb`, unless `NO_COLOR` is set (<https://no-color.org>).
    pub(super) fn stdout() -> Self {
        Self::when(std::io::stdout().is_terminal())
    }

    fn when(terminal: bool) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            on: terminal && !dumb && !set("NO_COLOR"),
        }
    }

    /// A verdict in its colour.
    pub(super) fn action(self, action: Action) -> String {
        let colour = match action {
            Action::Allow => "32",
            Action::Ask => "33",
            Action::Deny => "31",
        };
        self.with(colour, action.as_str())
    }

    /// What the eye should find first.
    pub(super) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What may be skipped.
    pub(super) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// An error's word.
    pub(super) fn red(self, text: &str) -> String {
        self.with("31", text)
    }

    /// A warning's word.
    pub(super) fn yellow(self, text: &str) -> String {
        self.with("33", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
