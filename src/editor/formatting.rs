//! How a file is laid out. Only blanks between tokens change: no comment, quote or comma is added or lost, so the file says
//! what it said. What stood on one line stays on one line.

use super::Tree;
use crate::lint::Edit;
use crate::policy::{FileKind, Span, Token, TokenKind};

/// What one level is indented by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indent {
    /// So many blanks.
    Blanks(u32),
    /// A tab.
    Tab,
}

impl Indent {
    fn of(self, depth: usize) -> String {
        match self {
            Self::Tab => "\t".repeat(depth),
            Self::Blanks(width) => " ".repeat(depth.saturating_mul(width.min(16) as usize)),
        }
    }
}

/// The edits that lay the file out; none where nothing is to be done. `None` where it can't be: a text that is not yet
/// JSON5, and YAML, which is the author's.
pub fn formatted(
    document: &crate::policy::Document<'_>,
    tree: &Tree<'_>,
    indent: Indent,
) -> Option<Vec<Edit>> {
    if document.kind == FileKind::Agent || !document.is_readable() {
        return None;
    }
    Some(Layout::new(tree, indent).edits())
}

struct Layout<'t, 'a> {
    tree: &'t Tree<'a>,
    indent: Indent,
    newline: &'static str,
    /// For each bracket open now, whether what stands in it has lines of its own.
    open: Vec<bool>,
}

impl<'t, 'a> Layout<'t, 'a> {
    fn new(tree: &'t Tree<'a>, indent: Indent) -> Self {
        let newline = if tree.text.contains("\r\n") { "\r\n" } else { "\n" };
        Self {
            tree,
            indent,
            newline,
            open: Vec::new(),
        }
    }

    fn edits(mut self) -> Vec<Edit> {
        let text = self.tree.text;
        let broken = broken(self.tree);
        let mut edits = Vec::new();
        let mut last: Option<Token> = None;
        let mut brackets = broken.into_iter();
        for &token in &self.tree.tokens {
            let closes = token.kind == TokenKind::Close;
            let has_lines = self.open.last().copied().unwrap_or(true);
            if closes {
                self.open.pop();
            }
            self.replace(last, Some(token), has_lines, &mut edits);
            if token.kind == TokenKind::Open {
                self.open.push(brackets.next().unwrap_or(false));
            }
            last = Some(token);
        }
        self.replace(last, None, true, &mut edits);
        edits.retain(|edit| edit.span.of(text) != edit.text);
        edits
    }

    /// What should stand between two tokens, `has_lines` of the brackets that both stand in.
    fn replace(&self, before: Option<Token>, after: Option<Token>, has_lines: bool, edits: &mut Vec<Edit>) {
        let text = self.tree.text;
        let start = before.map_or(0, |token| {
            let blanks = match token.kind {
                TokenKind::LineComment => token.span.of(text).len() - token.span.of(text).trim_end().len(),
                _ => 0,
            };
            token.span.end as usize - blanks
        });
        let end = after.map_or(text.len(), |token| token.span.start as usize);
        let between = text.get(start..end).unwrap_or("");
        let wanted = match (before, after) {
            (None, _) if between.starts_with('\u{feff}') => "\u{feff}".to_owned(),
            (None, _) => String::new(),
            (Some(_), None) => self.newline.to_owned(),
            (Some(before), Some(after)) => self.between(before, after, between, has_lines),
        };
        edits.push(Edit {
            span: Span::new(start, end),
            text: wanted,
        });
    }

    fn between(&self, before: Token, after: Token, written: &str, has_lines: bool) -> String {
        let text = self.tree.text;
        let breaks = lines_in(written);
        let opened = before.kind == TokenKind::Open;
        let closes = after.kind == TokenKind::Close;
        // `has_lines` is of the brackets that stand around `after`; behind an opening one these are its own.
        let one_blank = " ".to_owned();
        let line = || {
            let blank_line = breaks > 1 && !opened && !closes;
            let ends = if blank_line {
                self.newline.repeat(2)
            } else {
                self.newline.to_owned()
            };
            ends + &self.indent.of(self.open.len())
        };
        if before.kind == TokenKind::LineComment {
            return line();
        }
        if matches!(after.kind, TokenKind::Comma | TokenKind::Colon) {
            return String::new();
        }
        if after.is_comment() || before.is_comment() {
            return if breaks > 0 { line() } else { one_blank };
        }
        if opened && closes {
            return String::new();
        }
        if opened || closes {
            let bracket = if opened { before } else { after };
            return match bracket.span.of(text) {
                _ if has_lines => line(),
                "{" | "}" => one_blank,
                _ => String::new(),
            };
        }
        if before.kind == TokenKind::Comma && has_lines {
            return line();
        }
        one_blank
    }
}

