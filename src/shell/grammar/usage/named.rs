//! Programs with subcommands, and those that take names of packages, images and resources.

use super::operands::{has_scheme, is_remote};
use super::{Build, Does, Reach, When};
use crate::shell::grammar::option::{Act, Arg, lead};
use crate::shell::grammar::tools::{self, Place, Row, Tool};

impl Build<'_, '_> {
    /// A program whose first operand is a subcommand or target. Of one that takes `names` (packages,
    /// images, resources) the others are names as well, unless they are values of options.
    pub(super) fn named(&mut self, names: bool, start: usize) {
        let tool = tools::lookup(&self.name);
        let row = tool.and_then(|tool| self.row(tool, start));
        let mut operands = Vec::new();
        let mut first = row.is_none();
        let mut sub = row.map_or(&[][..], |row| row.sub);
        let mut behind_option = false;
        let mut descends = false;
        let mut checks = false;
        let mut at = start;
        while let Some((text, whole)) = self.words.get(at).map(lead) {
            let index = at;
            at += 1;
            let value = std::mem::take(&mut behind_option);
            if text.starts_with('-') && text.len() > 1 {
                let known = tool.and_then(|tool| tools::option(&text, tool, row));
                let Some((opt, from)) = known else {
                    self.glued(index, &text, whole);
                    behind_option = !text.contains('=');
                    continue;
                };
                descends |= opt.act == Act::Descend;
                checks |= opt.act == Act::NoPattern;
                if opt.arg == Arg::No {
                    continue;
                }
                let place = from.map_or((at, 0), |from| (index, from));
                if from.is_none() {
                    at += 1;
                }
                self.act(opt.act, place.0, place.1, "value of an option");
                if opt.act == Act::Shaped {
                    self.at_risk(|build| build.pieces(place.0, place.1));
                }
            } else if let Some((_, rest)) = sub.split_first().filter(|(word, _)| whole && **word == text) {
                sub = rest;
            } else if value {
                // It may be the value of the option in front, or an operand.
                self.at_risk(|build| build.likely(index, When::Likely));
                operands.push((index, true));
            } else if first
                && !text.contains('/')
                && !text.contains('=')
                && !text.starts_with(['.', '~', '@'])
            {
                // The subcommand or target.
                first = false;
            } else {
                operands.push((index, false));
            }
        }
        let place = row.map_or(Place::Names, |row| row.place);
        let rest: Vec<usize> = operands
            .iter()
            .filter(|(_, seen)| !seen || place != Place::Names)
            .map(|(index, _)| *index)
            .collect();
        self.places(place, &rest, names, descends, checks);
    }

    /// The row of the subcommand that is given.
    fn row(&self, tool: &'static Tool, start: usize) -> Option<&'static Row> {
        let bare: Vec<_> = self
            .words
            .iter()
            .skip(start)
            .map(lead)
            .filter(|(text, whole)| *whole && !text.starts_with('-'))
            .take(4)
            .collect();
        tool.rows.iter().find(|row| {
            bare.windows(row.sub.len()).any(|words| {
                words
                    .iter()
                    .zip(row.sub)
                    .all(|((text, _), wanted)| &**text == *wanted)
            })
        })
    }

    /// The operands behind a subcommand.
    fn places(&mut self, place: Place, operands: &[usize], names: bool, descends: bool, checks: bool) {
        match place {
            Place::Names => {
                let when = if names { When::Named } else { When::Shaped };
                for index in operands {
                    self.likely(*index, when);
                }
            }
            Place::Files => {
                for index in operands {
                    self.likely(*index, When::Likely);
                }
            }
            Place::Charts => {
                for index in operands {
                    self.push(*index, 0, When::Existing, Does::Reads, "chart");
                }
            }
            Place::Reads => self.each(operands, Does::Reads),
            Place::Writes if checks => self.each(operands, Does::Reads),
            Place::Writes => self.each(operands, Does::Writes),
            Place::Copy => {
                self.descends = descends || self.words.iter().any(|word| lead(word).0 == "sync");
                if let Some((last, sources)) = operands.split_last() {
                    self.each(sources, Does::Reads);
                    self.each(&[*last], Does::Writes);
                }
                self.descends = false;
            }
            Place::Makes(skip) => {
                let made = operands.get(skip..).unwrap_or_default();
                for index in operands.iter().take(skip) {
                    self.likely(*index, When::Named);
                }
                self.descends = true;
                self.each(made, Does::Writes);
                self.descends = false;
            }
            Place::MakesHere => {
                self.each(operands, Does::Writes);
                if operands.is_empty() {
                    self.here(Does::Writes, "made here");
                }
            }
            Place::Context => {
                self.each(operands, Does::Reads);
                let context = operands.len();
                for touch in self.out.touches.iter_mut().rev().take(context) {
                    touch.reach = Reach::Perhaps;
                }
            }
        }
    }

    /// Operands that are paths of this machine.
    pub(super) fn each(&mut self, operands: &[usize], does: Does) {
        for index in operands {
            let Some((text, whole)) = self.words.get(*index).map(lead) else {
                continue;
            };
            if has_scheme(&text) || is_remote(&text) || (whole && text == "-") {
                continue;
            }
            self.push(*index, 0, When::Always, does, "operand of the subcommand");
        }
    }
}
