//! What one call has looked up: each path is looked at once, however often the call names it.

use super::resolve::{Located, resolve};
use super::{FileError, FileKind, Files};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The file system as one call sees it, remembered.
pub struct Lookups<'a> {
    files: &'a dyn Files,
    cwd: Option<&'a str>,
    kinds: RefCell<HashMap<Box<str>, Result<FileKind, FileError>>>,
    located: RefCell<HashMap<Box<str>, Rc<Located>>>,
    case: RefCell<HashMap<Box<str>, bool>>,
}

impl<'a> Lookups<'a> {
    /// Nothing looked up yet.
    pub fn new(files: &'a dyn Files) -> Self {
        Self {
            files,
            cwd: None,
            kinds: RefCell::default(),
            located: RefCell::default(),
            case: RefCell::default(),
        }
    }

    /// The same, for processes that run in the canonical folder `cwd`.
    #[must_use]
    pub fn in_cwd(mut self, cwd: &'a str) -> Self {
        self.cwd = Some(cwd);
        self
    }

    /// The canonical folder that processes of this call run in.
    pub(super) fn cwd(&self) -> Option<&'a str> {
        self.cwd
    }

    /// The file system behind it.
    pub fn files(&self) -> &'a dyn Files {
        self.files
    }

    /// What stands at the absolute `path` itself, a link not followed.
    pub fn kind(&self, path: &str) -> Result<FileKind, FileError> {
        if let Some(known) = self.kinds.borrow().get(path) {
            return *known;
        }
        let kind = self.files.kind(path);
        self.kinds.borrow_mut().insert(path.into(), kind);
        kind
    }

    /// What the link at `path` says.
    pub fn read_link(&self, path: &str) -> Result<String, FileError> {
        self.files.read_link(path)
    }

    /// Where the kernel ends up at the absolute `path`, which need not be folded.
    pub fn locate(&self, path: &str) -> Rc<Located> {
        if let Some(known) = self.located.borrow().get(path) {
            return Rc::clone(known);
        }
        let located = Rc::new(resolve(path, self));
        self.located.borrow_mut().insert(path.into(), Rc::clone(&located));
        located
    }

    /// Whether names that differ in case alone are the same below the absolute folder `path`.
    pub fn ignores_case(&self, path: &str) -> bool {
        if let Some(known) = self.case.borrow().get(path) {
            return *known;
        }
        let ignores = self.files.ignores_case(path);
        self.case.borrow_mut().insert(path.into(), ignores);
        ignores
    }
}
