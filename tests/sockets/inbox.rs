//! `portcullis inbox` against real sessions, at a real terminal.

use crate::support::House;
use crate::tmux::{Inbox, have_tmux};
use crate::wire::{Sidecar, serve};
use serde_json::{Value, json};

/// A policy that asks, and lets inboxes answer.
fn opted_in(house: &House) {
    std::fs::create_dir_all(house.config()).unwrap();
    let policy = json!({"permission": {"*": "ask"}, "inbox": true});
    std::fs::write(house.config().join("policy.jsonc"), policy.to_string()).unwrap();
}

/// A session of this id, whose client shows prompts or does not.
fn session(house: &House, id: &str, prompt: bool) -> Sidecar {
    let mut sidecar = Sidecar::spawn(&mut serve(house));
    sidecar.request(
        0,
        "initialize",
        json!({
            "capabilities": {"experimental": {"permissions": {"prompt": prompt}}},
            "initializationOptions": {"session": {"id": id}},
        }),
    );
    sidecar.answer(0);
    sidecar.notify("initialized", json!({}));
    sidecar.method("permissions/ready");
    // Whatever runs beside the session is there once something is answered.
    sidecar.request(1, "permissions/sessionRules", json!({}));
    sidecar.answer(1);
    sidecar
}

fn ask(sidecar: &mut Sidecar, id: i64, command: &str) {
    let call = json!({"tool": "bash", "input": {"command": command}});
    sidecar.request(id, "permissions/authorize", call);
    sidecar.method("permissions/ui_prompt");
}

/// The end of an ask: the result, behind its decision.
fn ended(sidecar: &mut Sidecar, id: i64) -> Value {
    sidecar.method("permissions/decision");
    sidecar.result(id)
}

fn attached(sidecar: &mut Sidecar) {
    let told = sidecar.method("window/logMessage");
    assert!(
        told["params"]["message"]
            .as_str()
            .unwrap()
            .contains("inbox is attached"),
        "{told}"
    );
}

const USER: &str = r#"{"kind":"user","via":"inbox"}"#;

#[test]
fn two_sessions_are_answered_from_one_terminal() {
    if !have_tmux() {
        return;
    }
    let house = House::empty();
    opted_in(&house);
    let mut one = session(&house, "one", false);
    let mut two = session(&house, "two", false);
    // Nobody is attached: as if it had not opted in.
    let call = json!({"tool": "bash", "input": {"command": "touch 0"}});
    one.request(10, "permissions/authorize", call);
    assert_eq!(ended(&mut one, 10)["cause"], "no_ui");

    let inbox = Inbox::start(&house, "");
    inbox.shows("2 sessions");
    attached(&mut one);
    attached(&mut two);

    ask(&mut one, 11, "touch 'a long name that is evidence'");
    inbox.shows("> one");
    ask(&mut two, 11, "git push origin main");
    inbox.shows("2 waiting");

    // Everything about the first, and back.
    inbox.keys(&["e"]);
    inbox.shows("forwarded");
    inbox.keys(&["Escape"]);
    inbox.hides("forwarded");

    // Allowed once, by a second press.
    inbox.begins("a", "a again: approve");
    inbox.keys(&["a"]);
    let result = ended(&mut one, 11);
    assert_eq!(
        (&result["decision"], &result["resolution"]),
        (&json!("allow"), &json!("user_approved"))
    );
    assert_eq!(result["decidedBy"].to_string(), USER);

    // For the session: another width, and then a pattern of one's own.
    inbox.shows("1 waiting");
    inbox.begins("s", "Allow for the session");
    inbox.keys(&["Down", "Tab", "C-u"]);
    inbox.types("git push origin m*");
    inbox.keys(&["Enter"]);
    inbox.shows("> bash git push origin m*");
    inbox.keys(&["Enter"]);
    inbox.shows("enter again: approve for session");
    inbox.keys(&["Enter"]);
    let result = ended(&mut two, 11);
    assert_eq!(result["resolution"], "user_approved_for_session", "{result}");
    two.request(12, "permissions/sessionRules", json!({}));
    assert_eq!(two.result(12)["rules"][0]["pattern"], "git push origin m*");

    // Denied, with a reason, in a terminal of another size.
    ask(&mut one, 13, "rm x");
    inbox.resize("50", "12");
    let screen = inbox.shows("> one");
    assert!(screen.lines().count() <= 12, "{screen}");
    inbox.begins("r", "say why");
    inbox.types("not today");
    inbox.keys(&["Enter"]);
    inbox.shows("enter again");
    inbox.keys(&["Enter"]);
    let result = ended(&mut one, 13);
    assert_eq!(result["resolution"], "user_denied");
    assert!(
        result["message"].as_str().unwrap().contains("not today"),
        "{result}"
    );
    inbox.shows("Nothing waits.");

    // Killed, it gives back what it had.
    ask(&mut one, 14, "touch 14");
    inbox.shows("> one");
    inbox.kill();
    assert_eq!(ended(&mut one, 14)["cause"], "no_ui");
    one.finish();
    two.finish();
}

