//! One policy for each code, what is said of it, and what its fix makes of it.

use super::{Around, Finding, code, findings};
use crate::policy::{Document, FileKind};
use std::collections::BTreeSet;

const POLICY: FileKind = FileKind::Policy;
const GUARDS: FileKind = FileKind::Guards;
const AGENT: FileKind = FileKind::Agent;

/// What is found in one file, beside these guards.
fn found(kind: FileKind, text: &str) -> Vec<Finding> {
    let guards = r#"{permission: {bash: {"rm *": "deny", "dd *": "deny", "dd --help": "allow"}, path: {"~/.ssh/*": "deny", "~/.gnupg/*": "deny"}, path_read: {"~/.gnupg/pub*": "allow"}}}"#;
    let guards = Document::parse("/c/hard-guards.jsonc", GUARDS, guards);
    let policy = r#"{permission: {bash: {"*": "ask", "npm publish *": "deny", "hg push *": "deny", "hg push --ok": "allow"}}}"#;
    let policy = Document::parse("/c/policy.jsonc", POLICY, policy);
    let document = Document::parse("/c/it", kind, text);
    assert!(document.root.is_some(), "{text}");
    let around = Around {
        guards: (kind != GUARDS).then_some(&guards),
        policy: (kind == AGENT).then_some(&policy),
        is_project: kind == AGENT && text.contains("# project"),
        ..Around::default()
    };
    findings(&document, &around)
}

fn whole(kind: FileKind, permission: &str) -> String {
    match kind {
        AGENT => match permission.strip_prefix("# project ") {
            Some(rest) => format!("---\n# project\npermission: {{{rest}}}\n---\n"),
            None => format!("---\npermission: {{{permission}}}\n---\n"),
        },
        _ if permission.starts_with('{') => permission.to_owned(),
        _ => format!("{{permission: {{{permission}}}}}"),
    }
}

