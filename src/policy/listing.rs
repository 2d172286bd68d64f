//! Everything in force for one agent in one folder, and everything wrong with it, as lists for a person.

use super::problem::{Problem, Severity, code};
use super::snapshot::{Layer, Snapshot};
use super::store::{AgentScope, Kept, Scope, State, Store};
use super::{FileKind, Span};
use crate::decision::Origin;
use crate::rule::{Action, Pattern, Rule};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileState {
    /// It is not there.
    Absent,
    /// It is as it should be.
    Valid,
    /// It is read, but not all of it is in force as written or meant.
    Problems,
    /// It can't be read.
    Unreadable,
}

/// One file that could count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFile {
    /// Absolute path.
    pub path: Arc<str>,
    /// What kind of file.
    pub kind: FileKind,
    /// Whose.
    pub scope: Scope,
    /// How it is.
    pub state: FileState,
    /// Its text now, which the spans of problems and rules point into.
    pub text: Option<Arc<str>>,
    /// Whether a rule in it says what it should match.
    pub has_examples: bool,
}

/// One rule as it is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRule {
    /// The key.
    pub surface: String,
    /// The pattern as written.
    pub pattern: String,
    /// What it says, rewrites applied.
    pub action: Action,
    /// The operator's words.
    pub reason: Option<Arc<str>>,
    /// Whose.
    pub origin: Origin,
    /// The file it stands in; `None` for what is built in.
    pub file: Option<Arc<str>>,
    /// Where in that file's text; `None` where the file has changed since and can't be read.
    pub span: Option<Span>,
    /// What it said before a floor or yolo rewrote it.
    pub rewritten_from: Option<Action>,
}

impl Store {
    /// Every file that could count for an agent in a folder, in the order in which it does.
    pub fn listed_files(&self, agent: Option<&AgentScope>, cwd: &str) -> Vec<ListedFile> {
        self.countable(agent, cwd)
            .into_iter()
            .map(|(path, kind, scope)| self.listed_file(&path, kind, scope))
            .collect()
    }

    /// Whether the reading of any file found something wrong; less than all that [`Store::problems`] looks for.
    pub fn has_found_problems(&self) -> bool {
        self.places.config_dir_refused || self.files.values().any(Kept::has_found_problems)
    }

    /// What is wrong with these files.
    pub fn problems(&self, agent: Option<&AgentScope>, cwd: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.places.config_dir_refused {
            problems.push(Problem {
                file: Arc::from(&*self.places.config_dir.to_string_lossy()),
                span: None,
                severity: Severity::Error,
                code: code::CONFIG_FOLDER_REFUSED,
                message: "an environment variable puts this folder below the working folder, where the checkout could \
                          write it"
                    .to_owned(),
                advice: Some(
                    "Until that changes, every allow takes a human at the prompt. Unset the variable, or let the client \
                     name the folder."
                        .to_owned(),
                ),
                instead: None,
            });
        }
        for (path, ..) in self.countable(agent, cwd) {
            problems.extend(
                self.files
                    .get(&path)
                    .into_iter()
                    .flat_map(|kept| kept.problems().iter().cloned()),
            );
        }
        problems
    }

    fn countable(&self, agent: Option<&AgentScope>, cwd: &str) -> Vec<(PathBuf, FileKind, Scope)> {
        let own = [
            (self.places.guards(), FileKind::Guards, Scope::Global),
            (self.places.policy(), FileKind::Policy, Scope::Global),
        ];
        let agents = self.agent_files(agent, cwd);
        let agents = agents
            .into_iter()
            .map(|(path, scope)| (path, FileKind::Agent, scope));
        own.into_iter().chain(agents).collect()
    }

    fn listed_file(&self, path: &Path, kind: FileKind, scope: Scope) -> ListedFile {
        let kept = self.files.get(path);
        let troubled =
            |problems: &[Problem]| problems.iter().any(|problem| problem.severity != Severity::Info);
        let state = match kept {
            None => FileState::Absent,
            Some(kept) => match kept.state {
                State::Absent => FileState::Absent,
                State::Unreadable => FileState::Unreadable,
                State::Readable if troubled(kept.problems()) => FileState::Problems,
                State::Readable => FileState::Valid,
            },
        };
        ListedFile {
            path: Arc::from(&*path.to_string_lossy()),
            kind,
            scope,
            state,
            text: kept.and_then(|kept| kept.text.clone()),
            has_examples: state != FileState::Unreadable
                && kept
                    .and_then(|kept| kept.last.as_ref())
                    .is_some_and(|last| last.has_examples),
        }
    }

