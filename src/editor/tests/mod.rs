//! Documents, and what is found in them together with what is around them.

mod actions;
mod calls;

use super::*;
use crate::policy::{Document, Encoding, FileKind, Places, Position, ReadError, Source};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Files that a test can change.
#[derive(Clone, Default)]
struct Disk(Arc<Mutex<HashMap<PathBuf, String>>>);

impl Disk {
    fn write(&self, path: &str, text: &str) {
        self.0.lock().unwrap().insert(path.into(), text.to_owned());
    }
}

impl Source for Disk {
    fn read(&self, path: &Path) -> Result<String, ReadError> {
        self.0.lock().unwrap().get(path).cloned().ok_or(ReadError::Absent)
    }
}

/// What a document is known as: its kind, whether it is in force, whether it is a checkout's, and the loader's path.
type Known = Option<(FileKind, bool, bool, &'static str)>;

const POLICY: &str = "/home/me/.config/portcullis/policy.jsonc";
const GUARDS: &str = "/home/me/.config/portcullis/hard-guards.jsonc";
const AGENT: &str = "/home/me/.config/portcullis/agents/dev.md";
const PROJECT_AGENT: &str = "/w/.portcullis/agents/dev.md";

fn desk(files: &Disk, encoding: Encoding) -> Desk {
    let places = Places {
        config_dir: "/home/me/.config/portcullis".into(),
        agent_dir: "/home/me/.config/portcullis/agents".into(),
        home: "/home/me".to_owned(),
        ..Places::default()
    };
    // The configuration is a link into a folder of dotfiles.
    let real = |path: &Path| {
        let below = path.strip_prefix("/home/me/.config/portcullis");
        below.map_or_else(|_| path.to_owned(), |below| Path::new("/dotfiles").join(below))
    };
    Desk::new(places, "/w", None, encoding, Arc::new(files.clone()), &real)
}

fn open(desk: &Desk, path: &str, text: &str) -> bool {
    desk.open(&Opened {
        name: path,
        path: Path::new(path),
        real: Path::new(path),
        version: 1,
        text,
    })
}

/// The codes that are found in a document.
fn codes(desk: &Desk, name: &str) -> Vec<&'static str> {
    let view = desk.view(name).unwrap();
    findings(&view)
        .iter()
        .map(|finding| finding.problem.code)
        .collect()
}

#[test]
fn policy_files_are_known_by_where_they_lie_and_some_by_their_name() {
    let desk = desk(&Disk::default(), Encoding::Utf8);
    let (policy, guards, agent) = (FileKind::Policy, FileKind::Guards, FileKind::Agent);
    #[rustfmt::skip]
    let cases: &[(&str, Known)] = &[
        (POLICY, Some((policy, true, false, POLICY))),
        (GUARDS, Some((guards, true, false, GUARDS))),
        (AGENT, Some((agent, true, false, AGENT))),
        ("/dotfiles/policy.jsonc", Some((policy, true, false, POLICY))),
        ("/dotfiles/agents/dev.md", Some((agent, true, false, AGENT))),
        (PROJECT_AGENT, Some((agent, true, true, PROJECT_AGENT))),
        ("/w/.pi/agents/x.md", Some((agent, true, true, "/w/.pi/agents/x.md"))),
        ("/w/policy.jsonc", Some((policy, false, false, "/w/policy.jsonc"))),
        ("policy.jsonc", Some((policy, false, false, "policy.jsonc"))),
        ("/w/x/hard-guards.jsonc", Some((guards, false, false, "/w/x/hard-guards.jsonc"))),
        ("/home/me/.config/portcullis/README.md", None),
        ("/home/me/.config/portcullis/agents/deep/x.md", None),
        ("/w/agents/dev.md", None),
        ("/w/package.json", None),
    ];
    for (path, expected) in cases {
        assert_eq!(open(&desk, path, "{}"), expected.is_some(), "{path}");
        if let Some((kind, is_in_force, is_project, file)) = expected {
            let role = &desk.view(path).unwrap().sheet.role;
            let found = (
                role.kind,
                role.is_in_force,
                role.is_project,
                role.file.to_str().unwrap(),
            );
            assert_eq!(found, (*kind, *is_in_force, *is_project, *file), "{path}");
        }
    }
}

