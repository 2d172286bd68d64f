//! Data tables for each clause about paths.

use super::*;
use crate::access::{Cwd, Declarations, FileError, Known, MemoryFiles};

pub(in crate::access) const P: &str = "/home/u/proj";

pub(in crate::access) fn files() -> MemoryFiles {
    MemoryFiles::new()
        .tree(
            P,
            [
                ("src/app.js", ""),
                ("secrets/key", ""),
                ("link.md", "->src/app.js"),
                ("pub", "->secrets"),
                ("conf", "->vault/missing.key"),
                ("vault/", ""),
                ("out", "->/etc"),
                ("loop", "->loop"),
                ("a", "->b"),
                ("b", "->a"),
                ("deep", "->src/deep/er"),
                ("src/deep/er/x", ""),
                ("~/x", ""),
                ("stdin", "->/dev/stdin"),
            ],
        )
        .file("/etc/passwd")
        .link("/dev/stdin", "/proc/self/fd/0")
        .link("/dev/fd", "/proc/self/fd")
        .failing("/home/u/closed", FileError::Unreadable)
        .unreadable_link("/home/u/odd", FileError::NotUtf8)
        .home("bob", "/home/bob")
}

/// Spells in a context and hands what came out to `check`.
pub(in crate::access) fn with_context<T>(
    files: &MemoryFiles,
    cwd: &str,
    check: impl FnOnce(&Context<'_>) -> T,
) -> T {
    let cwd = Cwd::resolve(cwd, files);
    let (declarations, known) = (Declarations::default(), Known::default());
    check(&Context::new(files, &cwd, Some("/home/u"), &declarations, &known))
}

pub(in crate::access) fn texts(spellings: &[Spelling]) -> Vec<&str> {
    spellings.iter().map(|spelling| spelling.text.as_str()).collect()
}

fn check_groups(files: &MemoryFiles, cwd: &str, direction: Direction, cases: &[(&str, &[&[&str]])]) {
    with_context(files, cwd, |ctx| {
        for (typed, expected) in cases {
            let spelled = spell_here(typed, Writer::Tool, direction, ctx);
            let groups: Vec<Vec<&str>> = spelled.groups.iter().map(|group| texts(&group.equal)).collect();
            assert_eq!(groups, *expected, "{typed} in {cwd}");
            assert_eq!(spelled.doubt, None, "{typed} in {cwd}");
        }
    });
}

#[test]
fn a_path_without_links_is_one_group() {
    check_groups(
        &files(),
        P,
        Direction::Read,
        &[
            ("src/app.js", &[&["/home/u/proj/src/app.js", "src/app.js"]]),
            (
                "./src/../src//app.js",
                &[&["/home/u/proj/src/app.js", "src/app.js"]],
            ),
            (
                "/home/u/proj/src/app.js",
                &[&["/home/u/proj/src/app.js", "src/app.js"]],
            ),
            ("//etc//passwd", &[&["/etc/passwd", "../../../etc/passwd"]]),
            ("~/x", &[&["/home/u/x", "../x"]]),
            ("new/file", &[&["/home/u/proj/new/file", "new/file"]]),
            (
                "missing/../src/app.js",
                &[&["/home/u/proj/src/app.js", "src/app.js"]],
            ),
            // What exists as a directory is also spelled as one.
            (
                "secrets",
                &[&[
                    "/home/u/proj/secrets",
                    "secrets",
                    "/home/u/proj/secrets/",
                    "secrets/",
                ]],
            ),
            (
                "secrets/",
                &[&[
                    "/home/u/proj/secrets",
                    "secrets",
                    "/home/u/proj/secrets/",
                    "secrets/",
                ]],
            ),
            (".", &[&["/home/u/proj", ".", "/home/u/proj/", "./"]]),
        ],
    );
    check_groups(
        &files(),
        P,
        Direction::Read,
        &[
            ("~", &[&["/home/u", "..", "/home/u/", "../"]]),
            ("/", &[&["/", "../../..", "../../../"]]),
            (
                "new/",
                &[&["/home/u/proj/new", "new", "/home/u/proj/new/", "new/"]],
            ),
        ],
    );
}

#[test]
fn a_link_adds_what_it_leads_to() {
    check_groups(
        &files(),
        P,
        Direction::Read,
        &[
            (
                "link.md",
                &[
                    &["/home/u/proj/link.md", "link.md"],
                    &["/home/u/proj/src/app.js", "src/app.js"],
                ],
            ),
            (
                "pub/key",
                &[
                    &["/home/u/proj/pub/key", "pub/key"],
                    &["/home/u/proj/secrets/key", "secrets/key"],
                ],
            ),
            (
                "pub/new/file",
                &[
                    &["/home/u/proj/pub/new/file", "pub/new/file"],
                    &["/home/u/proj/secrets/new/file", "secrets/new/file"],
                ],
            ),
            // A dangling link is what it names.
            (
                "conf",
                &[
                    &["/home/u/proj/conf", "conf"],
                    &["/home/u/proj/vault/missing.key", "vault/missing.key"],
                ],
            ),
            (
                "out/passwd",
                &[
                    &["/home/u/proj/out/passwd", "out/passwd"],
                    &["/etc/passwd", "../../../etc/passwd"],
                ],
            ),
        ],
    );
}

#[test]
fn dots_behind_a_link_are_read_both_ways() {
    check_groups(
        &files(),
        P,
        Direction::Read,
        &[
            (
                "deep/../x",
                &[
                    &["/home/u/proj/x", "x"],
                    &["/home/u/proj/src/deep/x", "src/deep/x"],
                ],
            ),
            // Both ways lead elsewhere than the text says.
            (
                "out/../pub/key",
                &[
                    &["/home/u/proj/pub/key", "pub/key"],
                    &["/pub/key", "../../../pub/key"],
                    &["/home/u/proj/secrets/key", "secrets/key"],
                ],
            ),
            ("src/../src/app.js", &[&["/home/u/proj/src/app.js", "src/app.js"]]),
        ],
    );
}

#[test]
fn a_write_concerns_the_link_itself_too() {
    let files = files()
        .link("/data", "/home/u/proj")
        .link("/home/u/proj/src/app", "/etc/passwd");
    check_groups(
        &files,
        P,
        Direction::Write,
        &[
            (
                "link.md",
                &[
                    &["/home/u/proj/link.md", "link.md"],
                    &["/home/u/proj/src/app.js", "src/app.js"],
                ],
            ),
            (
                "/data/src/app",
                &[
                    &["/data/src/app", "../../../data/src/app"],
                    &["/etc/passwd", "../../../etc/passwd"],
                    &["/home/u/proj/src/app", "src/app"],
                ],
            ),
        ],
    );
}

#[test]
fn a_working_folder_behind_a_link_keeps_both_anchors() {
    let files = MemoryFiles::new()
        .link("/tmp", "private/tmp")
        .file("/private/tmp/p/a");
    check_groups(
        &files,
        "/tmp/p",
        Direction::Read,
        &[
            ("a", &[&["/tmp/p/a", "a"], &["/private/tmp/p/a", "a"]]),
            ("/tmp/p/a", &[&["/tmp/p/a", "a"], &["/private/tmp/p/a", "a"]]),
            (
                "/private/tmp/p/a",
                &[
                    &["/private/tmp/p/a", "../../private/tmp/p/a"],
                    &["/private/tmp/p/a", "a"],
                ],
            ),
        ],
    );
}

#[test]
fn what_leads_nowhere_in_particular_is_in_doubt() {
    let long = format!("{}/", "x".repeat(200)).repeat(21) + "y";
    let deep = files().directory(&format!("{P}/{}", long.trim_end_matches("/y")));
    for (files, typed, doubt) in [
        (&files(), "loop", Doubt::Loop),
        (&files(), "loop/x", Doubt::Loop),
        (&files(), "a/b", Doubt::Loop),
        (&files(), "", Doubt::Empty),
        (&files(), "x\0y", Doubt::Nul),
        (&files(), "x\u{fffd}y", Doubt::NotUtf8),
        (&files(), "/home/u/closed/x", Doubt::Unreadable),
        (&files(), "/home/u/odd", Doubt::NotUtf8),
        (&files(), "/proc/self/environ", Doubt::Kernel),
        (&files(), "/proc/self/root/etc/passwd", Doubt::Kernel),
        (&files(), "/proc/self/cwd/../proj/../../../etc", Doubt::Kernel),
        (&files(), "/dev/fd/3", Doubt::Kernel),
        (&files(), "/dev/stdin", Doubt::Kernel),
        (&files(), "stdin", Doubt::Kernel),
        // Also where only one of the likely readings leads there.
        (&files(), "@/proc/self/environ", Doubt::Kernel),
        (&deep, long.as_str(), Doubt::TooLong),
    ] {
        with_context(files, P, |ctx| {
            let spelled = spell_here(typed, Writer::Tool, Direction::Read, ctx);
            assert_eq!(spelled.doubt, Some(doubt), "{typed:?}");
            assert!(!spelled.groups.is_empty(), "{typed:?}");
            let intent = spelled.intent(typed, Direction::Read, "");
            assert!(intent.at_least_ask.is_some(), "{typed:?}");
        });
    }
}

#[test]
fn what_proc_hides_is_still_named() {
    with_context(&files(), P, |ctx| {
        for (typed, canonical) in [
            ("/proc/self/root/etc/passwd", "/etc/passwd"),
            ("/proc/1/root/etc/passwd", "/etc/passwd"),
            ("/proc/self/cwd/secrets/key", "/home/u/proj/secrets/key"),
            ("/proc/self/task/1/cwd/pub/key", "/home/u/proj/secrets/key"),
            ("/proc/self/environ", "/proc/self/environ"),
        ] {
            let spelled = spell_here(typed, Writer::Tool, Direction::Read, ctx);
            assert_eq!(spelled.canonical.as_deref(), Some(canonical), "{typed}");
        }
    });
}

#[test]
fn forty_links_are_followed_and_no_more() {
    for (links, doubt) in [(40, None), (41, Some(Doubt::Loop))] {
        let mut files = MemoryFiles::new().file("/p/0");
        for link in 1..=links {
            files = files.link(&format!("/p/{link}"), &format!("{}", link - 1));
        }
        with_context(&files, "/p", |ctx| {
            let spelled = spell_here(&links.to_string(), Writer::Shell, Direction::Read, ctx);
            assert_eq!(spelled.doubt, doubt, "{links}");
        });
    }
}

#[test]
fn several_places_are_groups_each_and_never_the_anchor() {
    with_context(&files(), P, |ctx| {
        let places = [ctx.place.clone(), ctx.place.enter("src"), ctx.place.enter("/etc")];
        let typed = Typed {
            text: "passwd",
            writer: Writer::Shell,
            places: &places,
            direction: Direction::Read,
        };
        let spelled = spell(&typed, ctx);
        let groups: Vec<Vec<&str>> = spelled.groups.iter().map(|group| texts(&group.equal)).collect();
        assert_eq!(
            groups,
            [
                ["/home/u/proj/passwd", "passwd"],
                ["/home/u/proj/src/passwd", "src/passwd"],
                ["/etc/passwd", "../../../etc/passwd"],
            ]
        );
    });
}

#[test]
fn each_path_is_looked_at_once() {
    struct Counting(MemoryFiles, std::sync::Mutex<Vec<String>>);
    impl crate::access::Files for Counting {
        fn kind(&self, path: &str) -> Result<FileKind, FileError> {
            self.1.lock().unwrap().push(path.to_owned());
            self.0.kind(path)
        }
        fn read_link(&self, path: &str) -> Result<String, FileError> {
            self.1.lock().unwrap().push(format!("->{path}"));
            self.0.read_link(path)
        }
        fn names(&self, path: &str) -> Result<Vec<String>, FileError> {
            self.0.names(path)
        }
        fn ignores_case(&self, _: &str) -> bool {
            false
        }
        fn home_of(&self, _: &str) -> Option<String> {
            None
        }
    }
    let memory = files();
    let cwd = Cwd::resolve(P, &memory);
    let files = Counting(memory, std::sync::Mutex::default());
    let (declarations, known) = (Declarations::default(), Known::default());
    let ctx = Context::new(&files, &cwd, None, &declarations, &known);
    for text in [
        "pub/key",
        "pub/key",
        "./pub/key",
        "pub/other",
        "missing/a/b",
        "missing/c",
    ] {
        spell_here(text, Writer::Tool, Direction::Both, &ctx);
        entry(text, &ctx.place, &ctx);
    }
    let mut looked = files.1.lock().unwrap().clone();
    let all = looked.len();
    looked.sort();
    looked.dedup();
    assert_eq!(looked.len(), all, "{looked:?}");
    assert!(
        !looked.iter().any(|path| path.ends_with("/missing/a")),
        "nothing below what is missing: {looked:?}"
    );
}
