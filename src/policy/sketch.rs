//! The shape of a JSON5 text that may be half typed: what stands in what, as far as it goes, and each place where it
//! can't be what was meant. It never says what a text means: that is for the reader of documents, and where that one
//! takes a text, nothing is wrong with it here either.

use super::tokens::{Token, TokenKind, tokens};
use super::{MAX_DEPTH, Span};

/// The shape of a text.
#[derive(Clone, Debug)]
pub struct Sketch<'a> {
    /// The text.
    pub text: &'a str,
    /// All tokens, comments included.
    pub tokens: Vec<Token>,
    /// The outermost value.
    pub root: Option<Shape>,
    /// Where it can't be JSON5, and why; in order.
    pub faults: Vec<Flaw>,
}

/// Something that keeps a text from being JSON5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where.
    pub span: Span,
    /// What.
    pub message: String,
    /// What is missing may still be typed: the text ends there.
    pub is_at_end: bool,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Where, brackets included; of one that is not closed up to the last token in it.
    pub span: Span,
    /// What kind.
    pub kind: ShapeKind,
    /// Whether it ends as it should.
    pub is_closed: bool,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// `{…}`
    Object(Vec<ShapeMember>),
    /// `[…]`
    Array(Vec<Shape>),
    /// Anything else.
    Scalar,
}

/// A key with its value, where that is there already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeMember {
    /// The key, quotes included.
    pub key: Span,
    /// Where its colon ends.
    pub colon: Option<u32>,
    /// The value.
    pub value: Option<Shape>,
}

impl Shape {
    /// The members of an object.
    pub fn members(&self) -> &[ShapeMember] {
        match &self.kind {
            ShapeKind::Object(members) => members,
            _ => &[],
        }
    }

    /// The items of an array.
    pub fn items(&self) -> &[Self] {
        match &self.kind {
            ShapeKind::Array(items) => items,
            _ => &[],
        }
    }
}

impl ShapeMember {
    /// From its key to the end of its value, or as far as it goes.
    pub fn span(&self) -> Span {
        let end = self.value.as_ref().map(|value| value.span.end);
        Span {
            start: self.key.start,
            end: end.or(self.colon).unwrap_or(self.key.end),
        }
    }
}

impl<'a> Sketch<'a> {
    /// Of any text.
    pub fn of(text: &'a str) -> Self {
        let tokens = tokens(text);
        let mut drawing = Drawing {
            text,
            tokens: tokens.iter().filter(|token| !token.is_comment()).collect(),
            at: 0,
            faults: Vec::new(),
        };
        let root = drawing.root();
        for token in tokens.iter().filter(|token| !token.is_closed) {
            let what = if token.is_comment() { "comment" } else { "text" };
            drawing.faults.push(Flaw {
                span: token.span,
                message: format!("a {what} without an end"),
                is_at_end: token.span.end as usize >= text.trim_end().len(),
            });
        }
        let mut faults = drawing.faults;
        faults.sort_by_key(|flaw| flaw.span.start);
        Self {
            text,
            tokens,
            root,
            faults,
        }
    }
}

/// What a quoted or bare text says, as far as it is there: without quotes, escapes read where they can be.
pub fn plain(written: &str) -> String {
    if let Ok(text) = json5::from_str::<String>(written) {
        return text;
    }
    let inner = written.strip_prefix(['"', '\'']).unwrap_or(written);
    let inner = inner.strip_suffix(['"', '\'']).unwrap_or(inner);
    inner.to_owned()
}

struct Drawing<'t, 'a> {
    text: &'a str,
    tokens: Vec<&'t Token>,
    at: usize,
    faults: Vec<Flaw>,
}

