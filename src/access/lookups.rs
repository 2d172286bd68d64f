//! What one call has looked up: each path is looked at once, however often the call names it.

use super::resolve::{Located, is_kernel, resolve, resolve_at_once};
use super::{FileError, FileKind, Files, Straight, lexical};
use foldhash::HashMap;
use std::cell::RefCell;
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
        let found = resolve_at_once(path, self).or_else(|| self.below_known(path));
        let located = Rc::new(found.unwrap_or_else(|| resolve(path, self)));
        self.remember_folder(path, &located);
        self.located.borrow_mut().insert(path.into(), Rc::clone(&located));
        located
    }

    /// Where a folded path ends up that lies right below a folder which is known to be where it says.
    fn below_known(&self, path: &str) -> Option<Located> {
        if !lexical::is_folded(path) || is_kernel(path) {
            return None;
        }
        let folder = lexical::parent(path);
        let is_plain = self.located.borrow().get(folder).is_some_and(|folder_at| {
            folder_at.kind == Some(FileKind::Directory)
                && folder_at.link.is_none()
                && folder_at.doubt.is_none()
                && folder_at.canonical.as_deref() == Some(folder)
        });
        if !is_plain {
            return None;
        }
        let kind = match self.kind(path) {
            Ok(FileKind::Link) => return None,
            Ok(kind) => Some(kind),
            Err(FileError::Missing) => None,
            Err(_) => return None,
        };
        Some(Located {
            canonical: Some(path.to_owned()),
            kind,
            ..Located::default()
        })
    }

    /// Where something stands at a folded `path` and no link was on its way, its folder is where it says, too.
    fn remember_folder(&self, path: &str, located: &Located) {
        let folder = lexical::parent(path);
        let says_so = located.kind.is_some()
            && located.doubt.is_none()
            && located.link.is_none()
            && located.canonical.as_deref() == Some(path);
        if folder == path || !says_so || self.cwd.is_some() || self.located.borrow().contains_key(folder) {
            return;
        }
        let at = Located {
            canonical: Some(folder.to_owned()),
            kind: Some(FileKind::Directory),
            ..Located::default()
        };
        self.located.borrow_mut().insert(folder.into(), Rc::new(at));
    }

    /// What one look along the whole of the folded `path` tells. Only for a call: what only counts for as long as the
    /// components on its way stay as they are is found component by component, and remembered so.
    pub(super) fn straight(&self, path: &str) -> Straight {
        if self.cwd.is_none() {
            return Straight::Unknown;
        }
        let told = self.files.straight(path);
        let kind = match told {
            Straight::There(kind) => Ok(kind),
            Straight::Missing(error) => Err(error),
            Straight::Unknown => return told,
        };
        self.kinds.borrow_mut().insert(path.into(), kind);
        told
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
