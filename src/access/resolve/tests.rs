//! The walk held against the kernel: on trees with links of every kind both end up at the same place.

use super::*;
use crate::access::{Files, MemoryFiles, OsFiles};
use proptest::prelude::*;
use std::os::unix::fs::symlink;

/// One entry of a tree: where, and what.
#[derive(Clone, Debug)]
enum Entry {
    File,
    Directory,
    Link(String),
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c", "d"])
}

fn step() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c", "d", "..", ".", ""])
}

fn target() -> impl Strategy<Value = String> {
    (any::<bool>(), prop::collection::vec(step(), 1..4)).prop_map(|(absolute, steps)| {
        let text = steps.join("/").trim_matches('/').to_owned();
        let text = if text.is_empty() { ".".to_owned() } else { text };
        if absolute { format!("@/{text}") } else { text }
    })
}

fn entry() -> impl Strategy<Value = Entry> {
    prop_oneof![
        1 => Just(Entry::File),
        2 => Just(Entry::Directory),
        3 => target().prop_map(Entry::Link),
    ]
}

fn tree() -> impl Strategy<Value = Vec<(String, Entry)>> {
    let place = prop::collection::vec(name(), 1..4).prop_map(|names| names.join("/"));
    prop::collection::vec((place, entry()), 0..12)
}

/// Builds the tree below `root`, as far as its entries fit together.
fn build(root: &str, tree: &[(String, Entry)]) -> MemoryFiles {
    let mut memory = MemoryFiles::new().directory(root);
    for (place, entry) in tree {
        let path = format!("{root}/{place}");
        let parent = std::path::Path::new(&path).parent().unwrap();
        // Only below real folders, so that both trees are built alike.
        let plain = std::fs::canonicalize(parent).is_ok_and(|real| real == parent && real.is_dir());
        if !plain || std::fs::symlink_metadata(&path).is_ok() {
            continue;
        }
        match entry {
            Entry::File => {
                std::fs::write(&path, "").unwrap();
                memory = memory.file(&path);
            }
            Entry::Directory => {
                std::fs::create_dir(&path).unwrap();
                memory = memory.directory(&path);
            }
            Entry::Link(target) => {
                let target = target.replacen('@', root, usize::from(target.starts_with('@')));
                symlink(&target, &path).unwrap();
                memory = memory.link(&path, &target);
            }
        }
    }
    memory
}

fn locate(path: &str, files: &dyn Files) -> Located {
    resolve(path, &Lookups::new(files))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_walk_ends_where_the_kernel_does(
        tree in tree(),
        typed in prop::collection::vec(prop::collection::vec(step(), 1..6), 1..6),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        let root = root.to_str().unwrap();
        let memory = build(root, &tree);
        for steps in typed {
            let path = format!("{root}/{}", steps.join("/"));
            let real = locate(&path, &OsFiles::new());
            prop_assert_eq!(&real, &locate(&path, &memory), "{}", path);
            // As a call looks, which takes one look where that is enough.
            let (files, folded) = (OsFiles::new(), lexical::fold(&path));
            let lookups = Lookups::new(&files).in_cwd(root);
            prop_assert_eq!(&real, &*lookups.locate(&path), "{}", path);
            prop_assert_eq!(&locate(&folded, &files), &*lookups.locate(&folded), "{}", folded);
            prop_assert_eq!(lookups.kind(&folded), files.kind(&folded), "{}", folded);
            match std::fs::canonicalize(&path) {
                Ok(kernel) => {
                    // The kernel wants a folder where a slash or dot follows; the walk does not mind.
                    prop_assert_eq!(real.canonical.as_deref(), kernel.to_str(), "{}", path);
                    prop_assert_eq!(real.doubt, None);
                    prop_assert_eq!(real.kind == Some(FileKind::Directory), kernel.is_dir());
                }
                Err(error) if error.raw_os_error() == Some(40) => {
                    // ELOOP on Linux; the number differs elsewhere, and then this arm is not taken.
                    prop_assert_eq!(real.doubt, Some(Doubt::Loop), "{}", path);
                }
                Err(_) => {}
            }
        }
    }

    #[test]
    fn what_came_out_leads_to_itself(tree in tree(), steps in prop::collection::vec(step(), 1..6)) {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        let root = root.to_str().unwrap();
        let memory = build(root, &tree);
        let path = format!("{root}/{}", steps.join("/"));
        if let Some(canonical) = locate(&path, &memory).canonical {
            let again = locate(&canonical, &memory);
            prop_assert_eq!(again.canonical.as_deref(), Some(canonical.as_str()));
            prop_assert_eq!(lexical::fold(&canonical), canonical);
        }
    }

    #[test]
    fn no_text_makes_it_panic_or_leave_the_root(text in "[./a~@\\x00é\u{a0}-]{0,40}") {
        let memory = MemoryFiles::new().link("/a", "..").directory("/p");
        let located = locate(&lexical::join("/p", &text), &memory);
        if let Some(canonical) = located.canonical {
            prop_assert!(canonical.starts_with('/'));
            prop_assert!(!canonical.split('/').any(|part| part == ".."));
        }
    }
}

#[test]
fn a_chain_of_long_links_ends() {
    // Each link leads through the next many times over: without a bound this would be 3^40 steps.
    let mut memory = MemoryFiles::new().directory("/p/end");
    for link in 0..40 {
        let next = if link == 39 {
            "end".to_owned()
        } else {
            format!("{}", link + 1)
        };
        memory = memory.link(&format!("/p/{link}"), &format!("{next}/../{next}/../{next}"));
    }
    assert_eq!(locate("/p/0", &memory).doubt, Some(Doubt::Loop));
}

#[test]
fn this_machine_s_files_say_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let root = std::fs::canonicalize(folder.path()).unwrap();
    let root = root.to_str().unwrap();
    std::fs::write(format!("{root}/file"), "").unwrap();
    symlink("nowhere", format!("{root}/link")).unwrap();
    let files = OsFiles::new();
    for (name, kind) in [
        ("file", Ok(FileKind::File)),
        ("link", Ok(FileKind::Link)),
        ("", Ok(FileKind::Directory)),
        ("gone", Err(FileError::Missing)),
        ("file/x", Err(FileError::NotADirectory)),
        ("x\0y", Err(FileError::Unreadable)),
    ] {
        assert_eq!(files.kind(&format!("{root}/{name}")), kind, "{name:?}");
    }
    assert_eq!(files.kind("/dev/null"), Ok(FileKind::Other));
    assert_eq!(files.read_link(&format!("{root}/link")), Ok("nowhere".to_owned()));
    assert!(files.read_link(&format!("{root}/file")).is_err());
    let mut names = files.names(root).unwrap();
    names.sort();
    assert_eq!(names, ["file", "link"]);
    assert!(files.names(&format!("{root}/gone")).is_err());
    assert_eq!(files.home_of("no such user:"), None);
    assert_eq!(files.ignores_case(root), files.ignores_case(root));
}

#[cfg(target_os = "linux")]
#[test]
fn a_link_that_is_not_utf_8_is_in_doubt() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let root = std::fs::canonicalize(folder.path()).unwrap();
    symlink(std::ffi::OsStr::from_bytes(b"\xff"), root.join("odd")).unwrap();
    let path = root.join("odd");
    assert_eq!(
        locate(path.to_str().unwrap(), &OsFiles::new()).doubt,
        Some(Doubt::NotUtf8)
    );
}
