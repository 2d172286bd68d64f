//! What can be done at the place of `$0`, and what a policy is once it was.

use super::*;

struct Log(Vec<Seen>);

impl Usage for Log {
    fn hits(&self, _: crate::decision::Origin, _: &str, _: &str) -> Option<Hits> {
        None
    }

    fn values(&self, _: &str) -> &[String] {
        &[]
    }

    fn tools(&self) -> &[String] {
        &[]
    }

    fn seen(&self) -> &[Seen] {
        &self.0
    }
}

fn log() -> Log {
    let seen = |value: &str, approved, denied, pattern: &str| Seen {
        surface: "bash".to_owned(),
        value: value.to_owned(),
        approved,
        denied,
        suggestion: vec![("bash".to_owned(), pattern.to_owned())],
    };
    Log(vec![
        seen("python3 -m mypy src", 4, 0, "python3 -m mypy *"),
        seen("git push", 2, 0, "git push"),
        seen("curl x", 0, 3, "curl *"),
        seen("make", 1, 1, "make"),
        seen("ls", 1, 0, "ls"),
    ])
}

/// The titles at `$0`, and the texts after one of them: of the document, and of the guards where those change too.
struct Done {
    titles: Vec<String>,
    texts: HashMap<String, String>,
    creates: bool,
}

fn done(path: &str, text: &str, guards: Option<&str>, title: &str) -> Done {
    let files = Disk::default();
    if let Some(guards) = guards {
        files.write(GUARDS, guards);
    }
    let desk = desk(&files, Encoding::Utf8);
    desk.learn(Arc::new(log()));
    let at = text.find("$0").unwrap();
    let text = text.replacen("$0", "", 1);
    open(&desk, path, &text);
    let view = desk.view(path).unwrap();
    let found = findings(&view);
    let actions = actions(&view, &found, crate::policy::Span::new(at, at));
    let mut texts = HashMap::new();
    let mut creates = false;
    if let Some(action) = actions.iter().find(|action| action.title == title) {
        for change in &action.changes {
            creates |= change.creates;
            let before = if change.file.ends_with("hard-guards.jsonc") {
                guards.unwrap_or_default().to_owned()
            } else {
                text.clone()
            };
            let mut after = before;
            for edit in change.edits.iter().rev() {
                after.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
            }
            let name = change.file.rsplit('/').next().unwrap().to_owned();
            texts.insert(name, after);
        }
    }
    Done {
        titles: actions.into_iter().map(|action| action.title).collect(),
        texts,
        creates,
    }
}

#[test]
fn a_fix_mends_its_place_and_keeps_the_comments() {
    #[rustfmt::skip]
    let cases: &[(&str, &str, &str)] = &[
        (
            "{\n  // mine\n  \"permission\": {\"bsh$0\": {\"ls\": \"allow\"}}, // kept\n}\n",
            "Write `bash`",
            "{\n  // mine\n  \"permission\": {\"bash\": {\"ls\": \"allow\"}}, // kept\n}\n",
        ),
        (
            "{\"permission\": {\"bash\": {\"'$0git' push\": \"ask\"}}}",
            "Leave the quotes out",
            "{\"permission\": {\"bash\": {\"git push\": \"ask\"}}}",
        ),
        (
            "{\n  \"permission\": {\n    \"bash\": {\n      \"rm *\": \"deny\", // wide\n      // narrow\n      \"rm -$0f *\": \"deny\",\n      \"ls\": \"allow\" // last\n    }\n  }\n}\n",
            "Remove `rm -f *`",
            "{\n  \"permission\": {\n    \"bash\": {\n      \"rm *\": \"deny\", // wide\n      // narrow\n      \"ls\": \"allow\" // last\n    }\n  }\n}\n",
        ),
        (
            "{\r\n  \"debug$0Log\": true,\r\n  \"nonsense\": 1,\r\n  \"permission\": {}\r\n}\r\n",
            "Remove \"nonsense\"",
            "",
        ),
        (
            "\u{feff}{\r\n  \"non$0sense\": 1, // gone\r\n  \"permission\": {}\r\n}\r\n",
            "Remove \"nonsense\"",
            "\u{feff}{\r\n  \"permission\": {}\r\n}\r\n",
        ),
        (
            "{\"permission\": {\"read\": {\"*.e$0nv\": {\"action\": \"deny\", \"reason\": \"secrets\"}}}}",
            "Add the path twin: `*.env` under \"path_read\"",
"{\"permission\": {\n    \"read\": {\"*.env\": {\"action\": \"deny\", \"reason\": \"secrets\"}},\n    \"path_read\": {\n      \"*.env\": {\n        \"action\": \"deny\",\n        \"reason\": \"secrets\"\n      }\n    }\n  }}",
        ),
    ];
    for (text, title, expected) in cases {
        let done = done(POLICY, text, None, title);
        let after = done.texts.get("policy.jsonc").map_or("", String::as_str);
        assert_eq!(after, *expected, "{title}: {:?}", done.titles);
    }
}

