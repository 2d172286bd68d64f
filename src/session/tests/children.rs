//! In-process children, and what a "for this session" answer covers.

use super::*;

fn child(id: &str, parent: &str) -> Child {
    Child {
        session_id: id.to_owned(),
        parent_session_id: parent.to_owned(),
        agent_name: Some("helper".to_owned()),
        cwd: None,
        tools: None,
    }
}

fn world() -> World {
    World::with_policy(&json!({"*": "ask"}))
}

#[test]
fn an_ask_of_a_child_counts_as_forwarded() {
    let world = world();
    let session = world.open();
    session.child_created(child("kid", "own")).unwrap();
    let _asked = Asked::new(&session, in_session(note("x", "c"), "kid"));
    let prompt = world.stage.prompts().remove(0);
    assert_eq!(prompt.session_id, "kid");
    assert_eq!(prompt.agent_name.as_deref(), Some("helper"));
    let forwarding = prompt.forwarding.unwrap();
    assert_eq!(
        (forwarding.requester_session_id.as_str(), forwarding.hops),
        ("kid", 0)
    );
    assert_eq!(prompt.payload["request"]["forwarded"], true);
    assert!(prompt.title.contains("helper (subagent)"), "{}", prompt.title);
    let choices: Vec<&str> = prompt.options.iter().map(|option| option.choice.id()).collect();
    assert_eq!(
        choices,
        [
            "approve",
            "approve_for_session",
            "approve_for_serving_session",
            "deny",
            "deny_with_reason"
        ]
    );
}

/// Which answer a child's ask got, and who is asked about the same thing afterwards.
#[test]
fn a_grant_covers_the_child_alone_or_the_whole_session() {
    for (choice, own, sibling) in [
        ("approve", Action::Ask, Action::Ask),
        ("approve_for_session", Action::Ask, Action::Ask),
        ("approve_for_serving_session", Action::Allow, Action::Allow),
    ] {
        let world = World::with_policy(&json!({"*": "ask"}));
        let session = world.open_as(|config| config.agent_name = Some("helper".to_owned()));
        for id in ["kid", "sibling"] {
            session.child_created(child(id, "own")).unwrap();
        }
        let mut asked = Asked::new(&session, in_session(note("x", "c"), "kid"));
        world.stage.choose(0, choice);
        let outcome = asked.poll().unwrap();
        let recorded = choice != "approve";
        let resolution = if recorded {
            Resolution::UserApprovedForSession
        } else {
            Resolution::UserApproved
        };
        assert_eq!(outcome.resolution, resolution, "{choice}");
        let state_in = |id: &str| state(&session, &in_session(note("x", "d"), id));
        assert_eq!(state_in("kid") == Action::Allow, recorded, "{choice}");
        assert_eq!((state_in("own"), state_in("sibling")), (own, sibling), "{choice}");
        let holder = if choice == "approve_for_serving_session" {
            "own"
        } else {
            "kid"
        };
        let rules = session.session_rules(Some(holder)).unwrap();
        assert_eq!(!rules.is_empty(), recorded, "{choice}");
        if let Some(rule) = rules.first() {
            assert_eq!(rule.request_id, outcome.request_id);
            let again = decide(&session, in_session(note("x", "e"), "kid"));
            assert_eq!(again.resolution, Resolution::SessionApproved, "{choice}");
            session.revoke_session_rule(&rule.id);
            session.revoke_session_rule(&rule.id);
            assert_eq!(state_in("kid"), Action::Ask, "{choice}: revoked");
        }
    }
}

#[test]
fn a_grant_answers_the_asks_that_wait_for_the_same_thing() {
    let world = world();
    let session = world.open();
    let mut first = Asked::new(&session, note("x", "first"));
    let mut second = Asked::new(&session, note("x", "second"));
    let mut other = Asked::new(&session, note("y", "other"));
    world.stage.choose(0, "approve_for_session");
    assert_eq!(
        first.poll().unwrap().resolution,
        Resolution::UserApprovedForSession
    );
    assert_eq!(second.poll().unwrap().resolution, Resolution::SessionApproved);
    other.waits();
    drop((first, second));
    let told = world.told_so_far(&session);
    assert!(told.contains(&(
        "second".to_owned(),
        "permission_request.session_approved".to_owned(),
        "session_approval".to_owned()
    )));
}

