//! Asks that wait: judged again when something changes, withdrawn, cancelled, settled at the end.

use super::*;

const ASKING: &str = r#"{"permission": {"*": "ask"}}"#;

fn policy(notes: &Value) -> String {
    json!({"permission": {"*": "ask", "notes": notes}}).to_string()
}

fn world() -> World {
    let world = World::new();
    world.write("config/policy.jsonc", ASKING);
    world
}

/// What the policy says once it is read again, and what becomes of an ask about `x` that waits meanwhile.
#[test]
fn an_ask_is_judged_again_when_the_policy_changes() {
    let world = world();
    let session = world.open();
    let reload = |text: &str| {
        world.write("config/policy.jsonc", text);
        session.reload(&Scope::default()).unwrap();
    };
    let mut denied = Asked::new(&session, note("x", "denied"));
    reload(&policy(&json!({"x": "deny"})));
    assert_eq!(denied.poll().unwrap().resolution, Resolution::PolicyDeny);

    reload(ASKING);
    let mut allowed = Asked::new(&session, note("x", "allowed"));
    reload(&policy(&json!({"x": "allow"})));
    let outcome = allowed.poll().unwrap();
    assert_eq!(
        (outcome.decision, outcome.resolution),
        (Action::Allow, Resolution::PolicyAllow)
    );
    drop((denied, allowed));

    let heard = world.stage.heard();
    for id in ["denied", "allowed"] {
        let decided = heard
            .iter()
            .position(|heard| matches!(heard, Heard::Decision(of, ..) if of == id));
        let withdrawn = heard
            .iter()
            .position(|heard| *heard == Heard::Withdrawn(id.to_owned()));
        assert!(
            decided.unwrap() < withdrawn.unwrap(),
            "{id}: the decision goes before the withdrawal"
        );
    }
    let told = world.told(&session);
    let ends: Vec<_> = told
        .iter()
        .filter(|(_, event, _)| event != "permission_request.waiting")
        .collect();
    assert_eq!(ends.len(), 2);
    assert_eq!(ends[0].1, "permission_request.denied");
    assert_eq!(ends[1].1, "permission_request.approved");
    assert!(ends.iter().all(|(_, _, by)| by == "rule"));
}

#[test]
fn an_ask_on_the_same_facts_stays_as_it_was_put() {
    let world = world();
    let session = world.open();
    let mut asked = Asked::new(&session, note("x", "c"));
    world.write("config/policy.jsonc", &policy(&json!({"y": "deny"})));
    session.reload(&Scope::default()).unwrap();
    asked.waits();
    assert_eq!(world.stage.prompts().len(), 1);
    world.stage.choose(0, "approve");
    assert_eq!(asked.done().resolution, Resolution::UserApproved);
}

#[test]
fn an_ask_on_other_facts_is_put_anew() {
    let world = world();
    let session = world.open();
    let mut asked = Asked::new(&session, note("x", "c"));
    world.write("config/policy.jsonc", &policy(&json!({"x": "ask"})));
    session.reload(&Scope::default()).unwrap();
    asked.waits();
    assert_eq!(world.stage.prompts().len(), 2);
    assert_eq!(world.stage.prompts()[1].payload["request"]["rule"], "x");
    assert!(
        !world.stage.choose(0, "approve"),
        "the first prompt is withdrawn, its answer ignored"
    );
    asked.waits();
    world.stage.choose(1, "approve");
    assert_eq!(asked.done().resolution, Resolution::UserApproved);
}

/// The file changes while the human thinks, and nobody has noticed yet.
#[test]
fn an_approval_counts_only_on_the_files_as_they_are() {
    let world = world();
    let session = world.open();
    let mut denied = Asked::new(&session, note("x", "denied"));
    let mut anew = Asked::new(&session, note("y", "anew"));
    world.write("config/policy.jsonc", &policy(&json!({"x": "deny", "y": "ask"})));
    world.stage.choose(0, "approve");
    assert_eq!(denied.poll().unwrap().resolution, Resolution::PolicyDeny);
    let before = world.stage.prompts().len();
    if before == 2 {
        world.stage.choose(1, "approve");
    }
    anew.waits();
    let last = world.stage.prompts().len() - 1;
    assert_eq!(world.stage.prompts()[last].payload["request"]["rule"], "y");
    world.stage.choose(last, "approve");
    assert_eq!(anew.done().resolution, Resolution::UserApproved);
}