#[test]
fn the_first_answer_counts_and_takes_the_question_from_the_other() {
    if !have_tmux() {
        return;
    }
    let house = House::empty();
    opted_in(&house);
    let mut sidecar = session(&house, "own", true);
    // It waits already when the inbox comes.
    let waiting = sidecar.ask(10);
    // Keys of one's own: an input method keeps letters for itself.
    let inbox = Inbox::start(&house, "--key allow=F9 --key quit=F12");
    inbox.shows("touch 10");
    attached(&mut sidecar);
    inbox.keys(&["a"]);
    inbox.begins("F9", "f9 again: approve");
    inbox.keys(&["F9"]);
    let decision = sidecar.method("permissions/decision");
    assert_eq!(decision["params"]["resolution"], "user_approved");
    // The client's prompt is withdrawn, behind the decision and before the answer.
    let withdrawn = sidecar.next();
    assert_eq!(
        (&withdrawn["method"], &withdrawn["params"]["id"]),
        (&json!("$/cancelRequest"), &waiting)
    );
    assert_eq!(sidecar.result(10)["decidedBy"].to_string(), USER);
    // A late answer hits nothing.
    sidecar.respond(&waiting, json!({"choice": "deny"}));

    let prompt = sidecar.ask(11);
    inbox.shows("touch 11");
    sidecar.respond(&prompt, json!({"choice": "deny"}));
    assert_eq!(ended(&mut sidecar, 11)["decidedBy"]["via"], "dialog");
    inbox.shows("Nothing waits.");

    // A client that fails has not answered while somebody else is there.
    let prompt = sidecar.ask(12);
    inbox.shows("touch 12");
    let failed = json!({"jsonrpc": "2.0", "id": prompt, "error": {"code": -32601, "message": "no"}});
    sidecar.send(&failed);
    inbox.begins("d", "d again: deny");
    inbox.keys(&["d"]);
    assert_eq!(ended(&mut sidecar, 12)["decidedBy"].to_string(), USER);

    // An inbox that goes leaves the client's prompt where it is.
    let prompt = sidecar.ask(13);
    inbox.shows("touch 13");
    inbox.kill();
    sidecar.respond(&prompt, json!({"choice": "approve"}));
    assert_eq!(ended(&mut sidecar, 13)["decidedBy"]["via"], "dialog");
    sidecar.finish();
}

#[test]
fn what_one_inbox_leaves_another_still_has() {
    if !have_tmux() {
        return;
    }
    let house = House::empty();
    opted_in(&house);
    let mut sidecar = session(&house, "own", false);
    let first = Inbox::start(&house, "");
    first.shows("1 sessions");
    attached(&mut sidecar);
    let second = Inbox::start(&house, "");
    second.shows("1 sessions");
    attached(&mut sidecar);
    ask(&mut sidecar, 10, "touch 10");
    first.shows("touch 10");
    second.shows("touch 10");
    first.kill();
    second.begins("a", "a again");
    second.keys(&["a"]);
    assert_eq!(ended(&mut sidecar, 10)["decidedBy"].to_string(), USER);
    // What only a human may answer is put to one at an inbox.
    let guarded =
        json!({"tool": "write", "input": {"path": house.config().join("policy.jsonc"), "content": ""}});
    sidecar.request(11, "permissions/authorize", guarded);
    sidecar.method("permissions/ui_prompt");
    second.shows("policy.jsonc");
    second.begins("d", "d again");
    second.keys(&["d"]);
    assert_eq!(ended(&mut sidecar, 11)["resolution"], "user_denied");
    sidecar.finish();
}

#[test]
fn opting_out_hangs_up_on_who_is_attached() {
    if !have_tmux() {
        return;
    }
    let house = House::empty();
    opted_in(&house);
    let mut sidecar = session(&house, "own", false);
    let inbox = Inbox::start(&house, "");
    inbox.shows("1 sessions");
    attached(&mut sidecar);
    ask(&mut sidecar, 10, "touch 10");
    inbox.shows("touch 10");
    std::fs::write(
        house.config().join("policy.jsonc"),
        r#"{"permission": {"*": "ask"}}"#,
    )
    .unwrap();
    sidecar.request(11, "permissions/reload", json!({}));
    sidecar.method("permissions/policyChanged");
    sidecar.answer(11);
    assert_eq!(ended(&mut sidecar, 10)["cause"], "no_ui");
    inbox.shows("0 sessions");
    sidecar.finish();
}

#[test]
fn without_a_terminal_it_says_what_it_needs() {
    let house = House::empty();
    let output = house.portcullis(&["inbox"]);
    assert_eq!(crate::support::code(&output), 3);
    assert!(output.stdout.is_empty());
    let said = crate::support::text(&output.stderr);
    assert!(said.contains("needs a terminal"), "{said}");
}
