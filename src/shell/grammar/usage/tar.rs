//! `tar`: what the operands are depends on the mode.

use super::{Build, Does, When};
use crate::shell::grammar::option::{Act, Item, lead, read};
use crate::shell::grammar::writers;

impl Build<'_, '_> {
    /// `tar`: what is done depends on the mode.
    pub(super) fn tar(&mut self) {
        let grammar = writers::TAR_OPTIONS;
        let first = self.words.get(1).map(lead);
        let mut start = 1;
        let mut letters = String::new();
        let mut given: Vec<(u8, usize)> = Vec::new();
        if let Some((text, true)) = &first
            && !text.starts_with('-')
        {
            // Old style: letters first, then their values in order.
            letters.push_str(text);
            start = 2;
            for letter in letters.bytes() {
                if b"fbCTXIgLHVKNF".contains(&letter) {
                    given.push((letter, start));
                    start += 1;
                }
            }
        }
        let items = read(self.words, start, &grammar);
        self.tar_letters(&items, &mut letters);
        let creates = letters.contains(['c', 'r', 'u', 'A']);
        let extracts = letters.contains('x');
        let reads = letters.contains(['t', 'd']);
        let archive = match (creates, extracts || reads) {
            (true, false) => Act::Write,
            (false, true) => Act::Read,
            _ => Act::Touch,
        };
        self.descends = false;
        let as_act = |letter: u8| match letter {
            b'f' => archive,
            b'C' => Act::Folder,
            b'T' | b'X' => Act::Read,
            b'g' => Act::Write,
            _ => Act::Inert,
        };
        for (letter, index) in given {
            let act = as_act(letter);
            if act == archive && self.is_stdio(index) {
                continue;
            }
            self.tar_option(act, index, 0);
        }
        let mut members = Vec::new();
        // What is left out counts for the operands behind it, and for names as they are typed where they are anchored
        // (GNU tar 1.35 manual, "Problems with Using the exclude Options").
        let anchored = |word: usize| {
            self.words
                .get(word)
                .is_some_and(|word| lead(word).0 == "--anchored")
        };
        let mut packed = items
            .iter()
            .any(|item| matches!(item, Item::Option { word, .. } if anchored(*word)));
        for item in &items {
            match *item {
                Item::Option {
                    act,
                    value: Some((index, from)),
                    word,
                } => {
                    let is_file = act == Act::Touch
                        && self.words.get(word).is_some_and(|word| {
                            let (text, _) = lead(word);
                            !text.starts_with("--") || text.starts_with("--f")
                        });
                    if is_file && self.is_stdio(index) && from == 0 {
                        continue;
                    }
                    if act != Act::Exclude || !packed {
                        self.tar_option(if is_file { archive } else { act }, index, from);
                    }
                }
                Item::Operand(index) => {
                    packed = true;
                    members.push((index, self.out.folders.len()));
                    if creates || !(extracts || reads) {
                        self.descends = true;
                        self.push(index, 0, When::Always, Does::Reads, "packed by tar");
                        self.descends = false;
                    }
                }
                Item::Unknown(index) => self.likely(index, When::Likely),
                _ => {}
            }
        }
        if extracts && !letters.contains('O') {
            self.descends = true;
            self.here(Does::Writes, "unpacked here");
        }
    }

    /// The letters of the modes that options name.
    fn tar_letters(&mut self, items: &[Item], letters: &mut String) {
        for item in items {
            let (Item::Option { word, .. } | Item::Unknown(word)) = item else {
                continue;
            };
            let Some((text, _)) = self.words.get(*word).map(lead) else {
                continue;
            };
            match &*text {
                "--create" | "--append" | "--update" | "--concatenate" | "--catenate" => letters.push('c'),
                "--extract" | "--get" => letters.push('x'),
                "--list" => letters.push('t'),
                "--diff" | "--compare" => letters.push('d'),
                "--to-stdout" => letters.push('O'),
                text if text.starts_with("--") => {}
                text => {
                    let end = text
                        .find(['f', 'C', 'T', 'X', 'I', 'b', 'g'])
                        .map_or(text.len(), |at| at + 1);
                    letters.push_str(text.get(1..end).unwrap_or_default());
                }
            }
            if matches!(item, Item::Unknown(_)) {
                self.unsure = true;
            }
        }
    }

    pub(super) fn is_stdio(&self, index: usize) -> bool {
        matches!(self.words.get(index).map(lead), Some((text, true)) if text == "-")
    }

    /// The archive and the lists are resolved where `tar` starts, whatever `-C` says.
    pub(super) fn tar_option(&mut self, act: Act, index: usize, from: usize) {
        let before = self.out.touches.len();
        self.act(act, index, from, "archive or option of tar");
        if act != Act::Folder {
            for touch in self.out.touches.iter_mut().skip(before) {
                touch.folders = 0;
            }
        }
    }
}
