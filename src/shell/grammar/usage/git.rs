//! git: operands by subcommand.

use super::operands::{has_scheme, is_remote};
use super::{Build, Does, When};
use crate::shell::grammar::git;
use crate::shell::grammar::option::{Act, Item, lead, read};
use crate::shell::{Part, Span, Word};
use std::borrow::Cow;

impl Build<'_, '_> {
    pub(super) fn git(&mut self) {
        let mut sub = None;
        for item in read(self.words, 1, &git::GLOBALS) {
            match item {
                Item::Option {
                    act: Act::Run | Act::Assign,
                    value: Some((index, from)),
                    ..
                } => {
                    // `--exec-path=/x`, `-c core.hooksPath=/x`.
                    let Some((text, _)) = self.words.get(index).map(lead) else {
                        continue;
                    };
                    let value = text.get(from..).unwrap_or_default();
                    let from = from + value.find('=').map_or(0, |eq| eq + 1);
                    self.at_risk(|build| {
                        build.push(index, from, When::Likely, Does::Unknown, "setting of git");
                    });
                }
                Item::Option {
                    act,
                    value: Some((index, from)),
                    ..
                } => {
                    self.act(act, index, from, "value of an option");
                }
                Item::Operand(index) => {
                    sub = Some(index);
                    break;
                }
                Item::Unknown(index) => self.likely(index, When::Likely),
                _ => {}
            }
        }
        let Some(index) = sub else { return };
        let Some((name, true)) = self.words.get(index).map(lead) else {
            self.generic(index);
            return;
        };
        let Some(sub) = git::subcommand(&name) else {
            // A subcommand that is not known (an alias): revisions and names as often as paths.
            for index in index + 1..self.words.len() {
                self.likely(index, When::Likely);
            }
            return;
        };
        self.out.leaves_alone = sub.act == Act::Read || sub.act == Act::Inert;
        let mut operands = 0;
        let mut dashed = false;
        let mut edits = false;
        let mut places = Vec::new();
        let own = matches!(
            &*name,
            "clone" | "init" | "submodule" | "submodule--helper" | "worktree" | "config"
        );
        for item in read(self.words, index + 1, &sub.grammar) {
            match item {
                Item::Operand(index) if own => places.push(index),
                Item::Option { act, value, .. } => {
                    edits |= act == Act::Edit;
                    if let Some((index, from)) = value {
                        self.act(act, index, from, "value of an option");
                    }
                }
                Item::Dashes(_) => dashed = true,
                Item::Unknown(index) => {
                    let Some((text, whole)) = self.words.get(index).map(lead) else {
                        continue;
                    };
                    self.glued(index, &text, whole);
                }
                Item::Operand(index) => {
                    operands += 1;
                    if operands == 1 && matches!(&*name, "fetch" | "pull" | "push" | "ls-remote") {
                        let (text, whole) = self.words.get(index).map(lead).unwrap_or_default();
                        if !self.file_url(index, 0, &text) && (!whole || text.starts_with(['/', '.', '~'])) {
                            self.push(index, 0, When::Written, Does::Unknown, "repository");
                        }
                    }
                    self.git_operand(sub, index, operands, dashed, edits);
                }
            }
        }
        let name = name.into_owned();
        self.git_more(&name, index + 1, &places, operands);
    }

