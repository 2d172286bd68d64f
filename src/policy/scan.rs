//! Adds places to a tree that was read from a text: walks the text and the tree in step.
//!
//! The text has been accepted, so nothing is judged here. Should the walk ever lose its way, the places left
//! are empty ones where it stopped; no decision depends on a place.

use super::Span;
use super::node::{Node, Value};

/// Sets every span of `tree`, which was read from `text`.
pub(super) fn place(text: &str, tree: &mut Node<'_>) {
    Scanner { text, at: 0 }.value(tree);
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    /// Recursive, but no deeper than the tree, whose depth was limited when it was read.
    fn value(&mut self, node: &mut Node<'_>) {
        self.blank();
        let start = self.at;
        match &mut node.value {
            Value::Object(members) => {
                self.at += 1;
                for member in members {
                    self.separator(b',');
                    let start = self.at;
                    if matches!(self.peek(), Some(b'"' | b'\'')) {
                        self.string();
                    } else {
                        self.word();
                    }
                    member.key_span = Span::new(start, self.at);
                    self.separator(b':');
                    self.value(&mut member.value);
                }
                self.separator(b',');
                self.at += 1;
            }
            Value::Array(items) => {
                self.at += 1;
                for item in items {
                    self.separator(b',');
                    self.value(item);
                }
                self.separator(b',');
                self.at += 1;
            }
            Value::String(_) => self.string(),
            Value::Null | Value::Bool(_) | Value::Number(_) => self.word(),
        }
        self.at = self.at.min(self.text.len());
        node.span = Span::new(start, self.at);
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Blanks and comments, with at most one `separator` among them.
    fn separator(&mut self, separator: u8) {
        self.blank();
        if self.peek() == Some(separator) {
            self.at += 1;
            self.blank();
        }
    }

    /// A string with its quotes.
    fn string(&mut self) {
        let Some(quote) = self.peek() else { return };
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'\\' {
                // Whatever is escaped ends no string; of longer characters the rest is harmless.
                self.at += 1;
            } else if byte == quote {
                return;
            }
        }
    }

    /// A key without quotes, a number or a literal: up to a blank, a comment or punctuation.
    fn word(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or("");
        let ends = |c: char| matches!(c, ',' | ':' | ']' | '}' | '/') || json5::char::is_json5_whitespace(c);
        self.at += rest.find(ends).unwrap_or(rest.len());
    }

    fn blank(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(b'/') => self.comment(),
                Some(byte) if byte.is_ascii() && !matches!(byte, 0x0b | 0x0c) => return,
                None => return,
                Some(_) => {
                    let c = self.text.get(self.at..).and_then(|rest| rest.chars().next());
                    match c.filter(|&c| json5::char::is_json5_whitespace(c)) {
                        Some(c) => self.at += c.len_utf8(),
                        None => return,
                    }
                }
            }
        }
    }

    fn comment(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or("");
        let length = if rest.starts_with("/*") {
            rest.get(2..).and_then(|body| body.find("*/")).map(|end| end + 4)
        } else {
            rest.find(json5::char::is_json5_line_terminator)
        };
        self.at += length.unwrap_or(rest.len()).max(1);
    }
}
