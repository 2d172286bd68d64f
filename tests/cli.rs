//! The command line as a script sees it: exit codes, output, and what it refuses.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod support;

use serde_json::Value;
use support::{House, code, text};

#[test]
fn exit_codes_say_allow_ask_deny_and_error() {
    let house = House::with_starter();
    #[rustfmt::skip]
    let cases: &[(&[&str], i32)] = &[
        (&["check", "bash", "git status"],                                      0),
        (&["check", "bash", "git push"],                                        1),
        (&["check", "bash", "git push --force"],                                2),
        (&["check", "--tool", "write", "--input", r#"{"path": "src/x"}"#],      0),
        (&["check", "--tool", "write", "--input", r#"{"path": "/etc/x"}"#],     1),
        (&["check", "read", ".env"],                                            2),
        (&["check", "path_write", "src/x"],                                     0),
        (&["check", "--cwd", "src", "bash", "ls"],                              0),
        (&["explain", "bash", "git push --force"],                              2),
        (&["explain", "bash", "git push --force", "--json"],                    2),
        (&["check", "bash"],                                                    1),
        (&["check", "--tool", "write"],                                         3),
        (&["check", "--tool", "write", "--input", "{"],                         3),
        (&["check", "bash", "ls", "--tool", "bash", "--input", "{}"],           3),
        (&["check", "--cwd", "/no/such/folder", "bash", "ls"],                  3),
        (&["check", "--agent", "../x", "bash", "ls"],                           3),
        (&["check", "--agent", "reviewer", "bash", "ls"],                       0),
        (&["check"],                                                            3),
        (&["nonsense"],                                                         3),
        (&["--nonsense"],                                                       3),
        (&[],                                                                   3),
        (&["--help"],                                                           0),
        (&["check", "--help"],                                                  0),
        (&["--version"],                                                        0),
        (&["policy"],                                                           0),
        (&["lint"],                                                             0),
        (&["paths"],                                                            0),
        (&["init"],                                                             3),
        (&["init", "--print"],                                                  0),
    ];
    for (args, expected) in cases {
        let output = house.portcullis(args);
        assert_eq!(
            code(&output),
            *expected,
            "{args:?}\n{}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        assert_eq!(
            output.stderr.is_empty(),
            *expected != 3,
            "an error and nothing else is said on stderr: {args:?}\n{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn an_answer_names_the_rule_the_file_and_the_line() {
    let house = House::with_starter();
    let said = text(
        &house
            .portcullis(&["check", "bash", "ls && git push --force"])
            .stdout,
    );
    let policy = house.config().join("policy.jsonc");
    let rule = "\"git push *--force*\"";
    let line = std::fs::read_to_string(&policy)
        .unwrap()
        .lines()
        .position(|line| line.trim_start().starts_with(rule))
        .unwrap()
        + 1;
    for part in [
        "deny  git push --force".to_owned(),
        "git push *--force*".to_owned(),
        format!("{}:{line}", policy.display()),
        "Ask the user to run it.".to_owned(),
    ] {
        assert!(said.contains(&part), "{part:?} is not in\n{said}");
    }
    assert!(!said.contains('\u{1b}'), "no colours without a terminal");
}

#[test]
fn json_answers_are_those_of_the_protocol() {
    let house = House::with_starter();
    let json = |args: &[&str]| -> Value {
        let output = house.portcullis(args);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
    };
    let check = json(&["check", "--json", "bash", "git push"]);
    assert_eq!(check["state"], "ask");
    assert_eq!(check["matchedPattern"], "git push *");
    assert_eq!(check["source"], "config");
    assert_eq!(check["humanOnly"], false);
    let explain = json(&["explain", "--json", "bash", "cd src && git push"]);
    assert_eq!(explain["state"], "ask");
    assert!(explain["trace"].is_object());
    let policy = json(&["policy", "--json"]);
    assert_eq!(policy["problems"], Value::Array(Vec::new()));
    assert!(policy["rules"].as_array().unwrap().len() > 200);
    let paths = json(&["paths", "--json"]);
    assert!(
        paths
            .as_array()
            .unwrap()
            .iter()
            .any(|used| used["what"] == "policy" && used["exists"] == true)
    );
    assert_eq!(json(&["lint", "--json"]), Value::Array(Vec::new()));
    for which in ["policy", "guards", "protocol"] {
        assert!(json(&["schema", which]).is_object());
    }
}

#[test]
fn lint_shows_the_line_and_the_next_step_and_ends_with_the_severity() {
    let house = House::with_starter();
    let policy = house.config().join("policy.jsonc");
    std::fs::write(
        &policy,
        "{\n  permission: {\n    bash: { 'git *': 'alow' },\n  },\n}\n",
    )
    .unwrap();
    let output = house.portcullis(&["lint"]);
    let said = text(&output.stdout);
    assert_eq!(code(&output), 2, "{said}");
    for part in [
        "error",
        "policy.jsonc:3:",
        "3 |     bash: { 'git *': 'alow' },",
        "^",
    ] {
        assert!(said.contains(part), "{part:?} is not in\n{said}");
    }
    std::fs::write(&policy, "{ permission: {").unwrap();
    assert_eq!(code(&house.portcullis(&["lint"])), 2);
    assert_eq!(
        code(&house.portcullis(&["check", "bash", "git status"])),
        1,
        "unreadable: everything asks"
    );
}

/// Each failing example is said once, by `lint` and by `policy`.
#[test]
fn examples_are_held_to_the_files_in_force() {
    let house = House::with_starter();
    std::fs::write(
        house.config().join("policy.jsonc"),
        "{\n  permission: {\n    bash: { 'git log *': { action: 'allow', match: ['git show'], notMatch: ['hg'] } },\n  },\n}\n",
    )
    .unwrap();
    let output = house.portcullis(&["lint"]);
    let said = text(&output.stdout);
    assert_eq!(code(&output), 2, "{said}");
    assert_eq!(said.matches("example-not-matched").count(), 1, "{said}");
    assert!(said.contains("policy.jsonc:3:"), "{said}");
    let output = house.portcullis(&["policy"]);
    assert!(text(&output.stdout).contains("example-not-matched"));
}

#[test]
fn lint_reads_the_files_it_is_given() {
    let house = House::with_starter();
    let file = house.path("home/proj/other.jsonc");
    std::fs::write(&file, "{ permission: { bash: 'alow' } }").unwrap();
    let output = house.portcullis(&["lint", "other.jsonc"]);
    assert_eq!(code(&output), 2, "{}", text(&output.stdout));
    assert!(
        text(&output.stdout).contains("other.jsonc:1:"),
        "{}",
        text(&output.stdout)
    );
    assert_eq!(code(&house.portcullis(&["lint", "not-there.jsonc"])), 3);
    std::fs::write(
        &file,
        "{ permission: { bash: { 'git *': { action: 'ask', match: ['hg push'] } } } }",
    )
    .unwrap();
    let output = house.portcullis(&["lint", "other.jsonc"]);
    assert_eq!(code(&output), 2, "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("does not match this example"));
}

#[test]
fn lint_reads_folders_and_shows_what_a_finding_is_about() {
    let house = House::with_starter();
    let folder = house.path("home/proj/policies");
    std::fs::create_dir_all(folder.join("agents")).unwrap();
    std::fs::write(
        folder.join("policy.jsonc"),
        "{\n  permission: {\n    bash: {\n      'git * a': 'ask',\n      'git b *': 'allow',\n    },\n  },\n}\n",
    )
    .unwrap();
    std::fs::write(
        folder.join("agents/dev.md"),
        "---\npermission:\n  bash: alow\n---\n",
    )
    .unwrap();
    std::fs::write(folder.join("README.md"), "# no agent").unwrap();
    let output = house.portcullis(&["lint", "policies"]);
    let said = text(&output.stdout);
    assert_eq!(code(&output), 2, "{said}");
    for part in [
        "[tie-by-order]",
        "for `git b a`",
        "policies/policy.jsonc:5:7",
        "= policies/policy.jsonc:4:7: `git * a` (ask)",
        "policies/agents/dev.md:3:9",
    ] {
        assert!(said.contains(part), "{part:?} is not in\n{said}");
    }
    assert!(!said.contains("README"), "{said}");

    let output = house.portcullis(&["lint", "--sarif", "policies"]);
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&log["version"], code(&output)), (&Value::from("2.1.0"), 2));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let tie = results
        .iter()
        .find(|result| result["ruleId"] == "tie-by-order")
        .unwrap();
    assert_eq!(tie["level"], "warning");
    let place = &tie["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "policies/policy.jsonc");
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["startColumn"]),
        (&5.into(), &7.into())
    );
    assert_eq!(
        tie["relatedLocations"][0]["physicalLocation"]["region"]["startLine"],
        4
    );

    let json: Value =
        serde_json::from_slice(&house.portcullis(&["lint", "--json", "policies"]).stdout).unwrap();
    let witnesses: Vec<&Value> = json
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| &problem["witness"])
        .collect();
    assert!(witnesses.contains(&&Value::from("git b a")), "{json}");
}

#[test]
fn init_never_overwrites() {
    let house = House::with_starter();
    let policy = house.config().join("policy.jsonc");
    std::fs::write(&policy, "{}").unwrap();
    let output = house.portcullis(&["init"]);
    assert_eq!(code(&output), 3);
    assert!(text(&output.stderr).contains("already there"));
    assert_eq!(std::fs::read_to_string(&policy).unwrap(), "{}");

    let empty = House::empty();
    std::fs::create_dir_all(empty.config()).unwrap();
    std::os::unix::fs::symlink("/nowhere/at/all", empty.config().join("policy.jsonc")).unwrap();
    assert_eq!(
        code(&empty.portcullis(&["init"])),
        3,
        "a dangling link is something too"
    );
}

#[test]
fn without_a_policy_everything_asks() {
    let house = House::empty();
    let output = house.portcullis(&["check", "bash", "ls"]);
    assert_eq!(code(&output), 1, "{}", text(&output.stdout));
}

#[test]
fn completions_and_manuals_are_made_from_the_same_text() {
    let house = House::empty();
    for shell in ["bash", "zsh", "fish"] {
        let said = text(&house.portcullis(&["completions", shell]).stdout);
        assert!(said.contains("explain"), "{shell}");
    }
    let page = text(&house.portcullis(&["man"]).stdout);
    assert!(page.contains(".TH portcullis"), "{page}");
    let out = house.path("man");
    assert_eq!(
        code(&house.portcullis(&["man", "--out", out.to_str().unwrap()])),
        0
    );
    assert!(out.join("portcullis-check.1").exists());
}

#[test]
fn the_version_names_the_protocol_that_the_server_speaks() {
    let house = House::empty();
    let said = text(&house.portcullis(&["--version"]).stdout);
    assert_eq!(
        said.trim(),
        format!(
            "portcullis {} (protocol {})",
            env!("CARGO_PKG_VERSION"),
            portcullis::protocol::VERSION
        )
    );
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let house = House::with_starter();
    let mut child = house
        .command(support::PORTCULLIS)
        .arg("policy")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

#[test]
fn the_demo_plays_without_a_terminal_and_nobody_is_asked() {
    let house = House::empty();
    let output = house.portcullis(&["demo"]);
    let said = text(&output.stdout);
    assert_eq!(code(&output), 0, "{said}{}", text(&output.stderr));
    let verdicts: Vec<&str> = said
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let verdict = words.next().filter(|word| ["allow", "deny"].contains(word))?;
            line.starts_with("  ").then_some(verdict)
        })
        .collect();
    assert_eq!(
        verdicts,
        [
            "allow", "allow", "allow", "allow", "deny", "deny", "deny", "deny", "deny", "deny", "deny"
        ],
        "{said}"
    );
    assert!(said.contains("confirmation_unavailable"), "{said}");
    assert!(!said.contains('\u{1b}'), "no colours without a terminal");
    assert!(!house.config().exists(), "the demo leaves the home folder alone");
}
