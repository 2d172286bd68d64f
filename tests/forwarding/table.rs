//! For each way in which a forwarded call can end: what the child's client, both sides' lines in the log and the
//! parent's client are told of it.

use crate::family::{CHILD, Family, Member, PARENT, answer, decided, prompted, run};
use crate::wire::Sidecar;
use serde_json::{Value, json};

/// What ends it.
enum End {
    /// The parent's rules.
    Rules,
    /// An answer of the parent's human.
    Human(Value),
    /// The parent's link answers.
    Link(Value),
    /// Something done to the parent or child, and whether the parent's client hears of the end.
    Deed(fn(&mut Sidecar, &mut Sidecar), bool),
}

struct Row {
    what: &'static str,
    /// The parent's policy.
    policy: Value,
    end: End,
    decision: &'static str,
    resolution: &'static str,
    cause: Value,
    /// Who decided at the parent, as the child's answer nests it; null where the parent gave no answer.
    decided_by: Value,
    /// The event in the parent's log; empty where it says nothing.
    event: &'static str,
}

#[rustfmt::skip]
fn rows() -> Vec<Row> {
    let ask = || json!({});
    let user = || json!({"kind": "user", "via": "dialog"});
    let rule = |pattern: &str| json!({"kind": "rule", "surface": "bash", "pattern": pattern, "origin": "global"});
    let link = |verdict: &str| json!({"kind": "authorizer", "name": "warden", "verdict": verdict, "reason": "so"});
    let chain = || json!({"authorizerChain": ["warden"]});
    vec![
        Row { what: "a rule allows", policy: json!({"permission": {"bash": {"touch *": "allow"}}}), end: End::Rules,
              decision: "allow", resolution: "policy_allow", cause: Value::Null, decided_by: rule("touch *"), event: "auto_approved" },
        Row { what: "a rule denies", policy: json!({"permission": {"bash": {"touch *": "deny"}}}), end: End::Rules,
              decision: "deny", resolution: "policy_deny", cause: Value::Null, decided_by: rule("touch *"), event: "auto_denied" },
        Row { what: "yolo", policy: json!({"yoloMode": true}), end: End::Rules,
              decision: "allow", resolution: "auto_approved", cause: Value::Null, decided_by: json!({"kind": "yolo", "pattern": null}), event: "auto_approved" },
        Row { what: "the human allows", policy: ask(), end: End::Human(json!({"choice": "approve"})),
              decision: "allow", resolution: "user_approved", cause: Value::Null, decided_by: user(), event: "approved" },
        Row { what: "for the subagent", policy: ask(), end: End::Human(json!({"choice": "approve_for_session"})),
              decision: "allow", resolution: "user_approved_for_session", cause: Value::Null, decided_by: user(), event: "approved" },
        Row { what: "for the session", policy: ask(), end: End::Human(json!({"choice": "approve_for_serving_session"})),
              decision: "allow", resolution: "user_approved_for_session", cause: Value::Null, decided_by: user(), event: "approved" },
        Row { what: "from a list", policy: ask(), end: End::Human(json!({"choice": "approve", "via": "select"})),
              decision: "allow", resolution: "user_approved", cause: Value::Null, decided_by: json!({"kind": "user", "via": "select"}), event: "approved" },
        Row { what: "the human denies", policy: ask(), end: End::Human(json!({"choice": "deny"})),
              decision: "deny", resolution: "user_denied", cause: Value::Null, decided_by: user(), event: "denied" },
        Row { what: "the client fails", policy: ask(), end: End::Human(json!({"choice": "made up"})),
              decision: "deny", resolution: "confirmation_unavailable", cause: json!("client_failed"), decided_by: json!({"kind": "unavailable"}), event: "denied" },
        Row { what: "a link allows", policy: chain(), end: End::Link(json!({"verdict": "allow", "reason": "so"})),
              decision: "allow", resolution: "authorizer_allowed", cause: Value::Null, decided_by: link("allow"), event: "approved" },
        Row { what: "a link denies", policy: chain(), end: End::Link(json!({"verdict": "deny", "reason": "so"})),
              decision: "deny", resolution: "authorizer_denied", cause: Value::Null, decided_by: link("deny"), event: "denied" },
        Row { what: "the parent closes", policy: ask(), end: End::Deed(|asked, _| asked.hang_up(), true),
              decision: "deny", resolution: "confirmation_unavailable", cause: json!("shutdown"), decided_by: json!({"kind": "unavailable"}), event: "denied" },
        Row { what: "the parent is killed", policy: ask(), end: End::Deed(|asked, _| asked.signal("KILL"), false),
              decision: "deny", resolution: "confirmation_unavailable", cause: json!("parent_gone"), decided_by: Value::Null, event: "" },
        Row { what: "the call is cancelled", policy: ask(), end: End::Deed(|_, asking| asking.notify("$/cancelRequest", json!({"id": 1})), true),
              decision: "deny", resolution: "confirmation_unavailable", cause: json!("cancelled"), decided_by: Value::Null, event: "denied" },
    ]
}