#[test]
fn an_allow_is_narrowed_to_what_was_approved_and_to_what_is_usually_meant() {
    let text = "{\"permission\": {\"bash\": {\"python3$0 *\": \"allow\"}}} // x";
    let done = done(POLICY, text, None, "Narrow to `python3 -m mypy *`");
    let narrowing: Vec<&String> = done
        .titles
        .iter()
        .filter(|title| title.starts_with("Narrow"))
        .collect();
    assert_eq!(
        narrowing,
        [
            "Narrow to `python3 -m mypy *`",
            "Narrow to `python3 -m pytest *`",
            "Narrow to `python3 --version`"
        ]
    );
    assert_eq!(
        done.texts["policy.jsonc"],
        "{\"permission\": {\"bash\": {\"python3 -m mypy *\": \"allow\"}}} // x"
    );
}

#[test]
fn a_deny_is_moved_to_the_guards() {
    let text = "{\n  \"permission\": {\n    \"bash\": {\n      \"dd$0 *\": {\"action\": \"deny\", \"reason\": \"disks\"},\n      \"ls\": \"allow\"\n    }\n  }\n}\n";
    let title = "Move `dd *` to the hard guards";
    let left = "{\n  \"permission\": {\n    \"bash\": {\n      \"ls\": \"allow\"\n    }\n  }\n}\n";
    let there = done(
        POLICY,
        text,
        Some("{\n  // never\n  \"permission\": {\n    \"bash\": \"deny\"\n  }\n}\n"),
        title,
    );
    assert_eq!(there.texts["policy.jsonc"], left);
    let guards = &there.texts["hard-guards.jsonc"];
    assert!(guards.starts_with("{\n  // never\n"), "{guards}");
    let document = Document::parse(GUARDS, FileKind::Guards, guards);
    let rules: Vec<_> = document
        .entries
        .iter()
        .map(|entry| (&*entry.pattern, entry.reason.as_deref()))
        .collect();
    assert_eq!(rules, [("*", None), ("dd *", Some("disks"))]);
    let absent = done(POLICY, text, None, title);
    assert!(absent.creates);
    assert!(
        Document::parse(GUARDS, FileKind::Guards, &absent.texts["hard-guards.jsonc"])
            .problems
            .is_empty()
    );
}

#[test]
fn what_was_asked_about_becomes_a_rule() {
    let text = "{\n  \"permission\": {\n    \"bash\": {\n      \"ls\": \"allow\" // first$0\n    }\n  }\n}\n";
    let done = done(POLICY, text, None, "Allow `git push`, approved 2 times");
    assert_eq!(
        done.titles,
        [
            "Allow `python3 -m mypy *`, approved 4 times",
            "Allow `git push`, approved 2 times",
            "Deny `curl *`, denied 3 times",
        ],
        "neither what was answered both ways nor what has its rule"
    );
    assert_eq!(
        done.texts["policy.jsonc"],
        "{\n  \"permission\": {\n    \"bash\": {\n      \"ls\": \"allow\", // first\n      \"git push\": \"allow\"\n    }\n  }\n}\n"
    );
    // A plain action stays what holds for the rest.
    let plain = self::done(
        POLICY,
        "{\"permission\": {\"bash\": \"a$0sk\"}}",
        None,
        "Deny `curl *`, denied 3 times",
    );
    let document = Document::parse(POLICY, FileKind::Policy, &plain.texts["policy.jsonc"]);
    let rules: Vec<_> = document
        .entries
        .iter()
        .map(|entry| (&*entry.pattern, entry.action))
        .collect();
    assert_eq!(
        rules,
        [
            ("*", crate::rule::Action::Ask),
            ("curl *", crate::rule::Action::Deny)
        ]
    );
}

#[test]
fn nothing_is_offered_where_the_text_cannot_be_changed_losslessly() {
    let mut refused = 0;
    for text in [
        "{perm\\u0069ssion: {bash: {'g$0it*': 'allow'}}}",
        "{\"permission\":\u{2028}{\"bash\": {\"g$0it*\": \"allow\"}}}",
        "{\"permission\":\u{b}{\"bash\": {\"g$0it*\": \"allow\"}}}",
        "{\"permission\": {\"bash\": {\"g$0it*\": \"allow\"}}, ünbekannt: 1}",
        "{\"permission\": {\"bash\": {\"g$0it*\": \"allow\"}}, \"promptMaxRows\": +.5e1}",
    ] {
        let bare = text.replacen("$0", "", 1);
        let document = Document::parse(POLICY, FileKind::Policy, &bare);
        assert!(document.is_readable(), "{text}");
        let is_refused = crate::editor::lossless::Lossless::of(&document).is_none();
        refused += usize::from(is_refused);
        assert_eq!(
            done(POLICY, text, None, "").titles.is_empty(),
            is_refused,
            "{text}"
        );
    }
    assert!(refused > 0, "the tree reads all that the judge does");
    // What neither reads.
    assert_eq!(
        done(
            POLICY,
            "{\"permission\": {\"bash\": {\"g$0it*\": \"allow\"}}",
            None,
            ""
        )
        .titles,
        [""; 0]
    );
}

#[test]
fn json5_is_changed_as_well() {
    let text = "{permission: {bash: {'g$0it*': 'allow',},},}";
    let done = done(POLICY, text, None, "Write `git *`");
    assert_eq!(
        done.texts["policy.jsonc"],
        "{permission: {bash: {\"git *\": 'allow',},},}"
    );
}
