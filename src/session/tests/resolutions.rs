//! Each way in which a call can end: what it is called, who decided, what the log says.

use super::*;
use crate::decision::{DecisionSource, Origin, Via};

fn policy() -> Value {
    json!({
        "*": "deny",
        "notes": {"*": "ask", "public": "allow", "secret": {"action": "deny", "reason": "no secrets"}},
    })
}

/// What a human does, the request, and what comes of it: resolution, cause, kind of decider, event in the log.
#[test]
fn every_way_has_its_name_its_decider_and_its_line() {
    let answer = |choice: &str| {
        Some(Ok(PromptAnswer {
            choice: Some(choice.to_owned()),
            ..Default::default()
        }))
    };
    let null = Some(Ok(PromptAnswer::default()));
    let failed = Some(Err(ClientError::Failed("broken".to_owned())));
    let dead = Some(Err(ClientError::Gone));
    #[rustfmt::skip]
    let cases = [
        // value     answer              resolution                              cause                      by             event
        ("public",   None,               Resolution::PolicyAllow,                None,                      "rule",        None),
        ("secret",   None,               Resolution::PolicyDeny,                 None,                      "rule",        Some("blocked")),
        ("guarded",  None,               Resolution::HardGuardDeny,              None,                      "rule",        Some("blocked")),
        ("other",    answer("approve"),  Resolution::UserApproved,               None,                      "user",        Some("approved")),
        ("other",    answer("deny"),     Resolution::UserDenied,                 None,                      "user",        Some("denied")),
        ("other",    answer("deny_with_reason"), Resolution::UserDenied,         None,                      "user",        Some("denied")),
        ("other",    null,               Resolution::UserDenied,                 None,                      "user",        Some("denied")),
        ("other",    answer("perhaps"),  Resolution::ConfirmationUnavailable,    Some(Cause::ClientFailed), "unavailable", Some("denied")),
        ("other",    failed,             Resolution::ConfirmationUnavailable,    Some(Cause::ClientFailed), "unavailable", Some("denied")),
        ("other",    dead,               Resolution::ConfirmationUnavailable,    Some(Cause::ClientFailed), "unavailable", Some("denied")),
    ];
    for (value, answer, resolution, cause, by, event) in cases {
        let what = format!("{value} {answer:?}");
        let world = World::with_policy(&policy());
        world.write(
            "config/hard-guards.jsonc",
            r#"{"permission": {"notes": {"guarded": "deny"}}}"#,
        );
        let session = world.open();
        let outcome = match answer {
            None => decide(&session, note(value, "c")),
            Some(answer) => {
                let mut asked = Asked::new(&session, note(value, "c"));
                world.stage.answer(0, answer);
                asked.poll().expect("it is decided")
            }
        };
        assert_eq!((outcome.resolution, outcome.cause), (resolution, cause), "{what}");
        assert_eq!(
            serde_json::to_value(&outcome.decided_by).unwrap()["kind"],
            by,
            "{what}"
        );
        let allowed = matches!(resolution, Resolution::PolicyAllow | Resolution::UserApproved);
        assert_eq!(outcome.decision == Action::Allow, allowed, "{what}");
        assert_eq!(outcome.message.is_some(), !allowed, "{what}");
        assert_eq!(
            (outcome.surface.as_str(), outcome.value.as_str()),
            ("notes", value),
            "{what}"
        );
        let decisions: Vec<_> = world.stage.decisions();
        assert_eq!(decisions.len(), 1, "{what}: one decision");
        assert_eq!(decisions[0].resolution, resolution, "{what}");
        assert_eq!(decisions[0].request_id, outcome.request_id, "{what}");
        let mut told = world.told(&session);
        told.retain(|(_, event, _)| event != "permission_request.waiting");
        let expected: Vec<_> = event
            .map(|event| {
                (
                    "c".to_owned(),
                    format!("permission_request.{event}"),
                    by.to_owned(),
                )
            })
            .into_iter()
            .collect();
        assert_eq!(told, expected, "{what}");
    }
}

#[test]
fn a_plain_allow_is_counted_and_not_written_down() {
    let world = World::with_policy(&policy());
    let session = world.open();
    for _ in 0..3 {
        decide(&session, note("public", "c"));
    }
    let log = world.log(&session);
    let usage = log
        .iter()
        .find(|line| line["event"] == "usage")
        .expect("counts at the end");
    assert_eq!(
        usage["counts"],
        json!([{"surface": "notes", "pattern": "public", "origin": "global", "result": "allow", "n": 3}])
    );
    assert_eq!(usage["sessionId"], "own");
    assert!(!log.iter().any(|line| line.get("toolCallId").is_some()));
}

