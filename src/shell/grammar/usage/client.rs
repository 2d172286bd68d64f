//! Clients that bring files from elsewhere and take them there: the files that stand inside their options and URLs,
//! and the files that they name after a URL.
//!
//! Sources: `curl(1)` 8.13 (`-F`, `--data-urlencode`, `--url-query`, `--variable`, `-w`, `-T`, `-O`, `-J`,
//! `--proto-default`, "URL globbing"), `wget(1)` 1.21 ("Download Options", "Directory Options").

use super::made::text_word;
use super::operands::has_scheme;
use super::{Build, Does, When};
use crate::shell::grammar::option::{Item, lead};
use crate::shell::{HoleKind, Part, Span, Word};
use std::borrow::Cow;

/// Texts that the braces of one URL are written out to.
const MAX_URLS: usize = 64;

/// The name of the option in a word: its long name, or the letter in front of its value.
fn name_of(words: &[Word], word: usize, value: Option<(usize, usize)>) -> String {
    let text = words.get(word).map(lead).unwrap_or_default().0;
    if let Some(long) = text.strip_prefix("--") {
        return long.split('=').next().unwrap_or(long).to_owned();
    }
    let letter = match value {
        Some((index, from)) if index == word => text.get(..from).and_then(|front| front.chars().next_back()),
        _ => text.chars().next_back(),
    };
    letter.map(String::from).unwrap_or_default()
}

