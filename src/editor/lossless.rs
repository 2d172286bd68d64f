//! Changes of a policy text that keep its comments and its layout. Where the tree that does so can't read what the
//! judge of policy text accepts, there are none.

use crate::lint::Edit;
use crate::policy::{Document, FileKind, Member, Node, Span, Value};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode};

/// U+FEFF, which may stand in front of a text.
const MARK: char = '\u{feff}';

/// A text that can be changed.
pub(super) struct Lossless<'d> {
    document: &'d Document<'d>,
    root: CstRootNode,
    object: CstObject,
}

impl<'d> Lossless<'d> {
    /// The tree of a document; `None` where the document can't be read, is no JSON5, or the tree can't read it.
    pub(super) fn of(document: &'d Document<'d>) -> Option<Self> {
        if document.kind == FileKind::Agent || !document.is_readable() {
            return None;
        }
        let options = ParseOptions {
            // The judge takes none as well.
            allow_missing_commas: false,
            ..ParseOptions::default()
        };
        let text = document.text.strip_prefix(MARK).unwrap_or(&document.text);
        let root = CstRootNode::parse(text, &options).ok()?;
        let object = root.object_value()?;
        // What it does not give back as it was, it has not read.
        (root.to_string() == text).then_some(Self {
            document,
            root,
            object,
        })
    }

    /// Removes the member whose key stands at `key`.
    pub(super) fn remove(&self, key: Span) -> Option<()> {
        self.find(key)?.remove();
        Some(())
    }

    /// Puts a rule behind those of its surface, which is made where there is none.
    pub(super) fn add(&self, surface: &str, pattern: &str, value: CstInputValue) -> Option<()> {
        let permission = object_under(&self.object, "permission")?;
        let rules = match permission.get(surface) {
            Some(prop) => {
                if prop.object_value().is_none() {
                    // A plain action holds for what no other rule matches.
                    let action = prop.value()?.as_string_lit()?.decoded_value().ok()?;
                    let rules = vec![("*".to_owned(), CstInputValue::String(action))];
                    prop.set_value(CstInputValue::Object(rules));
                }
                prop.object_value()?
            }
            None => object_under(&permission, surface)?,
        };
        rules.append(pattern, value);
        Some(())
    }

    /// The change from the text as it was; `None` where it would no longer be read.
    pub(super) fn edit(&self) -> Option<Edit> {
        let before = &*self.document.text;
        let mut after = String::new();
        if before.starts_with(MARK) {
            after.push(MARK);
        }
        after.push_str(&self.root.to_string());
        difference(before, &after).filter(|_| is_no_worse(self.document, &after))
    }

    fn find(&self, key: Span) -> Option<CstObjectProp> {
        let mut object = self.object.clone();
        let path = path_to(self.document.root.as_ref()?, key)?;
        let (last, way) = path.split_last()?;
        for at in way {
            object = nth(&object, at)?.object_value()?;
        }
        nth(&object, last)
    }
}

/// The rule's value, to be written elsewhere.
pub(super) fn copied(node: &Node<'_>) -> CstInputValue {
    match &node.value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(value) => CstInputValue::Number(value.to_string()),
        Value::String(text) => CstInputValue::String(text.to_string()),
        Value::Array(nodes) => CstInputValue::Array(nodes.iter().map(copied).collect()),
        Value::Object(members) => {
            let copy = |member: &Member<'_>| (member.key.to_string(), copied(&member.value));
            CstInputValue::Object(members.iter().map(copy).collect())
        }
    }
}

/// Whether a text reads, and the loader finds no more wrong with it than it did.
pub(super) fn is_no_worse(document: &Document<'_>, text: &str) -> bool {
    let after = Document::parse(document.file.clone(), document.kind, text);
    after.is_readable() && after.problems.len() <= document.problems.len()
}

/// The text with edits, which are in order and apart.
pub(super) fn edited(text: &str, edits: &[Edit]) -> Option<String> {
    let mut made = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        made.push_str(text.get(done..edit.span.start as usize)?);
        made.push_str(&edit.text);
        done = edit.span.end as usize;
    }
    made.push_str(text.get(done..)?);
    Some(made)
}

/// A member by its place among the members of its object.
struct Step<'n> {
    at: usize,
    key: &'n str,
}

fn nth(object: &CstObject, step: &Step<'_>) -> Option<CstObjectProp> {
    let prop = object.properties().into_iter().nth(step.at)?;
    (prop.decoded_name().as_deref() == Some(step.key)).then_some(prop)
}

/// The way to the member whose key stands at `span`.
fn path_to<'n>(node: &'n Node<'_>, span: Span) -> Option<Vec<Step<'n>>> {
    for (at, member) in node.members().iter().enumerate() {
        let step = Step { at, key: &member.key };
        if member.key_span == span {
            return Some(vec![step]);
        }
        let within = member.value.span;
        if within.start <= span.start && span.end <= within.end {
            let mut way = path_to(&member.value, span)?;
            way.insert(0, step);
            return Some(way);
        }
    }
    None
}

fn object_under(object: &CstObject, key: &str) -> Option<CstObject> {
    object.object_value_or_create(key)
}

/// The one place where two texts differ; `None` where they are equal.
fn difference(before: &str, after: &str) -> Option<Edit> {
    if before == after {
        return None;
    }
    let same = |(a, b): &(char, char)| a == b;
    let front: usize = before
        .chars()
        .zip(after.chars())
        .take_while(same)
        .map(|(c, _)| c.len_utf8())
        .sum();
    let (rest, new) = (before.get(front..)?, after.get(front..)?);
    let back: usize = rest
        .chars()
        .rev()
        .zip(new.chars().rev())
        .take_while(same)
        .map(|(c, _)| c.len_utf8())
        .sum();
    Some(Edit {
        span: Span::new(front, before.len() - back),
        text: new.get(..new.len() - back)?.to_owned(),
    })
}
