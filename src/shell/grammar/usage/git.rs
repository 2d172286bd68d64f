//! git: operands by subcommand.

use super::operands::{has_scheme, is_remote};
use super::{Build, Does, When};
use crate::shell::grammar::git;
use crate::shell::grammar::option::{Act, Item, lead, read};

impl Build<'_, '_> {
    pub(super) fn git(&mut self) {
        let mut sub = None;
        for item in read(self.words, 1, &git::GLOBALS) {
            match item {
                Item::Option {
                    act: Act::Run | Act::Assign,
                    value: Some((index, from)),
                    word,
                } => {
                    // `--exec-path=/x`, `-c core.hooksPath=/x`.
                    let Some((text, _)) = self.words.get(index).map(lead) else {
                        continue;
                    };
                    let value = text.get(from..).unwrap_or_default();
                    let _ = word;
                    let from = from + value.find('=').map_or(0, |eq| eq + 1);
                    self.push(index, from, When::Shaped, Does::Unknown, "setting of git");
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
        for item in read(self.words, index + 1, &sub.grammar) {
            match item {
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
                    self.git_operand(sub, index, operands, dashed, edits);
                }
            }
        }
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
    }
}
