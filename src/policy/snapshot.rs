//! What is in force for one agent in one folder: the rules of each authority, and how far they can be trusted.

use super::entry::Entry;
use super::{Document, FileKind, Options, Span};
use crate::decision::Origin;
use crate::rule::{Action, Pattern, Rule, RuleSet, Surface};
use std::sync::{Arc, OnceLock};

/// The text that rules were read from.
#[derive(Debug)]
pub struct SourceFile {
    /// Absolute path.
    pub path: Arc<str>,
    /// The text as it was read; of a file that has become unreadable, the last that read.
    pub text: Arc<str>,
}

/// Where a rule stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulePlace {
    /// The pattern; of a plain action, the surface's key.
    pub key: Span,
    /// The value.
    pub value: Span,
}

/// The rules of one file.
#[derive(Debug)]
pub struct Layer {
    /// Whose rules.
    pub origin: Origin,
    /// The compiled rules. The built-in fallback is not among them: where the global policy is silent, the
    /// built-in `ask` holds.
    pub rules: RuleSet,
    /// Surfaces on which an entry could not be read whose action was not `allow`, so that every allow of
    /// that surface is floored to ask; `*` stands for all.
    pub floored: Vec<String>,
    /// The file; `None` where there is none.
    pub source: Option<Arc<SourceFile>>,
    /// Where each rule stands, by its `order`; looked for when somebody asks.
    pub places: Arc<OnceLock<Box<[RulePlace]>>>,
}

impl Layer {
    /// Rules that come from no file.
    pub fn new(origin: Origin, rules: RuleSet) -> Self {
        Self {
            origin,
            rules,
            floored: Vec::new(),
            source: None,
            places: Arc::default(),
        }
    }

    /// Where `rule` stands, and in which file.
    pub fn place_of(&self, rule: &Rule) -> Option<(&SourceFile, RulePlace)> {
        let source = self.source.as_deref()?;
        let places = self.places.get_or_init(|| self.find_places(source));
        Some((source, *places.get(rule.order as usize)?))
    }

    fn find_places(&self, source: &SourceFile) -> Box<[RulePlace]> {
        let kind = match self.origin {
            Origin::HardGuard => FileKind::Guards,
            Origin::Agent | Origin::ProjectAgent => FileKind::Agent,
            _ => FileKind::Policy,
        };
        let document = Document::placed(Arc::clone(&source.path), kind, &source.text);
        let place = |entry: &Entry<'_>| RulePlace {
            key: entry.key_span,
            value: entry.value_span,
        };
        document.entries.iter().map(place).collect()
    }

    /// The same layer with other forms for its path rules; `None` where no form changes.
    fn with_forms(&self, forms: &impl Fn(&Pattern, Action) -> Vec<Pattern>) -> Option<Self> {
        Some(Self {
            origin: self.origin,
            rules: with_forms(&self.rules, forms)?,
            floored: self.floored.clone(),
            source: self.source.clone(),
            places: Arc::clone(&self.places),
        })
    }
}

/// The same rules with other forms; `None` where none changes. Surfaces without a change are shared.
fn with_forms(rules: &RuleSet, forms: &impl Fn(&Pattern, Action) -> Vec<Pattern>) -> Option<RuleSet> {
    let mut changed = false;
    let surfaces = rules.all_surfaces().map(|surface| {
        if !super::surfaces::takes_paths(surface.key()) && surface.key() != super::ALSO_REMOVAL {
            return Arc::clone(surface);
        }
        let made: Vec<Vec<Pattern>> = surface
            .rules()
            .iter()
            .map(|rule| forms(&rule.pattern, rule.action))
            .collect();
        if surface
            .rules()
            .iter()
            .zip(&made)
            .all(|(rule, made)| rule.forms == *made)
        {
            return Arc::clone(surface);
        }
        changed = true;
        let rules = surface.rules().iter().zip(made).map(|(rule, forms)| Rule {
            forms,
            ..rule.clone()
        });
        Arc::new(Surface::new(Arc::from(surface.key()), rules.collect()))
    });
    let surfaces = surfaces.collect();
    changed.then(|| RuleSet::of_surfaces(surfaces))
}

