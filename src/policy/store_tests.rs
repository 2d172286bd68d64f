//! What holds while files come, break and go.

use super::*;
use crate::decision::Origin;
use crate::rule::{Action, Pattern};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

const CWD: &str = "/home/u/proj";
const POLICY: &str = "/config/policy.jsonc";
const GUARDS: &str = "/config/hard-guards.jsonc";
const AGENT: &str = "/agents/reviewer.md";
const PROJECT: &str = "/home/u/proj/.pi/agents/reviewer.md";

/// Files that a test changes as it goes.
#[derive(Clone, Default)]
struct Disk(Arc<Mutex<HashMap<PathBuf, Result<String, ReadError>>>>);

impl Disk {
    fn put(&self, path: &str, text: &str) {
        self.0.lock().unwrap().insert(path.into(), Ok(text.to_owned()));
    }

    fn fail(&self, path: &str, error: ReadError) {
        self.0.lock().unwrap().insert(path.into(), Err(error));
    }

    fn remove(&self, path: &str) {
        self.0.lock().unwrap().remove(Path::new(path));
    }
}

impl Source for Disk {
    fn read(&self, path: &Path) -> Result<String, ReadError> {
        self.0
            .lock()
            .unwrap()
            .get(path)
            .cloned()
            .unwrap_or(Err(ReadError::Absent))
    }
}

fn places() -> Places {
    Places {
        config_dir: "/config".into(),
        config_dir_refused: false,
        agent_dir: "/agents".into(),
        state_dir: "/home/u/.state/portcullis".into(),
        run_dir: None,
        home: "/home/u".to_owned(),
    }
}

fn open(disk: &Disk) -> Store {
    Store::open(places(), Arc::new(disk.clone()), CWD)
}

fn reviewer(from_prompt: bool) -> AgentScope {
    AgentScope {
        name: "reviewer".to_owned(),
        from_prompt,
    }
}

/// What the policy's own rules say of a command.
fn says(snapshot: &Snapshot, command: &str) -> Option<Action> {
    snapshot
        .global
        .rules
        .surface("bash")?
        .best(&[command])
        .map(|rule| rule.action)
}

const BASH: &str = r#"{"permission": {"bash": {"ls *": "allow", "rm *": "deny"}}, "yoloMode": true}"#;

#[test]
fn files_that_were_never_there_are_absent_and_nothing_is_wrong() {
    let disk = Disk::default();
    let mut store = open(&disk);
    let snapshot = store.snapshot(None, CWD, None);
    assert_eq!(snapshot.health, Health::default());
    assert!(snapshot.global.rules.is_empty() && snapshot.guards.rules.is_empty());
    assert_eq!(store.problems(None, CWD), []);
    assert!(
        store
            .listed_files(None, CWD)
            .iter()
            .all(|file| file.state == FileState::Absent)
    );
    assert!(!store.refresh());
}

