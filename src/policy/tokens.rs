//! A JSON5 text as tokens, whatever state it is in: for what is shown while somebody types, and for what keeps comments.
//! Nothing is judged here; what a text says is for the reader of documents alone.

use super::Span;

/// What kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// `{` or `[`.
    Open,
    /// `}` or `]`.
    Close,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// A text in quotes; one that is not closed ends with its line.
    String,
    /// A number, a literal, a key without quotes; or whatever else is none of the others.
    Word,
    /// `// …`, without the end of its line.
    LineComment,
    /// `/* … */`; one that is not closed ends with the text.
    BlockComment,
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What kind.
    pub kind: TokenKind,
    /// Where, quotes included.
    pub span: Span,
    /// Whether it ends as it should: strings and block comments may not.
    pub is_closed: bool,
}

impl Token {
    /// Whether it is a comment.
    pub const fn is_comment(self) -> bool {
        matches!(self.kind, TokenKind::LineComment | TokenKind::BlockComment)
    }
}

/// The tokens of `text`, in order; between them is nothing but blanks.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::with_capacity(text.len() / 8);
    let mut at = 0;
    while let Some(token) = next(text, at) {
        at = token.span.end as usize;
        found.push(token);
    }
    found
}

fn next(text: &str, from: usize) -> Option<Token> {
    let bytes = text.as_bytes();
    let mut at = from;
    let first = loop {
        let byte = *bytes.get(at)?;
        if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
            at += 1;
            continue;
        }
        if byte.is_ascii() && !matches!(byte, 0x0b | 0x0c) {
            break byte;
        }
        let c = text.get(at..)?.chars().next()?;
        if !json5::char::is_json5_whitespace(c) {
            break byte;
        }
        at += c.len_utf8();
    };
    let one = |kind| (kind, at + 1, true);
    let (kind, end, is_closed) = match first {
        b'{' | b'[' => one(TokenKind::Open),
        b'}' | b']' => one(TokenKind::Close),
        b':' => one(TokenKind::Colon),
        b',' => one(TokenKind::Comma),
        b'"' | b'\'' => {
            let (end, is_closed) = string(bytes, at, first);
            (TokenKind::String, end, is_closed)
        }
        b'/' if bytes.get(at + 1) == Some(&b'/') => {
            let rest = text.get(at..).unwrap_or("");
            let length = rest
                .find(json5::char::is_json5_line_terminator)
                .unwrap_or(rest.len());
            (TokenKind::LineComment, at + length, true)
        }
        b'/' if bytes.get(at + 1) == Some(&b'*') => {
            let body = text.get(at + 2..).unwrap_or("");
            let end = body.find("*/");
            (
                TokenKind::BlockComment,
                end.map_or(text.len(), |end| at + 4 + end),
                end.is_some(),
            )
        }
        _ => {
            let rest = text.get(at..).unwrap_or("");
            let ends = |c: char| {
                matches!(c, ',' | ':' | ']' | '}' | '[' | '{' | '"' | '\'' | '/')
                    || json5::char::is_json5_whitespace(c)
            };
            let first = rest.chars().next().map_or(1, char::len_utf8);
            let length = rest
                .get(first..)
                .and_then(|rest| rest.find(ends))
                .map_or(rest.len(), |length| first + length);
            (TokenKind::Word, at + length, true)
        }
    };
    Some(Token {
        kind,
        span: Span::new(at, end),
        is_closed,
    })
}

/// Where the string that starts at `start` ends, and whether it is closed.
fn string(bytes: &[u8], start: usize, quote: u8) -> (usize, bool) {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            // Whatever is escaped ends no string, a line's end included.
            b'\\' if bytes.get(at + 1) == Some(&b'\r') && bytes.get(at + 2) == Some(&b'\n') => at += 3,
            b'\\' => at += 2,
            b'\n' | b'\r' => return (at, false),
            _ if byte == quote => return (at + 1, true),
            _ => at += 1,
        }
    }
    // An escape at the very end may stand in the middle of a character.
    (bytes.len(), false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> String {
        let parts: Vec<&str> = tokens(text).iter().map(|token| token.span.of(text)).collect();
        parts.join("│")
    }

    #[test]
    fn texts_fall_into_tokens_in_any_state() {
        #[rustfmt::skip]
        let cases = [
            ("{}",                        "{│}"),
            ("{a: 'b', // c\n}",          "{│a│:│'b'│,│// c│}"),
            ("[1,-2.5e3 ,\"x\\\"y\"]",    "[│1│,│-2.5e3│,│\"x\\\"y\"│]"),
            ("/* x */ {\u{a0}}",          "/* x */│{│}"),
            ("{\"git",                    "{│\"git"),
            ("{\"git\n\"a\": 1",          "{│\"git│\"a\"│:│1"),
            ("'a\\\nb'",                  "'a\\\nb'"),
            ("/* x",                      "/* x"),
            ("a/b é",                     "a│/b│é"),
            ("'\\",                       "'\\"),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn nothing_but_blanks_lies_between_tokens(text in "[ab{}:,\\[\\]\"'\\\\/* \n\u{e9}\u{2028}]{0,24}") {
            let mut at = 0;
            for token in tokens(&text) {
                let between = text.get(at..token.span.start as usize).unwrap();
                prop_assert!(between.chars().all(json5::char::is_json5_whitespace), "{:?}", between);
                prop_assert!(token.span.start < token.span.end);
                prop_assert!(text.is_char_boundary(token.span.end as usize));
                at = token.span.end as usize;
            }
            prop_assert!(text[at..].chars().all(json5::char::is_json5_whitespace));
        }
    }
}
