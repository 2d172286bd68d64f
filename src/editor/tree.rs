//! The shape of a file, in whatever state it is: what most of an editor's features walk.

use crate::policy::{
    Document, FileKind, Node, Shape, ShapeKind, ShapeMember, Sketch, Span, Token, Value, plain,
};

/// A file's shape. Of a half-typed file as far as it goes; of an agent's file that of its frontmatter, where that can be
/// read.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    /// The text.
    pub text: &'a str,
    /// The outermost value.
    pub root: Option<Shape>,
    /// The tokens of a JSON5 text; none of an agent's file.
    pub tokens: Vec<Token>,
    /// What kind of file it is of.
    pub kind: FileKind,
}

impl<'a> Tree<'a> {
    /// Of a document.
    pub fn of(document: &'a Document<'_>) -> Self {
        let (text, kind) = (&*document.text, document.kind);
        if kind == FileKind::Agent {
            return Self {
                text,
                root: document.root.as_ref().map(shape),
                tokens: Vec::new(),
                kind,
            };
        }
        let sketch = Sketch::of(text);
        Self {
            text,
            root: sketch.root,
            tokens: sketch.tokens,
            kind,
        }
    }

    /// What the key or scalar at a place says; half typed, as far as it is there.
    pub fn plain(&self, span: Span) -> String {
        let written = span.of(self.text);
        if self.kind == FileKind::Agent {
            // YAML quotes alike, but for doubled single ones.
            let single = written
                .strip_prefix('\'')
                .and_then(|text| text.strip_suffix('\''));
            return single.map_or_else(|| plain(written), |text| text.replace("''", "'"));
        }
        plain(written)
    }

    /// The frontmatter of an agent's file, fences included.
    pub fn frontmatter(&self) -> Option<Span> {
        if self.kind != FileKind::Agent {
            return None;
        }
        let start = self.text.len() - self.text.trim_start_matches('\u{feff}').len();
        let mut at = start;
        for (number, line) in self.text.get(start..)?.split_inclusive('\n').enumerate() {
            let is_fence = line.trim_end() == "---";
            match number {
                0 if !is_fence => return None,
                0 => {}
                _ if is_fence => return Some(Span::new(start, at + line.trim_end().len())),
                _ => {}
            }
            at += line.len();
        }
        None
    }

    /// Every value in the tree, outer ones first.
    pub(super) fn shapes(&self) -> Vec<&Shape> {
        let mut found = Vec::new();
        let mut left: Vec<&Shape> = self.root.iter().collect();
        while let Some(shape) = left.pop() {
            found.push(shape);
            left.extend(shape.items());
            left.extend(shape.members().iter().filter_map(|member| member.value.as_ref()));
        }
        found
    }
}

/// No deeper than the tree, whose depth was limited when it was read.
fn shape(node: &Node<'_>) -> Shape {
    let kind = match &node.value {
        Value::Object(members) => ShapeKind::Object(
            members
                .iter()
                .map(|member| ShapeMember {
                    key: member.key_span,
                    colon: None,
                    value: Some(shape(&member.value)),
                })
                .collect(),
        ),
        Value::Array(items) => ShapeKind::Array(items.iter().map(shape).collect()),
        _ => ShapeKind::Scalar,
    };
    let mut shape = Shape {
        span: node.span,
        kind,
        is_closed: true,
    };
    // Of a mapping or list YAML's reader tells little more than where it begins.
    let members = shape.members().iter().map(ShapeMember::span);
    let parts: Vec<Span> = members
        .chain(shape.items().iter().map(|item| item.span))
        .collect();
    for part in parts {
        shape.span.start = shape.span.start.min(part.start);
        shape.span.end = shape.span.end.max(part.end);
    }
    shape
}
