//! The patterns that might answer one ask, the one to suggest first.

use super::Proposal;
use super::arity::{Arity, arity};
use super::never::{has_wildcard, runs_anything};
use crate::access::{Access, Group, Intent};
use crate::decision::{Direction, Gate};
use crate::gate::Ask;
use crate::shell::Word;

/// One rule to be recorded: its surface, and patterns of several widths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The surface.
    pub(super) surface: String,
    /// Patterns, the suggestion first.
    pub(super) patterns: Vec<String>,
}

impl Part {
    /// The proposal of width `level`, or the last one before it.
    pub(super) fn at(&self, level: usize) -> Option<Proposal> {
        let pattern = self.patterns.get(level).or_else(|| self.patterns.last())?;
        Some(Proposal {
            surface: self.surface.clone(),
            pattern: pattern.clone(),
        })
    }
}

/// The rules that would have to be recorded for `ask`; `None` where one of them has no pattern.
pub(super) fn parts(ask: &Ask, access: &Access, cwd: &str) -> Option<Vec<Part>> {
    let intent = &*ask.intent;
    if !intent.floors.is_empty() || intent.at_least_ask.is_some() {
        return None;
    }
    match ask.verdict.gate {
        Gate::Bash => one("bash", commands(intent, access)),
        Gate::Skill => one("skill", skills(intent)),
        Gate::Path => of_paths(ask, surface_of(intent.direction), cwd),
        Gate::Tool if intent.mcp.is_some() => one(&intent.surface, targets(intent)),
        Gate::Tool if intent.direction.is_some() => of_paths(ask, &intent.surface, cwd),
        Gate::Tool => of_values(ask, cwd),
        Gate::ProtectedWrite => None,
    }
}

fn one(surface: &str, patterns: Vec<String>) -> Option<Vec<Part>> {
    (!patterns.is_empty()).then(|| {
        vec![Part {
            surface: surface.to_owned(),
            patterns,
        }]
    })
}

/// The surface of a grant for a path, by what was asked about.
const fn surface_of(direction: Option<Direction>) -> &'static str {
    match direction {
        Some(Direction::Read) => "path_read",
        Some(Direction::Write) => "path_write",
        Some(Direction::Both) | None => "path",
    }
}

/// A command: the words that say what it does, else the command as it is.
fn commands(intent: &Intent, access: &Access) -> Vec<String> {
    let unit = intent
        .unit
        .as_ref()
        .and_then(|facts| access.program.as_ref()?.units.get(facts.id));
    let Some(unit) = unit else {
        return Vec::new();
    };
    // What is not known stands as nothing here, so that it ends the words that can be named.
    let words: Vec<Option<String>> = unit.words.iter().map(Word::literal).collect();
    let names: Vec<&str> = words
        .iter()
        .map_while(|word| word.as_deref())
        .take_while(|word| !word.is_empty() && !has_wildcard(word) && !word.contains(char::is_whitespace))
        .collect();
    let Some(program) = names.first() else {
        return Vec::new();
    };
    if runs_anything(program) {
        return Vec::new();
    }
    let exact = closed(intent.groups.first());
    let opening = |count: usize| {
        let prefix = names.get(..count)?;
        let plain = prefix.iter().skip(1).all(|word| !word.starts_with('-'));
        plain.then(|| prefix.join(" "))
    };
    let mut patterns = Vec::new();
    match arity(&names) {
        Some(Arity::Words(count)) => {
            // With nothing behind the words that count, the command is suggested as it is.
            let open = opening(count).map(|prefix| format!("{prefix} *"));
            if words.len() > count || exact.is_none() {
                patterns.extend(open);
                patterns.extend(exact);
            } else {
                patterns.extend(exact);
                patterns.extend(open);
            }
        }
        Some(Arity::Exact) => patterns.extend(exact),
        None => {
            patterns.extend(exact);
            patterns.extend(opening(1).map(|prefix| format!("{prefix} *")));
        }
    }
    patterns.dedup();
    patterns
}

fn skills(intent: &Intent) -> Vec<String> {
    closed(intent.groups.first()).into_iter().collect()
}

/// The first equal spelling that a pattern can name and nothing else.
fn closed(group: Option<&Group>) -> Option<String> {
    let spelling = group?.equal.first()?;
    let plain = spelling.open.is_none() && !spelling.text.is_empty() && !has_wildcard(&spelling.text);
    plain.then(|| spelling.text.as_str().to_owned())
}

