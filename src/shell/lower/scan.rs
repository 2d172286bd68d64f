//! What a stretch of the reading may do to names and folders, asked before it is walked.

use super::{code::names_something, names::Value, walker::Walker};
use crate::shell::{
    HoleKind,
    syntax::{Event, Kind, Mark, MarkKind, ParamOp, Role},
};

/// How many functions may be defined before their bodies are walked without known names.
const MAX_FUNCTIONS: usize = 64;

/// What a stretch may set.
#[derive(Debug, Default)]
pub(super) struct Sets {
    names: Vec<(String, Value)>,
    /// Any name.
    everything: bool,
}

impl Walker<'_> {
    /// Puts the marks of what was read last in order.
    pub(super) fn sort_marks(&mut self, from: usize) {
        if let Some(marks) = self.script.marks.get_mut(from..) {
            marks.sort_unstable_by_key(|mark| mark.event);
        }
    }

    fn marks_between(&self, start: usize, end: usize) -> &[Mark] {
        let marks = &self.script.marks;
        let first = marks.partition_point(|mark| (mark.event as usize) < start);
        let last = marks.partition_point(|mark| (mark.event as usize) < end);
        marks.get(first..last).unwrap_or_default()
    }

    /// Whether the events `[start, end)` may change the folder of the shell that stands at `start`.
    pub(super) fn moves_between(&self, start: usize, end: usize) -> bool {
        if self.moving_function {
            return true;
        }
        self.marks_between(start, end).iter().any(|mark| {
            mark.scope as usize <= start
                && match mark.kind {
                    MarkKind::Moves => true,
                    MarkKind::Sets => false,
                    MarkKind::Anything => self.event_at(mark.event as usize).is_some_and(|event| {
                        let text = self.text_of(&event);
                        let indirect = ["eval", "command", "builtin"]
                            .iter()
                            .any(|name| text.starts_with(name));
                        indirect && ["cd", "pushd", "popd"].iter().any(|name| text.contains(name))
                    }),
                }
        })
    }

    /// Joins what the events `[start, end)` may set to what is known.
    pub(super) fn widen_between(&mut self, start: usize, end: usize) {
        let sets = self.sets_between(start, end);
        self.widen(&sets);
    }

    /// As [`Walker::widen_between`] for all that was read, for the body of a function.
    pub(super) fn widen_by_everything(&mut self) {
        if self.functions.len() >= MAX_FUNCTIONS {
            return self.names.forget_all();
        }
        let end = self.script.events.len();
        let sets = match self.everything.take() {
            Some((seen, sets)) if seen == end => sets,
            _ => self.sets_between(0, end),
        };
        self.widen(&sets);
        self.everything = Some((end, sets));
    }

    fn widen(&mut self, sets: &Sets) {
        for (name, value) in &sets.names {
            self.names.widen(name, value);
        }
        if sets.everything {
            self.names.forget_all();
        }
    }

    fn sets_between(&self, start: usize, end: usize) -> Sets {
        let mut sets = Sets::default();
        let events = self
            .script
            .events
            .get(start..end.min(self.script.events.len()))
            .unwrap_or_default();
        for (offset, event) in events.iter().enumerate() {
            let index = start + offset;
            match event.kind {
                Kind::Equals => {
                    let begin = self
                        .event_at(event.pair as usize)
                        .map_or(event.start, |word| word.start);
                    let name = self.script.slice(begin as usize, event.start as usize);
                    match name.split_once('[') {
                        Some((name, _)) => sets.unknown(name),
                        None if event.end - event.start == 2 => sets.unknown(name),
                        None => sets
                            .names
                            .push((name.to_owned(), self.plain_value(index + 1, name))),
                    }
                }
                Kind::Simple { command: true, .. } if !self.function_names.is_empty() => {
                    self.function_sets(event, &mut sets);
                }
                Kind::LoopVariable => sets.unknown(self.text_of(event)),
                Kind::DescriptorVariable => sets.digits(self.text_of(event)),
                Kind::Parameter {
                    op: ParamOp::Assign, ..
                } => sets.unknown(name_at(self.text_of(event))),
                Kind::Parameter {
                    op: ParamOp::Indirect,
                    ..
                } => sets.everything |= self.text_of(event).contains('='),
                Kind::Arithmetic => {
                    let text = self.text_of(event);
                    for name in assigned_in_arithmetic(text) {
                        sets.names.push((name.to_owned(), computed(text, name)));
                    }
                }
                _ => {}
            }
        }
        for mark in self.marks_between(start, end) {
            match mark.kind {
                MarkKind::Moves => {}
                MarkKind::Anything => sets.everything = true,
                MarkKind::Sets => self.operands_of(mark.event as usize, &mut sets),
            }
        }
        sets
    }

    /// What a function may set that a command calls.
    fn function_sets(&self, event: &Event, sets: &mut Sets) {
        let text = self.text_of(event);
        let end = text
            .find(|byte: char| byte.is_ascii_whitespace() || "<>&|;()".contains(byte))
            .unwrap_or(text.len());
        let function = text
            .get(..end)
            .and_then(|name| self.function_names.get(name))
            .and_then(|index| self.functions.get(*index));
        for (name, value) in function.into_iter().flat_map(|function| &function.sets) {
            match value {
                Some(value) => sets.names.push((name.clone(), value.clone())),
                None => sets.unknown(name),
            }
        }
    }

    /// The value of `name` whose pieces start at an event, where they are plain text or a number.
    fn plain_value(&self, start: usize, name: &str) -> Value {
        if let Some(event) = self.event_at(start)
            && event.kind == Kind::Arithmetic
            && self
                .event_at(event.pair as usize + 1)
                .is_some_and(|next| next.kind == Kind::WordEnd)
        {
            return computed(self.text_of(&event), name);
        }
        let mut text = String::new();
        for event in self.script.events.get(start..).unwrap_or_default() {
            match event.kind {
                Kind::WordEnd => return Value::text(text),
                Kind::Bare if !self.text_of(event).contains('~') => text.push_str(self.text_of(event)),
                Kind::Quoted | Kind::Escaped => text.push_str(self.text_of(event)),
                _ => break,
            }
        }
        Value::Dynamic(HoleKind::Any)
    }

    /// The names among the operands of `read` and its like.
    fn operands_of(&self, simple: usize, sets: &mut Sets) {
        let Some(opened) = self.event_at(simple) else {
            return;
        };
        let end = opened.pair as usize;
        let name = name_at(self.script.slice(opened.start as usize, opened.end as usize));
        let mut at = simple + 1;
        let mut index = 0_usize;
        while let Some(event) = self.event_at(at).filter(|_| at < end) {
            if !matches!(event.kind, Kind::Word(Role::Plain)) {
                at += 1;
                continue;
            }
            let close = (event.pair as usize).max(at + 1);
            let pieces = self.script.events.get(at + 1..close).unwrap_or_default();
            at = close + 1;
            if pieces.iter().any(|piece| piece.kind == Kind::Equals) {
                continue;
            }
            index += 1;
            let text = pieces
                .first()
                .filter(|piece| matches!(piece.kind, Kind::Bare | Kind::Quoted))
                .map(|piece| self.text_of(piece));
            if name == "printf" && index == 2 && text.is_none_or(|text| !text.starts_with("-v")) {
                // It writes, and sets nothing.
                return;
            }
            let known = pieces
                .iter()
                .all(|piece| matches!(piece.kind, Kind::Bare | Kind::Quoted | Kind::Escaped));
            let refers = matches!(name, "declare" | "typeset" | "local")
                && text.is_some_and(|text| text.starts_with('-') && text.contains('n'));
            sets.everything |= index > 1 && !known || refers;
            if let Some(text) = text {
                sets.unknown(name_at(text));
            }
        }
    }

    /// Arithmetic sets names to numbers.
    pub(super) fn arithmetic_sets(&mut self, event: &Event) {
        let text = self.text_of(event);
        let evaluates = names_something(text.strip_prefix('$').unwrap_or(text));
        self.evaluation.values |= evaluates;
        if !evaluates || self.names.is_empty() {
            return;
        }
        let text = self.text_of(event);
        let names: Vec<String> = assigned_in_arithmetic(text).map(str::to_owned).collect();
        let value = if self.may_be_negative(event) {
            Value::Number
        } else {
            Value::Dynamic(HoleKind::Digits)
        };
        for name in names {
            if self.names.get(&name).is_some() {
                self.names.widen(&name, &value);
            }
        }
    }

    /// Whether arithmetic may come out negative. A name that the command does not set is taken for a number without a
    /// sign.
    pub(super) fn may_be_negative(&self, event: &Event) -> bool {
        is_signed(self.text_of(event), |name| {
            self.names.get(name).is_some_and(Value::may_be_negative)
        })
    }
}

