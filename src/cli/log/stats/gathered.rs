//! What the log says, added up.

use crate::cli::log::event::{decider, innermost, is_decision};
use crate::cli::log::filter::Wanted;
use crate::record::{Entry, REDACTED, entries};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;

/// Counts over a log.
#[derive(Debug, Default)]
pub(super) struct Stats {
    /// The first and the last time of what was counted.
    pub(super) span: Option<(String, String)>,
    /// Calls that a rule allowed without asking.
    pub(super) plain: u64,
    /// All other calls, by what came of them.
    pub(super) ends: BTreeMap<End, u64>,
    /// The same by day.
    pub(super) days: BTreeMap<String, Day>,
    /// The same by surface.
    pub(super) surfaces: BTreeMap<String, Day>,
    /// Who decided, and how often allow and deny.
    pub(super) deciders: BTreeMap<String, (u64, u64)>,
    /// Rules that allowed without asking, and how often.
    pub(super) rules: BTreeMap<(String, String), u64>,
    /// What somebody was asked.
    asked: BTreeMap<Vec<(String, String)>, Asked>,
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// Allowed by whoever was asked.
    Approved,
    /// Allowed by a grant or yolo mode: somebody had allowed it before.
    Standing,
    /// Denied by whoever was asked.
    Refused,
    /// Nobody could be asked.
    Unanswered,
    /// Denied by a rule.
    Blocked,
}

/// Calls of a day or on a surface.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Day {
    /// Allowed by a rule, without asking.
    pub(super) plain: u64,
    /// Allowed by an answer, a grant, or yolo mode.
    pub(super) allowed: u64,
    /// Denied, or nobody could be asked.
    pub(super) denied: u64,
}

impl Day {
    /// All.
    pub(super) fn total(self) -> u64 {
        self.plain + self.allowed + self.denied
    }
}

/// One thing that was asked, and what was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    /// As patterns: surface and pattern.
    pub(super) patterns: Vec<(String, String)>,
    /// An answer may be recorded: it is understood, and not for a human alone.
    pub(super) may_stand: bool,
    /// How often.
    pub(super) times: u64,
    /// A human or link allowed it.
    pub(super) allowed: u64,
    /// A human or link refused it.
    pub(super) refused: u64,
}

impl Asked {
    /// The rule that answers as was answered so far: an entry of `permission`. `None` where none can
    /// be written.
    pub(super) fn rule(&self) -> Option<String> {
        // What was cut or redacted matches nothing any more.
        let is_whole = |pattern: &String| !pattern.contains(REDACTED) && !pattern.contains('…');
        if !self.patterns.iter().all(|(_, pattern)| is_whole(pattern)) {
            return None;
        }
        let action = match (self.allowed, self.refused) {
            (0, 0) => "ask",
            (_, 0) if self.may_stand => "allow",
            (0, _) => "deny",
            _ if self.may_stand => "ask",
            _ => return None,
        };
        let mut surfaces = Map::new();
        for (surface, pattern) in &self.patterns {
            let rules = surfaces.entry(surface.clone()).or_insert_with(|| json!({}));
            if let Some(rules) = rules.as_object_mut() {
                rules.insert(pattern.clone(), json!(action));
            }
        }
        let text = Value::Object(surfaces).to_string();
        // Without the braces around it, as it stands in the file.
        text.get(1..text.len().saturating_sub(1)).map(str::to_owned)
    }
}

impl Stats {
    /// Adds up the log at `path`.
    pub(super) fn of(path: &Path, wanted: &Wanted) -> io::Result<Self> {
        let mut stats = Self::default();
        // A forwarded call is written down by the session that makes it and by the one that is asked: counted once.
        let mut ends: HashMap<String, Entry> = HashMap::new();
        let mut number = 0_u64;
        entries(path, |entry, _| {
            if entry.event == "usage" && wanted.takes(&entry) {
                stats.seen(&entry.timestamp);
                stats.usage(&entry);
            } else if is_decision(&entry) && wanted.takes(&entry) {
                number += 1;
                let id = entry
                    .text("requestId")
                    .map_or_else(|| number.to_string(), str::to_owned);
                let is_own = entry.event.starts_with("permission_request.");
                if is_own || !ends.contains_key(&id) {
                    ends.insert(id, entry);
                }
            }
        })?;
        for entry in ends.values() {
            stats.seen(&entry.timestamp);
            stats.decision(entry);
        }
        Ok(stats)
    }