/// For each opening bracket, in order, whether what stands in it goes over several lines.
fn broken(tree: &Tree<'_>) -> Vec<bool> {
    let mut broken = Vec::new();
    let mut open: Vec<(usize, u32)> = Vec::new();
    let mut inside = false;
    for token in &tree.tokens {
        match token.kind {
            TokenKind::Open => {
                open.push((broken.len(), token.span.end));
                broken.push(false);
                inside = false;
            }
            TokenKind::Close => {
                if let Some((at, start)) = open.pop() {
                    let within = Span {
                        start,
                        end: token.span.start,
                    };
                    let has_lines = (inside || !within.of(tree.text).trim().is_empty())
                        && lines_in(within.of(tree.text)) > 0;
                    if let Some(broken) = broken.get_mut(at) {
                        *broken = has_lines;
                    }
                }
                inside = true;
            }
            _ => inside = true,
        }
    }
    broken
}

/// Line ends in a text.
fn lines_in(text: &str) -> usize {
    let ends = text.chars().filter(|&c| json5::char::is_json5_line_terminator(c));
    ends.count() - text.matches("\r\n").count()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{document, edited};
    use super::*;
    use crate::policy::tokens;
    use proptest::prelude::*;

    fn laid_out(text: &str) -> Option<String> {
        let document = document(text);
        formatted(&document, &Tree::of(&document), Indent::Blanks(2)).map(|edits| edited(text, &edits))
    }

    #[test]
    fn blanks_change_and_nothing_else() {
        #[rustfmt::skip]
        let cases = [
            ("{}",                                              "{}\n"),
            ("{a:1}",                                           "{ a: 1 }\n"),
            ("{a : [ 1,2 , ], }",                               "{ a: [1, 2,], }\n"),
            ("{\na:1,b: {c:2}}",                                "{\n  a: 1,\n  b: { c: 2 }\n}\n"),
            ("{\n}",                                            "{}\n"),
            ("// a  \n{ // b\nc: 1, // d\n\n\n\n// e\nf: 2 }",  "// a\n{ // b\n  c: 1, // d\n\n  // e\n  f: 2\n}\n"),
            ("{\n/* a\n b */ c: /* d */ 1 }\n\n",               "{\n  /* a\n b */ c: /* d */ 1\n}\n"),
            ("{a: {b: {\nc: 1}}}",                              "{\n  a: {\n    b: {\n      c: 1\n    }\n  }\n}\n"),
            ("\u{feff} {a: 1}",                                 "\u{feff}{ a: 1 }\n"),
            ("{\r\na: 1}",                                      "{\r\n  a: 1\r\n}\r\n"),
            ("{a: 1 // b\n, c: 2}",                             "{\n  a: 1 // b\n  ,\n  c: 2\n}\n"),
        ];
        for (text, expected) in cases {
            assert_eq!(laid_out(text).as_deref(), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_left_alone() {
        for text in ["{a: ", "[1]", "---\npermission: {}\n---\n"] {
            assert_eq!(laid_out(text), None, "{text}");
        }
    }

    fn blank() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "",
            "",
            " ",
            "\n",
            "\n\n\n",
            "\t",
            " // c \n",
            "/* d */",
            "/* e\n f */",
            "\r\n",
            "\u{a0}",
        ])
    }

    /// JSON5 objects with blanks and comments wherever they may stand.
    fn objects() -> impl Strategy<Value = String> {
        let scalar = (
            blank(),
            prop::sample::select(vec!["1", "'a b'", "\"//\"", "null"]),
            blank(),
        )
            .prop_map(|(a, value, b)| format!("{a}{value}{b}"));
        let value = scalar.prop_recursive(3, 24, 4, |inner| {
            let list = prop::collection::vec(inner, 0..4);
            (list, any::<bool>(), any::<bool>(), blank()).prop_map(|(items, is_object, trails, blank)| {
                let items: Vec<String> = items
                    .into_iter()
                    .enumerate()
                    .map(|(at, item)| {
                        if is_object {
                            format!("{blank}k{at}{blank}:{item}")
                        } else {
                            item
                        }
                    })
                    .collect();
                let comma = if trails && !items.is_empty() { "," } else { "" };
                let (open, close) = if is_object { ("{", "}") } else { ("[", "]") };
                format!("{open}{}{comma}{blank}{close}", items.join(","))
            })
        });
        (blank(), value, blank()).prop_map(|(before, value, after)| format!("{before}{{a:{value}}}{after}"))
    }

    proptest! {
        #[test]
        fn formatting_again_changes_nothing_and_no_token_is_lost(text in objects()) {
            let once = laid_out(&text).unwrap();
            prop_assert_eq!(laid_out(&once), Some(once.clone()), "{:?}", text);
            let parts = |text: &str| -> Vec<String> {
                tokens(text).iter().map(|token| token.span.of(text).trim_end().to_owned()).collect()
            };
            prop_assert_eq!(parts(&text), parts(&once));
            let document = crate::editor::testing::document(&once);
            prop_assert!(document.is_readable());
        }
    }
}
