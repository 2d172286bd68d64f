//! Links that the client registers: what each answer comes to, in which order they are asked, and that nothing but
//! a registered link that the policy names ever answers.

use super::wired::{Wired, link_says};
use super::*;
use crate::authority::LinkVerdict;
use crate::decision::DecisionSource;

fn world(chain: &[&str]) -> World {
    World::with_file(&json!({
        "authorizerChain": chain,
        "permission": {"*": "ask", "notes": {"public": "allow", "secret": "deny"}},
    }))
}

#[test]
fn each_answer_of_a_link_comes_to_one_thing() {
    let failed = |error| Some(Err(error));
    let says = |verdict, reason| Some(Ok(link_says(verdict, reason)));
    #[rustfmt::skip]
    let cases = [
        // the link                                               decided by  in the log
        (says(LinkVerdict::Allow, Some("fine")),                  "link",     ("allow", Value::Null)),
        (says(LinkVerdict::Deny, Some("no")),                     "link",     ("deny", Value::Null)),
        (says(LinkVerdict::Defer, Some("unsure")),                "user",     ("defer", Value::Null)),
        (failed(ClientError::Failed("broken".to_owned())),        "user",     ("defer", json!("unavailable"))),
        (failed(ClientError::Unreadable("no verdict".to_owned())), "user",    ("defer", json!("malformed"))),
        (failed(ClientError::Gone),                               "user",     ("defer", json!("unavailable"))),
    ];
    for (answer, decider, (verdict, category)) in cases {
        let what = format!("{answer:?}");
        let world = world(&["judge"]);
        let wired = Wired::new(&world);
        let session = wired.open(&world, |_| {});
        session.register_authorizer("judge").unwrap();
        let mut asked = wired.ask(&session, note("x", "c"));
        assert!(
            world.stage.prompts().is_empty(),
            "{what}: nobody else is asked meanwhile"
        );
        wired.link_answers(0, answer.unwrap());
        let outcome = if decider == "user" {
            asked.waits();
            world.stage.choose(0, "approve");
            asked.done()
        } else {
            asked.done()
        };
        let by = serde_json::to_value(&outcome.decided_by).unwrap();
        match decider {
            "user" => assert_eq!(by["kind"], "user", "{what}"),
            _ => assert_eq!(
                (&by["kind"], &by["name"], &by["verdict"]),
                (&json!("authorizer"), &json!("judge"), &json!(verdict)),
                "{what}"
            ),
        }
        let expected = match (decider, verdict) {
            ("user", _) => Resolution::UserApproved,
            (_, "allow") => Resolution::AuthorizerAllowed,
            _ => Resolution::AuthorizerDenied,
        };
        assert_eq!((outcome.resolution, outcome.cause), (expected, None), "{what}");
        let log = wired.log(&world, &session);
        let line = log
            .iter()
            .find(|line| line["event"] == "authorizer_link.answered")
            .expect("the log says what the link said");
        assert_eq!(
            (&line["name"], &line["verdict"], &line["category"]),
            (&json!("judge"), &json!(verdict), &category),
            "{what}"
        );
        assert_eq!(line["requestId"], json!(outcome.request_id), "{what}");
    }
}

#[test]
fn a_silent_link_defers_after_its_time() {
    let world = World::with_file(&json!({
        "authorizerChain": ["judge"], "authorizerTimeoutMs": 1, "permission": {"*": "ask"},
    }));
    let wired = Wired::new(&world);
    let session = wired.open(&world, |config| config.can_prompt = false);
    session.register_authorizer("judge").unwrap();
    let outcome = wired.runtime.block_on(session.authorize(note("x", "c"))).unwrap();
    assert_eq!(
        (outcome.resolution, outcome.cause),
        (Resolution::ConfirmationUnavailable, Some(Cause::NoUi)),
        "silence is nobody's denial"
    );
    assert_eq!(wired.withdrawn(), ["judge"], "the question is taken back");
    let log = wired.log(&world, &session);
    assert!(log.iter().any(|line| line["category"] == "timeout"));
}

#[test]
fn links_are_asked_in_the_order_of_the_policy_and_only_those_it_names() {
    let world = world(&["b", "ghost", "a"]);
    let wired = Wired::new(&world);
    let session = wired.open(&world, |_| {});
    for name in ["a", "b", "uninvited"] {
        session.register_authorizer(name).unwrap();
    }
    let mut asked = wired.ask(&session, note("x", "c"));
    wired.link_answers(0, Ok(link_says(LinkVerdict::Defer, None)));
    asked.waits();
    wired.link_answers(1, Ok(link_says(LinkVerdict::Allow, None)));
    let outcome = asked.done();
    assert_eq!(outcome.decided_by, DecisionSource::link_allowed("a", None));
    assert_eq!(wired.called(), ["b", "a"]);
    let log = wired.log(&world, &session);
    let resolved: Vec<_> = log
        .iter()
        .filter(|line| line["event"] == "authorizer_chain_resolved")
        .map(|line| (line["links"].clone(), line["skipped"].clone()))
        .collect();
    assert_eq!(resolved, [(json!(["b", "a"]), json!(["ghost"]))]);
}