impl Sets {
    fn unknown(&mut self, name: &str) {
        if !name.is_empty() {
            self.names.push((name.to_owned(), Value::Dynamic(HoleKind::Any)));
        }
    }

    fn digits(&mut self, name: &str) {
        self.names
            .push((name.to_owned(), Value::Dynamic(HoleKind::Digits)));
    }
}

/// The name that a text begins with.
fn name_at(text: &str) -> &str {
    let end = text
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        .count();
    text.get(..end).unwrap_or_default()
}

/// What arithmetic makes of `name`, where nothing is known of other names.
fn computed(text: &str, name: &str) -> Value {
    if is_signed(text, |other| other != name) {
        Value::Number
    } else {
        Value::Dynamic(HoleKind::Digits)
    }
}

/// Whether arithmetic may come out negative, where `negative` says which names may be: it subtracts, negates, holds an
/// expansion, or numbers that may be too large (`2**63` is negative).
fn is_signed(text: &str, negative: impl Fn(&str) -> bool) -> bool {
    const SAFE_DIGITS: usize = 15;
    let text = text.strip_prefix('$').unwrap_or(text);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    text.contains(['-', '~', '$', '`', '\'', '"', '\\', '#'])
        || text.contains("**")
        || text.contains("<<")
        || digits > SAFE_DIGITS
        || names_in(text).any(negative)
}

/// The names in arithmetic that assigns.
fn assigned_in_arithmetic(text: &str) -> impl Iterator<Item = &str> {
    let assigns = text.contains('=') || text.contains("++") || text.contains("--");
    names_in(if assigns { text } else { "" })
}

/// The names in arithmetic.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !(character.is_ascii_alphanumeric() || character == '_'))
        .filter(|name| {
            name.bytes()
                .next()
                .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        })
}