impl Drawing<'_, '_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|token| **token)
    }

    fn word(&self, token: Token) -> &str {
        token.span.of(self.text)
    }

    fn fault(&mut self, span: Span, message: impl Into<String>) {
        self.faults.push(Flaw {
            span,
            message: message.into(),
            is_at_end: self.at >= self.tokens.len(),
        });
    }

    /// The end of the last token taken.
    fn behind(&self) -> u32 {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(0, |token| token.span.end)
    }

    fn root(&mut self) -> Option<Shape> {
        // What can't begin a value is passed over.
        while let Some(token) = self.peek() {
            if matches!(token.kind, TokenKind::Open | TokenKind::String | TokenKind::Word) {
                break;
            }
            self.stray(token);
        }
        let root = self.value(1)?;
        if let Some(token) = self.peek() {
            self.fault(token.span, "nothing may follow the outermost value");
        }
        Some(root)
    }

    fn stray(&mut self, token: Token) {
        let message = format!("`{}` has nothing to stand for here", self.word(token));
        self.fault(token.span, message);
        self.at += 1;
    }

    /// The value that begins here; `depth` levels deep, no deeper than a document may be.
    fn value(&mut self, depth: usize) -> Option<Shape> {
        let token = self.peek()?;
        match token.kind {
            TokenKind::Open if depth > MAX_DEPTH => {
                self.skip();
                Some(self.shape(token, ShapeKind::Scalar, true))
            }
            TokenKind::Open if self.word(token) == "{" => Some(self.object(token, depth)),
            TokenKind::Open => Some(self.array(token, depth)),
            TokenKind::String | TokenKind::Word => {
                self.at += 1;
                Some(self.shape(token, ShapeKind::Scalar, token.is_closed))
            }
            _ => None,
        }
    }

    fn shape(&self, first: Token, kind: ShapeKind, is_closed: bool) -> Shape {
        Shape {
            span: Span {
                start: first.span.start,
                end: self.behind(),
            },
            kind,
            is_closed,
        }
    }

    /// Passes over what stands in the brackets that open here.
    fn skip(&mut self) {
        let mut open = 0_usize;
        while let Some(token) = self.peek() {
            self.at += 1;
            match token.kind {
                TokenKind::Open => open += 1,
                TokenKind::Close => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    /// Whether the list that `opener` begins ends here: its bracket, which is taken; that of a list around it, or the
    /// end of the text, which are faults.
    fn ends(&mut self, opener: Token, depth: usize) -> Option<bool> {
        let closer = if self.word(opener) == "{" { "}" } else { "]" };
        let unclosed = format!("`{}` without its `{closer}`", self.word(opener));
        loop {
            let Some(token) = self.peek() else {
                self.fault(opener.span, unclosed);
                return Some(false);
            };
            if token.kind != TokenKind::Close {
                return None;
            }
            if self.word(token) == closer {
                self.at += 1;
                return Some(true);
            }
            if depth > 1 {
                // It may be the bracket of what stands around.
                self.fault(opener.span, unclosed);
                return Some(false);
            }
            self.stray(token);
        }
    }

    fn object(&mut self, opener: Token, depth: usize) -> Shape {
        self.at += 1;
        let mut members: Vec<ShapeMember> = Vec::new();
        let mut owes_comma = false;
        let is_closed = loop {
            if let Some(is_closed) = self.ends(opener, depth) {
                break is_closed;
            }
            let Some(token) = self.peek() else { continue };
            match token.kind {
                TokenKind::Comma if owes_comma => {
                    owes_comma = false;
                    self.at += 1;
                }
                TokenKind::String | TokenKind::Word => {
                    if owes_comma {
                        self.fault(token.span, "a comma is missing before this");
                    }
                    let member = self.member(token, depth);
                    // A key whose value is still missing owes that, and no comma as well.
                    owes_comma = member.value.is_some()
                        || self.peek().is_some_and(|token| token.kind == TokenKind::Comma);
                    members.push(member);
                }
                TokenKind::Open => {
                    self.fault(token.span, "a value without a key");
                    self.value(depth + 1);
                    owes_comma = true;
                }
                _ => self.stray(token),
            }
        };
        self.shape(opener, ShapeKind::Object(members), is_closed)
    }

    fn member(&mut self, key: Token, depth: usize) -> ShapeMember {
        self.at += 1;
        let mut member = ShapeMember {
            key: key.span,
            colon: None,
            value: None,
        };
        let next = self.peek();
        if let Some(colon) = next.filter(|token| token.kind == TokenKind::Colon) {
            self.at += 1;
            member.colon = Some(colon.span.end);
            if self.is_next_member() {
                self.fault(key.span, "this key has no value");
            } else {
                member.value = self.value(depth + 1);
                if member.value.is_none() {
                    self.fault(key.span, "this key has no value");
                }
            }
            return member;
        }
        let starts_value = |token: &Token| token.kind != TokenKind::Comma && token.kind != TokenKind::Close;
        match next.filter(starts_value) {
            Some(_) if !self.is_next_member() => {
                self.fault(key.span, "a colon is missing behind this key");
                member.value = self.value(depth + 1);
            }
            _ => self.fault(key.span, "this key has no value"),
        }
        member
    }

    /// Whether what comes is a key on a later line: then the value before it is missing.
    fn is_next_member(&self) -> bool {
        let (Some(token), Some(then)) = (self.peek(), self.tokens.get(self.at + 1)) else {
            return false;
        };
        let before = self
            .text
            .get(self.behind() as usize..token.span.start as usize)
            .unwrap_or("");
        matches!(token.kind, TokenKind::String | TokenKind::Word)
            && then.kind == TokenKind::Colon
            && before.contains(['\n', '\r'])
    }

    fn array(&mut self, opener: Token, depth: usize) -> Shape {
        self.at += 1;
        let mut items = Vec::new();
        let mut owes_comma = false;
        let is_closed = loop {
            if let Some(is_closed) = self.ends(opener, depth) {
                break is_closed;
            }
            let Some(token) = self.peek() else { continue };
            match token.kind {
                TokenKind::Comma if owes_comma => {
                    owes_comma = false;
                    self.at += 1;
                }
                TokenKind::Comma | TokenKind::Colon => self.stray(token),
                _ => {
                    if owes_comma {
                        self.fault(token.span, "a comma is missing before this");
                    }
                    items.extend(self.value(depth + 1));
                    owes_comma = true;
                }
            }
        };
        self.shape(opener, ShapeKind::Array(items), is_closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Node;
    use proptest::prelude::*;

    /// A text, and what is wrong with it: the text there, and how the message begins.
    #[test]
    fn each_fault_is_said_where_it_is() {
        #[rustfmt::skip]
        let cases: &[(&str, &[(&str, &str)])] = &[
            (r#"{"a": 1, b: [2, 'c',],}"#,               &[]),
            ("",                                         &[]),
            (r#"{"a": 1 "b": 2 "c": 3}"#,                &[("\"b\"", "a comma is missing"), ("\"c\"", "a comma is missing")]),
            ("{a: 1,, b: 2}",                            &[(",", "`,` has nothing")]),
            ("{a 1, b: }",                               &[("a", "a colon is missing"), ("b", "this key has no value")]),
            ("{a:\nb: 1}",                               &[("a", "this key has no value")]),
            ("{a: {b: 1, c: [1, 2}, d: 3}",              &[("[", "`[` without its `]`")]),
            ("{a: {b: 1",                                &[("{", "`{` without its `}`"), ("{", "`{` without its `}`")]),
            ("{a: \"x\n, b: 'y\n}",                      &[("\"x", "a text without an end"), ("'y", "a text without an end")]),
            ("{a: 1} b",                                 &[("b", "nothing may follow")]),
            ("{a: 1]}",                                  &[("]", "`]` has nothing")]),
            ("{{a: 1}, b: 2}",                           &[("{", "a value without a key")]),
            ("{a: 1 /* b",                               &[("{", "`{` without"), ("/* b", "a comment without")]),
        ];
        for (text, expected) in cases {
            let sketch = Sketch::of(text);
            let said: Vec<(&str, &str)> = sketch
                .faults
                .iter()
                .map(|flaw| (flaw.span.of(text), &*flaw.message))
                .collect();
            assert_eq!(said.len(), expected.len(), "{text}: {said:?}");
            for ((at, message), (there, begins)) in said.iter().zip(*expected) {
                assert!(at == there && message.starts_with(begins), "{text}: {said:?}");
            }
        }
    }

    #[test]
    fn nesting_is_drawn_no_deeper_than_a_document_may_be() {
        let text = "[".repeat(200_000);
        assert!(Sketch::of(&text).root.is_some());
        let text = format!("{}{}", "[".repeat(100), "]".repeat(100));
        assert_eq!(Sketch::of(&text).faults, []);
    }

    /// The same tree with its places, where the judge takes the text.
    fn agrees(node: &Node<'_>, shape: &Shape) -> bool {
        let items = match &node.value {
            crate::policy::Value::Array(items) => items.as_slice(),
            _ => &[],
        };
        let members = node.members();
        node.span == shape.span
            && shape.is_closed
            && items.len() == shape.items().len()
            && members.len() == shape.members().len()
            && items
                .iter()
                .zip(shape.items())
                .all(|(node, shape)| agrees(node, shape))
            && members.iter().zip(shape.members()).all(|(member, shape)| {
                member.key_span == shape.key
                    && shape
                        .value
                        .as_ref()
                        .is_some_and(|shape| agrees(&member.value, shape))
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Where the judge takes a text nothing is wrong with it here, and where it does not something may be.
        #[test]
        fn what_the_judge_takes_has_no_fault(
            parts in prop::collection::vec(prop::sample::select(vec![
                "{", "}", "[", "]", ":", ",", "a", "'b'", "\"c\\\"\"", "1", " ", "\n", "// d\n", "/* e */", "{a: 1}", "[2,]", "a: ",
            ]), 0..14),
        ) {
            let text = parts.concat();
            let sketch = Sketch::of(&text);
            if let Ok(node) = Node::of_json5(&text) {
                prop_assert_eq!(&sketch.faults, &[]);
                prop_assert!(agrees(&node, sketch.root.as_ref().unwrap()));
            }
        }

        #[test]
        fn what_a_member_has_lies_in_what_holds_it(text in "[ab{}:,\\[\\]\"'\n ]{0,24}") {
            fn holds(shape: &Shape) -> bool {
                let inside = |span: Span| shape.span.start <= span.start && span.end <= shape.span.end;
                shape.items().iter().all(|item| inside(item.span) && holds(item))
                    && shape.members().iter().all(|member| {
                        inside(member.span()) && member.value.as_ref().is_none_or(holds)
                    })
            }
            prop_assert!(Sketch::of(&text).root.as_ref().is_none_or(holds));
        }
    }
}