#[test]
fn a_link_is_asked_about_ordinary_asks_and_nothing_else() {
    let world = World::with_file(&json!({
        "authorizerChain": ["judge"],
        "permission": {"*": "ask", "notes": {"public": "allow", "secret": "deny"}},
    }));
    world.write(
        "config/hard-guards.jsonc",
        r#"{"permission": {"notes": {"guarded": "deny"}}, "protectedWrites": ["*/ledger"]}"#,
    );
    let ledger = call("write", json!({"path": "ledger", "content": "x"}), "c");
    let cases = [
        (note("public", "c"), Resolution::PolicyAllow),
        (note("secret", "c"), Resolution::PolicyDeny),
        (note("guarded", "c"), Resolution::HardGuardDeny),
    ];
    for (request, expected) in cases {
        let wired = Wired::new(&world);
        let session = wired.open(&world, |_| {});
        session.register_authorizer("judge").unwrap();
        assert_eq!(decide(&session, request).resolution, expected);
        assert!(wired.called().is_empty(), "{expected:?}");
    }
    for can_prompt in [true, false] {
        let wired = Wired::new(&world);
        let session = wired.open(&world, |config| config.can_prompt = can_prompt);
        session.register_authorizer("judge").unwrap();
        let mut protected = Box::pin(session.authorize(ledger.clone()));
        let outcome = (&mut protected).now_or_never();
        assert!(
            wired.called().is_empty(),
            "a protected write is for a human alone"
        );
        match outcome {
            None => assert!(can_prompt, "a human is asked"),
            Some(outcome) => assert_eq!(outcome.unwrap().cause, Some(Cause::NoUi)),
        }
    }
}

#[test]
fn a_link_sees_the_facts_in_every_spelling() {
    let world = world(&["judge"]);
    let wired = Wired::new(&world);
    let session = wired.open(&world, |_| {});
    session.register_authorizer("judge").unwrap();
    let _asked = wired.ask(
        &session,
        call("bash", json!({"command": "touch x && /bin/rm y"}), "c"),
    );
    let call = wired.calls.lock().unwrap().remove(0);
    assert_eq!((call.name.as_str(), call.session_id.as_str()), ("judge", "own"));
    assert_eq!(call.tool_call_id.as_deref(), Some("c"));
    assert_eq!(call.payload["evidence"][0]["text"], "touch x && /bin/rm y");
    let equal: Vec<&String> = call
        .access
        .iter()
        .flat_map(|fact| &fact.groups)
        .flat_map(|group| &group.equal)
        .collect();
    for spelling in ["touch x", "/bin/rm y", "rm y"] {
        assert!(
            equal.iter().any(|text| *text == spelling),
            "{spelling} in {equal:?}"
        );
    }
}

#[test]
fn a_link_that_is_taken_back_while_it_is_asked_answers_no_more() {
    let world = world(&["judge", "second"]);
    let wired = Wired::new(&world);
    let session = wired.open(&world, |_| {});
    let id = session.register_authorizer("judge").unwrap();
    session.register_authorizer("second").unwrap();
    let mut asked = wired.ask(&session, note("x", "c"));
    session.unregister(&id);
    asked.waits();
    assert_eq!(wired.withdrawn(), ["judge"]);
    assert_eq!(wired.called(), ["judge", "second"]);
    wired.link_answers(1, Ok(link_says(LinkVerdict::Allow, None)));
    assert_eq!(
        asked.done().decided_by,
        DecisionSource::link_allowed("second", None)
    );
}

