//! The one form in which a reviewer answers.

use crate::authority::{Opinion, Review, Risk};
use serde::Deserialize;

/// Characters of a rationale that are kept.
const RATIONALE: usize = 1000;

/// A verdict: these three fields, each once, and nothing else around them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "named as on the wire")]
pub(super) struct Verdict {
    verdict: Word,
    risk: Risk,
    rationale: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Allow,
    Deny,
    Defer,
}

impl Verdict {
    /// Reads an answer. Text around the object, a list in its place, a field too many or missing: no verdict.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        // Read from a list a struct takes its fields by their position.
        if !text.starts_with('{') {
            return Err("not a JSON object".to_owned());
        }
        let read: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if read.rationale.trim().is_empty() {
            return Err("no rationale".to_owned());
        }
        Ok(read)
    }

    /// What it comes to. Who thinks that much is at stake is not the one to allow it.
    pub(super) fn review(self) -> Review {
        let opinion = Opinion {
            reason: Some(self.rationale.chars().take(RATIONALE).collect()),
            risk: Some(self.risk),
        };
        match self.verdict {
            Word::Allow if self.risk <= Risk::Medium => Review::Allow(opinion),
            Word::Allow | Word::Defer => Review::Defer(opinion),
            Word::Deny => Review::Deny(opinion),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_form_is_a_verdict() {
        #[rustfmt::skip]
        let cases: &[(&str, Option<&str>)] = &[
            (r#"{"verdict":"allow","risk":"low","rationale":"fine"}"#,           Some("allow")),
            (r#"{"verdict":"allow","risk":"medium","rationale":"fine"}"#,        Some("allow")),
            (r#"{"rationale":"no","risk":"critical","verdict":"deny"}"#,         Some("deny")),
            (" \n{\"verdict\":\"defer\",\"risk\":\"high\",\"rationale\":\"?\"}\n", Some("defer")),
            // an allow of what the reviewer itself finds dangerous
            (r#"{"verdict":"allow","risk":"high","rationale":"fine"}"#,          Some("defer")),
            (r#"{"verdict":"allow","risk":"critical","rationale":"fine"}"#,      Some("defer")),
            // no verdict
            ("",                                                                 None),
            ("allow",                                                            None),
            (r#""allow""#,                                                       None),
            ("null",                                                             None),
            (r#"["allow","low","fine"]"#,                                        None),
            (r#"[{"verdict":"allow","risk":"low","rationale":"fine"}]"#,         None),
            (r#"Sure! {"verdict":"allow","risk":"low","rationale":"fine"}"#,     None),
            (r#"{"verdict":"allow","risk":"low","rationale":"fine"} Good luck."#, None),
            ("```json\n{\"verdict\":\"allow\",\"risk\":\"low\",\"rationale\":\"fine\"}\n```", None),
            (r#"{"verdict":"deny","risk":"low","rationale":"x"}{"verdict":"allow","risk":"low","rationale":"x"}"#, None),
            (r#"{"verdict":"deny","verdict":"allow","risk":"low","rationale":"x"}"#, None),
            (r#"{"verdict":"Allow","risk":"low","rationale":"fine"}"#,           None),
            (r#"{"verdict":"approve","risk":"low","rationale":"fine"}"#,         None),
            (r#"{"verdict":true,"risk":"low","rationale":"fine"}"#,              None),
            (r#"{"verdict":"allow","risk":"none","rationale":"fine"}"#,          None),
            (r#"{"verdict":"allow","rationale":"fine"}"#,                        None),
            (r#"{"verdict":"allow","risk":"low"}"#,                              None),
            (r#"{"verdict":"allow","risk":"low","rationale":" "}"#,              None),
            (r#"{"verdict":"allow","risk":"low","rationale":"fine","also":1}"#,  None),
            (r#"{"verdict":"allow","risk":"low","rationale":"fine""#,            None),
        ];
        for (text, expected) in cases {
            let read = Verdict::read(text).map(|verdict| verdict.review().verdict());
            assert_eq!(read.ok(), *expected, "{text}");
        }
    }
}
