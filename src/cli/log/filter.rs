//! Which lines are wanted.

use super::event::{innermost, result};
use crate::record::Entry;
use anyhow::{Context, bail};
use jiff::{SignedDuration, Timestamp};

/// What a line must say to be shown.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Filter {
    /// From this time on
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Before this time
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    /// Of this session
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Of this agent
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// On this surface: `bash`, `path_read`, a tool's name, …
    #[arg(long, value_name = "SURFACE")]
    surface: Option<String>,
    /// With this result
    #[arg(long, value_name = "RESULT", value_parser = ["allow", "deny", "ask"])]
    result: Option<String>,
    /// Decided by: `user`, `rule`, `session_approval`, `yolo`, `unavailable`, `gate_error`, `authorizer`, or a link's
    /// name
    #[arg(long, value_name = "WHO")]
    by: Option<String>,
}

/// The same, ready to be asked.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    filter: Filter,
    since: Option<String>,
    until: Option<String>,
}

impl Filter {
    /// Reads the times.
    pub(super) fn compile(&self) -> anyhow::Result<Wanted> {
        let now = Timestamp::now();
        let time = |name: &str, text: &Option<String>| {
            let Some(text) = text else { return Ok(None) };
            let time = time(text, now).with_context(|| format!("--{name} {text}"))?;
            anyhow::Ok(Some(format!("{time:.3}")))
        };
        Ok(Wanted {
            since: time("since", &self.since)?,
            until: time("until", &self.until)?,
            filter: self.clone(),
        })
    }
}

impl Wanted {
    /// Whether the line is one of them.
    pub(super) fn takes(&self, entry: &Entry) -> bool {
        let filter = &self.filter;
        let is = |wanted: &Option<String>, said: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| said == Some(wanted))
        };
        let by = || {
            let Some(wanted) = filter.by.as_deref() else {
                return true;
            };
            innermost(entry).is_some_and(|(kind, name)| kind == wanted || name == Some(wanted))
        };
        // Times of the log have one form, so that they compare as texts.
        self.since.as_ref().is_none_or(|since| entry.timestamp >= *since)
            && self.until.as_ref().is_none_or(|until| entry.timestamp < *until)
            && is(&filter.session, entry.text("sessionId"))
            && is(&filter.agent, entry.text("agentName"))
            && is(&filter.surface, entry.text("surface"))
            && is(&filter.result, Some(result(entry)))
            && by()
    }
}

/// A moment: RFC 3339, a day in UTC, or so long ago.
fn time(text: &str, now: Timestamp) -> anyhow::Result<Timestamp> {
    if let Ok(time) = text.parse::<Timestamp>() {
        return Ok(time);
    }
    if let Ok(time) = format!("{text}T00:00:00Z").parse::<Timestamp>() {
        return Ok(time);
    }
    let unit = match text.chars().next_back() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 3_600,
        Some('d') => 86_400,
        _ => 0,
    };
    let count = text
        .get(..text.len().saturating_sub(1))
        .and_then(|count| count.parse::<u32>().ok());
    match count {
        Some(count) if unit > 0 => Ok(now.checked_sub(SignedDuration::from_secs(i64::from(count) * unit))?),
        _ => bail!("it is no time: write 2026-12-01T08:00:00Z, 2026-12-01, or 90s, 15m, 2h, 7d"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_moment_a_day_or_so_long_ago() {
        let now: Timestamp = "2026-12-01T12:00:00Z".parse().unwrap();
        #[rustfmt::skip]
        let cases = [
            ("2026-11-30T08:00:00Z",      Some("2026-11-30T08:00:00Z")),
            ("2026-11-30T08:00:00+02:00", Some("2026-11-30T06:00:00Z")),
            ("2026-11-30",                Some("2026-11-30T00:00:00Z")),
            ("90s",                       Some("2026-12-01T11:58:30Z")),
            ("15m",                       Some("2026-12-01T11:45:00Z")),
            ("2h",                        Some("2026-12-01T10:00:00Z")),
            ("7d",                        Some("2026-11-24T12:00:00Z")),
            ("yesterday",                 None),
            ("d",                         None),
            ("",                          None),
            ("9999999999d",               None),
        ];
        for (text, expected) in cases {
            let found = time(text, now).ok();
            assert_eq!(found, expected.map(|time| time.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn each_option_narrows() {
        type Set = fn(&mut Filter, Option<String>);
        let line = r#"{"event":"permission_request.denied","timestamp":"2026-12-01T12:00:00.000Z","sessionId":"s",
            "agentName":"a","surface":"bash","result":"deny","decidedBy":{"kind":"authorizer","name":"auto-review"}}"#;
        let entry = Entry::of(line).unwrap();
        let some = |text: &str| Some(text.to_owned());
        #[rustfmt::skip]
        let cases: &[(Set, &str, &str)] = &[
            (|filter, text| filter.since = text,   "2026-12-01T12:00:00Z", "2026-12-01T12:00:01Z"),
            (|filter, text| filter.until = text,   "2026-12-01T12:00:01Z", "2026-12-01T12:00:00Z"),
            (|filter, text| filter.session = text, "s",                    "t"),
            (|filter, text| filter.agent = text,   "a",                    "b"),
            (|filter, text| filter.surface = text, "bash",                 "read"),
            (|filter, text| filter.result = text,  "deny",                 "ask"),
            (|filter, text| filter.by = text,      "authorizer",           "user"),
            (|filter, text| filter.by = text,      "auto-review",          "another"),
        ];
        for (set, taken, left) in cases {
            for (text, takes) in [(taken, true), (left, false)] {
                let mut filter = Filter::default();
                set(&mut filter, some(text));
                assert_eq!(filter.compile().unwrap().takes(&entry), takes, "{text}");
            }
        }
        assert!(Filter::default().compile().unwrap().takes(&entry));
    }
}