/// Whether `found` holds all that `expected` says.
fn says(found: &Value, expected: &Value) -> bool {
    match expected.as_object() {
        Some(fields) => fields.iter().all(|(key, value)| found[key] == *value),
        None => found == expected,
    }
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one row after the other, each told from both ends"
)]
fn both_sides_tell_the_same_story() {
    for row in rows() {
        let family = Family::new();
        let member: Member<'_> = family.member(PARENT).policy(&row.policy).prompts();
        let mut asked = member.start();
        let mut asking = family.child();
        if matches!(row.end, End::Link(_)) {
            asked.request(50, "permissions/registerAuthorizer", json!({"name": "warden"}));
            asked.result(50);
        }
        run(&mut asking, 1, "touch x");
        let mut is_told = false;
        let mut heard = Value::Null;
        match &row.end {
            End::Rules => {}
            End::Human(choice) => {
                let prompt = prompted(&mut asked);
                heard = answer(&mut asked, &prompt, choice.clone());
                is_told = true;
            }
            End::Link(verdict) => {
                let called = asked.method("permissions/callAuthorizer");
                assert_eq!(called["params"]["forwarding"]["requesterSessionId"], CHILD);
                asked.respond(&called["id"], verdict.clone());
            }
            End::Deed(deed, is_heard) => {
                let prompt = prompted(&mut asked);
                // A process that is killed takes with it what it has not written yet.
                family.line("forwarded_permission.prompted", &prompt["params"]["requestId"]);
                deed(&mut asked, &mut asking);
                is_told = *is_heard;
                if is_told {
                    heard = asked.method("permissions/decision")["params"].take();
                }
            }
        }
        let what = row.what;
        let request_id = if row.cause == "cancelled" {
            let decision = asking.method("permissions/decision");
            assert_eq!(decision["params"]["cause"], "cancelled");
            asking.error(1);
            decision["params"]["requestId"].clone()
        } else {
            let result = decided(&mut asking, 1);
            assert_eq!(result["decision"], row.decision, "{what}: {result}");
            assert_eq!(result["resolution"], row.resolution, "{what}: {result}");
            assert_eq!(result["cause"], row.cause, "{what}: {result}");
            let by = &result["decidedBy"];
            if row.decided_by.is_null() {
                assert_eq!(by["kind"], "unavailable", "{what}: {by}");
            } else {
                assert_eq!(
                    (&by["kind"], &by["responderSessionId"]),
                    (&json!("forwarded"), &json!(PARENT)),
                    "{what}"
                );
                assert!(says(&by["decision"], &row.decided_by), "{what}: {by}");
            }
            let received = if row.decided_by.is_null() {
                Value::Null
            } else {
                family.line("forwarded_permission.response_received", &result["requestId"])
            };
            if !received.is_null() {
                assert_eq!(received["resolution"], row.resolution, "{what}");
                assert_eq!(received["cause"], row.cause, "{what}");
                assert_eq!(received["decidedBy"], result["decidedBy"], "{what}");
                assert_eq!(received["sessionId"], CHILD, "{what}");
            }
            // The child's own line.
            let end = if row.decision == "allow" {
                "approved"
            } else {
                "denied"
            };
            let line = family.line(&format!("permission_request.{end}"), &result["requestId"]);
            assert_eq!(line["resolution"], row.resolution, "{what}");
            assert_eq!(line["cause"], row.cause, "{what}");
            assert_eq!(line["decidedBy"], result["decidedBy"], "{what}");
            result["requestId"].clone()
        };
        assert_eq!(
            family.line("forwarded_permission.request_created", &request_id)["targetSessionId"],
            PARENT
        );
        if !row.event.is_empty() {
            let line = family.line(&format!("forwarded_permission.{}", row.event), &request_id);
            assert_eq!(line["resolution"], row.resolution, "{what}");
            assert_eq!(line["cause"], row.cause, "{what}");
            assert_eq!(line["targetSessionId"], PARENT, "{what}");
            assert_eq!(line["sessionId"], CHILD, "{what}");
            let by = if row.decided_by.is_null() {
                json!({"kind": "unavailable"})
            } else {
                row.decided_by.clone()
            };
            assert!(says(&line["decidedBy"], &by), "{what}: {line}");
        }
        let is_silent = matches!(row.end, End::Rules);
        let prompted = family.log("forwarded_permission.prompted").len();
        assert_eq!(prompted == 0, is_silent, "{what}");
        if is_told {
            assert_eq!(heard["sessionId"], CHILD, "{what}");
            assert_eq!(heard["requestId"], request_id, "{what}");
            assert_eq!(heard["resolution"], row.resolution, "{what}");
            assert_eq!(heard["cause"], row.cause, "{what}");
        }
        asking.finish();
        if row.cause == "parent_gone" {
            asked.kill();
        } else {
            asked.hang_up();
            let (left, _) = asked.end();
            let said = |method: &str| left.iter().any(|message| message["method"] == method);
            assert!(
                !said("permissions/decision") && !said("permissions/ui_prompt"),
                "{what}: {left:?}"
            );
        }
        family.is_clean();
    }
}
