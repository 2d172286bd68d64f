//! Bash text → intents, on a file system that counts how often it is asked.

#![no_main]

use libfuzzer_sys::fuzz_target;
use portcullis::access::{
    Context, Cwd, Declarations, FileError, FileKind, Files, Known, MemoryFiles, Place, bash::access,
};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Looks that a byte of a command may cost: the components of a path, in each of 16 folders.
const PER_BYTE: usize = 256;
/// The same whatever the length: what globs are bounded by.
const ALWAYS: usize = 1 << 17;

struct Counting {
    files: MemoryFiles,
    looks: AtomicUsize,
}

impl Counting {
    fn look(&self) -> &MemoryFiles {
        self.looks.fetch_add(1, Ordering::Relaxed);
        &self.files
    }
}

impl Files for Counting {
    fn kind(&self, path: &str) -> Result<FileKind, FileError> {
        self.look().kind(path)
    }
    fn read_link(&self, path: &str) -> Result<String, FileError> {
        self.look().read_link(path)
    }
    fn names(&self, path: &str) -> Result<Vec<String>, FileError> {
        self.look().names(path)
    }
    fn ignores_case(&self, path: &str) -> bool {
        self.look().ignores_case(path)
    }
    fn home_of(&self, user: &str) -> Option<String> {
        self.look().home_of(user)
    }
}

static FILES: LazyLock<Counting> = LazyLock::new(|| Counting {
    files: MemoryFiles::new()
        .file("/h/p/a")
        .file("/h/p/d/x")
        .directory("/h/p/e")
        .link("/h/p/l", "d")
        .link("/h/p/loop", "loop")
        .link("/h/p/out", "../../etc"),
    looks: AtomicUsize::new(0),
});

fuzz_target!(|text: &str| {
    let files = &*FILES;
    files.looks.store(0, Ordering::Relaxed);
    let cwd = Cwd::resolve("/h/p", files);
    let (declarations, known) = (Declarations::default(), Known::default());
    let context = Context::new(files, &cwd, Some("/h"), &declarations, &known);
    let found = access(text, &Place::at("/h/p"), &context);
    for intent in &found.intents {
        assert!(!intent.groups.is_empty() || intent.at_least_ask.is_some(), "{intent:?}");
        if let Some(span) = intent.blame.span {
            assert!(span.start <= span.end && span.end <= text.len(), "{span:?} of {text:?}");
        }
    }
    let looks = files.looks.load(Ordering::Relaxed);
    assert!(looks <= ALWAYS + PER_BYTE * text.len(), "{looks} looks for {} bytes", text.len());
});
