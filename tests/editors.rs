//! Real editors, headless, with what stands in `editors/`, on a policy with mistakes. An editor that is missing is
//! skipped by name, and demanded where `PORTCULLIS_REQUIRE_TOOLS=1`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod support;

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use support::{House, PORTCULLIS, code, have, have_path, repository, text};

const MISTAKES: &str = include_str!("editors/mistakes.jsonc");
const MENDED: &str = include_str!("editors/mended.jsonc");

/// A house whose policy has five mistakes, and where that is.
fn house() -> (House, PathBuf) {
    let house = House::empty();
    std::fs::create_dir_all(house.config()).unwrap();
    let policy = house.config().join("policy.jsonc");
    std::fs::write(&policy, MISTAKES).unwrap();
    (house, policy)
}

/// The lines that a script said, once it ended well.
fn said(output: &Output) -> Vec<String> {
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    said.lines().map(str::to_owned).collect()
}

#[test]
fn neovim_sees_five_mistakes_mends_them_and_shows_a_verdict() {
    if !have("nvim", "--version") {
        return;
    }
    let (house, policy) = house();
    let output = house
        .command("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "--cmd"])
        .arg(format!("set rtp+={}", repository("editors/neovim").display()))
        .arg("-c")
        .arg(format!(
            "luafile {}",
            repository("tests/editors/neovim.lua").display()
        ))
        .env("PORTCULLIS", PORTCULLIS)
        .env("POLICY", &policy)
        .output()
        .unwrap();
    assert_eq!(
        said(&output),
        [
            "diagnostics: blanks-in-pattern open-ended-name quoted-command-name trailing-slash unknown-field",
            "mended: 0",
            "lens: ask: git * (policy)",
            "panel: ask: git * (policy)",
        ]
    );
    assert_eq!(std::fs::read_to_string(&policy).unwrap(), MENDED);
}

#[test]
fn emacs_sees_a_diagnostic_and_shows_a_verdict() {
    if !have("emacs", "--version") {
        return;
    }
    let eglot = "(progn (package-initialize) (require 'eglot))";
    let has_eglot = Command::new("emacs")
        .args(["-q", "--batch", "--eval", eglot])
        .stdin(Stdio::null())
        .output()
        .is_ok_and(|output| output.status.success());
    if !has_eglot && !have("elpa-eglot", "--version") {
        return;
    }
    let (house, policy) = house();
    let output = house
        .command("emacs")
        .args(["-q", "--batch", "-L"])
        .arg(repository("editors/emacs"))
        .arg("-l")
        .arg(repository("tests/editors/emacs.el"))
        .env("PORTCULLIS", PORTCULLIS)
        .env("POLICY", &policy)
        .output()
        .unwrap();
    let said = said(&output);
    assert_eq!(
        (said[0].as_str(), said.len()),
        ("mode: portcullis-policy-mode", 3),
        "{said:?}"
    );
    assert!(
        said[1].starts_with("diagnostic: ") && said[1].contains("blank"),
        "{said:?}"
    );
    assert_eq!(said[2], "verdict: ask: git * (policy)");
}

#[test]
fn the_bundle_for_vs_code_talks_to_the_real_binary() {
    let folder = repository("editors/vscode");
    if !have("node", "--version")
        || !have_path(&folder.join("node_modules"), "npm ci --prefix editors/vscode")
    {
        return;
    }
    for arguments in [
        &["node_modules/typescript/bin/tsc", "--noEmit"][..],
        &["build.mjs"][..],
    ] {
        let built = Command::new("node")
            .args(arguments)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(
            built.status.success(),
            "{}{}",
            text(&built.stdout),
            text(&built.stderr)
        );
    }
    let (house, policy) = house();
    let output = house
        .command("node")
        .arg(repository("tests/editors/vscode.mjs"))
        .arg(folder.join("dist/extension.js"))
        .arg(PORTCULLIS)
        .arg(&policy)
        .output()
        .unwrap();
    assert_eq!(
        said(&output),
        [
            "active",
            "diagnostic: unknown-field 2:2",
            "page: # unknown-field",
            "asked: 1 panel: Portcullis: ask true",
            "in force: 5",
            "lens: ask: git * (policy)",
            "stopped",
        ]
    );
}

#[test]
fn the_configurations_are_in_their_formats() {
    let zed = std::fs::read_to_string(repository("editors/zed/settings.json")).unwrap();
    assert!(portcullis::policy::Node::of_json5(&zed).is_ok());
    if have("python3", "--version") {
        let read = "import sys, tomllib; tomllib.load(open(sys.argv[1], 'rb'))";
        let output = Command::new("python3")
            .args(["-c", read])
            .arg(repository("editors/helix/languages.toml"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

#[test]
fn each_readme_has_five_lines_and_says_what_it_was_tried_in() {
    for editor in ["emacs", "helix", "neovim", "vscode", "zed"] {
        let readme = std::fs::read_to_string(repository(&format!("editors/{editor}/README.md"))).unwrap();
        let lines: Vec<&str> = readme.lines().collect();
        assert_eq!(lines.len(), 5, "{editor}");
        assert!(lines[4].starts_with("Tried in: "), "{editor}");
    }
}

#[test]
fn what_an_editor_needs_is_shown_and_then_written_once() {
    #[rustfmt::skip]
    let cases: &[(&str, Option<&str>, &str)] = &[
        ("neovim", Some(".config/nvim/lua/portcullis.lua"), "require('portcullis').setup()"),
        ("emacs", Some(".config/emacs/portcullis/portcullis.el"), "(require 'portcullis)"),
        ("helix", Some(".config/helix/languages.toml"), "hx --health"),
        ("zed", Some(".config/portcullis/.zed/settings.json"), "Open that folder"),
        ("vscode", None, "npm ci"),
    ];
    for (editor, file, then) in cases {
        let house = House::empty();
        let run = |more: &[&str]| {
            let output = house.portcullis(&[&["lsp", "install", "--editor", editor], more].concat());
            assert_eq!(code(&output), 0, "{}", text(&output.stderr));
            text(&output.stdout)
        };
        let shown = run(&["--dry-run"]);
        assert!(shown.contains(then), "{shown}");
        let Some(file) = file.map(|file| house.home().join(file)) else {
            continue;
        };
        assert!(!file.exists() && shown.contains("Would write "), "{shown}");
        assert!(run(&[]).contains("Wrote "));
        let written = std::fs::read_to_string(&file).unwrap();
        assert!(shown.contains(written.trim_end()), "{editor}");
        assert!(run(&[]).contains("has it already"));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
    }
}

#[test]
fn a_file_of_somebody_else_is_added_to_or_left_alone() {
    let house = House::empty();
    let helix = house.home().join(".config/helix/languages.toml");
    let zed = house.home().join(".config/portcullis/.zed/settings.json");
    for file in [&helix, &zed] {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, "# mine\n").unwrap();
    }
    let output = house.portcullis(&["lsp", "install", "--editor", "helix"]);
    assert_eq!(code(&output), 0);
    let written = std::fs::read_to_string(&helix).unwrap();
    assert!(written.starts_with("# mine\n\n") && written.contains("[language-server.portcullis]"));
    let output = house.portcullis(&["lsp", "install", "--editor", "zed"]);
    assert_eq!(code(&output), 3);
    assert!(
        text(&output.stderr).contains("json-language-server"),
        "it says what belongs there"
    );
    assert_eq!(std::fs::read_to_string(&zed).unwrap(), "# mine\n");
}
