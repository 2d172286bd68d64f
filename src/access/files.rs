//! The file system as the rooms see it, so that a test can hold it still.

use std::ops::ControlFlow;

/// What stands at a path, links not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A device, socket or pipe.
    Other,
}

/// Why a path could not be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileError {
    /// Nothing is there.
    Missing,
    /// Something on the way is no directory.
    NotADirectory,
    /// It may not be looked at, or the look failed.
    Unreadable,
    /// A name that is not UTF-8.
    NotUtf8,
}

/// What one look along a whole path tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Straight {
    /// This stands there, and no link is on the way nor at the end.
    There(FileKind),
    /// Something of it is missing or no directory, and no link is in front of that.
    Missing(FileError),
    /// It takes a look at each component.
    Unknown,
}

/// Looks at the file system, one component at a time. Paths are absolute.
pub trait Files: Send + Sync {
    /// What stands at `path` itself.
    fn kind(&self, path: &str) -> Result<FileKind, FileError>;
    /// What one look at the whole of `path`, which is folded, tells of it.
    fn straight(&self, path: &str) -> Straight {
        let _ = path;
        Straight::Unknown
    }
    /// What the link at `path` says, verbatim.
    fn read_link(&self, path: &str) -> Result<String, FileError>;
    /// The names in the directory at `path`, unsorted.
    fn names(&self, path: &str) -> Result<Vec<String>, FileError>;
    /// Calls `take` with names in the directory at `path` until it says that it has enough. Whether it had.
    fn each_name(
        &self,
        path: &str,
        take: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, FileError> {
        Ok(self.names(path)?.iter().try_for_each(|name| take(name)))
    }

    /// Whether names that differ in case alone are the same file below `path`.
    fn ignores_case(&self, path: &str) -> bool;
    /// The home folder of `user`; `None` where there is no such user.
    fn home_of(&self, user: &str) -> Option<String>;
}