#[test]
fn changes_apply_one_after_the_other_in_the_units_agreed_on() {
    let at = |line, character| Position { line, character };
    let replace = |from, to, text: &str| Change {
        range: Some((from, to)),
        text: text.to_owned(),
    };
    let whole = |text: &str| Change {
        range: None,
        text: text.to_owned(),
    };
    #[rustfmt::skip]
    let cases: Vec<(Encoding, &str, Vec<Change>, &str)> = vec![
        (Encoding::Utf8, "a\nb\n", vec![replace(at(1, 0), at(1, 1), "c")], "a\nc\n"),
        (Encoding::Utf16, "𝄞x\r\ny", vec![replace(at(0, 2), at(0, 3), "é"), replace(at(0, 3), at(1, 0), "")], "𝄞éy"),
        (Encoding::Utf8, "𝄞x\r\ny", vec![replace(at(0, 4), at(0, 5), "é"), replace(at(0, 6), at(1, 0), "")], "𝄞éy"),
        (Encoding::Utf32, "𝄞x\r\ny", vec![replace(at(0, 1), at(0, 2), "é"), replace(at(0, 2), at(1, 0), "")], "𝄞éy"),
        // Within a character, beyond the line, beyond the text, and the wrong way round.
        (Encoding::Utf16, "𝄞x", vec![replace(at(0, 1), at(0, 2), "a")], "ax"),
        (Encoding::Utf16, "ab\ncd", vec![replace(at(0, 9), at(0, 9), "!")], "ab!\ncd"),
        (Encoding::Utf16, "ab", vec![replace(at(7, 0), at(9, 9), "!")], "ab!"),
        (Encoding::Utf16, "abc", vec![replace(at(0, 2), at(0, 1), "")], "ac"),
        (Encoding::Utf16, "abc", vec![whole("xyz"), replace(at(0, 0), at(0, 1), "")], "yz"),
        (Encoding::Utf16, "\u{feff}{}", vec![replace(at(0, 1), at(0, 1), "/**/")], "\u{feff}/**/{}"),
        (Encoding::Utf16, "a\rb", vec![replace(at(1, 0), at(1, 1), "c")], "a\rc"),
        (Encoding::Utf16, "", vec![], ""),
    ];
    for (encoding, text, changes, expected) in cases {
        let desk = desk(&Disk::default(), encoding);
        open(&desk, POLICY, text);
        assert!(desk.change(POLICY, 2, changes.clone()));
        let sheet = &desk.view(POLICY).unwrap().sheet;
        assert_eq!(&*sheet.text, expected, "{text:?} {changes:?}");
        assert_eq!(desk.if_current(POLICY, sheet, |version| version), Some(2));
    }
    assert!(
        !desk(&Disk::default(), Encoding::Utf8).change(POLICY, 2, vec![]),
        "nothing is open"
    );
}

