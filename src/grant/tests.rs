//! What is offered for a call, and what an edited answer may record.

use super::{Offer, Refusal, Setting, suggest, validate};
use crate::gate::GrantRule;
use crate::gate::testing::{CWD, Given, HOME, given};
use serde_json::{Value, json};

/// The offer for a call: the suggestion first, each width as `surface pattern` joined by ` + `.
fn offered(given: &Given, tool: &str, input: &Value) -> Vec<String> {
    let show = |offer: Offer| {
        let widths = std::iter::once(offer.patterns).chain(offer.alternatives);
        let text = |width: Vec<super::Proposal>| {
            let rules = width.iter().map(|it| format!("{} {}", it.surface, it.pattern));
            rules.collect::<Vec<_>>().join(" + ")
        };
        widths.map(text).collect()
    };
    with_setting(given, tool, input, |setting| suggest(setting).map(show).unwrap_or_default())
}

fn with_setting<T>(given: &Given, tool: &str, input: &Value, then: impl FnOnce(&Setting<'_>) -> T) -> T {
    let access = given.call(tool, input);
    let verdict = given.judge(&access);
    let policy = given.snapshot();
    then(&Setting {
        access: &access,
        verdict: &verdict,
        policy: &policy,
        grants: &[],
        files: &given.files,
        agent: given.agent,
        home: HOME,
    })
}

fn command(text: &str) -> Value {
    json!({ "command": text })
}

#[test]
fn commands_are_suggested_by_what_they_do() {
    for (text, widths) in [
        ("git checkout main", &["bash git checkout *", "bash git checkout main"][..]),
        ("npm run dev", &["bash npm run dev", "bash npm run dev *"]),
        ("git remote add origin x", &["bash git remote add *", "bash git remote add origin x"]),
        ("ls -la", &["bash ls *", "bash ls -la"]),
        ("frobnicate a", &["bash frobnicate a", "bash frobnicate *"]),
        ("git config alias.x y", &["bash git config alias.x y"]),
        ("git --no-pager log", &["bash git --no-pager log"]),
        ("git log \"$X\"", &["bash git log *"]),
        ("docker run -it x", &[]),
        ("git status && npm test", &["bash git status + bash npm test", "bash git status * + bash npm test *"]),
        ("ls; ls", &["bash ls", "bash ls *"]),
        ("cat 'a*b'", &["bash cat *"]),
    ] {
        assert_eq!(offered(&given(&[]), "bash", &command(text)), widths, "{text}");
    }
}

#[test]
fn nothing_is_offered_that_would_open_everything() {
    for text in [
        "bash x.sh",
        "sh -c 'ls'\n$X",
        "python3 x.py",
        "python3 -c 1",
        "/usr/bin/python3.12 x.py",
        "sudo ls",
        "xargs rm",
        "ls | xargs rm",
        "git",
        "$X y",
        "ls \"",
        "eval \"$X\"",
        "find . -exec rm {} ;",
    ] {
        assert_eq!(offered(&given(&[]), "bash", &command(text)), [""; 0], "{text}");
    }
}

#[test]
fn paths_are_suggested_by_group_and_direction() {
    let path = |text: &str| json!({ "path": text });
    let write = |text: &str| json!({ "path": text, "content": "" });
    let strict = given(&["global * `*` allow", "global path `*` ask"]);
    for (tool, input, widths) in [
        ("read", path("docs/a"), &["path_read /home/u/proj/docs/a", "path_read /home/u/proj/docs/*"][..]),
        ("write", write("docs/a"), &["path_write /home/u/proj/docs/a", "path_write /home/u/proj/docs/*"]),
        ("read", path("a"), &["path_read /home/u/proj/a"]),
        ("read", path("/srv/x/y"), &["path_read /srv/x/y"]),
        ("read", path("what?"), &[]),
        ("ls", path("."), &[]),
        ("ls", path("~"), &[]),
        ("ls", path("/"), &[]),
    ] {
        assert_eq!(offered(&strict, tool, &input), widths, "{tool} {input}");
    }
    let both = given(&["global path `*` ask", "global * `*` ask"]);
    assert_eq!(
        offered(&both, "read", &path("docs/a")),
        [
            "path_read /home/u/proj/docs/a + read /home/u/proj/docs/a",
            "path_read /home/u/proj/docs/* + read /home/u/proj/docs/*"
        ]
    );
    let mut linked = strict.clone();
    linked.files = linked.files.clone().file("/srv/x").link("/home/u/proj/data", "/srv");
    assert_eq!(
        offered(&linked, "read", &path("data/x")),
        [
            "path_read /home/u/proj/data/x + path_read /srv/x",
            "path_read /home/u/proj/data/* + path_read /srv/x"
        ]
    );
    let suffix = given(&["global * `*` allow", "global path `*.env` ask"]);
    assert_eq!(
        offered(&suffix, "read", &path("docs/.env")),
        ["path_read /home/u/proj/docs/.env"],
        "the folder would not answer it"
    );
    let search = {
        let mut given = given(&["global * `*` allow", "global path `secrets/*` ask"]);
        given.files = given.files.clone().file("/home/u/proj/secrets/key");
        given
    };
    let grep = json!({ "pattern": "x", "path": "." });
    assert_eq!(offered(&search, "grep", &grep), ["path_read secrets/*"], "what lies below the folder");
}

#[test]
fn other_tools_are_suggested_by_target_and_value() {
    for (tool, input, widths) in [
        ("mcp", json!({"server": "exa", "tool": "search"}), &["mcp exa:*", "mcp exa:search"][..]),
        ("mcp", json!({"tool": "search"}), &["mcp search"]),
        ("skill", json!({"name": "tdd"}), &["skill tdd"]),
        ("webfetch", json!({"url": "https://a.example/x?y"}), &[]),
        ("webfetch", json!({"url": "https://a.example/x"}), &["webfetch https://a.example/x", "webfetch https://a.example/*"]),
        ("todo", json!({"items": []}), &["todo *"]),
    ] {
        assert_eq!(offered(&given(&[]), tool, &input), widths, "{tool} {input}");
    }
}

#[test]
fn a_human_only_ask_and_a_deny_offer_nothing() {
    let write = json!({ "path": "a.lock", "content": "" });
    let protected = given(&["global * `*` ask", "protected path_write `*.lock` ask"]);
    assert_eq!(offered(&protected, "write", &write), [""; 0]);
    assert_eq!(offered(&given(&["global * `*` deny"]), "write", &write), [""; 0]);
}

#[test]
fn edited_patterns_are_held_to_the_same() {
    let check = |text: &str, patterns: &[(Option<&str>, &str)]| -> Result<Vec<GrantRule>, Refusal> {
        let patterns: Vec<_> = patterns
            .iter()
            .map(|(surface, pattern)| (surface.map(str::to_owned), (*pattern).to_owned()))
            .collect();
        with_setting(&given(&[]), "bash", &command(text), |setting| validate(setting, &patterns))
    };
    for (text, patterns, accepted) in [
        ("git push origin", &[(None, "git push *")][..], true),
        ("git push origin", &[(Some("bash"), "git push o*")], true),
        ("git push origin", &[(Some("read"), "git push *")], false),
        ("git push origin", &[(None, "git *")], false),
        ("git push origin", &[(None, "*")], false),
        ("git push origin", &[(None, "git log *")], false),
        ("git push origin", &[(None, "git push *"), (None, "ls")], false),
        ("git push origin", &[], false),
        ("sudo ls", &[(None, "sudo ls")], false),
        ("ls && make", &[(None, "ls *"), (None, "make")], true),
        ("ls && make", &[(None, "make"), (None, "ls *")], true),
    ] {
        let result = check(text, patterns);
        assert_eq!(result.is_ok(), accepted, "{text} {patterns:?}: {result:?}");
    }
    let path = |pattern: &str| {
        let patterns = [(None, pattern.to_owned())];
        let strict = given(&["global * `*` allow", "global path `*` ask"]);
        let input = json!({ "path": "docs/a" });
        with_setting(&strict, "read", &input, |setting| validate(setting, &patterns).is_ok())
    };
    assert!(path("docs/*"));
    assert!(path("/home/u/proj/docs/*"));
    assert!(path("~/proj/docs/*"));
    for refused in ["*", "~/*", "/home/u/proj/*", "/*", "*a", CWD, "src/*"] {
        assert!(!path(refused), "{refused}");
    }
}
