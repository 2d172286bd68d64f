//! Policy files that change under a session.

use super::*;

fn policy(action: &str) -> String {
    json!({"permission": {"*": action}}).to_string()
}

#[test]
fn reload_takes_the_files_as_they_are_and_says_so_first() {
    let world = World::new();
    world.write("config/policy.jsonc", &policy("allow"));
    let session = world.open();
    assert_eq!(state(&session, &note("x", "c")), Action::Allow);
    world.write("config/policy.jsonc", &policy("deny"));
    let report = session.reload(&Scope::default()).unwrap();
    assert_eq!(state(&session, &note("x", "c")), Action::Deny);
    assert!(
        world.stage.heard().contains(&Heard::PolicyChanged(0)),
        "also when nothing is wrong"
    );
    assert!(
        report
            .rules
            .iter()
            .any(|rule| rule.pattern == "*" && rule.action == Action::Deny)
    );
    let file = report
        .files
        .iter()
        .find(|file| file.path.ends_with("policy.jsonc"))
        .unwrap();
    assert_eq!((file.kind, file.scope, file.state), ("policy", "global", "valid"));
}

/// What is done to the files behind the session's back, and what it then says of a call that was allowed.
#[test]
fn a_change_is_noticed_without_being_told() {
    type Change = fn(&World);
    #[rustfmt::skip]
    let cases: [(&str, Change, Action); 4] = [
        ("replaced",            |world| world.write("config/policy.jsonc", &policy("deny")),        Action::Deny),
        ("written in place",    |world| std::fs::write(world.at("config/policy.jsonc"), policy("deny")).unwrap(), Action::Deny),
        ("guards appear",       |world| world.write("config/hard-guards.jsonc", r#"{"permission": {"notes": "deny"}}"#), Action::Deny),
        ("the file is removed", |world| std::fs::remove_file(world.at("config/policy.jsonc")).unwrap(), Action::Ask),
    ];
    for (what, change, expected) in cases {
        let world = World::new();
        world.write("config/policy.jsonc", &policy("allow"));
        let session = world.open();
        assert_eq!(state(&session, &note("x", "c")), Action::Allow, "{what}");
        change(&world);
        eventually(what, || state(&session, &note("x", "c")) == expected);
        let changed = |heard: &Heard| matches!(heard, Heard::PolicyChanged(_));
        eventually(what, || world.stage.heard().iter().any(changed));
        session.shutdown().now_or_never().unwrap();
    }
}

#[test]
fn a_folder_that_appears_later_is_seen() {
    let world = World::with_policy(&json!({"*": "allow"}));
    let session = world.open_as(|config| config.agent_name = Some("writer".to_owned()));
    assert_eq!(state(&session, &note("x", "c")), Action::Allow);
    world.write(
        "proj/.pi/agents/writer.md",
        "---\npermission:\n  notes: deny\n---\n",
    );
    eventually("the agent's file", || {
        state(&session, &note("x", "c")) == Action::Deny
    });
}

#[test]
fn a_file_that_can_not_be_read_any_more_stays_in_force_and_allows_nothing() {
    let world = World::with_policy(&json!({"*": "allow", "notes": {"secret": "deny"}}));
    let session = world.open();
    world.write("config/policy.jsonc", "{ not a policy");
    let report = session.reload(&Scope::default()).unwrap();
    assert_eq!(state(&session, &note("x", "c")), Action::Ask);
    assert_eq!(state(&session, &note("secret", "c")), Action::Deny);
    assert!(
        report.files.iter().any(|file| file.state == "unreadable"),
        "{:?}",
        report.files
    );
    assert!(!report.problems.is_empty());
    world.write("config/policy.jsonc", &policy("allow"));
    session.reload(&Scope::default()).unwrap();
    assert_eq!(state(&session, &note("x", "c")), Action::Allow);
}

#[test]
fn a_refused_configuration_folder_counts_as_unreadable_guards() {
    let world = World::with_policy(&json!({"*": "allow"}));
    let session = world.open_as(|config| config.config_dir_refused = true);
    let query = Query {
        kind: QueryKind::Call {
            tool: "notes".to_owned(),
            input: json!({"name": "x"}),
        },
        scope: Scope::default(),
    };
    let verdict = session.check(&query).unwrap();
    assert_eq!(verdict.state, Action::Ask);
    assert!(verdict.human_only);
    let reason = verdict.deciding.reason.as_deref().unwrap_or_default();
    assert!(
        reason.contains("environment variable") && !reason.contains("can't be read"),
        "{reason}"
    );
}

/// A deny follows its folder; an allow keeps the form that it had when the session started.
#[test]
fn a_link_planted_later_opens_nothing_and_hides_nothing() {
    let world = World::with_policy(&json!({
        "*": "ask", "read": "allow",
        "path": {"*": "ask", "~/shared/*": "allow", "~/vault/*": "deny"},
    }));
    for folder in ["real", "elsewhere", "safe"] {
        std::fs::create_dir_all(world.at(folder)).unwrap();
    }
    std::os::unix::fs::symlink("real", world.at("shared")).unwrap();
    std::os::unix::fs::symlink("safe", world.at("vault")).unwrap();
    let session = world.open();
    let read = |path: &str| call("read", json!({"path": world.at(path).to_str().unwrap()}), "c");
    assert_eq!(state(&session, &read("real/x")), Action::Allow);
    assert_eq!(state(&session, &read("safe/x")), Action::Deny);
    assert_eq!(state(&session, &read("elsewhere/x")), Action::Ask);
    for (link, target) in [("shared", "elsewhere"), ("vault", "real")] {
        std::fs::remove_file(world.at(link)).unwrap();
        std::os::unix::fs::symlink(target, world.at(link)).unwrap();
    }
    eventually("the deny follows its folder", || {
        state(&session, &read("real/x")) == Action::Deny
    });
    assert_ne!(
        state(&session, &read("elsewhere/x")),
        Action::Allow,
        "the allow does not"
    );
    session.reload(&Scope::default()).unwrap();
    assert_ne!(
        state(&session, &read("elsewhere/x")),
        Action::Allow,
        "not even when it is read again"
    );
}

#[test]
fn the_debug_log_is_written_only_when_asked_for() {
    for on in [false, true] {
        let world = World::with_file(&json!({"debugLog": on, "permission": {"*": "allow"}}));
        let session = world.open();
        decide(&session, note("x", "c"));
        session.shutdown().now_or_never().unwrap();
        let text = std::fs::read_to_string(world.at("state/debug.jsonl")).unwrap_or_default();
        assert_eq!(text.contains("authorize.judged"), on);
    }
}

#[test]
fn the_log_says_which_files_are_in_force() {
    let world = World::with_policy(&json!({"*": "allow"}));
    let session = world.open();
    session.reload(&Scope::default()).unwrap();
    let log = world.log(&session);
    let resolved: Vec<&Value> = log
        .iter()
        .filter(|line| line["event"] == "config.resolved")
        .collect();
    assert_eq!(resolved.len(), 2);
    assert!(
        resolved[0]["files"]
            .as_array()
            .unwrap()
            .iter()
            .any(|file| file["state"] == "valid")
    );
    assert_eq!(resolved[0]["sessionId"], "own");
}

#[test]
fn an_unregistered_link_is_skipped_and_told_once() {
    let world = World::with_file(&json!({"authorizerChain": ["ghost"], "permission": {"*": "ask"}}));
    let session = world.open();
    for id in 0..2 {
        let mut asked = Asked::new(&session, note("x", "c"));
        world.stage.choose(id, "approve");
        assert_eq!(asked.poll().unwrap().resolution, Resolution::UserApproved);
    }
    let log = world.log(&session);
    let skipped: Vec<&Value> = log
        .iter()
        .filter(|line| line["event"] == "authorizer_chain_resolved")
        .collect();
    assert_eq!(skipped.len(), 1);
    assert_eq!(
        (&skipped[0]["links"], &skipped[0]["skipped"]),
        (&json!([]), &json!(["ghost"]))
    );
}

/// Examples are held to their rules where the files are read, and what they say is forgotten with the text.
#[test]
fn an_example_that_its_rule_does_not_match_is_a_problem() {
    let with_example = |example: &str| {
        let rule = json!({"action": "allow", "match": [example]});
        json!({"permission": {"bash": {"git log *": rule}}}).to_string()
    };
    let world = World::new();
    let session = world.open();
    for (example, codes, file_state) in [
        ("git log -3", &[][..], "valid"),
        ("git show", &["example-not-matched"], "problems"),
        ("cd src && git log", &[], "valid"),
    ] {
        world.write("config/policy.jsonc", &with_example(example));
        let report = session.reload(&Scope::default()).unwrap();
        let found: Vec<&str> = report.problems.iter().map(|problem| &*problem.code).collect();
        assert_eq!(found, codes, "{example}");
        let states: Vec<&str> = report.files.iter().map(|file| file.state).collect();
        assert!(states.contains(&file_state), "{example}: {states:?}");
        let (problems, _) = session.problems();
        assert_eq!(problems.len(), codes.len(), "{example}");
        assert!(
            world.stage.heard().contains(&Heard::PolicyChanged(codes.len())),
            "{example}"
        );
    }
}

/// A file that only examples would take long to read does not hold up whoever waits for it.
#[test]
fn examples_beyond_some_hundred_are_left_to_lint() {
    let examples = vec!["hg"; 2_000];
    let rule = json!({"action": "allow", "match": examples});
    let world = World::new();
    world.write(
        "config/policy.jsonc",
        &json!({"permission": {"bash": {"git *": rule}}}).to_string(),
    );
    let (problems, _) = world.open().problems();
    assert_eq!(problems.len(), 500);
}
