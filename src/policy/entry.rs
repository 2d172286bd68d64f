//! What one line of `permission` says: a surface, a pattern and an action, with their places.

use super::Span;
use crate::rule::Action;
use std::borrow::Cow;
use std::sync::Arc;

/// A key under `permission`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurfaceKey {
    /// The key.
    pub key: Arc<str>,
    /// Where it stands.
    pub key_span: Span,
    /// Where its value stands.
    pub value_span: Span,
}

/// One pattern with its action.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<'a> {
    /// The key it stands under.
    pub surface: Arc<str>,
    /// The pattern; `*` where the surface has a plain action.
    pub pattern: Cow<'a, str>,
    /// Where the pattern stands, quotes included; of a plain action, the surface's key.
    pub key_span: Span,
    /// Where its value stands.
    pub value_span: Span,
    /// Whether the surface has a plain action.
    pub is_shorthand: bool,
    /// What it says. `deny` where that can't be read.
    pub action: Action,
    /// Where the action's word stands, where there is one.
    pub action_span: Option<Span>,
    /// The operator's words; why the action can't be read, where it can't.
    pub reason: Option<Cow<'a, str>>,
    /// Why it counts for nothing, or how else it counts.
    pub standing: EntryStanding,
    /// The pattern that is in force, where no path looks like the one written and it does not allow.
    pub meant: Option<Box<str>>,
    /// Examples, where its author gives some. Few do, and a policy may hold very many entries: so they lie apart.
    pub examples: Option<Box<Examples<'a>>>,
}

impl<'a> Entry<'a> {
    /// The same, with copies of its texts.
    pub(super) fn into_owned(self) -> Entry<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        let examples = |examples: Vec<Example<'_>>| -> Vec<Example<'static>> {
            let owned = examples.into_iter().map(|example| Example {
                text: own(example.text),
                span: example.span,
            });
            owned.collect()
        };
        Entry {
            surface: self.surface,
            pattern: own(self.pattern),
            key_span: self.key_span,
            value_span: self.value_span,
            is_shorthand: self.is_shorthand,
            action: self.action,
            action_span: self.action_span,
            reason: self.reason.map(own),
            standing: self.standing,
            meant: self.meant,
            examples: self.examples.map(|given| {
                Box::new(Examples {
                    matching: examples(given.matching),
                    other: examples(given.other),
                })
            }),
        }
    }

    /// Texts that it should match, as its author says.
    pub fn match_examples(&self) -> &[Example<'a>] {
        self.examples.as_ref().map_or(&[], |examples| &examples.matching)
    }

    /// Texts that it should not match, as its author says.
    pub fn not_match_examples(&self) -> &[Example<'a>] {
        self.examples.as_ref().map_or(&[], |examples| &examples.other)
    }
}

/// What the author of an entry says that it does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examples<'a> {
    /// Texts that it should match.
    pub matching: Vec<Example<'a>>,
    /// Texts that it should not match.
    pub other: Vec<Example<'a>>,
}

/// Whether an entry is a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStanding {
    /// It is.
    InForce,
    /// An equal key is as strict or stricter.
    Duplicate,
    /// Its pattern can't be read; it floors its surface unless it allows.
    Unreadable,
    /// It has no meaning in the guards.
    Ignored,
}

/// An example of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// Where it stands.
    pub span: Span,
}
