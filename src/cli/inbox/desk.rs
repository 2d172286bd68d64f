//! What the inbox knows and does: which asks wait, which one is looked at, and how far its answer is.
//!
//! Nothing here knows a terminal or a socket: what happens comes in as an [`Event`], what is to be done goes out as an
//! [`Effect`].

use super::ask::{Ask, AskKey};
use super::keys::{Action, Key, Keys};
use crate::protocol::{Choice, Decision, InboxAnswerParams, PatternAnswer, Resolution, Suggestion};
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// How long an ask has to be looked at before a key can answer it: whoever is typing when it appears has not read it.
pub(super) const SETTLE: Duration = Duration::from_millis(400);
/// Lines about what happened that are kept.
const NOTES: usize = 50;
/// Characters of a text that is typed.
const LONGEST: usize = 2000;

/// What happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A key was pressed.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// The terminal has another size.
    Resized,
    /// Something waits.
    Asked(Box<Ask>),
    /// It waits no more.
    Gone(AskKey),
    /// A request is resolved.
    Decided {
        connection: u64,
        request_id: String,
        result: Decision,
        resolution: Resolution,
    },
    /// An answer of this inbox was not taken.
    Refused(AskKey, String),
    /// Words for the human.
    Note(String),
    /// A session is attached.
    Came(u64, String),
    /// It is no more; its asks are gone.
    Went(u64),
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Effect {
    Answer(AskKey, InboxAnswerParams),
    Quit,
}

/// How far an answer is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mode {
    /// None was begun.
    Browse,
    /// Everything about the ask is shown, from this row on.
    Evidence { from: usize },
    /// The rules to record are chosen.
    Grant(Grant),
    /// One of them is typed.
    Edit { grant: Grant, at: usize, text: String },
    /// The reason of a deny is typed.
    Reason { text: String },
    /// It is ready, and goes out with this key.
    Confirm { by: Key, answer: Ready },
}

/// The rules that a session answer would record.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grant {
    pub(super) choice: Choice,
    /// All widths; an edited one is the last.
    pub(super) widths: Vec<Vec<Suggestion>>,
    pub(super) chosen: usize,
}