#[test]
fn what_is_open_counts_before_what_is_on_disk() {
    let files = Disk::default();
    let desk = desk(&files, Encoding::Utf8);
    let denying = r#"{"permission": {"bash": {"rm *": "deny"}}}"#;
    open(&desk, POLICY, r#"{"permission": {"bash": {"rm -f *": "ask"}}}"#);
    assert_eq!(codes(&desk, POLICY), [""; 0]);
    files.write(GUARDS, denying);
    assert_eq!(codes(&desk, POLICY), ["never-wins"], "the guards on disk");
    open(&desk, GUARDS, "{}");
    assert_eq!(codes(&desk, POLICY), [""; 0], "the guards as they are open");
    let whole = Change {
        range: None,
        text: denying.to_owned(),
    };
    desk.change(GUARDS, 2, vec![whole]);
    assert_eq!(codes(&desk, POLICY), ["never-wins"], "and changed");
    files.write(GUARDS, "{}");
    assert_eq!(codes(&desk, POLICY), ["never-wins"], "whatever is on disk");
    assert!(desk.close(GUARDS) && !desk.close(GUARDS));
    assert_eq!(codes(&desk, POLICY), [""; 0], "closed, it is as on disk");
}

#[test]
fn a_file_of_a_checkout_only_tightens_and_one_elsewhere_says_so() {
    let desk = desk(&Disk::default(), Encoding::Utf8);
    let agent = "---\npermission:\n  bash:\n    \"ls *\": allow\n---\n";
    open(&desk, AGENT, agent);
    open(&desk, PROJECT_AGENT, agent);
    assert_eq!(codes(&desk, AGENT), [""; 0]);
    assert_eq!(codes(&desk, PROJECT_AGENT), ["project-file-loosens"]);
    open(&desk, "/x/policy.jsonc", "{\"permissoin\": {}}");
    assert_eq!(codes(&desk, "/x/policy.jsonc"), ["not-in-force", "unknown-field"]);
}

#[test]
fn half_typed_text_is_said_to_be_so_and_nothing_worse() {
    let text = "\u{feff}{\r\n  // é𝄞\r\n  \"permission\": {\"bash\": {\"git *\": \"allow\", \"rm *\": {\"action\": \"deny\"}}}\r\n}\r\n";
    let desk = desk(&Disk::default(), Encoding::Utf16);
    for (end, _) in text.char_indices().chain([(text.len(), ' ')]) {
        open(&desk, POLICY, &text[..end]);
        let found = codes(&desk, POLICY);
        assert!(found.len() <= 1, "{:?}: {found:?}", &text[..end]);
        desk.view(POLICY).unwrap().composed();
    }
    assert_eq!(codes(&desk, POLICY), [""; 0]);
}

#[test]
fn the_files_judged_together_are_those_in_force() {
    let desk = desk(&Disk::default(), Encoding::Utf8);
    for path in [POLICY, GUARDS, AGENT, "/x/policy.jsonc"] {
        open(&desk, path, "{}");
    }
    assert_eq!(desk.judged_with(GUARDS), [GUARDS, AGENT, POLICY]);
    assert_eq!(desk.judged_with("/x/policy.jsonc"), ["/x/policy.jsonc"]);
}

#[test]
fn a_view_is_kept_until_something_changes_and_composes_what_is_open() {
    let files = Disk::default();
    files.write(GUARDS, r#"{"permission": {"bash": {"rm *": "deny"}}}"#);
    let desk = desk(&files, Encoding::Utf8);
    open(&desk, AGENT, "---\npermission:\n  bash: ask\n---\n");
    open(&desk, POLICY, r#"{"permission": {"bash": {"ls": "allow"}}}"#);
    let view = desk.view(AGENT).unwrap();
    assert!(Arc::ptr_eq(&view, &desk.view(AGENT).unwrap()));
    let counts: Vec<usize> = view
        .composed()
        .layers()
        .map(|layer| {
            layer
                .rules
                .all_surfaces()
                .map(|surface| surface.rules().len())
                .sum()
        })
        .collect();
    assert_eq!(counts, [1, 1, 1], "guards on disk, policy and agent as open");
    let text = r#"{"permission": {"bash": {"ls": "allow", "pwd": "allow"}}}"#;
    desk.change(
        POLICY,
        2,
        vec![Change {
            range: None,
            text: text.to_owned(),
        }],
    );
    let after = desk.view(AGENT).unwrap();
    assert!(!Arc::ptr_eq(&view, &after));
    assert_eq!(after.read(Path::new(POLICY)).as_deref(), Some(text));
}

#[test]
fn looking_ends_once_nobody_wants_to_know() {
    let desk = desk(&Disk::default(), Encoding::Utf8);
    open(&desk, POLICY, r#"{"permission": {"bash": {"rm *": "deny"}}}"#);
    assert!(findings_while(&desk.view(POLICY).unwrap(), &|| false).is_none());
}
