//! A spool in which others lay things.

use crate::family::{CHILD, Family, PARENT, choose, decided, files, prompted, run, until};
use serde_json::{Value, json};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

const ID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

fn mode(path: &Path) -> u32 {
    std::fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn folders_are_0700_and_files_0600() {
    let family = Family::new();
    let mut asked = family.parent(&json!({}));
    let mut asking = family.child();
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    let mut open = vec![family.spool()];
    let mut seen = 0;
    while let Some(path) = open.pop() {
        let is_folder = std::fs::symlink_metadata(&path).unwrap().is_dir();
        assert_eq!(
            mode(&path),
            if is_folder { 0o700 } else { 0o600 },
            "{}",
            path.display()
        );
        if is_folder {
            open.extend(files(&path));
        } else {
            seen += 1;
        }
    }
    assert!(seen >= 3, "two records and a request");
    choose(&mut asked, &prompt, "approve");
    decided(&mut asking, 1);
    asking.finish();
    asked.finish();
    family.is_clean();
}

fn request(target: &str) -> Value {
    json!({
        "version": 1, "id": ID, "targetSessionId": target, "requesterSessionId": CHILD, "agentName": null,
        "source": "tool_call", "cwd": "/", "accessIntents": [{
            "gate": "bash", "surface": "bash", "direction": null, "boundaryValue": null, "sentinel": null,
            "groups": [{"equal": ["touch x"], "tightening": []}],
            "principal": {"sessionId": CHILD, "agentName": null},
        }],
    })
}

/// Each of these lies among the requests of a parent that allows everything; none is answered, each is logged once,
/// and a true request beside it is.
#[test]
fn what_is_no_request_to_this_session_is_ignored_and_logged() {
    let family = Family::new();
    let asked = family.parent(&json!({"*": "allow", "bash": "allow"}));
    let folder = family.requests(PARENT);
    // The folder comes into being while the parent starts.
    until("the folder of requests is there", || folder.is_dir());
    let outside = family.house.path("outside.json");
    std::fs::write(&outside, request(PARENT).to_string()).unwrap();
    let name = |number: u32| format!("01890a5d-ac96-774b-bcce-b302099a80{number:02}.json");
    let as_id = |number: u32, mut value: Value| {
        value["id"] = json!(name(number).trim_end_matches(".json"));
        value.to_string()
    };
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("notes.txt", "hello");
    write("..json", "hello");
    write(&ID.to_uppercase(), "{}");
    write(&name(10), "{\"version\": 1, \"id\"");
    write(&name(11), &as_id(11, request("another")));
    write(&name(12), &request(PARENT).to_string());
    write(&name(13), &"[".repeat(1000));
    let nobody = as_id(14, {
        let mut value = request(PARENT);
        value["requesterSessionId"] = json!("a\nb");
        value
    });
    write(&name(14), &nobody);
    symlink(&outside, folder.join(name(15))).unwrap();
    std::fs::create_dir(folder.join(name(16))).unwrap();
    let long = std::fs::File::create(folder.join(name(17))).unwrap();
    long.set_len((16 << 20) + 1).unwrap();
    let mut asking = family.child();
    run(&mut asking, 1, "touch x");
    assert_eq!(decided(&mut asking, 1)["resolution"], "policy_allow");
    let ignored = || {
        let lines = family.log("forwarded_permission.ignored");
        let mut names: Vec<String> = lines
            .iter()
            .map(|line| line["file"].as_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    };
    let mut expected: Vec<String> = (10..18).map(name).collect();
    expected.extend(["notes.txt".to_owned(), ID.to_uppercase()]);
    expected.sort();
    until("each is logged", || ignored().len() == expected.len());
    assert_eq!(ignored(), expected);
    assert_eq!(files(&family.responses(PARENT)), Vec::<std::path::PathBuf>::new());
    for path in files(&folder) {
        let removed = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir(&path));
        removed.unwrap();
    }
    asking.finish();
    asked.finish();
    family.is_clean();
}

#[test]
fn a_spool_behind_a_link_is_not_used() {
    for planted in [
        "forwarding",
        "forwarding/sessions",
        "forwarding/serving",
        "forwarding/sessions/parent",
    ] {
        let family = Family::new();
        let elsewhere = family.house.path("elsewhere");
        std::fs::create_dir_all(&elsewhere).unwrap();
        let link = family.house.state().join(planted);
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(&elsewhere, &link).unwrap();
        let mut asking = family.member(CHILD).parent(PARENT).start_unserved();
        run(&mut asking, 1, "touch x");
        let result = decided(&mut asking, 1);
        crate::family::unavailable(result, "unreadable");
        assert_eq!(files(&elsewhere), Vec::<std::path::PathBuf>::new(), "{planted}");
        asking.hang_up();
        asking.end();
    }
}

#[test]
fn what_a_child_suggests_is_recorded_only_as_far_as_it_answers_this_call() {
    // Played by the test: a child that suggests more than it asks about.
    #[rustfmt::skip]
    let cases = [
        (json!([{"surface": "bash", "pattern": "*"}]),        false),
        (json!([{"surface": "bash", "pattern": "rm *"}]),     false),
        (json!([{"surface": "path", "pattern": "/etc/*"}]),   false),
        (json!([{"surface": "bash", "pattern": "touch x"}, {"surface": "bash", "pattern": "rm *"}]), true),
        (json!([{"surface": "bash", "pattern": "touch x"}]),  true),
    ];
    let family = Family::new();
    let mut asked = family.parent(&json!({}));
    for (suggestion, offered) in cases {
        let mut value = request(PARENT);
        value["suggestion"] = suggestion.clone();
        until("the folder of requests is there", || {
            family.requests(PARENT).is_dir()
        });
        let draft = family.requests(PARENT).join(".draft");
        std::fs::write(&draft, value.to_string()).unwrap();
        std::fs::rename(draft, family.requests(PARENT).join(format!("{ID}.json"))).unwrap();
        let prompt = prompted(&mut asked);
        let options = prompt["params"]["options"].as_array().unwrap().clone();
        let serving = options
            .iter()
            .find(|option| option["id"] == "approve_for_serving_session");
        assert_eq!(serving.is_some(), offered, "{suggestion}");
        // What would be recorded is what is shown.
        if let Some(serving) = serving {
            assert_eq!(serving["patterns"], suggestion);
        }
        choose(&mut asked, &prompt, "deny");
        let answer = family.responses(PARENT).join(format!("{ID}.json"));
        until("an answer", || answer.exists());
        std::fs::remove_file(answer).unwrap();
        until("the request is gone", || {
            files(&family.requests(PARENT)).is_empty()
        });
    }
    asked.finish();
    family.is_clean();
}

#[test]
fn a_choice_that_was_not_offered_records_nothing() {
    let family = Family::new();
    let mut asked = family.parent(&json!({}));
    until("the folder of requests is there", || {
        family.requests(PARENT).is_dir()
    });
    std::fs::write(
        family.requests(PARENT).join(format!("{ID}.json")),
        request(PARENT).to_string(),
    )
    .unwrap();
    let prompt = prompted(&mut asked);
    choose(&mut asked, &prompt, "approve_for_serving_session");
    asked.method("window/showMessage");
    asked.request(1, "permissions/sessionRules", json!({}));
    assert_eq!(asked.result(1)["rules"], json!([]));
    let answer = family.responses(PARENT).join(format!("{ID}.json"));
    until("an answer", || answer.exists());
    let answer: Value = serde_json::from_slice(&std::fs::read(answer).unwrap()).unwrap();
    assert_eq!(answer["resolution"], "user_approved");
    assert_eq!(answer["grant"], Value::Null);
    asked.finish();
}

#[test]
fn a_record_that_is_none_is_no_parent() {
    let family = Family::new();
    let sweeper = family.member("other").start();
    let record = family.record(PARENT);
    let outside = family.house.path("record.json");
    std::fs::write(
        &outside,
        json!({"sessionId": PARENT, "refreshedAt": "x"}).to_string(),
    )
    .unwrap();
    symlink(&outside, &record).unwrap();
    let mut asking = family.child();
    run(&mut asking, 1, "touch x");
    crate::family::unavailable(decided(&mut asking, 1), "parent_gone");
    let _ = std::fs::remove_file(record);
    asking.finish();
    sweeper.finish();
}
