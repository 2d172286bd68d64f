//! `python -m module`: modules of the standard library that read and write files
//! (<https://docs.python.org/3/library/cmdline.html>), and programs that are run that way.

use super::{Build, Does, When};
use crate::shell::grammar::option::lead;
use crate::shell::grammar::program::{Operands, lookup};

impl Build<'_, '_> {
    /// The arguments of the module whose name stands at `index`.
    pub(super) fn module(&mut self, index: usize) {
        let Some((module, true)) = self.words.get(index).map(lead) else {
            return self.generic(index + 1);
        };
        let start = index + 1;
        match &*module {
            "zipfile" | "tarfile" => self.archive_module(start),
            "http.server" | "SimpleHTTPServer" => self.server_module(start),
            "venv" | "virtualenv" | "ensurepip" => {
                self.descends = true;
                for index in start..self.words.len() {
                    let text = self.words.get(index).map(|word| lead(word).0);
                    if text.is_some_and(|text| !text.starts_with('-')) {
                        self.push(index, 0, When::Always, Does::Writes, "made by venv");
                    }
                }
                self.descends = false;
            }
            "json.tool" => {
                let operands: Vec<usize> = (start..self.words.len())
                    .filter(|index| {
                        let text = self.words.get(*index).map(|word| lead(word).0);
                        text.is_some_and(|text| !text.starts_with('-'))
                    })
                    .collect();
                for (nth, index) in operands.into_iter().enumerate() {
                    let does = if nth == 0 { Does::Reads } else { Does::Writes };
                    self.push(index, 0, When::Always, does, "operand of json.tool");
                }
            }
            name => {
                let name = name.to_owned();
                let known = lookup(&name).filter(|program| {
                    matches!(
                        program.operands,
                        Operands::Named | Operands::Names | Operands::Each(_)
                    )
                });
                match known.map(|program| program.operands) {
                    Some(Operands::Named | Operands::Names) => {
                        self.name = name;
                        self.named(true, start);
                    }
                    _ => self.generic(start),
                }
            }
        }
    }

    /// `-e archive [folder]`, `-c archive files…`, `-l archive`, `-t archive`.
    fn archive_module(&mut self, start: usize) {
        let mode = self.words.get(start).map(lead).map(|(text, _)| text.into_owned());
        let rest: Vec<usize> = (start + 1..self.words.len())
            .filter(|index| {
                let text = self.words.get(*index).map(|word| lead(word).0);
                text.is_some_and(|text| !text.starts_with("--"))
            })
            .collect();
        let (first, others) = rest
            .split_first()
            .map_or((None, &[][..]), |(first, rest)| (Some(*first), rest));
        match mode.as_deref() {
            Some("-l" | "--list" | "-t" | "--test") => {
                if let Some(first) = first {
                    self.push(first, 0, When::Always, Does::Reads, "archive read");
                }
            }
            Some("-c" | "--create") => {
                if let Some(first) = first {
                    self.push(first, 0, When::Always, Does::Writes, "archive written");
                }
                self.descends = true;
                for index in others {
                    self.push(*index, 0, When::Always, Does::Reads, "packed");
                }
                self.descends = false;
            }
            _ => {
                if let Some(first) = first {
                    self.push(first, 0, When::Always, Does::Reads, "archive read");
                }
                self.descends = true;
                for index in others {
                    self.push(*index, 0, When::Always, Does::Writes, "unpacked there");
                }
                if others.is_empty() {
                    self.here(Does::Writes, "unpacked here");
                }
                self.descends = false;
            }
        }
    }

    /// A server of the files below a folder.
    fn server_module(&mut self, start: usize) {
        let mut folder = None;
        for index in start..self.words.len() {
            let Some((text, _)) = self.words.get(index).map(lead) else {
                continue;
            };
            if text == "-d" || text == "--directory" {
                folder = Some((index + 1, 0));
            } else if let Some(from) = text.strip_prefix("--directory=").map(|_| "--directory=".len()) {
                folder = Some((index, from));
            } else if text.starts_with("-d") {
                folder = Some((index, 2));
            }
        }
        self.descends = true;
        match folder {
            Some((index, from)) => self.push(index, from, When::Always, Does::Reads, "served"),
            None => self.here(Does::Reads, "the working folder is served"),
        }
        self.descends = false;
    }
}