#[test]
fn edited_patterns_that_do_not_fit_record_nothing_and_approve_once() {
    type Patterns = Vec<(Option<String>, String)>;
    #[rustfmt::skip]
    let cases: [(&str, Patterns); 3] = [
        ("too many",          vec![(None, "x".to_owned()), (None, "x".to_owned())]),
        ("another thing",     vec![(None, "y".to_owned())]),
        ("none",              vec![]),
    ];
    for (what, patterns) in cases {
        let world = world();
        let session = world.open();
        let mut asked = Asked::new(&session, note("x", "c"));
        let answer = PromptAnswer {
            choice: Some("approve_for_session".to_owned()),
            patterns: Some(patterns),
            ..PromptAnswer::default()
        };
        world.stage.answer(0, Ok(answer));
        let outcome = asked.poll().unwrap();
        assert_eq!(
            (outcome.decision, outcome.resolution),
            (Action::Allow, Resolution::UserApproved),
            "{what}"
        );
        assert!(session.session_rules(None).unwrap().is_empty(), "{what}");
        let warned = world
            .stage
            .heard()
            .iter()
            .any(|heard| matches!(heard, Heard::Warning(_)));
        assert!(warned, "{what}");
    }
}

#[test]
fn a_child_that_is_disposed_takes_its_asks_and_grants_along() {
    let world = world();
    let session = world.open();
    session.child_created(child("kid", "own")).unwrap();
    session.child_created(child("grandkid", "kid")).unwrap();
    let mut granted = Asked::new(&session, in_session(note("x", "granted"), "kid"));
    world.stage.choose(0, "approve_for_session");
    granted.poll().unwrap();
    let mut own = Asked::new(&session, note("z", "own"));
    let mut waiting = Asked::new(&session, in_session(note("z", "kid"), "kid"));
    let mut below = Asked::new(&session, in_session(note("z", "grandkid"), "grandkid"));
    session.child_disposed("kid").unwrap();
    for (asked, id) in [(&mut waiting, "kid"), (&mut below, "grandkid")] {
        assert_eq!(asked.poll().unwrap().cause, Some(Cause::Cancelled), "{id}");
    }
    own.waits();
    let gone = session
        .authorize(in_session(note("x", "late"), "kid"))
        .now_or_never()
        .unwrap();
    assert_eq!(gone.unwrap_err().field, "/sessionId");
    assert_eq!(session.child_disposed("kid").unwrap_err().field, "/sessionId");
    session.child_created(child("kid", "own")).unwrap();
    assert!(
        session.session_rules(Some("kid")).unwrap().is_empty(),
        "a new child starts without grants"
    );
    assert_eq!(state(&session, &in_session(note("x", "d"), "kid")), Action::Ask);
}

#[test]
fn a_child_has_its_own_tools_and_folder() {
    let world =
        World::with_policy(&json!({"*": "ask", "path": {"*": "ask", "inside": "allow"}, "read": "allow"}));
    std::fs::create_dir_all(world.at("other")).unwrap();
    let session = world.open();
    let other = world.at("other").to_str().unwrap().to_owned();
    let tools = Some(vec!["read".to_owned()]);
    session
        .child_created(Child {
            cwd: Some(other),
            tools,
            ..child("kid", "own")
        })
        .unwrap();
    let read = |path: String| call("read", json!({ "path": path }), "c");
    let inside = |folder: &str| read(world.at(folder).join("inside").to_str().unwrap().to_owned());
    for (request, session_id, expected) in [
        (inside("proj"), "own", Action::Allow),
        (inside("other"), "own", Action::Ask),
        (inside("proj"), "kid", Action::Ask),
        (inside("other"), "kid", Action::Allow),
        (note("x", "c"), "kid", Action::Deny),
        (note("x", "c"), "own", Action::Ask),
    ] {
        assert_eq!(
            state(&session, &in_session(request.clone(), session_id)),
            expected,
            "{request:?} in {session_id}"
        );
    }
}

#[test]
fn children_that_can_not_be_are_refused() {
    let world = world();
    let session = world.open();
    session.child_created(child("kid", "own")).unwrap();
    let relative = Child {
        cwd: Some("here".to_owned()),
        ..child("new", "own")
    };
    let named = Child {
        agent_name: Some("/x".to_owned()),
        ..child("new", "own")
    };
    for (what, child, field) in [
        ("twice", child("kid", "own"), "/sessionId"),
        ("the own session", child("own", "own"), "/sessionId"),
        ("no parent", child("new", "nobody"), "/parentSessionId"),
        ("no id", child("", "own"), "/sessionId"),
        ("relative folder", relative, "/cwd"),
        ("bad agent", named, "/agentName"),
    ] {
        assert_eq!(session.child_created(child).unwrap_err().field, field, "{what}");
    }
    assert_eq!(
        session.child_disposed("own").unwrap_err().field,
        "/sessionId",
        "the own session stays"
    );
}