#[test]
fn a_path_that_leads_elsewhere_meanwhile_is_asked_about_anew() {
    let world = World::with_policy(&json!({"*": "ask"}));
    std::fs::create_dir_all(world.at("proj/a")).unwrap();
    std::fs::create_dir_all(world.at("proj/b")).unwrap();
    std::os::unix::fs::symlink("a", world.at("proj/link")).unwrap();
    let session = world.open();
    let mut asked = Asked::new(&session, call("read", json!({"path": "link/file"}), "c"));
    std::fs::remove_file(world.at("proj/link")).unwrap();
    std::os::unix::fs::symlink("b", world.at("proj/link")).unwrap();
    world.stage.choose(0, "approve");
    asked.waits();
    assert_eq!(world.stage.prompts().len(), 2, "the human approved another file");
    world.stage.choose(1, "approve");
    assert_eq!(asked.done().resolution, Resolution::UserApproved);
}

#[test]
fn dropping_a_call_cancels_it() {
    let world = world();
    let session = world.open();
    drop(session.authorize(note("x", "never polled")));
    drop(Asked::new(&session, note("x", "polled")));
    let decided = |id: &str| {
        Heard::Decision(
            id.to_owned(),
            Resolution::ConfirmationUnavailable,
            Some(Cause::Cancelled),
        )
    };
    assert_eq!(
        world.stage.heard(),
        [
            decided("never polled"),
            Heard::UiPrompt("polled".to_owned()),
            decided("polled"),
            Heard::Withdrawn("polled".to_owned()),
        ]
    );
    let told = world.told(&session);
    let ends = told
        .iter()
        .filter(|(_, event, _)| event == "permission_request.denied")
        .count();
    assert_eq!(ends, 2, "{told:?}");
}

#[test]
fn shutdown_settles_every_ask_before_it_ends() {
    let world = world();
    let session = world.open();
    let mut first = Asked::new(&session, note("x", "first"));
    let mut second = Asked::new(&session, note("y", "second"));
    let mut shutdown = Box::pin(session.shutdown());
    let mut context = Context::from_waker(futures::task::noop_waker_ref());
    assert!(
        shutdown.as_mut().poll(&mut context).is_pending(),
        "it waits for the asks to leave"
    );
    let settled = Resolution::ConfirmationUnavailable;
    for (asked, id) in [(&mut first, "first"), (&mut second, "second")] {
        let outcome = asked.poll().unwrap();
        assert_eq!(
            (outcome.resolution, outcome.cause),
            (settled, Some(Cause::Shutdown)),
            "{id}"
        );
        assert_eq!(outcome.decision, Action::Deny);
    }
    drop((first, second));
    assert!(shutdown.as_mut().poll(&mut context).is_ready());
    drop(shutdown);
    let late = decide(&session, note("x", "late"));
    assert_eq!(late.cause, Some(Cause::Shutdown), "nobody is asked any more");
    let decisions = world.stage.decisions();
    assert_eq!(
        decisions
            .iter()
            .filter(|event| event.cause == Some(Cause::Shutdown))
            .count(),
        3
    );
}

#[test]
fn shutdown_is_done_at_once_where_nobody_waits() {
    let world = world();
    let session = world.open();
    let mut asked = Asked::new(&session, note("x", "c"));
    world.stage.choose(0, "approve");
    asked.poll().unwrap();
    drop(asked);
    assert!(session.shutdown().now_or_never().is_some());
    assert!(session.shutdown().now_or_never().is_some(), "also a second time");
}

#[test]
fn a_waiting_ask_delays_nobody_and_wakes_by_itself() {
    let world = World::with_policy(&json!({"*": "ask", "notes": {"public": "allow"}}));
    let session = world.open();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let waiting = tokio::spawn(session.authorize(note("x", "waiting")));
        let quick = session.authorize(note("public", "quick")).await.unwrap();
        assert_eq!(quick.resolution, Resolution::PolicyAllow);
        while world.stage.prompts().is_empty() {
            tokio::task::yield_now().await;
        }
        world.write("config/policy.jsonc", &policy(&json!({"x": "deny"})));
        session.reload(&Scope::default()).unwrap();
        assert_eq!(waiting.await.unwrap().unwrap().resolution, Resolution::PolicyDeny);
    });
}

#[test]
fn a_refusal_settles_its_own_ask_only() {
    let world = world();
    let session = world.open();
    let mut first = Asked::new(&session, note("x", "first"));
    let mut second = Asked::new(&session, note("x", "second"));
    world.stage.choose(0, "deny");
    assert_eq!(first.poll().unwrap().resolution, Resolution::UserDenied);
    second.waits();
}

#[test]
fn a_client_that_fails_by_panicking_is_a_failure_inside() {
    struct Panics;
    impl Client for Panics {
        fn prompt(&self, _: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
            Box::pin(async { panic!("client") })
        }
    }
    let world = world();
    let session = Session::open(
        world.config(),
        Arc::new(Panics),
        Arc::clone(&world.stage) as Arc<dyn Events>,
    );
    let outcome = session.authorize(note("x", "c")).now_or_never().unwrap().unwrap();
    assert_eq!(
        (outcome.decision, outcome.resolution),
        (Action::Deny, Resolution::GateError)
    );
    assert_eq!(world.stage.decisions().len(), 1);
}
