//! A file system in memory: for examples in policies, tests and benches, which must hold it still.

use super::{FileError, FileKind, Files, Straight, lexical};
use std::collections::{BTreeMap, BTreeSet};

/// What stands where. Folders above an entry come with it.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    entries: BTreeMap<String, Entry>,
    homes: BTreeMap<String, String>,
    ignores_case: bool,
}

static ROOT: Entry = Entry::Directory;

#[derive(Clone, Debug)]
enum Entry {
    File,
    Directory,
    Other,
    Link(Result<String, FileError>),
    Failing(FileError),
}

impl MemoryFiles {
    /// Nothing but the root.
    pub fn new() -> Self {
        Self::default()
    }

    /// With a file at the absolute `path`.
    #[must_use]
    pub fn file(self, path: &str) -> Self {
        self.put(path, Entry::File)
    }

    /// With a directory at `path`.
    #[must_use]
    pub fn directory(self, path: &str) -> Self {
        self.put(path, Entry::Directory)
    }

    /// With a device, socket or pipe at `path`.
    #[must_use]
    pub fn other(self, path: &str) -> Self {
        self.put(path, Entry::Other)
    }

    /// With a link at `path` that says `target`.
    #[must_use]
    pub fn link(self, path: &str, target: &str) -> Self {
        self.put(path, Entry::Link(Ok(target.to_owned())))
    }

    /// With a link at `path` that can't be read.
    #[must_use]
    pub fn unreadable_link(self, path: &str, error: FileError) -> Self {
        self.put(path, Entry::Link(Err(error)))
    }

    /// With something at `path` that can't be looked at.
    #[must_use]
    pub fn failing(self, path: &str, error: FileError) -> Self {
        self.put(path, Entry::Failing(error))
    }

    /// With many entries as the decision cases write them, below `base`: `->target` is a link, a path that
    /// ends in `/` a directory, anything else a file.
    #[must_use]
    pub fn tree<'t>(self, base: &str, entries: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        entries.into_iter().fold(self, |files, (path, content)| {
            let at = lexical::join(base, path);
            match content.strip_prefix("->") {
                Some(target) => files.link(&at, target),
                None if path.ends_with('/') => files.directory(&at),
                None => files.file(&at),
            }
        })
    }

    /// With the home folder of `user`.
    #[must_use]
    pub fn home(mut self, user: &str, path: &str) -> Self {
        self.homes.insert(user.to_owned(), path.to_owned());
        self
    }

    /// Names that differ in case alone are the same.
    #[must_use]
    pub fn ignoring_case(mut self) -> Self {
        self.ignores_case = true;
        self
    }

    /// Puts `entry` at `path` and directories above it; what stands there gives way.
    fn put(mut self, path: &str, entry: Entry) -> Self {
        let path = lexical::fold(path);
        let mut above = lexical::parent(&path);
        while above != "/" {
            self.entries.entry(above.to_owned()).or_insert(Entry::Directory);
            above = lexical::parent(above);
        }
        self.entries.insert(path, entry);
        self
    }

    fn find(&self, path: &str) -> Option<&Entry> {
        if let Some(entry) = self.entries.get(path) {
            return Some(entry);
        }
        if !self.ignores_case {
            return None;
        }
        let lower = path.to_lowercase();
        self.entries
            .iter()
            .find(|(known, _)| known.to_lowercase() == lower)
            .map(|(_, entry)| entry)
    }

    /// What one walk along the folded `path` meets that no link takes part in; `None` where one does, or something
    /// that can't be looked at.
    fn along(&self, path: &str) -> Option<Result<&Entry, FileError>> {
        if self.ignores_case || !path.starts_with('/') {
            return None;
        }
        let mut found = &ROOT;
        let mut ends = path
            .bytes()
            .enumerate()
            .skip(1)
            .filter_map(|(at, byte)| (byte == b'/').then_some(at));
        let mut last = path.len() == 1;
        while !last {
            let end = ends.next().unwrap_or_else(|| {
                last = true;
                path.len()
            });
            match found {
                Entry::Directory => {}
                Entry::Link(_) | Entry::Failing(_) => return None,
                Entry::File | Entry::Other => return Some(Err(FileError::NotADirectory)),
            }
            match self.entries.get(path.get(..end)?) {
                Some(entry) => found = entry,
                None => return Some(Err(FileError::Missing)),
            }
        }
        Some(Ok(found))
    }

    /// What stands at `path` once the links above it are followed.
    fn look(&self, path: &str) -> Result<&Entry, FileError> {
        if lexical::is_folded(path)
            && let Some(found) = self.along(path)
        {
            return found;
        }
        let mut current = String::new();
        let mut pending: Vec<String> = components(path);
        for _ in 0..4096 {
            let Some(name) = pending.pop() else {
                return if current.is_empty() {
                    Ok(&ROOT)
                } else {
                    self.find(&current).ok_or(FileError::Missing)
                };
            };
            let length = current.len();
            current.push('/');
            current.push_str(&name);
            let entry = self.find(&current).ok_or(FileError::Missing)?;
            if pending.is_empty() {
                continue;
            }
            match entry {
                Entry::Directory => {}
                Entry::Link(Ok(target)) => {
                    current.truncate(length);
                    let target = lexical::fold(&lexical::join(
                        if current.is_empty() { "/" } else { &current },
                        target,
                    ));
                    current.clear();
                    pending.extend(components(&target));
                }
                Entry::Link(Err(error)) | Entry::Failing(error) => return Err(*error),
                Entry::File | Entry::Other => return Err(FileError::NotADirectory),
            }
        }
        Err(FileError::Unreadable)
    }
}