/// A permission, and the codes with the text that each stands at.
type Case = (FileKind, &'static str, &'static [(&'static str, &'static str)]);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // Nothing to say.
    (POLICY, r#"bash: {"*": "ask", "git *": "allow", "git push *": "ask"}"#,            &[]),
    (POLICY, r#"path: {"*.env": "deny", "*.env.example": "allow", "${cwd}/*": "allow"}"#, &[]),
    (POLICY, r#"bash: {"./run.sh *": "allow", "find * -delete": "ask", "*": "ask"}"#,   &[]),

    // Rules that never win.
    (POLICY, r#"bash: {"git l*": "allow", "git l**": "ask"}"#,                          &[(code::NEVER_WINS, r#""git l**""#)]),
    (POLICY, r#"path: {"~/x/*": "allow", "/home/user/x/*": "deny"}"#,                   &[(code::NEVER_WINS, r#""~/x/*""#)]),
    (POLICY, r#"path: {"src/*": "ask", "${cwd}/src/*": "allow"}"#,                      &[(code::NEVER_WINS, r#""${cwd}/src/*""#)]),
    (POLICY, r#"bash: {"rm -i *": "allow"}"#,                                           &[(code::NEVER_WINS, r#""rm -i *""#)]),
    (POLICY, r#"bash: {"rm -i *": "deny", "dd *": "ask"}"#,                             &[]),
    (POLICY, r#"path: {"~/.ssh/id*": "allow"}"#,                                        &[(code::NEVER_WINS, r#""~/.ssh/id*""#)]),
    (POLICY, r#"read: {"~/.ssh/id*": "allow"}"#,                                        &[(code::NEVER_WINS, r#""~/.ssh/id*""#)]),
    (AGENT,  r#"bash: {"npm publish --dry-run": "allow"}"#,                             &[(code::NEVER_WINS, r#""npm publish --dry-run""#)]),
    (AGENT,  r#"bash: {"npm publish --dry-run": "ask"}"#,                               &[]),
    (AGENT,  r#"bash: {"hg push x": "allow"}"#,                                         &[(code::NEVER_WINS, r#""hg push x""#)]),
    (AGENT,  r#"bash: {"hg push --ok": "allow"}"#,                                      &[]),
    (POLICY, r#"path: {"~/.gnupg/pub*": "allow"}"#,                                     &[]),
    (POLICY, r#"path: {"~/.gnupg/sec*": "allow"}"#,                                     &[(code::NEVER_WINS, r#""~/.gnupg/sec*""#)]),

    // Rules that change nothing.
    (POLICY, r#"bash: {"git log *": "allow", "git log -3": "allow"}"#,                  &[(code::REDUNDANT_RULE, r#""git log -3""#)]),
    (POLICY, r#"bash: {"git log *": "allow", "git log -p*": "ask", "git log -p -3": "allow"}"#, &[]),
    (POLICY, r#"bash: {"*": "allow", "git *": "allow"}"#,                               &[]),
    (POLICY, r#"path: {"a/*": "allow", "a/b/*": "allow"}"#,                             &[(code::REDUNDANT_RULE, r#""a/b/*""#)]),
    (POLICY, r#"path: {"a/*": "allow", "a/b/*": "allow", "*.env": "deny"}"#,            &[]),
    (POLICY, r#"path: {"~/a/*": "deny", "~/a/b*": "deny"}"#,                            &[(code::REDUNDANT_RULE, r#""~/a/b*""#)]),
    // A folder in a folder may be a link, and a call may descend to it from between.
    (POLICY, r#"path: {"~/a/*": "deny", "~/a/b/*": "deny"}"#,                           &[]),
    (POLICY, r#"path: {"*/a/*": "ask", "~/x/a/*": "ask"}"#,                             &[]),

    // Order, and rules that meet.
    (POLICY, r#"bash: {"git * a": "ask", "git b *": "allow"}"#,                         &[(code::TIE_BY_ORDER, r#""git b *""#)]),
    (POLICY, r#"bash: {"git * a": "ask", "git b *": "ask", "hg c *": "allow"}"#,        &[]),
    (POLICY, r#"path: {"/a/*/x": "deny", "/a/b/*": "allow"}"#,                          &[(code::CROSSING_RULES, r#""/a/b/*""#)]),
    (POLICY, r#"path: {"/a/*": "deny", "/a/b/*": "allow"}"#,                            &[]),
    (POLICY, r#"bash: {"git push *": "deny", "git push --dry-run *": "allow"}"#,        &[(code::DENY_LIFTED, r#""git push --dry-run *""#)]),
    (POLICY, r#"bash: {"*": "deny", "git log *": "allow"}"#,                            &[]),

    // Commands that look otherwise.
    (POLICY, r#"bash: {"git add * && git commit *": "allow"}"#,                         &[(code::OPERATOR_IN_PATTERN, r#""git add * && git commit *""#)]),
    (POLICY, r#"bash: {"cd x; make": "allow"}"#,                                        &[(code::OPERATOR_IN_PATTERN, r#""cd x; make""#)]),
    (POLICY, r#"bash: {"make > log": "allow"}"#,                                        &[(code::REDIRECT_IN_PATTERN, r#""make > log""#)]),
    (POLICY, r#"bash: {"make 2>&1": "allow"}"#,                                         &[(code::REDIRECT_IN_PATTERN, r#""make 2>&1""#)]),
    (POLICY, r#"bash: {"CI=1 make *": "allow"}"#,                                       &[(code::ASSIGNMENT_IN_PATTERN, r#""CI=1 make *""#)]),
    (POLICY, r#"bash: {"make a=*": "ask"}"#,                                             &[]),
    (POLICY, r#"bash: {"'git' *": "allow"}"#,                                           &[(code::QUOTED_COMMAND_NAME, r#""'git' *""#)]),
    (POLICY, r#"bash: {"git  log": "allow"}"#,                                          &[(code::BLANKS_IN_PATTERN, r#""git  log""#)]),
    (POLICY, r#"bash: {"sort * -o*": "deny", "sort *": "allow"}"#,                      &[(code::OPTION_BEHIND_STAR, r#""sort * -o*""#)]),
    (POLICY, r#"bash: {"sort * -o*": "deny", "sort *": "allow", "sort -o*": "deny"}"#,  &[]),
    (POLICY, r#"bash: {"git*": "allow"}"#,                                              &[(code::OPEN_ENDED_NAME, r#""git*""#)]),
    (POLICY, r#"bash: {"mkfs*": "deny"}"#,                                              &[]),
    (POLICY, r#"bash: {"python3 *": "allow"}"#,                                         &[(code::BROAD_ALLOW, r#""python3 *""#)]),
    (POLICY, r#"bash: {"python3 -m pytest *": "allow", "python3 *": "ask"}"#,           &[]),
    (POLICY, r#"bash: {"npx *": "allow"}"#,                                             &[(code::BROAD_ALLOW, r#""npx *""#)]),

    // Paths and names that look otherwise.
    (POLICY, r#"path: {"secrets/": "deny"}"#,                                           &[(code::TRAILING_SLASH, r#""secrets/""#)]),
    (POLICY, r#"path: {"src/**/*.rs": "allow"}"#,                                       &[(code::DOUBLE_STAR, r#""src/**/*.rs""#)]),
    (POLICY, r#"path: {"*env": "deny"}"#,                                               &[(code::SUFFIX_HITS_OTHERS, r#""*env""#)]),
    (POLICY, r#"mcp: {"mcp__exa__search": "allow"}"#,                                   &[(code::MCP_NAME, r#""mcp__exa__search""#)]),
    (POLICY, r#"mcp: {"exa::search": "allow"}"#,                                        &[(code::MCP_NAME, r#""exa::search""#)]),
    (POLICY, r#"mcp: {"exa:*": "allow", "exa_search": "ask", "mcp_list": "ask"}"#,      &[]),
    (POLICY, r#"skill: {"~/skills/pdf/SKILL.md": "allow"}"#,                            &[(code::SKILL_NAME, r#""~/skills/pdf/SKILL.md""#)]),
    (POLICY, r#"skill: {"pdf-*": "allow"}"#,                                            &[]),
    (POLICY, r#"path: {"*/secrets/*": "deny"}"#,                                        &[(code::FOLDER_NOT_REACHED, r#""*/secrets/*""#)]),
    (POLICY, r#"path: {"*/secrets/*": "deny", "secrets/*": "deny"}"#,                   &[]),
    (POLICY, r#"path: {"*/secrets/*": "ask"}"#,                                         &[]),
    (POLICY, r#"read: {"*.pem": "deny"}"#,                                              &[(code::READ_WITHOUT_PATH, r#""*.pem""#)]),
    (POLICY, r#"read: {"*.pem": "deny"}, path_read: {"*.pem": "deny"}"#,                &[]),
    (POLICY, r#"fetch: {"https://a/*": "allow", "https://b/*": "allow"}"#,              &[(code::VALUE_WITHOUT_NAME, r#""https://a/*""#)]),
    (POLICY, r#"{permission: {fetch: {"https://a/*": "allow"}}, toolAccess: {fetch: {value: "/url"}}}"#, &[]),

    // Files.
    (POLICY, r#""*": "allow""#,                                                         &[(code::ALLOW_EVERYTHING, r#""*""#)]),
    (POLICY, r#""*": "allow", bash: "ask""#,                                            &[]),
    (GUARDS, r#"bash: {"git *": "allow"}"#,                                             &[(code::GUARD_WITHOUT_DENY, r#""git *""#)]),
    (GUARDS, r#"bash: {"git push *": "deny", "git push --dry-run": "allow"}"#,          &[]),
    (AGENT,  "# project bash: {'git *': allow}",                                     &[(code::PROJECT_FILE_LOOSENS, "'git *'")]),
    (AGENT,  "# project bash: {'git *': ask, 'git log': allow}",                     &[]),
    (POLICY, r#"{authorizerChain: ["autoReview"]}"#,                                    &[(code::UNKNOWN_AUTHORIZER, r#""autoReview""#)]),
    (POLICY, r#"{authorizerChain: ["auto-review"]}"#,                                   &[(code::REVIEWER_WITHOUT_MODEL, r#""auto-review""#)]),
    (POLICY, r#"{authorizerChain: ["mine"]}"#,                                          &[]),

    // Examples.
    (POLICY, r#"bash: {"git *": {action: "ask", match: ["hg"]}}"#,                      &[(code::EXAMPLE_NOT_MATCHED, r#""hg""#)]),
    (POLICY, r#"bash: {"git *": {action: "ask", notMatch: ["git x"]}}"#,                &[(code::EXAMPLE_MATCHED, r#""git x""#)]),
    (POLICY, r#"bash: {"git *": {action: "ask", match: ["git x"]}, "git x *": "allow"}"#, &[(code::EXAMPLE_DECIDED_ELSEWHERE, r#""git x""#)]),
];

#[test]
fn each_finding_stands_where_it_should() {
    for (kind, permission, expected) in CASES {
        let text = whole(*kind, permission);
        let found = found(*kind, &text);
        let said: Vec<(&str, &str)> = found
            .iter()
            .map(|finding| (finding.problem.code, finding.problem.span.unwrap().of(&text)))
            .collect();
        assert_eq!(said, *expected, "{permission}");
    }
}

#[test]
fn every_code_has_a_case() {
    let shown: BTreeSet<&str> = CASES
        .iter()
        .flat_map(|(.., said)| said.iter().map(|(code, _)| *code))
        .collect();
    let mut all = BTreeSet::from(code::ALL);
    // That is said of where a file lies.
    all.remove(code::NOT_IN_FORCE);
    assert_eq!(shown, all);
}

/// Applied, a fix leaves a file that reads and of which that is not said any more.
#[test]
fn a_fix_mends_what_it_is_for() {
    let mut applied = 0;
    for (kind, permission, _) in CASES {
        let text = whole(*kind, permission);
        for finding in found(*kind, &text) {
            for fix in &finding.fixes {
                applied += 1;
                let mut fixed = text.clone();
                for edit in fix.edits.iter().rev() {
                    fixed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
                }
                let document = Document::parse("/c/it", *kind, &fixed);
                assert_eq!(document.problems, [], "{fixed}");
                let left = found_codes(*kind, &fixed);
                assert!(
                    !left.contains(&finding.problem.code),
                    "{}\n{fixed}",
                    finding.problem.code
                );
            }
        }
    }
    assert!(applied > 10, "{applied}");
}

fn found_codes(kind: FileKind, text: &str) -> Vec<&'static str> {
    found(kind, text)
        .iter()
        .map(|finding| finding.problem.code)
        .collect()
}

/// The fix that a problem of the loader names.
#[test]
fn problems_of_the_loader_say_what_to_write_instead() {
    #[rustfmt::skip]
    let cases = [
        (POLICY, r#"{permission: {bsh: "ask"}}"#,                      r#"{permission: {"bash": "ask"}}"#),
        (POLICY, r#"{permission: {bash: "alow"}}"#,                    r#"{permission: {bash: "allow"}}"#),
        (POLICY, r#"{permission: {bash: "block"}}"#,                   r#"{permission: {bash: "deny"}}"#),
        (POLICY, r#"{permission: {path: {"./src/*": "deny"}}}"#,       r#"{permission: {path: {"src/*": "deny"}}}"#),
        (POLICY, r"{permission: {}, yoloMod: true}",                   r#"{permission: {}, "yoloMode": true}"#),
        (POLICY, r#"{permission: {bash: {x: {acton: "ask"}}}}"#,       r#"{permission: {bash: {x: {"action": "ask"}}}}"#),
        (GUARDS, r#"{permission: {bash: {x: "ask"}}}"#,                r#"{permission: {bash: {x: "deny"}}}"#),
    ];
    for (kind, text, expected) in cases {
        let document = Document::parse("/c/it", kind, text);
        let fix = document.problems.iter().cloned().map(Finding::of_problem);
        let fix = fix.flat_map(|finding| finding.fixes).next().expect(text);
        let mut fixed = text.to_owned();
        for edit in &fix.edits {
            fixed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        }
        assert_eq!(fixed, expected);
        assert_eq!(Document::parse("/c/it", kind, &fixed).problems, [], "{fixed}");
    }
}
