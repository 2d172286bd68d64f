//! What a descent leaves out, and what other options let in again; programs whose words go their own way.

use super::{Build, Does};
use crate::shell::grammar::option::{Act, Item, lead, tail};

impl Build<'_, '_> {
    /// What a program does with its words beyond its table.
    pub(super) fn in_their_own_way(&mut self, operands: &[usize], items: &[Item]) {
        match self.name.as_str() {
            "curl" => self.curl(items),
            "wget" => self.wget(items),
            "man" => self.pages(operands, items.iter().any(|item| self.is_local_page(item))),
            "rsync" | "grep" | "egrep" | "fgrep" | "ggrep" | "rgrep" => self.included(),
            _ => {}
        }
    }

    /// `man ./page`: what holds a slash is a file, with `-l` everything is (`man(1)`).
    fn pages(&mut self, operands: &[usize], local: bool) {
        for index in operands {
            let text = self.words.get(*index).map(lead).unwrap_or_default().0;
            if local || text.contains('/') {
                self.each(&[*index], Does::Reads);
            }
        }
    }

    /// `man -l page`.
    fn is_local_page(&self, item: &Item) -> bool {
        let Item::Option {
            word, value: None, ..
        } = item
        else {
            return false;
        };
        let text = self.words.get(*word).map(lead).unwrap_or_default().0;
        text == "--local-file" || !text.starts_with("--") && text.contains('l')
    }

    /// A pattern that lets files in may let in what another leaves out: of `rsync` the first that matches counts,
    /// of `grep` the last (`rsync(1)`, "FILTER RULES"; `grep(1)`, `--include`).
    fn included(&mut self) {
        let all = || self.words.iter().skip(1).map(|word| lead(word).0);
        if self.name == "rsync" {
            let lets_in = |text: &str| {
                text.starts_with("--incl")
                    || text.starts_with("--filter")
                    || (text.starts_with("-f") && text.len() > 2 && !text.starts_with("-f-"))
                    || text.starts_with(['+', '.', ':'])
            };
            if all().any(|text| lets_in(&text)) {
                self.out.excludes.clear();
            }
            return;
        }
        let Some(last) = all().rposition(|text| text.starts_with("--inc")) else {
            return;
        };
        let before: Vec<String> = all()
            .take(last)
            .filter_map(|text| text.strip_prefix("--exclude=").map(str::to_owned))
            .collect();
        let spaced = all().take(last).any(|text| text == "--exclude");
        self.out
            .excludes
            .retain(|left_out| !spaced && !before.contains(left_out));
    }

    /// `rg -g '!…'` leaves out, `-g '…'` does not; the suffix of `sed -i` is none of ours.
    pub(super) fn glob(&mut self, act: Act, index: usize, from: usize) {
        if act != Act::Exclude {
            return;
        }
        let text = self
            .words
            .get(index)
            .map(|word| tail(word, from))
            .and_then(|word| word.literal());
        match text.as_deref().map(|text| (text, text.strip_prefix('!'))) {
            Some((_, Some(left_out))) => self.out.excludes.push(left_out.to_owned()),
            // What a later glob lets in comes back, but nothing below a folder that is left out (`rg(1)`, `--glob`).
            Some((let_in, None)) => {
                let suffix = let_in
                    .strip_prefix('*')
                    .filter(|suffix| suffix.starts_with('.') && !suffix.contains(['*', '?', '[', '{']));
                let globs = |text: &str| text.contains(['*', '?', '[', '{']);
                self.out.excludes.retain(|left_out| {
                    let name = left_out.trim_end_matches('/');
                    let plain = name.strip_prefix("*.").unwrap_or(name);
                    !globs(plain)
                        && suffix.is_some_and(|suffix| !name.ends_with(suffix) && !suffix.ends_with(plain))
                });
            }
            None => self.out.excludes.clear(),
        }
    }
}
