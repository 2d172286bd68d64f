//! What a copy makes: in the folder it goes into, and beside what it replaces.
//!
//! Sources: `cp(1)`, `mv(1)`, `ln(1)`, `install(1)` of coreutils 9.1 ("The backup suffix is '~'"), `rsync(1)`.

use super::{Build, Does, When};
use crate::shell::grammar::option::{Act, Item, lead, tail};
use crate::shell::{Part, Word};
use std::borrow::Cow;

/// What the target of a copy comes to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made<'a> {
    /// The sources: where the target is a folder, each is made in it under its own name.
    pub sources: Vec<&'a Word>,
    /// The target is a folder, whatever stands there now.
    pub certain: bool,
    /// What is written in place of an entry that is kept: its name with this behind it.
    pub backup: Option<Cow<'a, Word>>,
}

impl Build<'_, '_> {
    /// Says of the touch at `target` what is made of `sources` there.
    pub(super) fn made(&mut self, target: usize, sources: &[usize], items: &[Item], certain: bool) {
        let words = self.words;
        let text_of = |index: usize| words.get(index).map(lead).unwrap_or_default().0;
        let mut backup = None;
        let mut itself = false;
        for item in items {
            let Item::Option { word, value, .. } = item else {
                continue;
            };
            let text = text_of(*word);
            let letters = if text.starts_with("--") {
                ""
            } else {
                text.get(1..).unwrap_or_default()
            };
            let suffix = letters.starts_with('S') || text.starts_with("--su");
            if let Some((index, from)) = value.filter(|_| suffix) {
                backup = words.get(index).map(|word| tail(word, from));
            } else if (letters.contains('b') || text.starts_with("--b")) && self.name != "rsync" {
                let span = words.get(*word).map(|word| word.span).unwrap_or_default();
                backup.get_or_insert_with(|| Cow::Owned(text_word("~", span)));
            }
            itself |= letters.contains('T') || text.starts_with("--no-target");
            if self.name.ends_with("cp") && text.starts_with("--par") {
                // The folders of the source are made, too.
                if let Some(touch) = self.out.touches.get_mut(target) {
                    touch.reach = super::Reach::Below;
                }
            }
        }
        let sources = if itself {
            Vec::new()
        } else {
            sources.iter().filter_map(|index| words.get(*index)).collect()
        };
        if let Some(touch) = self.out.touches.get_mut(target) {
            touch.made = Some(Box::new(Made {
                sources,
                certain,
                backup,
            }));
        }
    }

    /// `sed -i.bak`: what was there is kept beside each operand from the touch `first` on.
    pub(super) fn kept(&mut self, first: usize, items: &[Item]) {
        let words = self.words;
        let suffix = items.iter().find_map(|item| match item {
            Item::Option {
                act: Act::Edit,
                value: Some((index, from)),
                ..
            } => words.get(*index).map(|word| tail(word, *from)),
            _ => None,
        });
        let Some(mut suffix) = suffix else { return };
        let (text, whole) = lead(&suffix);
        if whole && text.is_empty() {
            return;
        }
        // `*` in it stands for the name, and it may lead into a folder.
        if !whole || text.contains(['*', '/']) {
            let mut any = suffix.into_owned();
            any.parts = vec![Part::Hole(crate::shell::HoleKind::NoBlank)];
            suffix = Cow::Owned(any);
        }
        for touch in self.out.touches.iter_mut().skip(first) {
            touch.made = Some(Box::new(Made {
                sources: Vec::new(),
                certain: false,
                backup: Some(suffix.clone()),
            }));
        }
    }

    /// `ln -s there/name`: the link stands in the working folder.
    pub(super) fn linked_here(&mut self, operands: &[usize]) {
        let [only] = operands else { return };
        let Some(word) = self.words.get(*only) else {
            return;
        };
        let (text, whole) = lead(word);
        let name = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        if whole && !name.is_empty() {
            let word = text_word(name, word.span);
            self.push_word(Cow::Owned(word), When::Always, Does::Writes, "link made here");
        }
    }

    /// Files named after a prefix (`split`, `csplit`).
    pub(super) fn numbered(&mut self, operands: &[usize], items: &[Item]) {
        let words = self.words;
        let (default, by_option) = if self.name == "csplit" {
            ("xx", true)
        } else {
            ("x", false)
        };
        let span = words.first().map(|word| word.span).unwrap_or_default();
        let given = if by_option {
            items.iter().find_map(|item| match item {
                Item::Option {
                    act: Act::Write,
                    value: Some((index, from)),
                    ..
                } => words.get(*index).map(|word| tail(word, *from).into_owned()),
                _ => None,
            })
        } else {
            operands.get(1).and_then(|index| words.get(*index)).cloned()
        };
        let mut prefix = given.unwrap_or_else(|| text_word(default, span));
        prefix.parts.push(Part::Hole(crate::shell::HoleKind::NoBlank));
        self.push_word(
            Cow::Owned(prefix),
            When::Always,
            Does::Writes,
            "files named after a prefix",
        );
    }
}

pub(super) fn text_word(text: &str, span: crate::shell::Span) -> Word {
    Word {
        span,
        parts: vec![Part::Text {
            text: text.to_owned(),
            quoted: true,
        }],
    }
}
