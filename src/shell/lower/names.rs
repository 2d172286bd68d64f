//! What is known of the variables that the command itself sets.

use crate::shell::{BaseId, HoleKind, Part, Word};
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// How many values a variable may have before it is not known.
const MAX_VALUES: usize = 64;
/// How long its values may be together, in bytes.
const MAX_BYTES: usize = 1 << 16;

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// One of these texts.
    Texts(Rc<[String]>),
    /// One text that holds the home or working folder: only literal text, `Home`, `Pwd` and `Tilde`.
    Parts(Rc<[Part]>),
    /// One of the texts, or of the names that globs stand for in a folder.
    Globs {
        /// The words that hold them.
        words: Rc<[Rc<[Part]>]>,
        /// The folder.
        base: BaseId,
    },
    /// A number that may be negative.
    Number,
    /// Not known.
    Dynamic(HoleKind),
}

/// A number that may be negative: digits, with a sign or without.
pub(super) fn number() -> [Part; 2] {
    let sign = Part::Values {
        values: vec![String::new(), "-".to_owned()],
        quoted: true,
    };
    [sign, Part::Hole(HoleKind::Digits)]
}

/// Names that were changed, with what they are now.
pub(super) type Changes = Vec<(String, Option<Value>)>;

/// The variables, with a journal of what was changed, so that branches can be taken back and joined.
#[derive(Debug, Default)]
pub(super) struct Names {
    values: HashMap<String, Value>,
    journal: Vec<(String, Option<Value>)>,
    /// Something may have set any name.
    everything: bool,
    /// Names whose value is never what was assigned last: a trap sets them, or bash changes what they take.
    drifting: HashSet<String>,
    /// Names that keep a value whatever is assigned.
    frozen: HashSet<String>,
    /// Any name may stand for another one.
    adrift: bool,
}

/// Variables that bash itself sets behind what was assigned to them (bash(1), Shell Variables).
const OWN: [&str; 23] = [
    "_",
    "BASHPID",
    "BASH_ARGV0",
    "BASH_COMMAND",
    "BASH_REMATCH",
    "BASH_SUBSHELL",
    "COPROC",
    "DIRSTACK",
    "EPOCHREALTIME",
    "EPOCHSECONDS",
    "FUNCNAME",
    "GROUPS",
    "LINENO",
    "MAPFILE",
    "OLDPWD",
    "OPTARG",
    "OPTIND",
    "PIPESTATUS",
    "PWD",
    "RANDOM",
    "REPLY",
    "SECONDS",
    "SRANDOM",
];

impl Value {
    /// A value of one text.
    pub(super) fn text(text: String) -> Self {
        Self::Texts(Rc::from([text]))
    }

    /// One of several texts.
    pub(super) fn texts(mut texts: Vec<String>) -> Self {
        texts.dedup();
        let bytes: usize = texts.iter().map(String::len).sum();
        if texts.is_empty() || texts.len() > MAX_VALUES || bytes > MAX_BYTES {
            return Self::Dynamic(HoleKind::Any);
        }
        Self::Texts(Rc::from(texts))
    }

