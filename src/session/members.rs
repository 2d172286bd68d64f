//! The sessions that one process serves: its own and its in-process children.

use super::TranscriptEntry;
use crate::access::{Cwd, Known, Skill, Skills};
use crate::authority::{Turn, Utterance};
use crate::record::clean_text;
use foldhash::HashMap;
use std::sync::Arc;

/// Which agent is active, and how it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ActiveAgent {
    /// Named by the client: its global file may also loosen.
    pub(super) named: Option<Arc<str>>,
    /// Learnt from prompt text, which anybody may have written: its files only tighten, beside those of the
    /// agent that the client named.
    pub(super) prompted: Option<Arc<str>>,
    /// That of a session in another process whose call is judged here: its files only tighten.
    pub(super) requester: Option<Arc<str>>,
}

impl ActiveAgent {
    /// Named by the client.
    pub(super) fn named(name: Option<&str>) -> Self {
        Self {
            named: name.map(Arc::from),
            ..Self::default()
        }
    }

    /// The same for a call of another session under the agent `requester`.
    pub(super) fn serving(&self, requester: Option<&Arc<str>>) -> Self {
        Self {
            requester: requester.cloned(),
            ..self.clone()
        }
    }

    /// The name that goes into answers and that grants are given under.
    pub(super) fn name(&self) -> Option<&str> {
        let prompted = self.prompted.as_deref().or(self.named.as_deref());
        self.requester.as_deref().or(prompted)
    }
}

/// One session.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its id.
    pub(super) id: Arc<str>,
    /// The session it was started from; `None` for the process's own.
    pub(super) parent: Option<Arc<str>>,
    /// Its active agent.
    pub(super) agent: ActiveAgent,
    /// Its working folder, resolved when it started.
    pub(super) cwd: Arc<Cwd>,
    /// When given, the only tools there are.
    pub(super) tools: Option<Arc<[String]>>,
    /// What access knows of it.
    pub(super) known: Arc<Known>,
    /// Its turn; `None` for a child that was not told of one, which is part of its parent's.
    pub(super) turn: Option<Arc<Turn>>,
}

impl Member {
    /// A turn starts; without a transcript nothing new was said.
    pub(super) fn start_turn(&mut self, transcript: Option<Vec<TranscriptEntry>>) {
        let said = match (transcript, &self.turn) {
            (Some(entries), _) => entries.iter().filter_map(said).collect(),
            (None, Some(turn)) => turn.transcript().to_vec(),
            (None, None) => Vec::new(),
        };
        self.turn = Some(Arc::new(Turn::new(said)));
    }

    /// Remembers the skills that a runtime lists.
    pub(super) fn learn_skills(&mut self, skills: &[Skill], files: &dyn crate::access::Files) {
        self.known = Arc::new(Known {
            mcp_servers: self.known.mcp_servers.clone(),
            skills: Skills::new(skills, files),
            tools: self.known.tools.clone(),
        });
    }
}

/// Of a transcript only the person's own words are kept: an agent must not plead its own cause before a
/// reviewer.
fn said(entry: &TranscriptEntry) -> Option<Utterance> {
    let is_answer = match entry.kind.as_str() {
        "message" => false,
        "answer" if !entry.cancelled => true,
        _ => return None,
    };
    (entry.role == "user").then_some(Utterance {
        is_answer,
        // Nothing secret is kept for a reviewer.
        text: clean_text(&entry.text, usize::MAX),
    })
}

/// All sessions of the process.
#[derive(Debug)]
pub(super) struct Members {
    own: Arc<str>,
    by_id: HashMap<Arc<str>, Member>,
}

impl Members {
    /// The process's own session alone.
    pub(super) fn new(own: Member) -> Self {
        Self {
            own: Arc::clone(&own.id),
            by_id: HashMap::from_iter([(Arc::clone(&own.id), own)]),
        }
    }

    /// The session `id`, the own one where none is named.
    pub(super) fn get(&self, id: Option<&str>) -> Option<&Member> {
        self.by_id.get(id.unwrap_or(&self.own))
    }

    /// The same, to be changed.
    pub(super) fn get_mut(&mut self, id: Option<&str>) -> Option<&mut Member> {
        let id = id.map_or_else(|| Arc::clone(&self.own), Arc::from);
        self.by_id.get_mut(&id)
    }

    /// Whether there is a session `id`.
    pub(super) fn knows(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    /// Adds a child.
    pub(super) fn add(&mut self, member: Member) {
        self.by_id.insert(Arc::clone(&member.id), member);
    }

    /// Removes a child with everything below it; their ids. The own session stays.
    pub(super) fn remove(&mut self, id: &str) -> Vec<Arc<str>> {
        if id == &*self.own {
            return Vec::new();
        }
        let mut gone: Vec<Arc<str>> = Vec::new();
        let mut next: Vec<Arc<str>> = self
            .by_id
            .get_key_value(id)
            .map(|(id, _)| Arc::clone(id))
            .into_iter()
            .collect();
        while let Some(id) = next.pop() {
            let below = self
                .by_id
                .values()
                .filter(|member| member.parent.as_deref() == Some(&*id));
            next.extend(below.map(|member| Arc::clone(&member.id)));
            self.by_id.remove(&id);
            gone.push(id);
        }
        gone
    }

    /// Every session.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Member> {
        self.by_id.values()
    }

    /// The turn that the session `id` is in: its own, or that of the nearest session above it; for a session of
    /// another process, which is asked for here, the own one's.
    pub(super) fn turn(&self, id: &str) -> Arc<Turn> {
        let line = self.line(id);
        let known = line
            .iter()
            .filter_map(|id| self.by_id.get(id))
            .find_map(|member| member.turn.clone());
        known.or_else(|| self.get(None)?.turn.clone()).unwrap_or_default()
    }

    /// The session `id` and those above it, the nearest first.
    pub(super) fn line(&self, id: &str) -> Vec<Arc<str>> {
        let mut line = Vec::new();
        let mut next = self.by_id.get(id);
        while let Some(member) = next {
            line.push(Arc::clone(&member.id));
            next = member.parent.as_deref().and_then(|parent| self.by_id.get(parent));
        }
        line
    }
}
