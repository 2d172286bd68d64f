//! What the README and the documents show is what happens: each client is the file in `examples/`, runs, and decides
//! as its reader is told; each `portcullis` command in a console block gives the exit code that stands beside it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod support;

use std::path::Path;
use std::process::Output;
use support::{House, PORTCULLIS, code, have, node_modules, repository, text};

/// What both clients print under the starter policy.
const DECIDED: &[&str] = &["allow bash", "deny read", "prompt", "deny bash"];

#[test]
fn the_readme_shows_the_clients_as_they_are() {
    let readme = read("README.md");
    for file in ["examples/client.mts", "examples/client.py"] {
        assert!(
            readme.contains(read(file).trim()),
            "README.md does not hold {file} word for word"
        );
    }
}

#[test]
fn the_python_client_runs() {
    if !have("python3", "--version") {
        return;
    }
    let house = House::with_starter();
    let output = house
        .command("python3")
        .arg(repository("examples/client.py"))
        .arg(PORTCULLIS)
        .output()
        .unwrap();
    assert_decided(&output);
}

#[test]
fn the_typescript_client_compiles_strictly_and_runs() {
    if !have("node", "--version") {
        return;
    }
    let Some(modules) = node_modules() else { return };
    let house = House::with_starter();
    let out = house.path("out");
    let compiled = house
        .command("node")
        .arg(modules.join("typescript/bin/tsc"))
        .args(["--strict", "--target", "es2022", "--module", "nodenext"])
        .args(["--types", "node", "--typeRoots"])
        .arg(modules.join("@types"))
        .arg("--outDir")
        .arg(&out)
        .arg(repository("examples/client.mts"))
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", text(&compiled.stdout));
    let output = house
        .command("node")
        .arg(out.join("client.mjs"))
        .arg(PORTCULLIS)
        .output()
        .unwrap();
    assert_decided(&output);
}

fn assert_decided(output: &Output) {
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(lines.len(), DECIDED.len(), "{said}");
    for (line, start) in lines.iter().zip(DECIDED) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(
            words.join(" ").starts_with(start),
            "{line:?} should begin with {start:?}\n{said}"
        );
    }
    assert!(said.contains("nobody is at the keyboard"), "{said}");
}

/// Commands in ```` ```console ```` blocks that begin with `$ portcullis`. A comment `# exit N` gives the code; without
/// one it is 0.
#[test]
fn the_commands_in_the_documents_do_what_they_say() {
    let mut run = 0;
    for document in documents() {
        for (command, expected) in commands(&read(&document)) {
            let house = House::with_starter();
            // A document shows the name that a reader types; the shell finds the binary under test by it.
            let output = house
                .command("bash")
                .args([
                    "-euc",
                    &format!("portcullis() {{ {PORTCULLIS:?} \"$@\"; }}\n{command}"),
                ])
                .output()
                .unwrap();
            assert_eq!(
                code(&output),
                expected,
                "{document}: {command}\n{}{}",
                text(&output.stdout),
                text(&output.stderr)
            );
            run += 1;
        }
    }
    assert!(run >= 5, "only {run} commands were found in the documents");
}

#[test]
fn the_links_between_documents_lead_somewhere() {
    for document in documents() {
        let content = read(&document);
        let folder = Path::new(&document).parent().unwrap();
        for (at, _) in content.match_indices("](") {
            let target = content[at + 2..].split([')', '#', ' ']).next().unwrap();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            assert!(
                repository("").join(folder).join(target).exists(),
                "{document} links to {target}"
            );
        }
    }
}

fn documents() -> Vec<String> {
    let mut documents: Vec<String> = std::fs::read_dir(repository("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    documents.sort();
    documents.extend(["README.md", "SECURITY.md", "CHANGELOG.md"].map(str::to_owned));
    documents
}

fn commands(document: &str) -> Vec<(String, i32)> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        if line.starts_with("```") {
            inside = line.trim() == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            if !command.starts_with("portcullis ") {
                continue;
            }
            let (command, exit) = match command.rsplit_once("# exit ") {
                Some((command, exit)) => (command, exit.trim().parse().unwrap()),
                None => (command, 0),
            };
            found.push((command.trim().to_owned(), exit));
        }
    }
    found
}

fn read(path: &str) -> String {
    std::fs::read_to_string(repository(path)).unwrap()
}