/// The components of a folded path, the last first.
fn components(path: &str) -> Vec<String> {
    path.rsplit('/')
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

impl Files for MemoryFiles {
    fn straight(&self, path: &str) -> Straight {
        match self.along(path) {
            Some(Ok(Entry::File)) => Straight::There(FileKind::File),
            Some(Ok(Entry::Directory)) => Straight::There(FileKind::Directory),
            Some(Ok(Entry::Other)) => Straight::There(FileKind::Other),
            Some(Err(error)) => Straight::Missing(error),
            Some(Ok(Entry::Link(_) | Entry::Failing(_))) | None => Straight::Unknown,
        }
    }

    fn kind(&self, path: &str) -> Result<FileKind, FileError> {
        match self.look(path)? {
            Entry::File => Ok(FileKind::File),
            Entry::Directory => Ok(FileKind::Directory),
            Entry::Other => Ok(FileKind::Other),
            Entry::Link(_) => Ok(FileKind::Link),
            Entry::Failing(error) => Err(*error),
        }
    }

    fn read_link(&self, path: &str) -> Result<String, FileError> {
        match self.look(path)? {
            Entry::Link(target) => target.clone(),
            Entry::Failing(error) => Err(*error),
            Entry::File | Entry::Directory | Entry::Other => Err(FileError::Unreadable),
        }
    }

    fn names(&self, path: &str) -> Result<Vec<String>, FileError> {
        match self.look(path)? {
            Entry::Directory => {}
            Entry::Failing(error) => return Err(*error),
            Entry::File | Entry::Link(_) | Entry::Other => return Err(FileError::NotADirectory),
        }
        let folder = lexical::fold(path);
        let below: BTreeSet<&str> = self
            .entries
            .keys()
            .filter_map(|known| lexical::strip_folder(known, &folder))
            .filter(|rest| !rest.is_empty() && !rest.contains('/'))
            .collect();
        Ok(below.into_iter().map(str::to_owned).collect())
    }

    fn ignores_case(&self, _path: &str) -> bool {
        self.ignores_case
    }

    fn home_of(&self, user: &str) -> Option<String> {
        self.homes.get(user).cloned()
    }
}
