//! Compressors, which replace their operand by a file named after it, and programs that unpack archives by
//! a letter or word for the mode.

use super::{Beside, Build, Does, When};
use crate::shell::grammar::option::{Act, Item, lead, read};
use crate::shell::grammar::program::Program;

impl Build<'_, '_> {
    /// `gzip` and its like: the operand is replaced, kept, or only read, and another file stands beside it.
    pub(super) fn compress(&mut self, program: &Program) {
        let items = read(self.words, 1, &program.grammar);
        let has = |short: char, long: &str| {
            items.iter().any(|item| match item {
                Item::Option { word, .. } => self.words.get(*word).is_some_and(|word| {
                    let (text, _) = lead(word);
                    match text.strip_prefix("--") {
                        Some(name) => name.len() > 2 && long.split('|').any(|long| long.starts_with(name)),
                        None => text.contains(short),
                    }
                }),
                _ => false,
            })
        };
        let unknown = items.iter().any(|item| matches!(item, Item::Unknown(_)));
        self.unsure |= unknown;
        let only_reads = !unknown && (has('c', "stdout|to-stdout") || has('t', "test") || has('l', "list"));
        let zstd = self.name.contains("zst");
        let keeps = has('k', "keep") || zstd && !has('\0', "rm");
        let unpacks = has('d', "decompress|uncompress") || self.name.contains("un");
        let output = items
            .iter()
            .any(|item| matches!(item, Item::Option { act: Act::Write, .. }));
        let beside = if unpacks {
            Beside::Unpacked
        } else {
            Beside::Packed(suffix(&self.name))
        };
        self.descends = items.iter().any(|item| {
            matches!(
                item,
                Item::Option {
                    act: Act::Descend,
                    ..
                }
            )
        });
        self.out.appended = Some(if only_reads { Does::Reads } else { Does::Writes });
        for item in &items {
            match *item {
                Item::Option {
                    act,
                    value: Some((index, from)),
                    ..
                } => self.act(act, index, from, "value of an option"),
                Item::Unknown(index) => self.likely(index, When::Likely),
                Item::Operand(index) if !self.is_stdio(index) => {
                    let does = if only_reads || keeps || output {
                        Does::Reads
                    } else {
                        Does::Writes
                    };
                    self.push(index, 0, When::Always, does, "operand of a compressor");
                    if let Some(touch) = self.out.touches.last_mut().filter(|_| !only_reads && !output) {
                        touch.beside = Some(beside);
                    }
                }
                _ => {}
            }
        }
        self.descends = false;
        self.out.leaves_alone = only_reads;
    }

    /// `7z x`, `ar x`, `jar xf`, `unrar x`, `cpio -i`: what is unpacked goes into the working folder.
    pub(super) fn unpacker(&mut self) {
        let mode = self
            .words
            .get(1)
            .map(lead)
            .map(|(text, _)| text.into_owned())
            .unwrap_or_default();
        let letters = mode.trim_start_matches('-');
        let (unpacks, reads) = match self.name.as_str() {
            "cpio" => return self.cpio(),
            "pax" => {
                let has = |letter| {
                    self.words
                        .iter()
                        .skip(1)
                        .any(|word| is_letter(&lead(word).0, letter))
                };
                (has('r'), !has('w') && !has('r'))
            }
            "jar" | "ar" | "llvm-ar" => (letters.contains('x'), letters.contains(['t', 'p'])),
            "unar" => (true, false),
            "lsar" => (false, true),
            _ => (
                matches!(letters, "x" | "e"),
                matches!(letters, "l" | "t" | "v" | "lb" | "vb" | "h" | "i"),
            ),
        };
        let start = if matches!(self.name.as_str(), "unar" | "lsar" | "pax") {
            1
        } else {
            2
        };
        let mut into = false;
        for index in start..self.words.len() {
            let Some((text, whole)) = self.words.get(index).map(lead) else {
                continue;
            };
            if text.starts_with("-o") && text.len() > 2 && self.name.starts_with('7') {
                into = true;
                self.descends = true;
                self.push(index, 2, When::Always, Does::Writes, "unpacked there");
                self.descends = false;
            } else if text.starts_with('-') && text.len() > 1 {
                self.glued(index, &text, whole);
            } else if reads || unpacks {
                // A member is named like a file; what it comes to is written below.
                self.push(index, 0, When::Likely, Does::Reads, "archive read");
            } else {
                self.at_risk(|build| build.push(index, 0, When::Always, Does::Unknown, "archive or member"));
            }
        }
        if unpacks
            && self.name.contains("rar")
            && let Some(last) = self.words.len().checked_sub(1).filter(|last| *last > 2)
        {
            self.descends = true;
            self.push(last, 0, When::Always, Does::Writes, "unpacked there");
            self.descends = false;
        }
        if unpacks && !into {
            self.descends = true;
            self.here(Does::Writes, "unpacked here");
            self.descends = false;
        }
        self.out.leaves_alone = reads && !unpacks;
    }

    /// `cpio`: `-i` unpacks what it reads, `-p` copies what it is told into a folder, `-o` packs.
    fn cpio(&mut self) {
        let has = |letter: char, long: &str| {
            self.words.iter().skip(1).any(|word| {
                let (text, _) = lead(word);
                is_letter(&text, letter) || text.strip_prefix("--").is_some_and(|name| name == long)
            })
        };
        let lists = has('t', "list");
        let unpacks = has('i', "extract") && !lists;
        let passes = has('p', "pass-through");
        for index in 1..self.words.len() {
            let Some((text, whole)) = self.words.get(index).map(lead) else {
                continue;
            };
            if text.starts_with('-') && text.len() > 1 {
                self.glued(index, &text, whole);
            } else if passes {
                self.descends = true;
                self.push(index, 0, When::Always, Does::Writes, "copied there");
                self.descends = false;
            } else {
                self.at_risk(|build| build.likely(index, When::Likely));
            }
        }
        if unpacks {
            self.descends = true;
            self.here(Does::Writes, "unpacked here");
            self.descends = false;
        }
        self.out.leaves_alone = lists;
    }
}

/// Whether a word is a cluster of short options with this one among them.
fn is_letter(text: &str, letter: char) -> bool {
    text.starts_with('-') && !text.starts_with("--") && text.contains(letter)
}

/// The suffix of what a compressor makes.
fn suffix(name: &str) -> &'static str {
    match name {
        "bzip2" | "pbzip2" => ".bz2",
        "xz" => ".xz",
        "lzma" => ".lzma",
        "zstd" | "zstdmt" => ".zst",
        "lz4" => ".lz4",
        "compress" => ".Z",
        "brotli" => ".br",
        _ => ".gz",
    }
}