#[test]
fn yolo_answers_what_would_have_been_asked_and_says_so() {
    let world = World::with_file(&json!({"yoloMode": true, "permission": policy()}));
    let session = world.open();
    let outcome = decide(&session, note("other", "c"));
    assert_eq!(outcome.resolution, Resolution::AutoApproved);
    assert_eq!(
        outcome.decided_by,
        DecisionSource::Yolo {
            pattern: Some("*".to_owned())
        }
    );
    assert_eq!(
        decide(&session, note("secret", "d")).resolution,
        Resolution::PolicyDeny
    );
    let told = world.told(&session);
    assert_eq!(told[0].1, "permission_request.auto_approved");
    assert_eq!(told[1].1, "permission_request.blocked");
}

#[test]
fn the_clients_word_over_yolo_wins() {
    for (file, client, asks) in [
        (true, Some(false), true),
        (false, Some(true), false),
        (true, None, false),
    ] {
        let world = World::with_file(&json!({"yoloMode": file, "permission": policy()}));
        let session = world.open_as(|config| config.yolo = client);
        let expected = if asks { Action::Ask } else { Action::Allow };
        assert_eq!(
            state(&session, &note("other", "c")),
            expected,
            "{file} {client:?}"
        );
    }
}

#[test]
fn a_tool_outside_the_list_is_unknown() {
    let world = World::with_policy(&json!({"*": "allow"}));
    let session = world.open_as(|config| config.tools = Some(vec!["read".to_owned()]));
    let outcome = decide(&session, note("x", "c"));
    assert_eq!(outcome.resolution, Resolution::UnknownTool);
    assert_eq!(outcome.origin, Origin::Builtin);
    let by = DecisionSource::Rule {
        surface: "notes".to_owned(),
        pattern: None,
        origin: Some(Origin::Builtin),
    };
    assert_eq!(outcome.decided_by, by);
    assert_eq!(
        state(&session, &note("x", "c")),
        Action::Deny,
        "check says the same"
    );
    for (surface, value, expected) in [
        ("notes", Some("x"), Action::Deny),
        ("notes", None, Action::Deny),
        ("bash", Some("ls"), Action::Deny),
        ("read", Some("x"), Action::Allow),
        ("skill", Some("x"), Action::Allow),
        ("path", None, Action::Ask),
    ] {
        let kind = QueryKind::Surface {
            surface: surface.to_owned(),
            value: value.map(str::to_owned),
        };
        let verdict = session
            .check(&Query {
                kind,
                scope: Scope::default(),
            })
            .unwrap();
        assert_eq!(verdict.state, expected, "{surface} {value:?}");
    }
    let states = session
        .tool_permission(&["notes".to_owned()], &Scope::default())
        .unwrap();
    assert_eq!(states[0].1, Action::Deny);
    assert_eq!(
        world.told(&session),
        [(
            "c".to_owned(),
            "permission_request.blocked".to_owned(),
            "rule".to_owned()
        )]
    );
}

#[test]
fn without_a_human_the_cause_is_told_truly() {
    type Adjust = fn(&mut SessionConfig);
    #[rustfmt::skip]
    let cases: [(&str, Adjust, Cause); 3] = [
        ("nobody",            |_| {},                                                         Cause::NoUi),
        ("a parent",          |config| config.parent_session_id = Some("parent".to_owned()),  Cause::ParentGone),
        ("a subagent's own",  |config| {
            config.subagents_dir = Some("/s/subagents".into());
            config.session_dir = Some("/s/subagents/7".to_owned());
        },                                                                                    Cause::NoParent),
    ];
    for (what, adjust, cause) in cases {
        let world = World::with_policy(&policy());
        let session = world.open_as(|config| {
            config.can_prompt = false;
            adjust(config);
        });
        let outcome = session
            .authorize(note("other", "c"))
            .now_or_never()
            .unwrap()
            .unwrap();
        assert_eq!(outcome.resolution, Resolution::ConfirmationUnavailable, "{what}");
        assert_eq!(outcome.cause, Some(cause), "{what}");
        assert!(world.stage.prompts().is_empty(), "{what}");
        let told = world.told(&session);
        assert_eq!(
            told,
            [(
                "c".to_owned(),
                "permission_request.denied".to_owned(),
                "unavailable".to_owned()
            )]
        );
    }
}

