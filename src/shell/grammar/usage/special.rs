//! Programs whose operands are known in their own way: `test`, `dd`, `unzip`, `find`.

use super::{Build, Does, When};
use crate::shell::Word;
use crate::shell::grammar::option::{lead, may_be_option};

impl Build<'_, '_> {
    pub(super) fn test(&mut self) {
        for index in 1..self.words.len() {
            let Some((text, true)) = self.words.get(index).map(lead) else {
                continue;
            };
            let unary = matches!(
                &*text,
                "-a" | "-b"
                    | "-c"
                    | "-d"
                    | "-e"
                    | "-f"
                    | "-g"
                    | "-h"
                    | "-k"
                    | "-p"
                    | "-r"
                    | "-s"
                    | "-u"
                    | "-w"
                    | "-x"
                    | "-G"
                    | "-L"
                    | "-N"
                    | "-O"
                    | "-S"
            );
            let binary = matches!(&*text, "-nt" | "-ot" | "-ef");
            if binary && index > 1 {
                self.push(index - 1, 0, When::Always, Does::Reads, "file test");
            }
            let next = self.words.get(index + 1).map(lead);
            let ends = matches!(&next, None | Some((_, false))) && next.is_none()
                || matches!(&next, Some((text, true)) if matches!(&**text, "]" | "]]" | ")" | "&&" | "||"));
            if (unary || binary) && !ends {
                self.push(index + 1, 0, When::Always, Does::Reads, "file test");
            }
        }
    }

    pub(super) fn assignments(&mut self) {
        for index in 1..self.words.len() {
            let Some((text, _)) = self.words.get(index).map(lead) else {
                return;
            };
            if text.starts_with("if=") {
                self.push(index, 3, When::Always, Does::Reads, "if= of dd");
            } else if text.starts_with("of=") {
                self.push(index, 3, When::Always, Does::Writes, "of= of dd");
            } else if !text.contains('=') {
                self.likely(index, When::Likely);
            }
        }
    }

    pub(super) fn unpack(&mut self, operands: &[usize], into: bool) {
        let lists = self.words.iter().skip(1).any(|word| {
            let (text, _) = lead(word);
            text.starts_with('-') && text.contains(['l', 'p', 't', 'v', 'Z', 'z', 'c'])
        });
        self.descends = false;
        if let Some(first) = operands.first() {
            self.push(*first, 0, When::Always, Does::Reads, "archive read");
        }
        if !lists && !into {
            self.descends = true;
            self.here(Does::Writes, "unpacked here");
        }
    }

    /// `find`: starting points up to the first word of the expression.
    pub(super) fn find(&mut self) {
        let mut at = 1;
        let mut starts = Vec::new();
        while let Some(word) = self.words.get(at) {
            let (text, whole) = lead(word);
            match &*text {
                "-H" | "-L" | "-P" | "-E" | "-X" | "-x" | "-s" => at += 1,
                "-D" => at += 2,
                text if text.starts_with("-O") => at += 1,
                text if text.starts_with('-') || (whole && matches!(text, "(" | ")" | "!" | ",")) => break,
                _ => {
                    starts.push(at);
                    at += 1;
                }
            }
        }
        let mut deletes = false;
        let mut names = Vec::new();
        let mut pattern: Option<String> = None;
        while let Some(word) = self.words.get(at) {
            let (text, _) = lead(word);
            let (next, index) = (self.words.get(at + 1), at + 1);
            at += 1;
            if self.is_handed(at - 1) || matches!(&*text, ";" | "+" | "{}" | "(" | ")" | "!" | ",") {
                continue;
            }
            match &*text {
                "-delete" => deletes = true,
                "-prune" => self.out.excludes.extend(pattern.take()),
                "-newer" | "-anewer" | "-cnewer" | "-samefile" | "-files0-from" => {
                    self.push(index, 0, When::Always, Does::Reads, "operand of find");
                    at += 1;
                }
                "-fprint" | "-fprint0" | "-fls" => {
                    self.push(index, 0, When::Always, Does::Writes, "written by find");
                    at += 1;
                }
                "-fprintf" => {
                    self.push(index, 0, When::Always, Does::Writes, "written by find");
                    at += 2;
                }
                "-name" | "-iname" | "-path" | "-ipath" | "-wholename" | "-regex" | "-iregex" | "-lname"
                | "-ilname" | "-iwholename" => {
                    pattern = next.and_then(Word::literal);
                    let negated = matches!(
                        self.words.get(at.wrapping_sub(2)).map(lead),
                        Some((before, true)) if before == "!" || before == "-not"
                    );
                    if !negated && text.ends_with("name") {
                        names.push(index);
                    }
                    at += 1;
                }
                "-type" | "-xtype" | "-maxdepth" | "-mindepth" | "-mtime" | "-atime" | "-ctime" | "-mmin"
                | "-amin" | "-cmin" | "-size" | "-user" | "-group" | "-perm" | "-regextype" | "-printf"
                | "-newermt" | "-newerat" | "-newerct" | "-uid" | "-gid" | "-links" | "-inum" | "-fstype"
                | "-used" | "-context" | "-depth" => at += 1,
                "-exec" | "-execdir" | "-ok" | "-okdir" => {}
                text if text.starts_with('-') => {}
                _ => self.likely(at - 1, When::Likely),
            }
        }
        if deletes {
            self.out.leaves_alone = false;
        }
        if starts
            .iter()
            .filter_map(|index| self.words.get(*index))
            .any(may_be_option)
        {
            self.unsure = true;
            self.out.leaves_alone = false;
        }
        let does = if deletes { Does::Writes } else { Does::Reads };
        self.descends = true;
        for index in &starts {
            self.push(*index, 0, When::Always, does, "starting point of find");
        }
        if starts.is_empty() {
            self.here(does, "the working folder");
        }
        self.descends = false;
        if deletes {
            // What it is told to remove by name may stand in any folder on the way: by its name alone.
            for index in names {
                self.push(index, 0, When::Always, Does::Writes, "removed by find");
            }
        }
    }
}