    /// Calls that were decided, with those that a rule allowed.
    pub(super) fn total(&self) -> u64 {
        self.plain + self.ends.values().sum::<u64>()
    }

    /// How often it ended so.
    pub(super) fn ended(&self, end: End) -> u64 {
        self.ends.get(&end).copied().unwrap_or_default()
    }

    /// Calls that somebody was asked about.
    pub(super) fn questions(&self) -> u64 {
        [End::Approved, End::Refused, End::Unanswered]
            .map(|end| self.ended(end))
            .iter()
            .sum()
    }

    /// What was asked most.
    pub(super) fn most_asked(&self, top: usize) -> Vec<&Asked> {
        let mut asked: Vec<&Asked> = self.asked.values().collect();
        asked.sort_by(|a, b| (b.times, &a.patterns).cmp(&(a.times, &b.patterns)));
        asked.truncate(top);
        asked
    }

    fn seen(&mut self, time: &str) {
        match &mut self.span {
            None => self.span = Some((time.to_owned(), time.to_owned())),
            Some((first, last)) => {
                if time < first.as_str() {
                    time.clone_into(first);
                }
                if time > last.as_str() {
                    time.clone_into(last);
                }
            }
        }
    }

    fn day(&mut self, entry: &Entry) -> &mut Day {
        let day = entry.timestamp.get(..10).unwrap_or_default();
        self.days.entry(day.to_owned()).or_default()
    }

    fn usage(&mut self, entry: &Entry) {
        let counts = entry.fields.get("counts").and_then(Value::as_array);
        for count in counts.into_iter().flatten() {
            let text = |name: &str| count.get(name).and_then(Value::as_str).unwrap_or_default();
            let n = count.get("n").and_then(Value::as_u64).unwrap_or_default();
            self.plain += n;
            self.day(entry).plain += n;
            self.surfaces.entry(text("surface").to_owned()).or_default().plain += n;
            let rule = (text("surface").to_owned(), text("pattern").to_owned());
            *self.rules.entry(rule).or_default() += n;
        }
    }

    fn decision(&mut self, entry: &Entry) {
        let allowed = entry.text("result") == Some("allow");
        let resolution = entry.text("resolution").unwrap_or_default();
        let asked = entry.fields.get("suggestion").is_some();
        let end = match resolution {
            "confirmation_unavailable" => End::Unanswered,
            "session_approved" | "auto_approved" => End::Standing,
            _ if allowed => End::Approved,
            _ if asked => End::Refused,
            _ => End::Blocked,
        };
        *self.ends.entry(end).or_default() += 1;
        let surface = entry.text("surface").unwrap_or_default().to_owned();
        let surface = self.surfaces.entry(surface).or_default();
        let add = |day: &mut Day| {
            if allowed {
                day.allowed += 1;
            } else {
                day.denied += 1;
            }
        };
        add(surface);
        add(self.day(entry));
        let (yes, no) = self.deciders.entry(decider(entry)).or_default();
        *(if allowed { yes } else { no }) += 1;
        if asked {
            self.question(entry, allowed);
        }
    }