#[test]
fn the_humans_words_reach_agent_and_log() {
    let world = World::with_policy(&policy());
    let session = world.open();
    let answer = |choice: &str| PromptAnswer {
        choice: Some(choice.to_owned()),
        reason: Some("only this once".to_owned()),
        via: Some(Via::Select),
        ..PromptAnswer::default()
    };
    for (at, choice) in ["approve", "deny_with_reason"].into_iter().enumerate() {
        let mut asked = Asked::new(&session, note("other", choice));
        world.stage.answer(at, Ok(answer(choice)));
        let outcome = asked.poll().unwrap();
        assert!(outcome.message.unwrap().contains("only this once"), "{choice}");
        assert_eq!(outcome.decided_by, DecisionSource::User { via: Via::Select });
    }
    let log = world.log(&session);
    let reasons = log
        .iter()
        .filter(|line| line["reason"] == "only this once")
        .count();
    assert_eq!(reasons, 2);
}

#[test]
fn a_prompt_carries_complete_facts_and_the_choices_in_order() {
    let world = World::with_policy(&policy());
    let session = world.open();
    let mut asked = Asked::new(&session, note("other", "c"));
    let prompt = world.stage.prompts().remove(0);
    let choices: Vec<&str> = prompt.options.iter().map(|option| option.choice.id()).collect();
    assert_eq!(choices.first(), Some(&"approve"));
    assert_eq!(choices[choices.len() - 2..], ["deny", "deny_with_reason"]);
    assert_eq!(prompt.payload["request"]["tool"], "notes");
    assert_eq!(prompt.payload["request"]["value"], "other");
    assert_eq!(prompt.payload["kind"], "tool");
    for field in [
        "requester",
        "forwarded",
        "tool",
        "invokedTool",
        "surface",
        "rule",
        "value",
        "span",
        "executedUnit",
        "commandContext",
        "gates",
    ] {
        assert!(prompt.payload["request"].get(field).is_some(), "{field}");
    }
    assert!(prompt.lines.iter().any(|line| line.contains("other")));
    world.stage.choose(0, "deny");
    asked.poll().unwrap();
    assert_eq!(
        world.stage.heard(),
        [
            Heard::UiPrompt("c".to_owned()),
            Heard::Decision("c".to_owned(), Resolution::UserDenied, None)
        ]
    );
}

#[test]
fn what_is_published_is_cut_and_redacted() {
    let world = World::with_file(&json!({"reviewLogFieldMaxWidth": 30, "permission": policy()}));
    let session = world.open();
    let value = format!("ghp_0123456789abcdefghij0123456789 {}", "x".repeat(100));
    let mut asked = Asked::new(&session, note(&value, "c"));
    world.stage.choose(0, "deny");
    let outcome = asked.poll().unwrap();
    assert_eq!(outcome.value, value, "the client gets back what it sent");
    for shown in [
        world.stage.decisions()[0].value.clone(),
        world.stage.ui_prompts.lock().unwrap()[0].value.clone(),
    ] {
        assert!(shown.chars().count() <= 30 && !shown.contains("ghp_"), "{shown}");
    }
    let log = world.log(&session);
    assert!(!serde_json::to_string(&log).unwrap().contains("ghp_"));
}

#[test]
fn params_that_can_not_be_taken_are_no_decision() {
    let world = World::with_policy(&policy());
    let session = world.open();
    let mut unknown = note("public", "c");
    unknown.scope.session_id = Some("nobody".to_owned());
    let mut agent = note("public", "c");
    agent.scope.agent_name = Some("../x".to_owned());
    let long = note("public", &"x".repeat(257));
    let cases = [
        (unknown, "/sessionId"),
        (agent, "/agentName"),
        (long, "/toolCallId"),
        (call("", json!({}), "c"), "/tool"),
    ];
    for (request, field) in cases {
        let invalid = session.authorize(request).now_or_never().unwrap().unwrap_err();
        assert_eq!(invalid.field, field);
    }
    assert!(world.stage.decisions().is_empty());
}

#[test]
fn an_editor_leaves_no_trace() {
    let world = World::with_policy(&policy());
    let session = world.open_as(|config| {
        config.tier = Tier::Editor;
        config.can_prompt = false;
    });
    decide(&session, note("secret", "c"));
    session.reload(&Scope::default()).unwrap();
    assert!(world.stage.heard().is_empty());
    assert!(world.log(&session).is_empty());
    assert!(!exists(&world.at("state/review.jsonl")));
}

#[test]
fn a_log_that_can_not_be_written_changes_no_verdict() {
    let world = World::with_policy(&policy());
    world.write("file", "");
    let session = world.open_as(|config| config.state_dir = world.at("file/state"));
    assert_eq!(
        decide(&session, note("secret", "c")).resolution,
        Resolution::PolicyDeny
    );
    assert_eq!(
        decide(&session, note("public", "d")).resolution,
        Resolution::PolicyAllow
    );
    session.shutdown().now_or_never().unwrap();
    let warnings = world
        .stage
        .heard()
        .iter()
        .filter(|heard| matches!(heard, Heard::Warning(_)))
        .count();
    assert_eq!(warnings, 1);
}