impl Grant {
    fn patterns(&self) -> &[Suggestion] {
        self.widths.get(self.chosen).map_or(&[], Vec::as_slice)
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ready {
    pub(super) choice: Choice,
    pub(super) reason: Option<String>,
    pub(super) patterns: Option<Vec<Suggestion>>,
}

/// The state of the inbox.
pub(super) struct Desk {
    keys: Keys,
    pub(super) asks: Vec<Ask>,
    pub(super) selected: Option<AskKey>,
    pub(super) mode: Mode,
    /// When what is selected came to be so, as the caller counts time.
    since: Duration,
    /// Sessions by connection.
    pub(super) sessions: BTreeMap<u64, String>,
    pub(super) notes: VecDeque<String>,
}

impl Desk {
    pub(super) fn new(keys: Keys) -> Self {
        Self {
            keys,
            asks: Vec::new(),
            selected: None,
            mode: Mode::Browse,
            since: Duration::ZERO,
            sessions: BTreeMap::new(),
            notes: VecDeque::new(),
        }
    }

    pub(super) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The ask that is looked at.
    pub(super) fn looked_at(&self) -> Option<&Ask> {
        let key = self.selected?;
        self.asks.iter().find(|ask| ask.key == key)
    }

    /// Takes in what happened at `now`, which only grows.
    pub(super) fn happens(&mut self, now: Duration, event: Event) -> Option<Effect> {
        match event {
            Event::Key(key) => return self.key(now, key),
            Event::Paste(text) => self.paste(&text),
            Event::Resized => {}
            Event::Asked(ask) => {
                let key = ask.key;
                self.asks.push(*ask);
                if self.selected.is_none() {
                    self.select(now, Some(key));
                }
            }
            Event::Gone(key) => self.remove(now, |ask| ask.key == key),
            Event::Decided {
                connection,
                request_id,
                result,
                resolution,
            } => self.decided(connection, &request_id, result, resolution),
            Event::Refused(key, why) => {
                self.note(format!("not taken: {why}"));
                if let Some(ask) = self.asks.iter_mut().find(|ask| ask.key == key) {
                    ask.is_answered = false;
                }
            }
            Event::Note(text) => self.note(text),
            Event::Came(connection, session) => {
                self.note(format!("attached to {session}"));
                self.sessions.insert(connection, session);
            }
            Event::Went(connection) => {
                if let Some(session) = self.sessions.remove(&connection) {
                    self.note(format!("{session} is over"));
                }
                self.remove(now, |ask| ask.key.connection == connection);
            }
        }
        None
    }

    fn note(&mut self, text: String) {
        self.notes.push_back(text);
        if self.notes.len() > NOTES {
            self.notes.pop_front();
        }
    }

    fn decided(&mut self, connection: u64, request_id: &str, result: Decision, resolution: Resolution) {
        let about = self
            .asks
            .iter()
            .find(|ask| ask.key.connection == connection && ask.prompt.request_id == request_id)
            .map(Ask::subject);
        // What asked nobody is the business of `portcullis events`.
        let word = match result {
            Decision::Allow => "allow",
            Decision::Deny => "deny",
        };
        let how = serde_json::to_value(resolution).unwrap_or_default();
        let how = how.as_str().unwrap_or_default();
        if let Some(about) = about.or_else(|| how.starts_with("user_").then(|| "the last one".to_owned())) {
            self.note(format!("{word} ({how}): {about}"));
        }
    }

    /// Takes asks away. An answer that was begun for one of them is dropped: it must not hit its neighbour.
    fn remove(&mut self, now: Duration, is_gone: impl Fn(&Ask) -> bool) {
        let at = self.asks.iter().position(|ask| Some(ask.key) == self.selected);
        let lost = self.looked_at().is_some_and(&is_gone);
        self.asks.retain(|ask| !is_gone(ask));
        if lost {
            let next = self.asks.get(at.unwrap_or_default()).or(self.asks.last());
            let next = next.map(|ask| ask.key);
            self.select(now, next);
        }
    }

    fn select(&mut self, now: Duration, key: Option<AskKey>) {
        self.selected = key;
        self.since = now;
        self.mode = Mode::Browse;
    }

    fn step(&mut self, now: Duration, down: bool) {
        let at = self.asks.iter().position(|ask| Some(ask.key) == self.selected);
        let at = match (at, down) {
            (None, _) => 0,
            (Some(at), true) => at + 1,
            (Some(at), false) => at.saturating_sub(1),
        };
        if let Some(ask) = self.asks.get(at) {
            let key = ask.key;
            self.select(now, Some(key));
        }
    }

    fn key(&mut self, now: Duration, key: Key) -> Option<Effect> {
        if key == Key::Control('c') {
            return Some(Effect::Quit);
        }
        match std::mem::replace(&mut self.mode, Mode::Browse) {
            Mode::Browse => return self.browse(now, key),
            Mode::Evidence { from } => self.evidence(now, key, from),
            Mode::Grant(grant) => self.grant(key, grant),
            Mode::Edit { grant, at, text } => self.edit(key, grant, at, text),
            Mode::Reason { text } => self.reason(key, text),
            Mode::Confirm { by, answer } => {
                // Any other key takes it back.
                if key == by {
                    return self.answer(answer);
                }
            }
        }
        None
    }

    fn browse(&mut self, now: Duration, key: Key) -> Option<Effect> {
        let action = self.keys.action(key)?;
        match action {
            Action::Quit => return Some(Effect::Quit),
            Action::Up => self.step(now, false),
            Action::Down => self.step(now, true),
            Action::Evidence if self.looked_at().is_some() => self.mode = Mode::Evidence { from: 0 },
            Action::Evidence | Action::Edit => {}
            Action::Allow | Action::Session | Action::Whole | Action::Deny | Action::Reason => {
                self.begin(now, key, action);
            }
        }
        None
    }

    /// An answer is begun.
    fn begin(&mut self, now: Duration, key: Key, action: Action) {
        let settled = now.saturating_sub(self.since) >= SETTLE;
        let Some(ask) = self.looked_at().filter(|ask| settled && !ask.is_answered) else {
            return;
        };
        let choice = match action {
            Action::Allow => Choice::Approve,
            Action::Session => Choice::ApproveForSession,
            Action::Whole => Choice::ApproveForServingSession,
            Action::Reason => Choice::DenyWithReason,
            _ => Choice::Deny,
        };
        if ask.option(choice).is_none() {
            let offered: Vec<&str> = ask
                .prompt
                .options
                .iter()
                .map(|option| option.label.as_str())
                .collect();
            let text = format!("not offered here; there is: {}", offered.join(", "));
            return self.note(text);
        }
        self.mode = match choice {
            Choice::Approve | Choice::Deny => Mode::Confirm {
                by: key,
                answer: Ready {
                    choice,
                    reason: None,
                    patterns: None,
                },
            },
            Choice::ApproveForSession | Choice::ApproveForServingSession => Mode::Grant(Grant {
                choice,
                widths: ask.widths(choice),
                chosen: 0,
            }),
            Choice::DenyWithReason => Mode::Reason { text: String::new() },
        };
    }

    fn evidence(&mut self, now: Duration, key: Key, from: usize) {
        let from = match key {
            Key::PageDown => from + 10,
            Key::PageUp => from.saturating_sub(10),
            Key::Home => 0,
            Key::Escape => return,
            _ => match self.keys.action(key) {
                Some(Action::Down) => from + 1,
                Some(Action::Up) => from.saturating_sub(1),
                Some(Action::Evidence | Action::Quit) => return,
                // An answer may be begun from here.
                Some(_) => {
                    self.browse(now, key);
                    return;
                }
                None => from,
            },
        };
        self.mode = Mode::Evidence { from };
    }

    fn grant(&mut self, key: Key, mut grant: Grant) {
        let last = grant.widths.len().saturating_sub(1);
        let action = self.keys.action(key);
        match (key, action) {
            (Key::Escape, _) => return,
            (Key::Enter, _) => {
                self.mode = Mode::Confirm {
                    by: Key::Enter,
                    answer: Ready {
                        choice: grant.choice,
                        reason: None,
                        patterns: Some(grant.patterns().to_vec()),
                    },
                };
                return;
            }
            (_, Some(Action::Down)) => grant.chosen = last.min(grant.chosen + 1),
            (_, Some(Action::Up)) => grant.chosen = grant.chosen.saturating_sub(1),
            (_, Some(Action::Edit)) => {
                if let Some(first) = grant.patterns().first() {
                    let text = first.pattern.clone();
                    self.mode = Mode::Edit { grant, at: 0, text };
                    return;
                }
            }
            _ => {}
        }
        self.mode = Mode::Grant(grant);
    }

    /// Types one pattern after the other.
    fn edit(&mut self, key: Key, mut grant: Grant, at: usize, mut text: String) {
        match key {
            Key::Escape => self.mode = Mode::Grant(grant),
            Key::Enter => {
                let mut patterns = grant.patterns().to_vec();
                if let Some(edited) = patterns.get_mut(at) {
                    edited.pattern = text;
                }
                let next = patterns.get(at + 1).map(|next| next.pattern.clone());
                grant.widths.push(patterns);
                grant.chosen = grant.widths.len() - 1;
                self.mode = match next {
                    Some(text) => Mode::Edit {
                        grant,
                        at: at + 1,
                        text,
                    },
                    None => Mode::Grant(grant),
                };
            }
            _ => {
                typed(&mut text, key);
                self.mode = Mode::Edit { grant, at, text };
            }
        }
    }

    fn reason(&mut self, key: Key, mut text: String) {
        match key {
            Key::Escape => {}
            Key::Enter => {
                self.mode = Mode::Confirm {
                    by: Key::Enter,
                    answer: Ready {
                        choice: Choice::DenyWithReason,
                        reason: Some(text),
                        patterns: None,
                    },
                };
            }
            _ => {
                typed(&mut text, key);
                self.mode = Mode::Reason { text };
            }
        }
    }

    /// Only what is being typed takes what is pasted: no key of an answer comes from a clipboard.
    fn paste(&mut self, pasted: &str) {
        if let Mode::Edit { text, .. } | Mode::Reason { text } = &mut self.mode {
            for character in pasted.chars() {
                typed(text, Key::Char(character));
            }
        }
    }

    fn answer(&mut self, ready: Ready) -> Option<Effect> {
        let key = self.selected?;
        let ask = self.asks.iter_mut().find(|ask| ask.key == key)?;
        ask.is_answered = true;
        let choice = serde_json::to_value(ready.choice).unwrap_or_default();
        Some(Effect::Answer(
            key,
            InboxAnswerParams {
                ask_id: key.ask_id,
                choice: choice.as_str().unwrap_or_default().to_owned(),
                reason: ready.reason,
                patterns: ready
                    .patterns
                    .map(|patterns| patterns.into_iter().map(PatternAnswer::Full).collect()),
            },
        ))
    }
}

/// Types a key into a line of text.
fn typed(text: &mut String, key: Key) {
    match key {
        Key::Char(character) if !character.is_control() && text.chars().count() < LONGEST => {
            text.push(character);
        }
        Key::Backspace => {
            text.pop();
        }
        Key::Control('u') => text.clear(),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