/// An MCP call: all of its server, else its target.
fn targets(intent: &Intent) -> Vec<String> {
    let server = intent.mcp.as_ref().and_then(|facts| facts.server.as_deref());
    let calls_tool = intent
        .mcp
        .as_ref()
        .is_some_and(|facts| facts.operation == crate::access::McpOperation::Call);
    let whole = server
        .filter(|server| calls_tool && !has_wildcard(server) && !server.contains(':'))
        .map(|server| format!("{server}:*"));
    let target = intent.groups.first().and_then(|group| {
        let spellings = group
            .equal
            .iter()
            .filter(|it| !has_wildcard(&it.text) && it.open.is_none());
        let mut spellings = spellings.map(|it| &it.text);
        let first = spellings.clone().next();
        let found = spellings.find(|text| text.contains(':')).or(first);
        found.map(|text| text.as_str().to_owned())
    });
    whole.into_iter().chain(target).collect()
}

/// A path of each group that asks: the path itself, then its folder where that lies below the cwd. Of an ask
/// that some rule below a folder makes: what that rule names.
fn of_paths(ask: &Ask, surface: &str, cwd: &str) -> Option<Vec<Part>> {
    let part = |patterns| Part {
        surface: surface.to_owned(),
        patterns,
    };
    if ask.groups.is_empty() {
        ask.intent.path.as_ref()?.descent.as_ref()?;
        return Some(vec![part(vec![ask.verdict.matched_pattern.clone()?])]);
    }
    ask.groups
        .iter()
        .map(|&index| {
            let group = ask.intent.groups.get(index)?;
            Some(part(path_widths(group, cwd)?))
        })
        .collect()
}

fn path_widths(group: &Group, cwd: &str) -> Option<Vec<String>> {
    if group.equal.iter().any(|spelling| spelling.open.is_some()) {
        return None;
    }
    let texts = || group.equal.iter().map(|spelling| spelling.text.as_str());
    let path = texts().find(|text| text.starts_with('/'))?;
    let path = path.trim_end_matches('/');
    if path.is_empty() || has_wildcard(path) {
        return None;
    }
    let mut patterns = vec![path.to_owned()];
    // The cwd in the form that this group is in: what the relative spelling is relative to.
    let base = texts()
        .filter(|text| !text.starts_with('/'))
        .find_map(|text| path.strip_suffix(text)?.strip_suffix('/'))
        .unwrap_or(cwd);
    let is_folder = texts().any(|text| text.len() > 1 && text.ends_with('/'));
    let parent = path.rsplit_once('/').map(|(folder, _)| folder);
    let folders = is_folder.then_some(path).into_iter().chain(parent);
    for folder in folders {
        let below = folder
            .strip_prefix(base)
            .is_some_and(|rest| rest.starts_with('/'));
        if below && !has_wildcard(folder) {
            patterns.push(format!("{folder}/*"));
        }
    }
    Some(patterns)
}

/// Any other tool: its value, for a URL also its host. A tool without a value has nothing narrower than
/// itself.
fn of_values(ask: &Ask, cwd: &str) -> Option<Vec<Part>> {
    let intent = &*ask.intent;
    let part = |patterns| Part {
        surface: intent.surface.clone(),
        patterns,
    };
    if intent.groups.iter().all(|group| group.equal.is_empty()) {
        return Some(vec![part(vec!["*".to_owned()])]);
    }
    ask.groups
        .iter()
        .map(|&index| {
            let group = intent.groups.get(index)?;
            if intent.groups.len() > 1 || group.equal.len() > 1 {
                return Some(part(path_widths(group, cwd)?));
            }
            let value = closed(Some(group))?;
            let host = host_of(&value).map(|host| format!("{host}/*"));
            Some(part(std::iter::once(value).chain(host).collect()))
        })
        .collect()
}

/// Scheme and host of a URL that goes on behind them.
fn host_of(value: &str) -> Option<&str> {
    let (scheme, rest) = value.split_once("://")?;
    let host = rest.find('/')?;
    let plain = |text: &str| !text.is_empty() && !text.contains(['@', '*', '?', '\\', ' ']);
    let end = scheme.len() + 3 + host;
    (plain(scheme) && plain(rest.get(..host)?)).then(|| value.get(..end))?
}