#[test]
fn a_policy_that_breaks_keeps_its_last_rules_until_it_reads_again() {
    let disk = Disk::default();
    disk.put(POLICY, BASH);
    let mut store = open(&disk);
    for broken in ["{", "[]", "{\"permission\": {}} x"] {
        disk.put(POLICY, broken);
        assert!(store.refresh(), "{broken}");
        let snapshot = store.snapshot(None, CWD, None);
        assert!(snapshot.health.policy_unreadable, "{broken}");
        assert_eq!(says(&snapshot, "rm x"), Some(Action::Deny), "{broken}");
        assert!(snapshot.options.yolo_mode);
        let files = store.listed_files(None, CWD);
        assert_eq!(
            files.iter().find(|file| &*file.path == POLICY).unwrap().state,
            FileState::Unreadable
        );
        // Its rules stand in a text that is no longer there.
        let listed = store.listed_rules(&snapshot);
        let rule = listed.iter().find(|rule| rule.pattern == "ls *").unwrap();
        assert_eq!(
            (rule.action, rule.rewritten_from),
            (Action::Ask, Some(Action::Allow))
        );
        assert_eq!((rule.origin, rule.span), (Origin::FailClosed, None));
    }
    disk.put(POLICY, r#"{"permission": {"bash": {"ls *": "deny"}}}"#);
    assert!(store.refresh());
    let snapshot = store.snapshot(None, CWD, None);
    assert_eq!(snapshot.health, Health::default());
    assert_eq!(
        (says(&snapshot, "ls x"), says(&snapshot, "rm x")),
        (Some(Action::Deny), None)
    );
    assert!(!store.refresh());
}

#[test]
fn a_file_that_was_there_and_is_gone_is_unreadable() {
    let disk = Disk::default();
    disk.put(POLICY, BASH);
    disk.put(GUARDS, r#"{"permission": {"bash": {"dd *": "deny"}}}"#);
    disk.put(AGENT, "---\npermission: {bash: deny}\n---\n");
    let mut store = open(&disk);
    store.snapshot(Some(&reviewer(false)), CWD, None);
    for path in [POLICY, GUARDS, AGENT] {
        disk.remove(path);
    }
    assert!(store.refresh());
    let snapshot = store.snapshot(Some(&reviewer(false)), CWD, None);
    let all = Health {
        policy_unreadable: true,
        guards_lost: Some(GuardsLost::Unreadable),
        agent_unreadable: true,
    };
    assert_eq!(snapshot.health, all);
    assert!(!snapshot.guards.rules.is_empty());
    assert_eq!(
        snapshot.agent.as_ref().map(|layer| layer.origin),
        Some(Origin::Agent)
    );
    let codes: Vec<&str> = store
        .problems(Some(&reviewer(false)), CWD)
        .iter()
        .map(|p| p.code)
        .collect();
    assert_eq!(codes, [code::UNREADABLE; 3]);
    // It is said once.
    assert!(!store.refresh());
    disk.put(POLICY, BASH);
    assert!(store.refresh());
    assert!(!store.snapshot(None, CWD, None).health.policy_unreadable);
}

#[test]
fn a_file_that_is_there_but_gives_no_text_is_unreadable_from_the_start() {
    for error in [ReadError::Unreadable("no".to_owned()), ReadError::TooLarge] {
        let disk = Disk::default();
        disk.fail(POLICY, error.clone());
        disk.fail(GUARDS, error);
        let snapshot = open(&disk).snapshot(None, CWD, None);
        assert!(snapshot.health.policy_unreadable && snapshot.health.guards_lost.is_some());
    }
}

#[test]
fn an_agent_file_is_trusted_by_where_it_lies_and_how_the_agent_was_learnt() {
    let disk = Disk::default();
    disk.put(AGENT, "---\npermission: {bash: allow}\n---\n");
    disk.put(PROJECT, "---\npermission: {bash: allow}\n---\n");
    let mut store = open(&disk);
    let origins = |snapshot: &Snapshot| {
        let restrictions = snapshot
            .restrictions
            .iter()
            .map(|layer| layer.origin)
            .collect::<Vec<_>>();
        (snapshot.agent.as_ref().map(|layer| layer.origin), restrictions)
    };
    let named = store.snapshot(Some(&reviewer(false)), CWD, None);
    assert_eq!(origins(&named), (Some(Origin::Agent), vec![Origin::ProjectAgent]));
    let prompted = store.snapshot(Some(&reviewer(true)), CWD, None);
    assert_eq!(
        origins(&prompted),
        (None, vec![Origin::Agent, Origin::ProjectAgent])
    );
    let nobody = store.snapshot(None, CWD, None);
    assert_eq!(origins(&nobody), (None, Vec::new()));
    let elsewhere = store.snapshot(Some(&reviewer(false)), "/elsewhere", None);
    assert_eq!(origins(&elsewhere), (Some(Origin::Agent), Vec::new()));
}

#[test]
fn an_unreadable_agent_file_of_either_scope_counts() {
    for path in [AGENT, PROJECT] {
        let disk = Disk::default();
        disk.put(path, "---\npermission: {bash: [}\n---\n");
        let snapshot = open(&disk).snapshot(Some(&reviewer(false)), CWD, None);
        assert!(snapshot.health.agent_unreadable, "{path}");
    }
}

#[test]
fn a_name_that_leads_out_of_the_folder_names_no_file() {
    let disk = Disk::default();
    disk.put("/config/policy.md", "---\npermission: {bash: allow}\n---\n");
    let mut store = open(&disk);
    for name in ["../config/policy", "..", ".hidden", "a/b", ""] {
        let agent = AgentScope {
            name: name.to_owned(),
            from_prompt: false,
        };
        let snapshot = store.snapshot(Some(&agent), CWD, None);
        assert!(snapshot.agent.is_none(), "{name}");
        assert_eq!(store.listed_files(Some(&agent), CWD).len(), 2, "{name}");
    }
}

#[test]
fn a_refused_folder_loses_the_guards() {
    let disk = Disk::default();
    disk.put(POLICY, BASH);
    let refused = Places {
        config_dir_refused: true,
        ..places()
    };
    let mut store = Store::open(refused, Arc::new(disk), CWD);
    let snapshot = store.snapshot(None, CWD, None);
    assert_eq!(snapshot.health.guards_lost, Some(GuardsLost::FolderRefused));
    assert_eq!(store.problems(None, CWD)[0].code, code::CONFIG_FOLDER_REFUSED);
}

#[test]
fn variables_are_those_of_the_folder_asked_about() {
    let disk = Disk::default();
    disk.put(
        POLICY,
        r#"{"permission": {"path": {"${cwd}/x": "deny", "~/y": "ask"}}}"#,
    );
    let mut store = open(&disk);
    for (cwd, path, expected) in [
        (CWD, "/home/u/proj/x", Some(Action::Deny)),
        (CWD, "/else/x", None),
        ("/else", "/else/x", Some(Action::Deny)),
        ("/else", "/home/u/y", Some(Action::Ask)),
        ("/else", "~/y", None),
    ] {
        let snapshot = store.snapshot(None, cwd, None);
        let rule = snapshot.global.rules.surface("path").unwrap().best(&[path]);
        assert_eq!(rule.map(|rule| rule.action), expected, "{cwd} {path}");
    }
}

#[test]
fn a_deny_that_no_path_looks_like_counts_as_what_it_means() {
    let disk = Disk::default();
    disk.put(
        POLICY,
        r#"{"permission": {"path": {"./secrets/*": "deny", "./open/*": "allow"}}}"#,
    );
    let snapshot = open(&disk).snapshot(None, CWD, None);
    let path = snapshot.global.rules.surface("path").unwrap();
    let rule = path.best(&["secrets/key"]).unwrap();
    assert_eq!(
        (rule.action, rule.pattern.source()),
        (Action::Deny, "./secrets/*")
    );
    assert!(path.best(&["open/x"]).is_none());
}

#[test]
fn everything_that_decides_is_protected() {
    let disk = Disk::default();
    disk.put(GUARDS, r#"{"protectedWrites": ["*.lock", "~/.bashrc"]}"#);
    let snapshot = open(&disk).snapshot(None, CWD, None);
    let matches = |key: &str, path: &str| {
        snapshot
            .protected
            .surface(key)
            .is_some_and(|surface| surface.best(&[path]).is_some())
    };
    for (path, write, removal) in [
        ("/home/u/proj/Cargo.lock", true, false),
        ("/home/u/.bashrc", true, false),
        (POLICY, true, false),
        (GUARDS, true, false),
        ("/config/notes", false, false),
        ("/config", true, false),
        ("/agents", true, false),
        (AGENT, true, false),
        (PROJECT, true, false),
        ("/home/u/proj/.portcullis/agents/x.md", true, false),
        ("/home/u/proj/.pi", true, false),
        ("/home/u/proj/.pi/settings", false, false),
        ("/home/u/.state/portcullis/review.jsonl", true, false),
        ("/home/u/.state", true, false),
        ("/home/u/proj", false, true),
        ("/home/u", false, true),
        ("/", false, true),
        ("/home/u/proj/src/x.rs", false, false),
    ] {
        assert_eq!(matches("path_write", path), write, "{path}");
        assert_eq!(matches(ALSO_REMOVAL, path), removal, "{path}");
    }
}

#[test]
fn folders_with_wildcard_characters_are_protected_as_they_are() {
    let odd = Places {
        config_dir: "/con*fig?".into(),
        ..places()
    };
    let mut store = Store::open(odd, Arc::new(Disk::default()), "/home/u/p*");
    let snapshot = store.snapshot(None, "/home/u/p*", None);
    let write = snapshot.protected.surface("path_write").unwrap();
    assert!(write.best(&["/con*fig?/policy.jsonc"]).is_some());
    assert!(write.best(&["/home/u/p*/.pi/agents/x.md"]).is_some());
    assert!(write.best(&["/configs/policy.jsonc"]).is_none());
    assert!(write.best(&["/home/u/pp/.pi/agents/x.md"]).is_none());
}

#[test]
fn forms_are_added_dropped_and_shared() {
    let disk = Disk::default();
    disk.put(
        POLICY,
        r#"{"permission": {"path": {"/tmp/*": "deny"}, "bash": {"/tmp/*": "deny"}}}"#,
    );
    let snapshot = open(&disk).snapshot(None, CWD, None);
    assert!(snapshot.with_forms(|_, _| Vec::new()).is_none());
    let linked = |pattern: &Pattern, _| pattern.with_prefix("/tmp", "/private/tmp").into_iter().collect();
    let formed = snapshot.with_forms(linked).unwrap();
    let best = |snapshot: &Snapshot, key: &str| {
        snapshot
            .global
            .rules
            .surface(key)
            .unwrap()
            .best(&["/private/tmp/x"])
            .map(|rule| rule.action)
    };
    assert_eq!(best(&formed, "path"), Some(Action::Deny));
    assert_eq!(best(&formed, "bash"), None);
    assert!(Arc::ptr_eq(&formed.guards, &snapshot.guards));
    assert!(formed.with_forms(linked).is_none());
    let dropped = formed.with_forms(|_, _| Vec::new()).unwrap();
    assert_eq!(best(&dropped, "path"), None);
}

#[test]
fn the_list_of_rules_tells_what_each_comes_to() {
    let policy =
        r#"{"permission": {"bash": {"a": "allow", "b": "ask", "c": {"action": "deny", "reason": "why"}}}}"#;
    let guards = r#"{"permission": {"bash": {"a": "allow"}}, "protectedWrites": ["x"]}"#;
    for (broken_agent, yolo, expected) in [
        (
            false,
            false,
            ["a allow", "a allow", "b ask", "c deny", "* ask", "x ask"],
        ),
        (
            false,
            true,
            [
                "a allow",
                "a allow",
                "b allow<ask",
                "c deny",
                "* allow<ask",
                "x ask",
            ],
        ),
        (
            true,
            false,
            ["a allow", "a ask<allow", "b ask", "c deny", "* ask", "x ask"],
        ),
        (
            true,
            true,
            [
                "a allow",
                "a allow",
                "b allow<ask",
                "c deny",
                "* allow<ask",
                "x ask",
            ],
        ),
    ] {
        let disk = Disk::default();
        disk.put(POLICY, policy);
        disk.put(GUARDS, guards);
        if broken_agent {
            disk.put(AGENT, "---\n");
        }
        let mut store = open(&disk);
        let snapshot = store.snapshot(Some(&reviewer(false)), CWD, Some(yolo));
        let rules = store.listed_rules(&snapshot);
        let declared = rules
            .iter()
            .filter(|rule| rule.file.is_some() || rule.pattern == "*");
        let shown: Vec<String> = declared
            .map(|rule| {
                let before = rule
                    .rewritten_from
                    .map(|action| format!("<{action}"))
                    .unwrap_or_default();
                format!("{} {}{before}", rule.pattern, rule.action)
            })
            .collect();
        assert_eq!(shown, expected, "broken agent {broken_agent}, yolo {yolo}");
        let denied = rules.iter().find(|rule| rule.action == Action::Deny).unwrap();
        assert_eq!(denied.reason.as_deref(), Some("why"));
        assert_eq!(
            denied.span.unwrap().of(policy),
            r#""c": {"action": "deny", "reason": "why"}"#
        );
    }
}

#[test]
fn the_disk_tells_what_is_absent_from_what_can_not_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("good"), "text").unwrap();
    std::fs::write(at("latin"), [b'a', 0xe9]).unwrap();
    std::fs::write(at("large"), vec![b' '; MAX_BYTES + 1]).unwrap();
    std::fs::create_dir(at("folder")).unwrap();
    std::os::unix::fs::symlink("nowhere", at("dangling")).unwrap();
    std::os::unix::fs::symlink("good", at("link")).unwrap();
    let read = |name: &str| DiskSource.read(&at(name));
    assert_eq!(read("good"), Ok("text".to_owned()));
    assert_eq!(read("link"), Ok("text".to_owned()));
    assert_eq!(read("missing"), Err(ReadError::Absent));
    assert_eq!(read("good/below"), Err(ReadError::Absent));
    assert_eq!(read("large"), Err(ReadError::TooLarge));
    for name in ["latin", "folder", "dangling"] {
        assert!(matches!(read(name), Err(ReadError::Unreadable(_))), "{name}");
    }
}