    /// The value that a word comes to, taken as one field.
    pub(super) fn of_word(word: &Word) -> Self {
        if word.parts.iter().all(|part| matches!(part, Part::Text { .. })) {
            // `x=$x$x` doubles each time it is written.
            return Self::texts(vec![word.literal().unwrap_or_default()]);
        }
        if word
            .parts
            .iter()
            .all(|part| matches!(part, Part::Hole(HoleKind::Digits)))
        {
            return Self::Dynamic(HoleKind::Digits);
        }
        if word.parts == number() {
            return Self::Number;
        }
        if word.parts.len() <= MAX_VALUES
            && word.parts.iter().all(|part| {
                matches!(
                    part,
                    Part::Text { .. } | Part::Home { .. } | Part::Pwd { .. } | Part::Tilde(_)
                )
            })
        {
            return Self::Parts(word.parts.iter().cloned().map(quoted).collect());
        }
        let mut texts = vec![String::new()];
        for part in &word.parts {
            let values = match part {
                Part::Text { text, .. } => std::slice::from_ref(text),
                Part::Values { values, .. } => values.as_slice(),
                _ => return Self::Dynamic(HoleKind::Any),
            };
            if texts.len().saturating_mul(values.len()) > MAX_VALUES {
                return Self::Dynamic(HoleKind::Any);
            }
            let bytes: usize = texts
                .iter()
                .map(String::len)
                .sum::<usize>()
                .saturating_mul(values.len())
                + values
                    .iter()
                    .map(String::len)
                    .sum::<usize>()
                    .saturating_mul(texts.len());
            if bytes > MAX_BYTES {
                return Self::Dynamic(HoleKind::Any);
            }
            texts = texts
                .iter()
                .flat_map(|text| values.iter().map(move |value| format!("{text}{value}")))
                .collect();
        }
        Self::texts(texts)
    }

    /// The value followed by another one (`+=`).
    pub(super) fn append(&self, other: &Self) -> Self {
        let (Self::Texts(head), Self::Texts(tail)) = (self, other) else {
            return Self::Dynamic(HoleKind::Any);
        };
        if head.len().saturating_mul(tail.len()) > MAX_VALUES {
            return Self::Dynamic(HoleKind::Any);
        }
        Self::texts(
            head.iter()
                .flat_map(|head| tail.iter().map(move |tail| format!("{head}{tail}")))
                .collect(),
        )
    }

    fn is_digits(&self) -> bool {
        match self {
            Self::Texts(texts) => texts
                .iter()
                .all(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())),
            Self::Parts(_) | Self::Globs { .. } | Self::Number => false,
            Self::Dynamic(kind) => *kind == HoleKind::Digits,
        }
    }

    /// Whether it is digits, with a sign or without.
    fn is_number(&self) -> bool {
        match self {
            Self::Number => true,
            Self::Texts(texts) => texts.iter().all(|text| {
                let digits = text.strip_prefix('-').unwrap_or(text);
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            }),
            _ => self.is_digits(),
        }
    }

    /// Whether arithmetic that uses it may come out negative for its sake.
    pub(super) fn may_be_negative(&self) -> bool {
        !self.is_digits()
    }

    /// Either of two values.
    fn join(left: &Self, right: &Self) -> Self {
        if left == right {
            return left.clone();
        }
        if let (Self::Texts(one), Self::Texts(other)) = (left, right) {
            let mut texts = one.to_vec();
            for text in other.iter() {
                if !texts.contains(text) {
                    texts.push(text.clone());
                }
            }
            return Self::texts(texts);
        }
        if left.is_digits() && right.is_digits() {
            return Self::Dynamic(HoleKind::Digits);
        }
        if left.is_number() && right.is_number() {
            return Self::Number;
        }
        Self::Dynamic(HoleKind::Any)
    }
}

/// The part as what an expansion comes to: no glob, brace or tilde in it.
fn quoted(part: Part) -> Part {
    match part {
        Part::Text { text, .. } => Part::Text { text, quoted: true },
        part => part,
    }
}

/// Either of two values, one of which may come from outside.
fn join(left: Option<&Value>, right: Option<&Value>) -> Option<Value> {
    match (left, right) {
        (None, None) => None,
        (Some(left), Some(right)) => Some(Value::join(left, right)),
        _ => Some(Value::Dynamic(HoleKind::Any)),
    }
}