    /// What a subcommand does beyond its operands, or with them in its own way.
    fn git_more(&mut self, name: &str, first: usize, places: &[usize], operands: usize) {
        match name {
            "clone" => self.git_made(places, 0, 1),
            "init" => {
                for place in places {
                    self.push(*place, 0, When::Always, Does::Writes, "made by git");
                }
            }
            "submodule" | "submodule--helper" if self.is_text(places.first(), "add") => {
                self.git_made(places, 1, 2);
            }
            "worktree" => self.git_worktree(places),
            "config" => self.git_config(first, places),
            "grep" if operands < 2 && self.has_option(first, &["--no-index", "--untracked"]) => {
                self.descends = true;
                self.here(Does::Reads, "the working folder");
                self.descends = false;
            }
            "add" | "stage"
                if operands == 0 && self.has_option(first, &["-A", "--all", "--no-ignore-removal"]) =>
            {
                self.descends = true;
                self.here(Does::Reads, "the working folder");
                self.descends = false;
            }
            "clean" if operands == 0 && !self.has_option(first, &["-n", "--dry-run"]) => {
                self.descends = true;
                self.here(Does::Writes, "cleaned by git");
                self.descends = false;
            }
            "am" if !self.has_option(first, &["--abort", "--quit", "--skip"]) => {
                self.writes_somewhere("written by a patch");
            }
            "apply"
                if !self.has_option(
                    first,
                    &["--check", "--stat", "--numstat", "--summary", "--cached"],
                ) =>
            {
                self.writes_somewhere("written by a patch");
            }
            _ => {}
        }
    }

    fn is_text(&self, index: Option<&usize>, wanted: &str) -> bool {
        index
            .and_then(|index| self.words.get(*index))
            .is_some_and(|word| matches!(lead(word), (text, true) if text == wanted))
    }

    /// Whether one of these words stands behind the subcommand.
    fn has_option(&self, start: usize, names: &[&str]) -> bool {
        self.words
            .iter()
            .skip(start)
            .any(|word| matches!(lead(word), (text, true) if names.contains(&&*text)))
    }

    /// A repository at `from` of `operands`, and the folder at `to` that it is brought into; without one the
    /// folder is named after the repository.
    fn git_made(&mut self, operands: &[usize], from: usize, to: usize) {
        if let Some(index) = operands.get(from) {
            let local = self
                .words
                .get(*index)
                .map(|word| lead(word).0)
                .is_some_and(|text| !has_scheme(&text) && !is_remote(&text));
            let text = self.words.get(*index).map(lead).unwrap_or_default().0;
            if !self.file_url(*index, 0, &text) && local {
                self.push(*index, 0, When::Likely, Does::Reads, "repository");
            }
        }
        if let Some(index) = operands.get(to) {
            self.push(*index, 0, When::Always, Does::Writes, "made by git");
            return;
        }
        let source = operands.get(from).and_then(|index| self.words.get(*index));
        let Some((text, true)) = source.map(lead) else {
            return;
        };
        let stem = text
            .trim_end_matches('/')
            .trim_end_matches(".git")
            .trim_end_matches('/');
        let made = stem.rsplit(['/', ':']).next().unwrap_or(stem);
        if !made.is_empty() && made != "." && made != ".." {
            let word = literal(made, source.map(|word| word.span).unwrap_or_default());
            self.push_word(Cow::Owned(word), When::Always, Does::Writes, "made by git");
        }
    }

    /// `worktree add folder [revision]`, `move from to`, `remove folder`.
    fn git_worktree(&mut self, operands: &[usize]) {
        let Some((verb, rest)) = operands.split_first() else {
            return;
        };
        let taken = match self.words.get(*verb).map(lead) {
            Some((text, true)) if text == "add" => 1,
            Some((text, true)) if text == "move" || text == "remove" => rest.len(),
            Some((text, true)) if matches!(&*text, "list" | "prune" | "lock" | "unlock") => 0,
            _ => rest.len(),
        };
        for index in rest.iter().take(taken) {
            self.push(*index, 0, When::Always, Does::Writes, "made by git");
        }
    }

