//! What stands in a folder before and after a command.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::fs::MetadataExt,
    path::Path,
};

/// What tells one state of an entry from another. Of a folder only that it is the same one: what happens in it
/// is seen by its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    inode: u64,
    mode: u32,
    content: Option<(u64, i64, i64)>,
}

/// Every entry of a folder, by its absolute path.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    entries: BTreeMap<String, Entry>,
}

impl Snapshot {
    /// Of the folder `at` and all that lies below.
    pub fn of(at: &Path) -> Self {
        let mut entries = BTreeMap::new();
        let mut folders = vec![at.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let Ok(meta) = entry.metadata() else { continue };
                if meta.is_dir() {
                    folders.push(entry.path());
                }
                let state = Entry {
                    inode: meta.ino(),
                    mode: meta.mode(),
                    content: (!meta.is_dir()).then(|| (meta.size(), meta.mtime(), meta.mtime_nsec())),
                };
                entries.insert(entry.path().to_string_lossy().into_owned(), state);
            }
        }
        Self { entries }
    }

    /// Whether something stands at `path`.
    pub fn holds(&self, path: &str) -> bool {
        self.entries.contains_key(path)
    }

    /// The paths at which something else stands now.
    pub fn changes(&self, at: &Path) -> BTreeSet<String> {
        let now = Self::of(at);
        let gone = self
            .entries
            .keys()
            .filter(|path| !now.entries.contains_key(*path));
        let new = now
            .entries
            .iter()
            .filter(|(path, entry)| self.entries.get(*path) != Some(entry))
            .map(|(path, _)| path);
        gone.chain(new).cloned().collect()
    }
}
