//! For each way in which a call can end: the resolution, the cause and the decider, of the answer, of the event and
//! of the line in the log.

use super::wired::{Wired, link_says};
use super::*;
use crate::authority::LinkVerdict;
use std::sync::atomic::Ordering;

/// What happens to a call.
struct Way {
    /// What it shows.
    name: &'static str,
    /// The policy, beside its rules.
    options: Value,
    /// How the session is opened.
    adjust: fn(&mut SessionConfig),
    request: Request,
    /// What is done before the call, and while it waits.
    before: fn(&Session, &Wired),
    then: Then,
    resolution: &'static str,
    cause: Value,
    decided_by: Value,
    /// The end of the event's name; none for a plain allow, which is counted.
    event: Option<&'static str>,
}

/// What is done while a call waits.
enum Then {
    /// Nothing: nobody is asked.
    Nothing,
    /// The human chooses.
    Human(&'static str),
    /// Nothing: the client fails inside at once.
    Fault,
    /// The human's client fails.
    ClientFails,
    /// The link answers, and where it defers the human approves.
    Link(Result<LinkVerdict, ClientError>),
    /// The model answers.
    Model(&'static str),
    /// The client takes the call back.
    Cancel,
    /// The session ends.
    Shutdown,
    /// The child that asks is disposed of.
    Dispose,
    /// The policy denies meanwhile.
    PolicyDenies,
}

fn policy(options: &Value) -> Value {
    let mut policy = json!({
        "permission": {
            "*": "ask",
            "bash": {"*": "allow", "touch *": "ask"},
            "notes": {"public": "allow", "secret": {"action": "deny", "reason": "no secrets"}},
        },
    });
    policy
        .as_object_mut()
        .unwrap()
        .extend(options.as_object().unwrap().clone());
    policy
}

fn opaque() -> Request {
    call("bash", json!({"command": "sh -c \"$(cat x)\""}), "c")
}

fn bear(session: &Session, _: &Wired) {
    let child = Child {
        session_id: "kid".to_owned(),
        parent_session_id: "own".to_owned(),
        agent_name: None,
        cwd: None,
        tools: None,
    };
    session.child_created(child).unwrap();
}

fn approve_for_session(session: &Session, wired: &Wired) {
    let asked = wired.ask(session, note("x", "before"));
    wired.stage().choose(0, "approve_for_session");
    assert_eq!(asked.done().resolution, Resolution::UserApprovedForSession);
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn ways() -> Vec<Way> {
    let plain = |name, request, then, resolution, decided_by, event| Way {
        name,
        options: json!({}),
        adjust: |_| {},
        request,
        before: |_, _| {},
        then,
        resolution,
        cause: Value::Null,
        decided_by,
        event,
    };
    let other = || note("x", "c");
    let rule = |pattern: Value, origin: &str| json!({"kind": "rule", "surface": "notes", "pattern": pattern, "origin": origin});
    let user = || json!({"kind": "user", "via": "dialog"});
    let judge = |verdict: &str| json!({"kind": "authorizer", "name": "judge", "verdict": verdict, "reason": "because"});
    let unavailable = |reason: &str| json!({"kind": "unavailable", "reason": reason});
    let link = |name, answer, resolution, decided_by, event| Way {
        options: json!({"authorizerChain": ["judge"]}),
        before: |session, _| {
            session.register_authorizer("judge").unwrap();
        },
        ..plain(
            name,
            other(),
            Then::Link(answer),
            resolution,
            decided_by,
            Some(event),
        )
    };
    let review = |name, answer, resolution, verdict: &str, event| Way {
        options: json!({"authorizerChain": ["auto-review"], "autoReview": {"provider": "p", "model": "m"}}),
        adjust: |config| config.completes_models = true,
        ..plain(
            name,
            other(),
            Then::Model(answer),
            resolution,
            json!({"kind": "authorizer", "name": "auto-review", "verdict": verdict, "reason": "because"}),
            Some(event),
        )
    };
    let gone = |name, adjust, then, cause: &str, reason| Way {
        adjust,
        cause: json!(cause),
        ..plain(
            name,
            other(),
            then,
            "confirmation_unavailable",
            unavailable(reason),
            Some("denied"),
        )
    };
    #[rustfmt::skip]
    let ways = vec![
        plain("a rule allows", note("public", "c"), Then::Nothing, "policy_allow", rule(json!("public"), "global"), None),
        plain("a rule denies", note("secret", "c"), Then::Nothing, "policy_deny", rule(json!("secret"), "global"), Some("blocked")),
        plain("a guard denies", note("guarded", "c"), Then::Nothing, "hard_guard_deny", rule(json!("guarded"), "hard-guard"), Some("blocked")),
        plain("the human allows", other(), Then::Human("approve"), "user_approved", user(), Some("approved")),
        plain("the human allows for the session", other(), Then::Human("approve_for_session"), "user_approved_for_session", user(), Some("approved")),
        plain("the human denies", other(), Then::Human("deny"), "user_denied", user(), Some("denied")),
        plain("the human denies with words", other(), Then::Human("deny_with_reason"), "user_denied", user(), Some("denied")),
        plain("the policy denies while a human thinks", other(), Then::PolicyDenies, "policy_deny",
            rule(json!("*"), "global"), Some("denied")),
        Way {
            before: approve_for_session,
            ..plain("a grant allows", note("x", "c"), Then::Nothing, "session_approved",
                json!({"kind": "session_approval", "surface": "notes", "pattern": "x"}), Some("session_approved"))
        },
        Way {
            before: bear,
            request: in_session(note("x", "c"), "kid"),
            ..plain("the human allows a child, for the whole session", other(), Then::Human("approve_for_serving_session"),
                "user_approved_for_session", user(), Some("approved"))
        },
        Way {
            before: |_, wired| wired.is_broken.store(true, Ordering::Relaxed),
            ..plain("whoever is asked fails inside", other(), Then::Fault, "gate_error",
                json!({"kind": "gate_error", "reason": "whoever was asked failed"}), Some("blocked"))
        },
        Way {
            request: call("write", json!({"path": "../config/policy.jsonc", "content": "{}"}), "c"),
            ..gone("only a human may answer, and none is there", |config| config.can_prompt = false, Then::Nothing, "no_ui",
                "no client that shows prompts, and no parent session")
        },
        Way {
            options: json!({"yoloMode": true}),
            ..plain("yolo answers a rule's ask", other(), Then::Nothing, "auto_approved",
                json!({"kind": "yolo", "pattern": "*"}), Some("auto_approved"))
        },
        Way {
            options: json!({"yoloMode": true}),
            ..plain("yolo answers an ask that was made after the rules", opaque(), Then::Nothing, "auto_approved",
                json!({"kind": "yolo", "pattern": "<opaque-bash-wrapper>"}), Some("auto_approved"))
        },
        Way {
            options: json!({"yoloMode": true}),
            ..plain("yolo answers one command of many", call("bash", json!({"command": "ls; touch x; ls"}), "c"), Then::Nothing,
                "auto_approved", json!({"kind": "yolo", "pattern": "touch *"}), Some("auto_approved"))
        },
        Way {
            before: |session, wired| {
                let asked = wired.ask(session, call("bash", json!({"command": "touch x"}), "before"));
                wired.stage().choose(0, "approve_for_session");
                assert_eq!(asked.done().resolution, Resolution::UserApprovedForSession);
            },
            ..plain("a grant answers one command of many", call("bash", json!({"command": "ls; touch x; ls"}), "c"), Then::Nothing,
                "session_approved", json!({"kind": "session_approval", "surface": "bash", "pattern": "touch *"}), Some("session_approved"))
        },
        Way {
            options: json!({"yoloMode": true}),
            ..plain("yolo answers no deny", note("secret", "c"), Then::Nothing, "policy_deny", rule(json!("secret"), "global"), Some("blocked"))
        },
        link("a link allows", Ok(LinkVerdict::Allow), "authorizer_allowed", judge("allow"), "approved"),
        link("a link denies", Ok(LinkVerdict::Deny), "authorizer_denied", judge("deny"), "denied"),
        link("a link defers", Ok(LinkVerdict::Defer), "user_approved", user(), "approved"),
        link("a link fails", Err(ClientError::Failed("x".to_owned())), "user_approved", user(), "approved"),
        review("the reviewer allows", r#"{"verdict":"allow","risk":"low","rationale":"because"}"#, "authorizer_allowed", "allow", "approved"),
        review("the reviewer denies", r#"{"verdict":"deny","risk":"high","rationale":"because"}"#, "authorizer_denied", "deny", "denied"),
        Way {
            adjust: |config| config.tools = Some(vec!["read".to_owned()]),
            ..plain("the session has no such tool", other(), Then::Nothing, "unknown_tool", rule(Value::Null, "builtin"), Some("blocked"))
        },
        gone("nobody is there", |config| config.can_prompt = false, Then::Nothing, "no_ui", "no client that shows prompts, and no parent session"),
        gone("a subagent knows no parent", |config| {
            config.can_prompt = false;
            config.subagents_dir = Some("/s/subagents".into());
            config.session_dir = Some("/s/subagents/7".to_owned());
        }, Then::Nothing, "no_parent", "a subagent that knows no parent session"),
        gone("the client fails", |_| {}, Then::ClientFails, "client_failed", "the client failed: broken"),
        gone("the client does not know the choices", |_| {}, Then::Human("perhaps"), "client_failed", "the client answered with an unknown choice"),
        gone("the call is taken back", |_| {}, Then::Cancel, "cancelled", "the call was cancelled before an answer"),
        gone("the session ends", |_| {}, Then::Shutdown, "shutdown", "the sidecar is shutting down"),
        Way {
            request: in_session(note("x", "c"), "kid"),
            before: bear,
            ..gone("the session of the call is disposed", |_| {}, Then::Dispose, "cancelled", "the session of the call was disposed")
        },
    ];
    ways
}

/// Walks one way; the outcome, unless the client took the call back and so never hears of it.
fn walk(way: &Way, world: &World, wired: &Arc<Wired>, session: &Session) -> Option<Outcome> {
    (way.before)(session, wired);
    let request = way.request.clone();
    let put = world.stage.prompts().len();
    if matches!(way.then, Then::Nothing) {
        return Some(decide(session, request));
    }
    if matches!(way.then, Then::Fault) {
        let _clock = wired.runtime.enter();
        return Some(decide(session, request));
    }
    let mut asked = wired.ask(session, request);
    match &way.then {
        Then::Nothing | Then::Fault => {}
        Then::Human(choice) => {
            world.stage.choose(put, choice);
        }
        Then::ClientFails => {
            world
                .stage
                .answer(put, Err(ClientError::Failed("broken".to_owned())));
        }
        Then::Link(answer) => {
            wired.link_answers(
                0,
                answer.clone().map(|verdict| link_says(verdict, Some("because"))),
            );
            if matches!(answer, Ok(LinkVerdict::Defer) | Err(_)) {
                asked.waits();
                world.stage.choose(put, "approve");
            }
        }
        Then::Model(answer) => wired.model_answers(0, Ok((*answer).to_owned())),
        Then::Cancel => {
            drop(asked);
            return None;
        }
        Then::Shutdown => {
            let mut end = Box::pin(session.shutdown());
            assert!((&mut end).now_or_never().is_none(), "it waits for the call");
            let outcome = asked.done();
            end.now_or_never().expect("nobody waits any more");
            return Some(outcome);
        }
        Then::Dispose => session.child_disposed("kid").unwrap(),
        Then::PolicyDenies => {
            world.write("config/policy.jsonc", r#"{"permission": {"*": "deny"}}"#);
            session.reload(&Scope::default()).unwrap();
        }
    }
    Some(asked.done())
}

#[test]
fn each_way_has_its_resolution_its_cause_and_its_decider_everywhere() {
    for way in ways() {
        let name = way.name;
        let world = World::with_file(&policy(&way.options));
        world.write(
            "config/hard-guards.jsonc",
            r#"{"permission": {"notes": {"guarded": "deny"}}}"#,
        );
        let wired = Wired::new(&world);
        let session = wired.open(&world, way.adjust);
        let outcome = walk(&way, &world, &wired, &session);
        let expected = (json!(way.resolution), way.cause.clone());
        if let Some(outcome) = &outcome {
            assert_eq!(
                (json!(outcome.resolution), json!(outcome.cause)),
                expected,
                "{name}: the answer"
            );
            assert_eq!(json!(outcome.decided_by), way.decided_by, "{name}: the answer");
        }
        let decisions = world.stage.decisions();
        let decision = decisions.last().expect("a decision");
        assert_eq!(
            (json!(decision.resolution), json!(decision.cause)),
            expected,
            "{name}: the event"
        );
        let id = json!(decision.request_id);
        let log = wired.log(&world, &session);
        let ends: Vec<&Value> = log
            .iter()
            .filter(|line| line["requestId"] == id && line.get("resolution").is_some())
            .collect();
        let Some(event) = way.event else {
            assert!(ends.is_empty(), "{name}: a plain allow is counted");
            continue;
        };
        let [line] = ends.as_slice() else {
            panic!("{name}: one line ends it, not {ends:?}")
        };
        assert_eq!(line["event"], format!("permission_request.{event}"), "{name}");
        assert_eq!(
            (line["resolution"].clone(), line["cause"].clone()),
            expected,
            "{name}: the log"
        );
        assert_eq!(line["decidedBy"], way.decided_by, "{name}: the log");
    }
}
