//! What one call has looked up: each path is looked at once, however often the call names it.

use super::resolve::{Located, resolve};
use super::{FileError, FileKind, Files, lexical};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The file system as one call sees it, remembered.
pub struct Lookups<'a> {
    files: &'a dyn Files,
    cwd: Option<&'a str>,
    kinds: RefCell<HashMap<Box<str>, Result<FileKind, FileError>>>,
    links: RefCell<HashMap<Box<str>, Result<String, FileError>>>,
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
            links: RefCell::default(),
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
        if let Some(known) = self.links.borrow().get(path) {
            return known.clone();
        }
        let target = self.files.read_link(path);
        self.links.borrow_mut().insert(path.into(), target.clone());
        target
    }

    /// Everything that was looked at, so that somebody can tell whether it has changed since.
    pub fn into_footprint(self) -> Footprint {
        let mut seen: Vec<Seen> = self
            .kinds
            .into_inner()
            .into_iter()
            .map(|(path, kind)| Seen {
                path: path.into(),
                kind,
                target: None,
            })
            .collect();
        let mut links = self.links.into_inner();
        for seen in &mut seen {
            seen.target = links.remove(seen.path.as_str());
        }
        seen.sort_by(|left, right| left.path.cmp(&right.path));
        Footprint { seen }
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

/// What was looked at, and what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    seen: Vec<Seen>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    path: String,
    kind: Result<FileKind, FileError>,
    target: Option<Result<String, FileError>>,
}

impl Footprint {
    /// Whether something that was looked at is no longer as it was found.
    pub fn is_stale(&self, files: &dyn Files) -> bool {
        self.seen.iter().any(|seen| {
            files.kind(&seen.path) != seen.kind
                || seen
                    .target
                    .as_ref()
                    .is_some_and(|target| files.read_link(&seen.path) != *target)
        })
    }

    /// The folders whose entries were looked at, each once, in order.
    pub fn folders(&self) -> Vec<&str> {
        let mut folders: Vec<&str> = self.seen.iter().map(|seen| lexical::parent(&seen.path)).collect();
        folders.sort_unstable();
        folders.dedup();
        folders
    }
}
