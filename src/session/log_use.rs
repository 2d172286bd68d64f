//! What the review log says of the last days: which rule decided how often, and what was asked about.

use super::Session;
use crate::decision::Origin;
use crate::record::{self, Entry, REDACTED};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// How often the rules decided, and the values that somebody was asked about.
#[derive(Clone, Debug, Default)]
pub struct LogUse {
    /// Decisions by rule: whose, its surface and its pattern.
    pub hits: HashMap<(Origin, String, String), RuleCount>,
    /// Values by surface.
    pub seen: HashMap<(String, String), SeenValue>,
    /// Tools that were called.
    pub tools: BTreeSet<String>,
}

/// How often a rule decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleCount {
    /// Calls that it allowed.
    pub allowed: u64,
    /// Calls that were asked about because of it.
    pub asked: u64,
    /// Calls that it denied.
    pub denied: u64,
}

/// A value that somebody was asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenValue {
    /// How often that was approved.
    pub approved: u64,
    /// How often it was denied.
    pub denied: u64,
    /// The rules that the last answer for the whole session would have recorded.
    pub suggestion: Vec<(String, String)>,
}

impl Session {
    /// Reads the log, of all sessions that share it, back to so many days ago. What can't be read of it is not in it.
    pub fn log_use(&self, days: u32) -> LogUse {
        let since = Timestamp::now() - SignedDuration::from_hours(24 * i64::from(days));
        let since = format!("{since:.3}");
        let mut used = LogUse::default();
        let path = self.inner.config.state_dir.join("review.jsonl");
        let read = record::entries(&path, |entry, _| {
            // Both are in UTC with milliseconds, so their order is that of the texts.
            if entry.timestamp >= since {
                used.take(&entry);
            }
        });
        if let Err(error) = read {
            tracing::debug!(%error, "the review log can't be read");
        }
        used
    }
}

impl LogUse {
    fn take(&mut self, entry: &Entry) {
        if entry.event == "usage" {
            let counts = entry.fields.get("counts").and_then(Value::as_array);
            for count in counts.into_iter().flatten() {
                let n = count.get("n").and_then(Value::as_u64).unwrap_or_default();
                let field = |name: &str| count.get(name);
                if let Some(count) = self.count(field("origin"), field("surface"), field("pattern")) {
                    count.allowed += n;
                }
            }
            return;
        }
        let Some(end) = entry.event.strip_prefix("permission_request.") else {
            return;
        };
        if end == "waiting" {
            return;
        }
        let field = |name: &str| entry.fields.get(name);
        if let Some(count) = self.count(field("origin"), field("surface"), field("matchedPattern")) {
            if end == "blocked" {
                count.denied += 1;
            } else {
                count.asked += 1;
            }
        }
        self.tools.extend(entry.text("tool").map(str::to_owned));
        let by_human = entry
            .text("resolution")
            .is_some_and(|word| word.starts_with("user_"));
        let (Some(surface), Some(value)) = (entry.text("surface"), entry.text("value")) else {
            return;
        };
        if !by_human || !is_whole(value) {
            return;
        }
        let seen = self
            .seen
            .entry((surface.to_owned(), value.to_owned()))
            .or_default();
        if end == "approved" {
            seen.approved += 1;
        } else {
            seen.denied += 1;
        }
        let rules = field("suggestion").and_then(Value::as_array);
        let rule = |rule: &Value| {
            let text = |name| Some(rule.get(name)?.as_str()?.to_owned());
            Some((text("surface")?, text("pattern")?)).filter(|(_, pattern)| is_whole(pattern))
        };
        if let Some(rules) = rules {
            seen.suggestion = rules.iter().filter_map(rule).collect();
        }
    }

    /// The count of a rule; none of what is no rule.
    fn count(
        &mut self,
        origin: Option<&Value>,
        surface: Option<&Value>,
        pattern: Option<&Value>,
    ) -> Option<&mut RuleCount> {
        let origin = serde_json::from_value(origin?.clone()).ok()?;
        let (surface, pattern) = (surface?.as_str()?.to_owned(), pattern?.as_str()?.to_owned());
        Some(self.hits.entry((origin, surface, pattern)).or_default())
    }
}

/// Neither cut nor redacted: what was, is not what was asked about.
fn is_whole(text: &str) -> bool {
    !text.contains(REDACTED) && !text.ends_with('…')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_counted_for_their_rules_and_answers_for_their_values() {
        let lines = [
            r#"{"event":"usage","counts":[{"surface":"bash","pattern":"ls *","origin":"global","result":"allow","n":7}]}"#,
            r#"{"event":"usage","counts":[{"surface":"bash","pattern":"ls *","origin":"global","result":"allow","n":2}]}"#,
            r#"{"event":"permission_request.waiting","surface":"bash","value":"git push","matchedPattern":"git *","origin":"global"}"#,
            r#"{"event":"permission_request.approved","surface":"bash","value":"git push","matchedPattern":"git *","origin":"global","resolution":"user_approved","suggestion":[{"surface":"bash","pattern":"git push"}]}"#,
            r#"{"event":"permission_request.denied","surface":"bash","value":"git push","matchedPattern":"git *","origin":"global","resolution":"user_denied"}"#,
            r#"{"event":"permission_request.approved","surface":"bash","value":"curl -u [redacted]","matchedPattern":"curl *","origin":"global","resolution":"user_approved"}"#,
            r#"{"event":"permission_request.blocked","surface":"bash","value":"rm -rf /","matchedPattern":"rm *","origin":"hard-guard","resolution":"hard_guard_deny"}"#,
            r#"{"event":"permission_request.approved","surface":"bash","value":"x","matchedPattern":null,"origin":"builtin","resolution":"authorizer_allowed"}"#,
        ];
        let mut used = LogUse::default();
        for line in lines {
            used.take(&Entry::of(line).unwrap());
        }
        let hits = |origin, pattern: &str| {
            let rule = (origin, "bash".to_owned(), pattern.to_owned());
            used.hits
                .get(&rule)
                .map(|count| (count.allowed, count.asked, count.denied))
        };
        assert_eq!(hits(Origin::Global, "ls *"), Some((9, 0, 0)));
        assert_eq!(hits(Origin::Global, "git *"), Some((0, 2, 0)));
        assert_eq!(hits(Origin::HardGuard, "rm *"), Some((0, 0, 1)));
        let seen: Vec<_> = used.seen.iter().collect();
        let expected = SeenValue {
            approved: 1,
            denied: 1,
            suggestion: vec![("bash".to_owned(), "git push".to_owned())],
        };
        assert_eq!(seen, [(&("bash".to_owned(), "git push".to_owned()), &expected)]);
    }
}
