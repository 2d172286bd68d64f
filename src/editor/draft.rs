//! The text of an open document, as the editor has changed it so far.

use super::Role;
use super::sheet::Sheet;
use crate::policy::{Encoding, Lines, Position};
use std::sync::{Arc, OnceLock};

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What is replaced, from and to; the whole text where absent.
    pub range: Option<(Position, Position)>,
    /// By what.
    pub text: String,
}

/// One open document.
#[derive(Debug)]
pub struct Draft {
    /// What it is to the policy.
    pub role: Role,
    /// The editor's number of this state of the text.
    pub version: i32,
    text: Arc<str>,
    encoding: Encoding,
    /// Read when somebody asks; shared with whoever still looks at it.
    sheet: Arc<OnceLock<Arc<Sheet>>>,
}

impl Draft {
    pub(super) fn new(role: Role, version: i32, text: &str, encoding: Encoding) -> Self {
        Self {
            role,
            version,
            text: text.into(),
            encoding,
            sheet: Arc::default(),
        }
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Applies changes, each to the text that the one before left. A place outside the text counts as its nearest end.
    pub(super) fn change(&mut self, version: i32, changes: Vec<Change>) {
        let mut text = String::from(&*self.text);
        for change in changes {
            let Some((from, to)) = change.range else {
                text = change.text;
                continue;
            };
            let lines = Lines::new(&text);
            let from = lines.offset(&text, from, self.encoding);
            let to = lines.offset(&text, to, self.encoding);
            text.replace_range(from.min(to)..from.max(to), &change.text);
        }
        self.version = version;
        self.text = text.into();
        self.sheet = Arc::default();
    }

    /// The sheet of the text as it is now, to be read by whoever first needs it.
    pub(super) fn pending(&self) -> Pending {
        Pending {
            file: self.role.file.to_string_lossy().into(),
            role: self.role.clone(),
            text: Arc::clone(&self.text),
            encoding: self.encoding,
            sheet: Arc::clone(&self.sheet),
        }
    }
}

/// A text that may not have been read yet.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    file: Arc<str>,
    role: Role,
    text: Arc<str>,
    encoding: Encoding,
    sheet: Arc<OnceLock<Arc<Sheet>>>,
}

impl Pending {
    pub(super) fn text(&self) -> &Arc<str> {
        &self.text
    }

    pub(super) fn role(&self) -> &Role {
        &self.role
    }

    /// The sheet; read here unless it is.
    pub(super) fn sheet(&self) -> Arc<Sheet> {
        let read = || {
            Arc::new(Sheet::read(
                Arc::clone(&self.file),
                self.role.clone(),
                Arc::clone(&self.text),
                self.encoding,
            ))
        };
        Arc::clone(self.sheet.get_or_init(read))
    }
}
