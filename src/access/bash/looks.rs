//! How often a command has the file system looked at: each path once, whatever names it.

use super::access;
use crate::access::{
    Context, Cwd, Declarations, FileError, FileKind, Files, Known, MemoryFiles, Place, Straight,
};
use std::collections::HashMap;
use std::sync::Mutex;

/// A file system that remembers what it was asked.
struct Counting {
    files: MemoryFiles,
    looks: Mutex<HashMap<(&'static str, String), usize>>,
}

impl Counting {
    fn count(&self, what: &'static str, path: &str) {
        *self
            .looks
            .lock()
            .unwrap()
            .entry((what, path.to_owned()))
            .or_default() += 1;
    }

    /// Whether a link stands on the way to `path` or at its end.
    fn leads_away(&self, path: &str) -> bool {
        path.match_indices('/')
            .map(|(at, _)| &path[..at])
            .chain([path])
            .filter(|folder| !folder.is_empty())
            .any(|folder| self.files.kind(folder) == Ok(FileKind::Link))
    }
}

impl Files for Counting {
    fn kind(&self, path: &str) -> Result<FileKind, FileError> {
        self.count("lstat", path);
        self.files.kind(path)
    }

    fn straight(&self, path: &str) -> Straight {
        self.count("straight", path);
        if self.leads_away(path) {
            return Straight::Unknown;
        }
        self.files
            .kind(path)
            .map_or_else(Straight::Missing, Straight::There)
    }

    fn read_link(&self, path: &str) -> Result<String, FileError> {
        self.count("readlink", path);
        self.files.read_link(path)
    }

    fn names(&self, path: &str) -> Result<Vec<String>, FileError> {
        self.count("readdir", path);
        self.files.names(path)
    }

    fn ignores_case(&self, path: &str) -> bool {
        self.files.ignores_case(path)
    }

    fn home_of(&self, user: &str) -> Option<String> {
        self.files.home_of(user)
    }
}

#[test]
fn each_path_is_looked_at_once() {
    for command in [
        "cat a a a; cat a; wc -l a d/x d/x",
        "cat a b c; rm a b; cp a b",
        "cd d && cat x; cat d/x; cd d; cat x",
        "cp a d; mv a b d; cp a d/",
        "ls l l/x; cat l l/x l/../a",
        "rm *.rs d/* *; cat *.rs",
        "for f in a b a b; do cat $f; done; cat a",
        "bash -c 'cat a' a; eval cat a; xargs cat a",
        "grep x -r d d d; find d -name a; find d",
        "x=a; cat $x \"$x\" ${x}; cat ./a d/../a",
        "git add a d; git diff a; git checkout a",
        "foo a bar d/x nothing nothing --x=a -oa",
        "sed -i.bak s/a/b/ a; sort -o a a; tee a a <a >a 2>a",
    ] {
        let files = Counting {
            files: MemoryFiles::new()
                .file("/h/p/a")
                .file("/h/p/b")
                .file("/h/p/c.rs")
                .file("/h/p/d/x")
                .link("/h/p/l", "d"),
            looks: Mutex::default(),
        };
        let cwd = Cwd::resolve("/h/p", &files);
        files.looks.lock().unwrap().clear();
        let (declarations, known) = (Declarations::default(), Known::default());
        let context = Context::new(&files, &cwd, Some("/h"), &declarations, &known);
        let _ = access(command, &Place::at("/h/p"), &context);
        let looks = files.looks.lock().unwrap();
        let again: Vec<_> = looks.iter().filter(|(_, count)| **count > 1).collect();
        assert!(again.is_empty(), "{command}: {again:?}");
        // Only where a link leads away is a path looked at in two ways: at once, then component by component.
        let twice = looks
            .keys()
            .filter(|(what, path)| *what == "lstat" && !files.leads_away(path))
            .filter(|(_, path)| looks.contains_key(&("straight", path.clone())))
            .count();
        assert!(
            twice <= 1,
            "{command}: {twice} paths are looked at in two ways: {looks:?}"
        );
    }
}