    /// Every rule of `snapshot`, which is this store's: guards, the policy with its fallback, agent files,
    /// protected writes.
    pub fn listed_rules(&self, snapshot: &Snapshot) -> Vec<ListedRule> {
        let mut rules = Vec::new();
        for layer in snapshot.layers() {
            rules.extend(
                layer
                    .rules
                    .rules()
                    .map(|rule| self.listed_rule(snapshot, layer, rule)),
            );
            let has_fallback = layer.rules.surface("*").is_some();
            if layer.origin == Origin::Global && !has_fallback {
                rules.push(fallback(snapshot));
            }
        }
        let guards = self
            .files
            .get(&self.places.guards())
            .and_then(|kept| kept.last.as_ref());
        for rule in snapshot.protected.rules() {
            let declared = guards.and_then(|last| Some((last, last.protected.get(rule.order as usize)?)));
            rules.push(ListedRule {
                surface: rule.surface.to_string(),
                pattern: rule.pattern.source().to_owned(),
                action: Action::Ask,
                reason: None,
                origin: Origin::ProtectedWrite,
                file: declared.map(|(last, _)| Arc::clone(&last.source.path)),
                span: declared
                    .filter(|(last, _)| self.is_current(&last.source.path, &last.source.text))
                    .map(|(_, entry)| entry.span),
                rewritten_from: None,
            });
        }
        rules
    }

    fn listed_rule(&self, snapshot: &Snapshot, layer: &Layer, rule: &Rule) -> ListedRule {
        let place = layer.place_of(rule);
        let (action, origin) = rewritten(snapshot, layer, rule);
        ListedRule {
            surface: rule.surface.to_string(),
            pattern: rule.pattern.source().to_owned(),
            action,
            reason: rule.reason.clone(),
            origin,
            file: place.map(|(source, _)| Arc::clone(&source.path)),
            span: place
                .filter(|(source, _)| self.is_current(&source.path, &source.text))
                .map(|(_, place)| Span::new(place.key.start as usize, place.value.end as usize)),
            rewritten_from: (action != rule.action).then_some(rule.action),
        }
    }

    /// Whether the file still holds this text.
    fn is_current(&self, path: &str, text: &Arc<str>) -> bool {
        let kept = self.files.get(Path::new(path));
        kept.and_then(|kept| kept.text.as_ref())
            .is_some_and(|now| Arc::ptr_eq(now, text) || now == text)
    }
}

/// The built-in fallback of the policy.
fn fallback(snapshot: &Snapshot) -> ListedRule {
    let answered =
        snapshot.yolo && !snapshot.health.policy_unreadable && snapshot.health.guards_lost.is_none();
    ListedRule {
        surface: "*".to_owned(),
        pattern: "*".to_owned(),
        action: if answered { Action::Allow } else { Action::Ask },
        reason: None,
        origin: if answered { Origin::Yolo } else { Origin::Builtin },
        file: None,
        span: None,
        rewritten_from: answered.then_some(Action::Ask),
    }
}

/// What a rule comes to, and by whose word.
fn rewritten(snapshot: &Snapshot, layer: &Layer, rule: &Rule) -> (Action, Origin) {
    let health = snapshot.health;
    // A guard approves nothing and asks nothing, so there is nothing to rewrite.
    if layer.origin == Origin::HardGuard || rule.action == Action::Deny {
        return (rule.action, layer.origin);
    }
    let floored_by = |layer: &Layer| {
        layer
            .floored
            .iter()
            .any(|key| is_same_surface(key, &rule.surface))
    };
    let for_good = health.policy_unreadable || health.guards_lost.is_some() || floored_by(&snapshot.guards);
    let floored = for_good || health.agent_unreadable || snapshot.layers().any(|layer| floored_by(layer));
    if for_good && rule.action == Action::Allow {
        return (Action::Ask, Origin::FailClosed);
    }
    if snapshot.yolo && !for_good {
        let origin = if rule.action == Action::Ask {
            Origin::Yolo
        } else {
            layer.origin
        };
        return (Action::Allow, origin);
    }
    if floored && rule.action == Action::Allow {
        return (Action::Ask, Origin::FailClosed);
    }
    (rule.action, layer.origin)
}

/// Whether a floor of `key` reaches rules under `surface`.
fn is_same_surface(key: &str, surface: &str) -> bool {
    let directional = key == "path" && surface.starts_with("path");
    key == "*" || key == surface || directional || Pattern::text(key).matches(surface)
}