impl Names {
    /// The value of a name; `None` where the command does not set it.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        const UNKNOWN: &Value = &Value::Dynamic(HoleKind::Any);
        if self.adrift || self.drifting.contains(name) {
            return Some(UNKNOWN);
        }
        if self.values.is_empty() && !self.everything {
            return None;
        }
        // Nobody sets these behind a script's back.
        let unknown = (self.everything && name != "HOME" && name != "PWD").then_some(UNKNOWN);
        self.values.get(name).or(unknown)
    }

    /// Whether nothing was ever set.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How many names were set.
    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    /// The names that were set.
    pub(super) fn known(&self) -> Vec<String> {
        self.values.keys().cloned().collect()
    }

    /// Sets a name.
    pub(super) fn set(&mut self, name: &str, value: Value) {
        let drifts = OWN.contains(&name) || self.drifting.contains(name);
        let value = if drifts {
            Value::Dynamic(HoleKind::Any)
        } else if self.frozen.contains(name) {
            join(self.values.get(name), Some(&value)).unwrap_or(value)
        } else {
            value
        };
        let old = self.values.insert(name.to_owned(), value);
        self.journal.push((name.to_owned(), old));
    }

    /// The name may have been set to this, or be as it was.
    pub(super) fn widen(&mut self, name: &str, value: &Value) {
        if let Some(joined) = join(self.get(name), Some(value)) {
            self.set(name, joined);
        }
    }

    /// The name never holds what was assigned last.
    pub(super) fn let_drift(&mut self, name: &str) {
        if self.drifting.insert(name.to_owned()) && self.values.contains_key(name) {
            self.set(name, Value::Dynamic(HoleKind::Any));
        }
    }

    /// The name keeps its value, whatever is assigned.
    pub(super) fn freeze(&mut self, name: &str) {
        self.frozen.insert(name.to_owned());
    }

    /// Any name may stand for another one from here on.
    pub(super) fn cast_off(&mut self) {
        self.adrift = true;
    }

    /// What was set in `inner` since the mark may be set here at any time.
    pub(super) fn drift(&mut self, inner: &Self, mark: usize) {
        for (name, _) in inner.journal.get(mark..).unwrap_or_default() {
            self.let_drift(name);
        }
        self.adrift |= inner.adrift;
        if inner.everything {
            self.forget_all();
        }
    }

    /// Any name may have been set to anything.
    pub(super) fn forget_all(&mut self) {
        for (name, value) in self.values.drain() {
            self.journal.push((name, Some(value)));
        }
        self.everything = true;
    }

    /// Where to go back to.
    pub(super) fn mark(&self) -> usize {
        self.journal.len()
    }

    /// Takes back what was changed since the mark; returns it.
    pub(super) fn take_back(&mut self, mark: usize) -> Changes {
        let mut changes: Changes = Vec::new();
        while self.journal.len() > mark {
            let Some((name, old)) = self.journal.pop() else {
                break;
            };
            let now = match old {
                Some(old) => self.values.insert(name.clone(), old),
                None => self.values.remove(&name),
            };
            // The last change of a name comes first.
            changes.push((name, now));
        }
        if changes.len() > 1 {
            let mut seen = std::collections::HashSet::new();
            changes.retain(|(name, _)| seen.insert(name.clone()));
        }
        changes
    }

    /// What was changed since the mark may not have been.
    pub(super) fn maybe(&mut self, mark: usize) {
        if self.journal.len() == mark {
            return;
        }
        let changes = self.take_back(mark);
        self.merge(vec![changes], false);
    }

    /// One of several branches was taken, or none unless `exhaustive`.
    pub(super) fn merge(&mut self, branches: Vec<Changes>, exhaustive: bool) {
        let count = branches.len();
        let mut joined: HashMap<String, (usize, Option<Value>)> = HashMap::new();
        for (name, value) in branches.into_iter().flatten() {
            match joined.get_mut(&name) {
                None => {
                    joined.insert(name, (1, value));
                }
                Some((seen, so_far)) => {
                    *seen += 1;
                    *so_far = join(so_far.as_ref(), value.as_ref());
                }
            }
        }
        for (name, (seen, value)) in joined {
            let value = if exhaustive && seen == count {
                value
            } else {
                join(self.values.get(&name), value.as_ref())
            };
            if let Some(value) = value {
                self.set(&name, value);
            }
        }
    }
}