#[test]
fn an_answer_of_a_link_that_was_just_taken_back_does_not_count() {
    for reload in [false, true] {
        let world = world(&["judge"]);
        let wired = Wired::new(&world);
        let session = wired.open(&world, |_| {});
        let id = session.register_authorizer("judge").unwrap();
        let mut asked = wired.ask(&session, note("x", "c"));
        // Both before the call gets its turn.
        wired.link_answers(0, Ok(link_says(LinkVerdict::Allow, None)));
        if reload {
            world.write("config/policy.jsonc", r#"{"permission": {"*": "ask"}}"#);
            session.reload(&Scope::default()).unwrap();
        } else {
            session.unregister(&id);
        }
        asked.waits();
        assert_eq!(world.stage.prompts().len(), 1, "the human is asked in its place");
        world.stage.choose(0, "deny");
        assert_eq!(asked.done().resolution, Resolution::UserDenied);
    }
}

#[test]
fn a_name_registered_again_is_another_link() {
    let world = world(&["judge"]);
    let wired = Wired::new(&world);
    let session = wired.open(&world, |_| {});
    let id = session.register_authorizer("judge").unwrap();
    let mut asked = wired.ask(&session, note("x", "c"));
    session.unregister(&id);
    session.register_authorizer("judge").unwrap();
    asked.waits();
    assert_eq!(wired.called(), ["judge", "judge"]);
    assert_eq!(
        wired.withdrawn(),
        ["judge"],
        "what the first was asked is taken back"
    );
}

#[test]
fn a_human_who_has_the_question_is_not_disturbed_by_links_that_come_or_go() {
    let world = world(&["judge", "second"]);
    let wired = Wired::new(&world);
    let session = wired.open(&world, |_| {});
    let id = session.register_authorizer("judge").unwrap();
    let mut asked = wired.ask(&session, note("x", "c"));
    wired.link_answers(0, Ok(link_says(LinkVerdict::Defer, None)));
    asked.waits();
    session.unregister(&id);
    session.register_authorizer("second").unwrap();
    asked.waits();
    assert_eq!(world.stage.prompts().len(), 1);
    assert_eq!(wired.called(), ["judge"]);
    world.stage.choose(0, "approve");
    assert_eq!(asked.done().resolution, Resolution::UserApproved);
}

#[test]
fn a_cancelled_call_takes_its_question_back_from_a_link() {
    let world = world(&["judge"]);
    let wired = Wired::new(&world);
    let session = wired.open(&world, |_| {});
    session.register_authorizer("judge").unwrap();
    drop(wired.ask(&session, note("x", "c")));
    assert_eq!(wired.withdrawn(), ["judge"]);
    let decisions = world.stage.decisions();
    assert_eq!(decisions.len(), 1);
    assert_eq!(decisions[0].cause, Some(Cause::Cancelled));
}

#[test]
fn a_policy_that_decides_meanwhile_takes_the_question_back() {
    for (action, expected) in [
        ("allow", Resolution::PolicyAllow),
        ("deny", Resolution::PolicyDeny),
    ] {
        let world = world(&["judge"]);
        let wired = Wired::new(&world);
        let session = wired.open(&world, |_| {});
        session.register_authorizer("judge").unwrap();
        let mut asked = wired.ask(&session, note("x", "c"));
        let policy = json!({"authorizerChain": ["judge"], "permission": {"*": action}});
        world.write("config/policy.jsonc", &policy.to_string());
        session.reload(&Scope::default()).unwrap();
        let outcome = asked.poll().expect("it is decided");
        assert_eq!(outcome.resolution, expected);
        assert_eq!(wired.withdrawn(), ["judge"]);
    }
}

#[test]
fn the_name_of_the_built_in_reviewer_is_not_to_be_had() {
    let world = world(&[]);
    let wired = Wired::new(&world);
    let session = wired.open(&world, |_| {});
    let long = "x".repeat(257);
    session.register_authorizer("judge").unwrap();
    for (name, expected) in [
        ("auto-review", "built_in"),
        ("judge", "already_registered"),
        ("", "/name: a link's name is not blank and has at most 256 bytes"),
        (" ", "/name: a link's name is not blank and has at most 256 bytes"),
        (
            &long,
            "/name: a link's name is not blank and has at most 256 bytes",
        ),
    ] {
        let refused = session.register_authorizer(name).unwrap_err();
        assert_eq!(refused.to_string(), expected, "{name}");
    }
}

#[test]
fn the_human_is_told_what_a_link_that_deferred_had_to_say() {
    let world = world(&["first", "silent", "second"]);
    let wired = Wired::new(&world);
    let session = wired.open(&world, |_| {});
    for name in ["first", "silent", "second"] {
        session.register_authorizer(name).unwrap();
    }
    let mut asked = wired.ask(&session, note("x", "c"));
    for (at, words) in [Some("looks odd"), None, Some("not mine")]
        .into_iter()
        .enumerate()
    {
        wired.link_answers(at, Ok(link_says(LinkVerdict::Defer, words)));
        asked.waits();
    }
    let prompt = world.stage.prompts().remove(0);
    let expected = json!([
        {"source": "first", "text": "looks odd", "modelGenerated": true},
        {"source": "second", "text": "not mine", "modelGenerated": true},
    ]);
    assert_eq!(prompt.payload["annotations"], expected);
    for words in ["looks odd", "not mine"] {
        assert!(
            prompt.lines.iter().any(|line| line.contains(words)),
            "{:?}",
            prompt.lines
        );
    }
}

#[test]
fn an_editor_is_asked_nothing() {
    let world = world(&["judge"]);
    let wired = Wired::new(&world);
    let session = wired.open(&world, |config| {
        config.tier = Tier::Editor;
        config.can_prompt = false;
    });
    session.register_authorizer("judge").unwrap();
    assert_eq!(decide(&session, note("x", "c")).cause, Some(Cause::NoUi));
    assert!(wired.called().is_empty());
}