/// Why the guards are not in force. They might deny anything, so no allow goes unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardsLost {
    /// The file can't be read.
    Unreadable,
    /// An environment variable puts the folder of the policy below the working folder, where the checkout could
    /// write it.
    FolderRefused,
}

impl GuardsLost {
    /// What the human is told.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Unreadable => "hard-guards.jsonc can't be read",
            Self::FolderRefused => {
                "an environment variable puts the folder of the guards below the working folder, where the checkout \
                 could write them"
            }
        }
    }
}

/// Which files can't be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// `policy.jsonc`: everything is an ask that no agent file, grant or yolo answers.
    pub policy_unreadable: bool,
    /// Why `hard-guards.jsonc` is not in force, if it is not: every allow is as a protected write.
    pub guards_lost: Option<GuardsLost>,
    /// An agent file of the active agent: every allow is floored to ask.
    pub agent_unreadable: bool,
}

/// What is in force. Immutable; a reload makes a new one.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// `hard-guards.jsonc`.
    pub guards: Arc<Layer>,
    /// `policy.jsonc`.
    pub global: Arc<Layer>,
    /// The global file of the active agent, unless the agent is known from prompt text alone: then see
    /// `restrictions`.
    pub agent: Option<Arc<Layer>>,
    /// Layers that only tighten: the project's agent file, and the global one of an agent learnt from
    /// prompt text.
    pub restrictions: Vec<Arc<Layer>>,
    /// `protectedWrites` and what is always protected, as rules with action ask under `path_write`. Folders
    /// that people work in and that must not be removed, renamed or replaced, since something protected
    /// lies below them, stand under [`ALSO_REMOVAL`](super::ALSO_REMOVAL).
    pub protected: Arc<RuleSet>,
    /// The options of `policy.jsonc`.
    pub options: Arc<Options>,
    /// Whether asks are rewritten to allow (the option, or the client's word over it).
    pub yolo: bool,
    /// What can't be read.
    pub health: Health,
    /// The session's working folder, absolute and folded.
    pub cwd: String,
}

impl Default for Snapshot {
    /// No file at all.
    fn default() -> Self {
        let empty = |origin| Arc::new(Layer::new(origin, RuleSet::default()));
        Self {
            guards: empty(Origin::HardGuard),
            global: empty(Origin::Global),
            agent: None,
            restrictions: Vec::new(),
            protected: Arc::default(),
            options: Arc::default(),
            yolo: false,
            health: Health::default(),
            cwd: "/".to_owned(),
        }
    }
}

impl Snapshot {
    /// Every layer of rules, in the order in which their authority counts.
    pub fn layers(&self) -> impl Iterator<Item = &Arc<Layer>> {
        [&self.guards, &self.global]
            .into_iter()
            .chain(&self.agent)
            .chain(&self.restrictions)
    }

    /// The same snapshot with the other forms of its path rules as `forms` gives them for a pattern and its
    /// action (their literal prefix resolved through links); `None` where nothing changes. Forms that were
    /// given before are dropped, and what does not change is shared.
    #[must_use]
    pub fn with_forms(&self, forms: impl Fn(&Pattern, Action) -> Vec<Pattern>) -> Option<Self> {
        let mut changed = false;
        let mut redo = |layer: &Arc<Layer>| match layer.with_forms(&forms) {
            Some(layer) => {
                changed = true;
                Arc::new(layer)
            }
            None => Arc::clone(layer),
        };
        let mut made = Self {
            guards: redo(&self.guards),
            global: redo(&self.global),
            agent: self.agent.as_ref().map(&mut redo),
            restrictions: self.restrictions.iter().map(&mut redo).collect(),
            ..self.clone()
        };
        if let Some(protected) = with_forms(&self.protected, &forms) {
            changed = true;
            made.protected = Arc::new(protected);
        }
        changed.then_some(made)
    }
}
