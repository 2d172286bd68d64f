//! Every clause of the chapter on bash has commands of our own that show it. They stand in `tests/clauses/bash.txt`:
//! behind `#` a clause word for word as `docs/decision-model.md` has it, then a line for each command, its verdict in
//! front of a tab. `\n` in a line is a newline, lines that begin with `#!` are comments.
//!
//! A verdict is `allow`, `ask`, `deny`, `human` (an ask for a human alone), `ask <sentinel>`, or `executed …` with what
//! the explanation names as really run. `policy`, `files`, `guarded` and `yolo` set up what follows; `elsewhere` names
//! a test that shows the clause, and its file.

#![expect(
    clippy::unwrap_used,
    reason = "a case whose surroundings can't be made stops the test"
)]

#[allow(dead_code, reason = "the other tests of cases read more of one")]
#[path = "cases/case.rs"]
mod case;
#[path = "cases/world.rs"]
mod world;

use case::Case;
use serde_json::json;
use std::path::Path;
use world::World;

const DEFAULT: &str = r#"{"*": "allow", "bash": {"*": "allow", "rm *": "deny"}, "path": {"*": "allow", "secrets/*": "deny", "*.env": "deny"}}"#;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// A clause and its lines.
struct Clause {
    text: String,
    lines: Vec<(String, String)>,
}

fn clauses() -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    for line in read("tests/clauses/bash.txt").lines() {
        if let Some(text) = line.strip_prefix("# ") {
            found.push(Clause {
                text: text.to_owned(),
                lines: Vec::new(),
            });
        } else if let Some(clause) = found.last_mut()
            && !line.is_empty()
        {
            let (verdict, rest) = line.split_once('\t').unwrap_or((line, ""));
            clause.lines.push((verdict.to_owned(), rest.replace("\\n", "\n")));
        }
    }
    found
}

/// What the surroundings of a clause's commands are.
struct Setting {
    policy: String,
    files: Vec<String>,
    guarded: Vec<String>,
    yolo: bool,
}

/// The verdict, and what the explanation names as run.
fn judge(setting: &Setting, command: &str) -> (Vec<String>, Option<String>) {
    let mut files = json!({
        "a.txt": "", ".env": "", "secrets/k": "", "src/a.rs": "", ".git/config": "", "d/x": "", "x/k.txt": ""
    });
    for file in &setting.files {
        files.as_object_mut().unwrap().insert(file.clone(), json!(""));
    }
    let mut line = json!({
        "id": "clause",
        "kind": "clause",
        "protected_writes": setting.guarded,
        "yolo": setting.yolo,
        "cwd": "/home/u/proj",
        "files": files,
        "call": {"tool": "bash", "input": {"command": command}},
        "expect": "allow",
        "why": ""
    })
    .to_string();
    // The order of the keys of a policy matters, so it goes in as it is written.
    line.insert_str(1, &format!("\"policy\": {},", setting.policy));
    let case: Case<'_> = serde_json::from_str(&line).unwrap();
    let verdict = World::build(&case).judge(&case, true);
    let state = verdict.state.as_str().to_owned();
    let mut said = vec![state.clone()];
    if verdict.human_only {
        said = vec!["human".to_owned()];
    }
    if let Some(pattern) = &verdict.deciding.matched_pattern {
        said.push(format!("{state} {pattern}"));
    }
    let mut units = verdict.trace.iter().flat_map(|trace| &trace.intents);
    let executed = units.find_map(|unit| unit.intent.unit.as_ref()?.executed.clone());
    (said, executed.map(|text| text.to_string()))
}

fn wrong(clause: &Clause) -> Vec<String> {
    let mut setting = Setting {
        policy: DEFAULT.to_owned(),
        files: Vec::new(),
        guarded: Vec::new(),
        yolo: false,
    };
    let mut wrong = Vec::new();
    for (verdict, rest) in &clause.lines {
        let list = || rest.split(',').map(str::to_owned).collect();
        match verdict.as_str() {
            "policy" => setting.policy.clone_from(rest),
            "files" => setting.files = list(),
            "guarded" => setting.guarded = list(),
            "yolo" => setting.yolo = true,
            "elsewhere" => {
                let (file, test) = rest.split_once(' ').unwrap();
                if !read(file).contains(&format!("fn {test}()")) {
                    wrong.push(format!("{file} has no test {test}"));
                }
            }
            _ => {
                let (said, executed) = judge(&setting, rest);
                let right = match verdict.strip_prefix("executed ") {
                    Some(run) => executed.as_deref() == Some(run),
                    None => said.contains(verdict),
                };
                if !right {
                    wrong.push(format!("{rest}\n      not {verdict}: {said:?} {executed:?}"));
                }
            }
        }
    }
    wrong
}

#[test]
fn every_clause_is_shown_by_commands() {
    let wrong: Vec<String> = clauses()
        .iter()
        .flat_map(|clause| {
            let none = clause.lines.is_empty().then(|| "no command shows it".to_owned());
            let lines = wrong(clause).into_iter().chain(none);
            lines
                .map(|line| format!("{:.60}…\n    {line}", clause.text))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The chapter and the list are the same text, so that a clause that is added has to be shown.
#[test]
fn the_list_is_the_chapter_word_for_word() {
    let page = read("docs/decision-model.md");
    let chapter = page
        .split("## 4. Bash")
        .nth(1)
        .unwrap()
        .split("## 5.")
        .next()
        .unwrap();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let listed: Vec<String> = clauses().iter().flat_map(|clause| words(&clause.text)).collect();
    assert_eq!(listed, words(chapter));
}
