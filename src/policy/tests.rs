//! What is said of texts: each line a text and the problems it has, or the rules.

use super::*;
use crate::rule::Action;
use proptest::prelude::*;

fn read(kind: FileKind, text: &str) -> Document<'_> {
    Document::parse("/config/file", kind, text)
}

/// `code@text` for each problem.
fn problems(kind: FileKind, text: &str) -> Vec<String> {
    let document = read(kind, text);
    let show = |problem: &Problem| {
        format!(
            "{}@{}",
            problem.code,
            problem.span.map_or("", |span| span.of(text))
        )
    };
    document.problems.iter().map(show).collect()
}

/// `surface pattern action` for each entry in force.
fn in_force(document: &Document<'_>) -> Vec<String> {
    let show = |entry: &Entry<'_>| format!("{} {} {}", entry.surface, entry.pattern, entry.action);
    let entries = document
        .entries
        .iter()
        .filter(|entry| entry.standing == EntryStanding::InForce);
    entries.map(show).collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table")]
fn a_policy_has_these_problems() {
    for (text, expected) in [
        (
            r#"{"permission": {"*": "ask", "bash": {"git *": "allow"}}}"#,
            &[][..],
        ),
        ("\u{feff}{permission: {'bash': 'allow',},}\r\n// end", &[]),
        (r#"{"$schema": "x", "permission": {}}"#, &[]),
        ("", &["syntax@"]),
        ("{", &["syntax@{"]),
        ("[]", &["not-an-object@[]"]),
        ("\"deny\"", &["not-an-object@\"deny\""]),
        (r#"{"permission": {}} x"#, &["syntax@x"]),
        (r#"{"permission": {"bash" "allow"}}"#, &["syntax@\""]),
        (r#"{"permission": []}"#, &["wrong-type@[]"]),
        (
            r#"{"permission": {"bash": {"a": "ask", "a": "deny"}}}"#,
            &["duplicate-key@\"a\""],
        ),
        (
            r#"{"permission": {"bash": "ask", "bash": {"*": "deny"}}}"#,
            &["duplicate-key@\"bash\"", "duplicate-key@\"*\""],
        ),
        (
            r#"{"permission": {}, "permission": {}}"#,
            &["duplicate-key@\"permission\""],
        ),
        (
            r#"{"permission": {"": "deny", "bash": {" ": "deny"}}}"#,
            &["blank-key@\"\"", "blank-key@\" \""],
        ),
        (
            r#"{"permission": {"__proto__": "allow"}}"#,
            &["proto-key@\"__proto__\""],
        ),
        (
            r#"{"permission": {"bash": "maybe"}}"#,
            &["unreadable-action@\"maybe\""],
        ),
        (r#"{"permission": {"bash": null}}"#, &["unreadable-action@null"]),
        (
            r#"{"permission": {"bash": {"x": ["allow"]}}}"#,
            &["unreadable-action@[\"allow\"]"],
        ),
        (
            r#"{"permission": {"bash": {"x": {"reason": "y"}}}}"#,
            &["unreadable-action@{\"reason\": \"y\"}"],
        ),
        (
            r#"{"permission": {"*": {"x": "allow"}}}"#,
            &["universal-with-patterns@{\"x\": \"allow\"}"],
        ),
        (
            r#"{"permission": {"bash": {"x": {"action": "ask", "reason": "y"}}}}"#,
            &["reason-without-deny@\"reason\""],
        ),
        (
            r#"{"permission": {"bash": {"x": {"action": "deny", "reason": 1}}}}"#,
            &["wrong-type@1"],
        ),
        (
            r#"{"permission": {"bash": {"x": {"action": "deny", "reasn": "y"}}}}"#,
            &["unknown-field@\"reasn\""],
        ),
        (
            r#"{"permission": {"bash": {"x": {"action": "deny", "match": [1]}}}}"#,
            &["wrong-type@1"],
        ),
        (r#"{"permission": {"bsh": "deny"}}"#, &["unknown-surface@\"bsh\""]),
        (
            r#"{"permission": {"path*": "deny"}}"#,
            &["unknown-surface@\"path*\""],
        ),
        (r#"{"permission": {"mcp__*": "ask", "webfetch": "allow"}}"#, &[]),
        (
            r#"{"permission": {"external_directory": "deny"}}"#,
            &["foreign-surface@\"external_directory\""],
        ),
        (
            r#"{"permission": {"allow": ["x"]}}"#,
            &["unknown-surface@\"allow\"", "unreadable-action@[\"x\"]"],
        ),
        (r#"{"bash": {"x": "deny"}}"#, &["unknown-field@\"bash\""]),
        (r#"{"yolo": true}"#, &["unknown-field@\"yolo\""]),
        (r#"{"yoloMode": "yes"}"#, &["wrong-type@\"yes\""]),
        (
            r#"{"yoloMode": true, "yoloMode": true}"#,
            &["duplicate-key@\"yoloMode\""],
        ),
        (r#"{"promptMaxRows": 0}"#, &["wrong-value@0"]),
        (r#"{"promptMaxRows": 2.5}"#, &["wrong-value@2.5"]),
        (
            r#"{"toolTextSummaryMaxLength": 80}"#,
            &["deprecated@\"toolTextSummaryMaxLength\""],
        ),
        (
            r#"{"authorizerChain": ["a", "", "a"]}"#,
            &["wrong-value@\"\"", "duplicate-key@\"a\""],
        ),
        (
            r#"{"autoReview": {"provider": "p"}}"#,
            &["missing-field@\"provider\""],
        ),
        (
            r#"{"wrappers": {"w": {"skip": 1}}}"#,
            &["missing-field@{\"skip\": 1}"],
        ),
        (
            r#"{"commandEffects": {"c": ["run"]}}"#,
            &["wrong-value@[\"run\"]"],
        ),
        (r#"{"commandEffects": {"c": ["read"], "d": []}}"#, &[]),
        (
            r#"{"shellTools": {"sh": {"commandArgument": "cmd", "workdirArgument": "dir"}}}"#,
            &[],
        ),
        (r#"{"shellTools": {"sh": {}}}"#, &["missing-field@"]),
        (
            r#"{"toolAccess": {"t": {"path": ["/a", "b"]}}}"#,
            &["wrong-value@\"b\""],
        ),
        (
            r#"{"toolAccess": {"t": {"access": {"path": "/a"}, "evidence": [{"label": "l", "pointer": ""}]}}}"#,
            &[],
        ),
        (
            r#"{"permission": {"path": {"~bob/x": "deny"}}}"#,
            &["unreadable-pattern@\"~bob/x\""],
        ),
        (r#"{"permission": {"bash": {"~bob/x": "deny"}}}"#, &[]),
        (
            r#"{"permission": {"path": {"./x": "deny"}}}"#,
            &["pattern-never-matches@\"./x\""],
        ),
        (
            r#"{"permission": {"bash": {"git *": "allow", "*": "ask"}}}"#,
            &["last-match-order@\"*\""],
        ),
        (r#"{"permission": {"bash": {"*": "ask", "git *": "allow"}}}"#, &[]),
        (
            r#"{"permission": {"bash": {"git push *": "allow", "git * -f": "deny"}}}"#,
            &["last-match-order@\"git * -f\""],
        ),
        (
            r#"{"permission": {"bash": {"git * --force": "deny", "git push *": "allow"}}}"#,
            &[],
        ),
    ] {
        assert_eq!(problems(FileKind::Policy, text), expected, "{text}");
    }
}

#[test]
fn guards_have_these_problems() {
    for (text, expected, floored) in [
        (
            r#"{"permission": {"bash": {"x": "deny"}}, "protectedWrites": ["~/x", "*.lock"]}"#,
            &[][..],
            &[][..],
        ),
        (
            r#"{"permission": {"bash": "ask"}}"#,
            &["ask-in-guards@\"ask\""],
            &[],
        ),
        (
            r#"{"protectedWrite": ["x"]}"#,
            &["unknown-field@\"protectedWrite\""],
            &["*"],
        ),
        (r#"{"protectedWrites": "x"}"#, &["wrong-type@\"x\""], &["*"]),
        (r#"{"protectedWrites": [1]}"#, &["wrong-type@1"], &["*"]),
        (
            r#"{"protectedWrites": ["./x"]}"#,
            &["pattern-never-matches@\"./x\""],
            &[],
        ),
        (r#"{"yoloMode": true}"#, &["unknown-field@\"yoloMode\""], &[]),
    ] {
        assert_eq!(problems(FileKind::Guards, text), expected, "{text}");
        assert_eq!(read(FileKind::Guards, text).floored, floored, "{text}");
    }
}

#[test]
fn what_can_not_be_read_never_loosens() {
    for (text, entries, floored) in [
        // Of equal keys the strictest counts, wherever it stands.
        (
            r#"{"bash": {"a": "deny", "a": "allow"}}"#,
            &["bash a deny"][..],
            &[][..],
        ),
        (r#"{"bash": {"a": "allow", "a": "deny"}}"#, &["bash a deny"], &[]),
        (
            r#"{"bash": "allow", "bash": {"*": "ask", "b": "allow"}}"#,
            &["bash * ask", "bash b allow"],
            &[],
        ),
        // A value that can't be read is a deny.
        (r#"{"bash": {"a": "permit"}}"#, &["bash a deny"], &[]),
        (
            r#"{"bash": 1, "*": {"x": "allow"}}"#,
            &["bash * deny", "* * deny"],
            &[],
        ),
        (
            r#"{"bash": {"a": {"action": "allow", "action": "ask"}}}"#,
            &["bash a ask"],
            &[],
        ),
        // A key that can't be read is left out where it allows, and else floors.
        (r#"{"": "allow", "bash": {"": "allow"}}"#, &[], &[]),
        (r#"{" ": "deny"}"#, &[], &["*"]),
        (r#"{"bash": {"": "ask"}}"#, &[], &["bash"]),
        (r#"{"__proto__": {"x": "deny"}}"#, &[], &["*"]),
        (
            r#"{"path": {"~bob/*": "deny", "${nope}/*": "allow"}}"#,
            &[],
            &["path"],
        ),
        (r#"{"read": {"a/../b": "deny"}}"#, &[], &["read"]),
    ] {
        let text = format!("{{\"permission\": {text}}}");
        let document = read(FileKind::Policy, &text);
        assert_eq!(in_force(&document), entries, "{text}");
        assert_eq!(document.floored, floored, "{text}");
        assert!(!document.problems.is_empty(), "{text}");
    }
}

#[test]
fn a_surface_beside_permission_floors_unless_it_allows() {
    assert_eq!(
        read(FileKind::Policy, r#"{"bash": {"x": "deny"}, "read": "allow"}"#).floored,
        ["bash"]
    );
}

#[test]
fn a_tool_that_is_declared_unreadably_is_floored() {
    for (text, expected) in [
        (r#"{"shellTools": {"sh": 1}}"#, &["sh"][..]),
        (r#"{"shellTools": []}"#, &["*"]),
        (r#"{"toolAccess": {"t": {"path": 1}}}"#, &["t"]),
    ] {
        assert_eq!(read(FileKind::Policy, text).floored, expected, "{text}");
    }
}

#[test]
fn options_are_read() {
    let text = r#"{
        "yoloMode": true, "authorizerChain": ["auto-review"],
        "autoReview": {"provider": "p", "model": "m", "endpoint": "http://e", "apiKeyEnv": "K", "timeoutMs": 5, "instructions": "i"},
        "authorizerTimeoutMs": 1, "forwardingTimeoutMs": 2,
        "shellTools": {"sh": {"commandArgument": "cmd"}},
        "toolAccess": {"t": {"path": ["/a", "/b"], "value": "/v", "remote": true, "shell": {"command": "/c", "workdir": "/d"}}},
        "wrappers": {"w": {"transparent": true, "skip": 2}}, "commandEffects": {"c": ["write"]},
        "promptMaxRows": 3, "promptFieldMaxWidth": 4, "reviewLogFieldMaxWidth": 5,
        "permissionReviewLog": false, "debugLog": true, "inbox": true
    }"#;
    let document = read(FileKind::Policy, text);
    assert_eq!(document.problems, []);
    let expected = Options {
        yolo_mode: true,
        authorizer_chain: vec!["auto-review".to_owned()],
        auto_review: Some(AutoReview {
            provider: "p".to_owned(),
            model: "m".to_owned(),
            endpoint: Some("http://e".to_owned()),
            api_key_env: Some("K".to_owned()),
            timeout_ms: 5,
            instructions: Some("i".to_owned()),
        }),
        authorizer_timeout_ms: 1,
        forwarding_timeout_ms: 2,
        shell_tools: [(
            "sh".to_owned(),
            ShellTool {
                command_argument: "cmd".to_owned(),
                workdir_argument: None,
            },
        )]
        .into(),
        tool_access: [(
            "t".to_owned(),
            ToolAccess {
                path: Some(Pointers(vec!["/a".to_owned(), "/b".to_owned()])),
                value: Some("/v".to_owned()),
                remote: true,
                shell: Some(ShellAccess {
                    command: "/c".to_owned(),
                    workdir: Some("/d".to_owned()),
                }),
                evidence: Vec::new(),
            },
        )]
        .into(),
        wrappers: [(
            "w".to_owned(),
            WrapperDeclaration {
                transparent: true,
                skip: 2,
            },
        )]
        .into(),
        command_effects: [("c".to_owned(), vec!["write".to_owned()])].into(),
        prompt_max_rows: 3,
        prompt_field_max_width: 4,
        review_log_field_max_width: 5,
        permission_review_log: false,
        debug_log: true,
        inbox: true,
    };
    assert_eq!(document.options, expected);
}

#[test]
fn frontmatter_is_held_to_the_same() {
    for (text, entries, expected) in [
        ("# An agent\n", &[][..], &[][..]),
        ("---\nname: x\n---\nbody\npermission: {bash: deny}\n", &[], &[]),
        ("---\n---\n", &[], &[]),
        ("---\n# nothing\n---\n", &[], &[]),
        (
            "---\npermission:\n  bash:\n    'git *': allow\n    \"rm *\": {action: deny, reason: no}\n  read: ask\n---\n",
            &["bash git * allow", "bash rm * deny", "read * ask"],
            &[],
        ),
        (
            "\u{feff}---\r\npermission: {bash: ask}\r\n---\r\n",
            &["bash * ask"],
            &[],
        ),
        (
            "---\npermission: {bash: ask, bash: deny}\n---\n",
            &["bash * deny"],
            &["duplicate-key@bash", "duplicate-key@bash"],
        ),
        (
            "---\npermission: {bash: yes}\n---\n",
            &["bash * deny"],
            &["unreadable-action@yes"],
        ),
        (
            "---\npermission: {bash: 1, read: ~}\n---\n",
            &["bash * deny", "read * deny"],
            &["unreadable-action@1", "unreadable-action@~"],
        ),
        ("---\npermission:\n---\n", &[], &["wrong-type@"]),
    ] {
        let document = read(FileKind::Agent, text);
        assert!(document.is_readable(), "{text}");
        assert_eq!(in_force(&document), entries, "{text}");
        assert_eq!(problems(FileKind::Agent, text), expected, "{text}");
    }
    for text in [
        "---\npermission: {bash: ask}\n",
        "---\npermission:\n  *: ask\n---\n",
        "---\n- a\n---\n",
        "---\na: [\n---\n",
        "---\na: &a [*a]\n---\n",
    ] {
        let document = read(FileKind::Agent, text);
        assert!(!document.is_readable(), "{text}");
        assert_eq!(document.problems.len(), 1, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_upsets_the_reader(text in "\\PC{0,40}", noise in "[{}\\[\\]:,\"'/*~$ \na-c\\\\-]{0,60}") {
        for text in [text.clone(), noise.clone(), format!("---\n{noise}\n---\n"), format!("{{\"permission\": {{{noise}}}}}")] {
            for kind in [FileKind::Policy, FileKind::Guards, FileKind::Agent] {
                let document = read(kind, &text);
                prop_assert!(document.is_readable() || !document.problems.is_empty());
                for problem in &document.problems {
                    let span = problem.span.unwrap_or_default();
                    prop_assert!(text.get(span.start as usize..span.end as usize).is_some(), "{problem:?}");
                }
            }
        }
    }

    #[test]
    fn no_permission_upsets_the_reader(
        surface in "[a-z*_~. ]{0,8}", pattern in "[a-z*?~${}/. ]{0,10}", action in "allow|ask|deny|x|",
    ) {
        let text = serde_json::json!({"permission": {surface.clone(): {pattern.clone(): action.clone()}}}).to_string();
        let document = read(FileKind::Policy, &text);
        prop_assert!(document.is_readable());
        // Whatever is no plain allow is in force, or floors something.
        let strict = action != "allow" && surface != "*";
        let counts = document.entries.iter().any(|entry| {
            entry.standing == EntryStanding::InForce && entry.action != Action::Allow
        });
        prop_assert!(!strict || counts || !document.floored.is_empty(), "{text}");
    }
}