    /// `git config`: what is set is written into a file of settings.
    fn git_config(&mut self, start: usize, operands: &[usize]) {
        let verb = |wanted: &[&str]| wanted.iter().any(|wanted| self.is_text(operands.first(), wanted));
        let reads = verb(&["get", "list"])
            || self.has_option(
                start,
                &[
                    "--get",
                    "--get-all",
                    "--get-regexp",
                    "--get-urlmatch",
                    "--list",
                    "-l",
                ],
            );
        let changes = [
            "--unset",
            "--unset-all",
            "--add",
            "--replace-all",
            "--rename-section",
            "--remove-section",
            "--edit",
            "-e",
        ];
        let writes = !reads
            && (operands.len() > 1
                || self.has_option(start, &changes)
                || verb(&["set", "unset", "edit", "rename-section", "remove-section"]));
        let elsewhere = self.words.iter().skip(start).any(|word| {
            let (text, _) = lead(word);
            text.starts_with("-f") || text.starts_with("--fi") || text.starts_with("--bl")
        });
        if !writes || elsewhere {
            return;
        }
        let span = self.words.first().map(|word| word.span).unwrap_or_default();
        let file = if self.has_option(start, &["--global"]) {
            Word {
                span,
                parts: vec![
                    Part::Home { quoted: true },
                    Part::Text {
                        text: "/.gitconfig".to_owned(),
                        quoted: true,
                    },
                ],
            }
        } else if self.has_option(start, &["--system"]) {
            literal("/etc/gitconfig", span)
        } else {
            literal(".git/config", span)
        };
        self.push_word(Cow::Owned(file), When::Always, Does::Writes, "settings of git");
    }

    /// The `nth` operand of a subcommand.
    fn git_operand(&mut self, sub: &git::Sub, index: usize, nth: usize, dashed: bool, edits: bool) {
        let does = match if edits { Act::Write } else { sub.act } {
            Act::Read => Does::Reads,
            Act::Write => Does::Writes,
            _ => Does::Unknown,
        };
        let Some((text, _)) = self.words.get(index).map(lead) else {
            return;
        };
        if has_scheme(&text) || is_remote(&text) && sub.kind == git::Kind::Places {
            return;
        }
        let when = match sub.kind {
            _ if dashed => When::Always,
            git::Kind::Names => return,
            git::Kind::Paths => When::Always,
            git::Kind::Pattern if nth == 1 => return,
            git::Kind::Revisions | git::Kind::Places if nth <= sub.skip => return,
            git::Kind::Revisions | git::Kind::Pattern => When::Existing,
            git::Kind::Places => When::Shaped,
        };
        // `HEAD:path` and `:path` name a file of a revision.
        if sub.kind == git::Kind::Revisions
            && !dashed
            && let Some(colon) = text.find(':')
            && text
                .get(..colon)
                .is_some_and(|before| !before.contains('/') || text.contains(".."))
        {
            self.push(index, colon + 1, When::Shaped, Does::Reads, "file of a revision");
            return;
        }
        self.descends = sub.descends;
        self.push(index, 0, when, does, "operand of git");
        self.descends = false;
        let globs = text.contains(['*', '?', '[']) && !text.contains(':');
        if when == When::Always && sub.kind != git::Kind::Places || sub.act == Act::Write && globs {
            self.pathspec(index, &text, does, sub.descends);
        }
    }
}

impl Build<'_, '_> {
    /// A pathspec that is more than a path: `:/`, `:(glob)**`, and a quoted glob, which git expands itself
    /// (`gitglossary(7)`, "pathspec").
    fn pathspec(&mut self, index: usize, text: &str, does: Does, descends: bool) {
        let magic = text.starts_with(':') && text.len() > 1;
        let plain = match text.strip_prefix(":(") {
            Some(rest) => rest.split_once(')').map_or(rest, |(_, plain)| plain),
            None => text.trim_start_matches([':', '/', '!', '^']),
        };
        let globs = plain.contains(['*', '?', '[']);
        let Some(word) = self.words.get(index).filter(|_| magic || globs) else {
            return;
        };
        let span = word.span;
        if globs {
            let parts = vec![Part::Glob(plain.to_owned())];
            self.push_word(Cow::Owned(Word { span, parts }), When::Always, does, "pathspec");
        } else if !plain.is_empty() {
            self.push_word(Cow::Owned(literal(plain, span)), When::Always, does, "pathspec");
        }
        if descends && (globs || plain.is_empty()) && !text.starts_with(":!") && !text.starts_with(":^") {
            self.descends = true;
            self.here(does, "matched by a pathspec");
            self.descends = false;
        }
    }
}

fn literal(text: &str, span: Span) -> Word {
    Word {
        span,
        parts: vec![Part::Text {
            text: text.to_owned(),
            quoted: true,
        }],
    }
}