    fn question(&mut self, entry: &Entry, allowed: bool) {
        let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let offered = entry.fields.get("suggestion").and_then(Value::as_array);
        let mut patterns: Vec<(String, String)> = offered
            .into_iter()
            .flatten()
            .filter_map(|rule| Some((text(rule, "surface")?, text(rule, "pattern")?)))
            .collect();
        let may_stand = !patterns.is_empty();
        if patterns.is_empty() {
            let surface = entry.text("surface").unwrap_or_default();
            let value = entry.text("value").unwrap_or_default();
            patterns.push((surface.to_owned(), value.to_owned()));
        }
        let asked = self.asked.entry(patterns.clone()).or_default();
        asked.patterns = patterns;
        asked.may_stand = may_stand;
        asked.times += 1;
        if matches!(innermost(entry), Some(("user" | "authorizer", _))) {
            if allowed {
                asked.allowed += 1;
            } else {
                asked.refused += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::log::filter::Filter;

    /// A decision with an answer: `y` allowed, `n` denied by a human, `-` nobody answered.
    fn answered(id: &str, answer: char, pattern: &str) -> String {
        let (result, resolution, kind) = match answer {
            'y' => ("allow", "user_approved", "user"),
            'n' => ("deny", "user_denied", "user"),
            _ => ("deny", "confirmation_unavailable", "unavailable"),
        };
        let suggestion = if pattern.is_empty() {
            json!([])
        } else {
            json!([{"surface": "bash", "pattern": pattern}])
        };
        json!({
            "event": "permission_request.approved", "timestamp": "2026-12-01T10:00:00.000Z", "requestId": id,
            "surface": "bash", "value": "x y", "result": result, "resolution": resolution,
            "decidedBy": {"kind": kind}, "suggestion": suggestion,
        })
        .to_string()
    }

    fn stats(lines: &[String]) -> Stats {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("review.jsonl");
        std::fs::write(&path, lines.join("\n")).unwrap();
        Stats::of(&path, &Filter::default().compile().unwrap()).unwrap()
    }

    #[test]
    fn each_question_is_given_the_rule_that_answers_as_was_answered() {
        #[rustfmt::skip]
        let cases = [
            // answers  pattern    rule
            ("yyy",     "git *",   Some(r#""bash":{"git *":"allow"}"#)),
            ("nn",      "git *",   Some(r#""bash":{"git *":"deny"}"#)),
            ("yn",      "git *",   Some(r#""bash":{"git *":"ask"}"#)),
            ("--",      "git *",   Some(r#""bash":{"git *":"ask"}"#)),
            ("y-",      "git *",   Some(r#""bash":{"git *":"allow"}"#)),
            // what may not be granted is not suggested to be allowed either
            ("yy",      "",        None),
            ("n",       "",        Some(r#""bash":{"x y":"deny"}"#)),
        ];
        for (answers, pattern, rule) in cases {
            let lines: Vec<String> = answers
                .chars()
                .enumerate()
                .map(|(at, answer)| answered(&at.to_string(), answer, pattern))
                .collect();
            let stats = stats(&lines);
            let asked = stats.most_asked(5);
            assert_eq!(asked.len(), 1, "{answers}");
            assert_eq!(asked[0].rule().as_deref(), rule, "{answers} {pattern}");
            assert_eq!(stats.questions(), answers.len() as u64);
        }
    }

    #[test]
    fn a_forwarded_call_counts_once_and_counts_of_rules_add_up() {
        let parent = r#"{"event":"forwarded_permission.approved","timestamp":"2026-12-01T10:00:00.500Z","requestId":"r","surface":"bash","result":"allow","resolution":"user_approved","decidedBy":{"kind":"user"},"suggestion":[]}"#;
        let usage = r#"{"event":"usage","timestamp":"2026-12-02T10:00:00.000Z","counts":[{"surface":"bash","pattern":"ls *","n":7},{"surface":"read","pattern":null,"n":2}]}"#;
        let stats = stats(&[
            answered("r", 'y', "git *"),
            parent.to_owned(),
            usage.to_owned(),
            usage.to_owned(),
        ]);
        assert_eq!((stats.total(), stats.plain, stats.questions()), (19, 18, 1));
        assert_eq!(stats.days["2026-12-02"].plain, 18);
        assert_eq!(stats.rules[&("bash".to_owned(), "ls *".to_owned())], 14);
        assert_eq!(stats.deciders["user (prompt)"], (1, 0));
        let (first, last) = stats.span.clone().unwrap();
        assert!(first < last);
    }
}
