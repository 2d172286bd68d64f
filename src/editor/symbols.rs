//! The outline of a file: its options, surfaces and rules.

use super::Tree;
use crate::policy::{Shape, ShapeKind, ShapeMember, Span};

/// Characters of a value that an outline shows.
const SHOWN: usize = 40;

/// One entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is called.
    pub name: String,
    /// Beside the name: an action, a value.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
    /// What stands in it.
    pub children: Vec<Self>,
}

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A field of the file.
    Field,
    /// A surface.
    Surface,
    /// A rule.
    Rule,
}

/// The outline.
pub fn symbols(tree: &Tree<'_>) -> Vec<Symbol> {
    let root = tree.root.as_ref();
    root.map_or(&[][..], Shape::members)
        .iter()
        .map(|member| field(tree, member))
        .collect()
}

fn field(tree: &Tree<'_>, member: &ShapeMember) -> Symbol {
    let mut symbol = symbol(tree, member, SymbolKind::Field);
    if symbol.name == "permission" {
        symbol.children = below(member).map(|member| surface(tree, member)).collect();
    }
    symbol
}

fn surface(tree: &Tree<'_>, member: &ShapeMember) -> Symbol {
    let mut made = symbol(tree, member, SymbolKind::Surface);
    made.children = below(member)
        .map(|member| {
            let mut rule = symbol(tree, member, SymbolKind::Rule);
            let mut fields = below(member);
            if let Some(action) = fields.find(|field| name(tree, field.key) == "action") {
                rule.detail = action.value.as_ref().and_then(|value| detail(tree, value));
            }
            rule
        })
        .collect();
    made
}

fn below(member: &ShapeMember) -> impl Iterator<Item = &ShapeMember> {
    member.value.as_ref().map_or(&[][..], Shape::members).iter()
}

fn symbol(tree: &Tree<'_>, member: &ShapeMember, kind: SymbolKind) -> Symbol {
    let name = name(tree, member.key);
    Symbol {
        // An editor shows no entry without a name.
        name: if name.trim().is_empty() {
            "(blank)".to_owned()
        } else {
            name
        },
        detail: member.value.as_ref().and_then(|value| detail(tree, value)),
        kind,
        span: member.span(),
        name_span: member.key,
        children: Vec::new(),
    }
}

fn name(tree: &Tree<'_>, span: Span) -> String {
    tree.plain(span)
}

fn detail(tree: &Tree<'_>, value: &Shape) -> Option<String> {
    let text = match &value.kind {
        ShapeKind::Object(_) => return None,
        ShapeKind::Array(items) if items.len() == 1 => "1 entry".to_owned(),
        ShapeKind::Array(items) => format!("{} entries", items.len()),
        ShapeKind::Scalar => tree.plain(value.span),
    };
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    Some(shown)
}

#[cfg(test)]
mod tests {
    use super::super::testing::document;
    use super::*;
    use std::fmt::Write as _;

    fn shown(symbols: &[Symbol], depth: usize, text: &str, out: &mut String) {
        for symbol in symbols {
            let detail = symbol.detail.as_deref().unwrap_or("-");
            let indent = "  ".repeat(depth);
            let _ = writeln!(out, "{indent}{:?} {} {detail}", symbol.kind, symbol.name);
            assert!(symbol.span.of(text).starts_with(symbol.name_span.of(text)));
            for child in &symbol.children {
                assert!(symbol.span.start <= child.span.start && child.span.end <= symbol.span.end);
            }
            shown(&symbol.children, depth + 1, text, out);
        }
    }

    #[test]
    fn the_outline_shows_fields_surfaces_and_rules() {
        #[rustfmt::skip]
        let cases = [
            (r#"{permission: {"*": "ask", bash: {'git *': "allow", "rm *": {action: "deny", reason: "no"}}}, yoloMode: true}"#,
             "Field permission -\n  Surface * ask\n  Surface bash -\n    Rule git * allow\n    Rule rm * deny\nField yoloMode true\n"),
            ("// guards\n{protectedWrites: [\"a\", \"b\"]}", "Field protectedWrites 2 entries\n"),
            // Half typed.
            (r#"{permission: {bash: {"git *": , "#, "Field permission -\n  Surface bash -\n    Rule git * -\n"),
            ("", ""),
            ("---\nname: dev\npermission:\n  bash: {'git *': ask}\n---\n# Dev\n",
             "Field name dev\nField permission -\n  Surface bash -\n    Rule git * ask\n"),
        ];
        for (text, expected) in cases {
            let mut out = String::new();
            shown(&symbols(&Tree::of(&document(text))), 0, text, &mut out);
            assert_eq!(out, expected, "{text}");
        }
    }
}