impl Build<'_, '_> {
    /// What curl reads and writes beyond what its table says.
    pub(super) fn curl(&mut self, items: &[Item]) {
        let words = self.words;
        let mut urls: Vec<(String, Span)> = Vec::new();
        let (mut remote, mut header, mut local) = (false, false, false);
        let mut folder: Option<Word> = None;
        for item in items {
            match *item {
                Item::Operand(index) => urls.extend(self.text_at(index, 0)),
                Item::Option { word, value, .. } => {
                    let name = name_of(words, word, value);
                    let Some((text, span)) = value.and_then(|(index, from)| self.text_at(index, from)) else {
                        let letters = words.get(word).map(lead).unwrap_or_default().0;
                        let cluster = !letters.starts_with("--");
                        remote |= name.starts_with("remote-name") || cluster && letters.contains('O');
                        header |= name == "remote-header-name" || cluster && letters.contains('J');
                        continue;
                    };
                    match name.as_str() {
                        "url" => urls.push((text, span)),
                        "T" | "upload-file" => self.urls(&text, span, "uploaded"),
                        "F" | "form" => self.form(&text, span),
                        "data-urlencode" | "url-query" | "variable" => {
                            let name = text.split_once('@');
                            if let Some((_, file)) = name.filter(|(name, _)| !name.contains('=')) {
                                self.read_text(file, span, "behind @");
                            }
                        }
                        "w" | "write-out" => self.output(&text, span),
                        "proto-default" => local = text.eq_ignore_ascii_case("file"),
                        "output-dir" => folder = value.and_then(|(index, _)| words.get(index)).cloned(),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        for (text, span) in urls {
            if local && !has_scheme(&text) {
                self.read_text(&text, span, "file URL");
            }
            let is_file = text
                .get(..5)
                .is_some_and(|front| front.eq_ignore_ascii_case("file:"));
            if is_file || local && !has_scheme(&text) {
                self.urls(&text, span, "file URL");
            }
            if remote {
                self.downloaded(&text, span, folder.as_ref(), header);
            }
        }
    }

    /// The literal text of a word from byte `from` on; nothing where it is not all literal, which its table's own
    /// touch has seen to.
    fn text_at(&self, index: usize, from: usize) -> Option<(String, Span)> {
        let word = self.words.get(index)?;
        let text = word.literal()?;
        Some((text.get(from..)?.to_owned(), word.span))
    }

    fn read_text(&mut self, text: &str, span: Span, proof: &'static str) {
        if !text.is_empty() && text != "-" && text != "." {
            self.push_word(
                Cow::Owned(text_word(text, span)),
                When::Always,
                Does::Reads,
                proof,
            );
        }
    }

    /// `{a,b}` written out; `[1-9]` stands for any text.
    fn urls(&mut self, text: &str, span: Span, proof: &'static str) {
        if !text.contains(['{', '[']) {
            return;
        }
        for text in braces(text) {
            let mut word = text_word("", span);
            word.parts.clear();
            let mut rest = text.as_str();
            while let Some((front, behind)) = rest.split_once('[') {
                let Some((_, behind)) = behind.split_once(']') else {
                    break;
                };
                word.parts.push(part(front));
                word.parts.push(Part::Hole(HoleKind::NoBlank));
                rest = behind;
            }
            word.parts.push(part(rest));
            self.push_word(Cow::Owned(word), When::Always, Does::Reads, proof);
        }
    }

    /// `name=@file;type=x`, `name=<file`, `name=@"file",file`.
    fn form(&mut self, text: &str, span: Span) {
        let Some((_, value)) = text.split_once('=') else {
            return;
        };
        let Some(files) = value.strip_prefix(['@', '<']) else {
            return;
        };
        if !files.contains([',', ';', '"']) {
            // As the table of options has it.
            return;
        }
        let mut file = String::new();
        let (mut quoted, mut parameter) = (false, false);
        let mut characters = files.chars();
        let mut found = Vec::new();
        while let Some(character) = characters.next() {
            match character {
                '"' => quoted = !quoted,
                '\\' if quoted => file.extend(characters.next()),
                ',' if !quoted => {
                    found.push(std::mem::take(&mut file));
                    parameter = false;
                }
                ';' if !quoted => parameter = true,
                _ if parameter => {}
                _ => file.push(character),
            }
        }
        found.push(file);
        for file in found {
            self.read_text(file.trim_start(), span, "behind =@");
        }
    }

    /// `%output{file}` and `%output{>>file}`.
    fn output(&mut self, text: &str, span: Span) {
        for piece in text.split("%output{").skip(1) {
            let name = piece.split('}').next().unwrap_or_default();
            let name = name.strip_prefix(">>").unwrap_or(name);
            if !name.is_empty() {
                let word = text_word(name, span);
                self.push_word(Cow::Owned(word), When::Always, Does::Writes, "written by -w");
            }
        }
    }

    /// The file in the working folder, or `folder`, that is named after a URL, or by the server.
    fn downloaded(&mut self, url: &str, span: Span, folder: Option<&Word>, by_server: bool) {
        for url in braces(url) {
            let end = url.find(['?', '#']).unwrap_or(url.len());
            let path = url.get(..end).unwrap_or_default();
            let name = path.rsplit('/').next().unwrap_or_default();
            let mut parts: Vec<Part> = folder.map(|word| word.parts.clone()).unwrap_or_default();
            if folder.is_some() {
                parts.push(part("/"));
            }
            if by_server || name.contains('[') {
                parts.push(Part::Hole(HoleKind::NoBlank));
            } else if name.is_empty() {
                continue;
            } else {
                parts.push(part(name));
            }
            self.push_word(
                Cow::Owned(Word { span, parts }),
                When::Always,
                Does::Writes,
                "named after a URL",
            );
        }
    }

    /// What wget writes: a file named after each URL, or a tree.
    pub(super) fn wget(&mut self, items: &[Item]) {
        let words = self.words;
        let mut named = false;
        let (mut tree, mut flat, mut by_server) = (false, false, false);
        let mut folder = None;
        for item in items {
            let Item::Option { word, value, .. } = *item else {
                continue;
            };
            let text = words.get(word).map(lead).unwrap_or_default().0;
            let name = name_of(words, word, value);
            let has = |letter: char, long: &str| {
                if text.starts_with("--") {
                    name == long
                } else {
                    value.is_none() && text.contains(letter)
                }
            };
            named |= matches!(name.as_str(), "O" | "output-document" | "spider");
            tree |= has('r', "recursive")
                || has('m', "mirror")
                || has('p', "page-requisites")
                || has('x', "force-directories");
            flat |= text.starts_with("-n") || name.starts_with("no-") && name.contains("director");
            by_server |= name == "content-disposition"
                || name == "trust-server-names"
                || matches!(name.as_str(), "i" | "input-file");
            if matches!(name.as_str(), "P" | "directory-prefix") {
                folder = value;
            }
        }
        if named {
            return;
        }
        let folder = folder.and_then(|(index, from)| {
            let word = words.get(index)?;
            Some(crate::shell::grammar::option::tail(word, from).into_owned())
        });
        if tree && flat {
            self.descends = true;
            match folder {
                Some(folder) => {
                    self.push_word(Cow::Owned(folder), When::Always, Does::Writes, "filled by wget");
                }
                None => self.here(Does::Writes, "filled by wget"),
            }
            self.descends = false;
            return;
        }
        for item in items {
            let Item::Operand(index) = *item else { continue };
            let Some((url, span)) = self.text_at(index, 0) else {
                continue;
            };
            if tree {
                let host = url.split("://").last().unwrap_or_default();
                let host = host.split(['/', ':']).next().unwrap_or_default();
                self.descends = true;
                self.downloaded(host, span, folder.as_ref(), false);
                self.descends = false;
            } else {
                self.downloaded(&url, span, folder.as_ref(), by_server);
            }
        }
        if by_server && !items.iter().any(|item| matches!(item, Item::Operand(_))) {
            let span = words.first().map(|word| word.span).unwrap_or_default();
            self.downloaded("", span, folder.as_ref(), true);
        }
    }

    /// A program that is told on standard input which files to take.
    pub(super) fn listed(&mut self, does: Does) {
        let span = self.words.first().map(|word| word.span).unwrap_or_default();
        let word = Word {
            span,
            parts: vec![Part::Hole(HoleKind::Any)],
        };
        self.push_word(Cow::Owned(word), When::Always, does, "named on standard input");
    }

    /// The option by which such a program is told to, for those whose names come with one: `-@`, `--stdin-paths`,
    /// `--files-from=-` and its like.
    pub(super) fn lists(&mut self) {
        let all = || self.words.iter().skip(1).map(|word| lead(word).0);
        let dash = |names: &[&str]| {
            all().any(|text| names.iter().any(|name| text.strip_prefix(name) == Some("=-")))
                || all()
                    .zip(all().skip(1))
                    .any(|(text, next)| names.contains(&&*text) && next == "-")
        };
        let told = match self.name.as_str() {
            "zip" => all().any(|text| text == "-@" || text == "--names-stdin"),
            "git" => {
                all().any(|text| text == "--stdin-paths")
                    || dash(&["--pathspec-from-file"])
                    || all().any(|text| text == "--stdin")
                        && all().any(|text| text == "update-index" || text == "checkout-index")
            }
            "tar" | "gtar" | "bsdtar" => dash(&["-T", "--files-from"]) || all().any(|text| text == "-T-"),
            "rsync" => dash(&["--files-from"]),
            "du" | "wc" | "sort" => dash(&["--files0-from"]),
            "cpio" => all().any(|text| {
                let cluster = text.starts_with('-') && !text.starts_with("--");
                cluster && text.contains(['o', 'p']) || text == "--create" || text == "--pass-through"
            }),
            "pax" => {
                let mut words = all();
                words.any(|text| text.starts_with('-') && text.contains('w'))
                    && !all().any(|text| !text.starts_with('-'))
            }
            _ => false,
        };
        if told {
            self.listed(Does::Unknown);
        }
    }
}

fn part(text: &str) -> Part {
    Part::Text {
        text: text.to_owned(),
        quoted: true,
    }
}

/// Every text that the braces of a URL stand for; past the bound the last text stands as it is.
pub fn braces(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut rest = text;
    while let Some((front, behind)) = rest.split_once('{') {
        let Some((set, after)) = behind.split_once('}') else {
            break;
        };
        let choices: Vec<&str> = set.split(',').collect();
        if all.len().saturating_mul(choices.len()) > MAX_URLS {
            break;
        }
        all = all
            .iter()
            .flat_map(|begun| {
                choices
                    .iter()
                    .map(move |choice| format!("{begun}{front}{choice}"))
            })
            .collect();
        rest = after;
    }
    for begun in &mut all {
        begun.push_str(rest);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::braces;

    #[test]
    fn braces_of_a_url_are_written_out() {
        assert_eq!(braces("http://h/{a,b}/{c}"), ["http://h/a/c", "http://h/b/c"]);
        assert_eq!(braces("{x"), ["{x"]);
        assert_eq!(braces(&"{a,b}".repeat(7)).len(), 64);
    }
}
