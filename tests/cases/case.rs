//! One decision case, as it stands in a line of a file.

use portcullis::gate::Verdict;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A case. Texts below `/home/u` are mapped to a folder of their own before anything is read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case<'a> {
    pub id: String,
    /// Where the shape comes from.
    #[serde(rename = "source", default)]
    pub _source: Option<String>,
    pub kind: String,
    /// What stands under `permission` in `policy.jsonc`. Kept as text: the order of keys matters.
    #[serde(borrow, default)]
    pub policy: Option<&'a RawValue>,
    /// The whole text of `policy.jsonc`, in place of `policy`.
    #[serde(default)]
    pub policy_text: Option<String>,
    /// Options beside `permission`.
    #[serde(borrow, default)]
    pub options: Option<BTreeMap<String, &'a RawValue>>,
    #[serde(borrow, default)]
    pub hard_guards: Option<&'a RawValue>,
    #[serde(default)]
    pub guards_text: Option<String>,
    #[serde(borrow, default)]
    pub protected_writes: Option<&'a RawValue>,
    /// The active agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// It is known from prompt text alone.
    #[serde(default)]
    pub agent_from_prompt: bool,
    /// Frontmatter of agent files: global ones by name, and the project's.
    #[serde(default)]
    pub agents: BTreeMap<String, String>,
    #[serde(default)]
    pub project_agents: BTreeMap<String, String>,
    #[serde(default)]
    pub grants: Vec<Grant>,
    #[serde(default)]
    pub yolo: bool,
    #[serde(default)]
    pub mcp_servers: Vec<String>,
    #[serde(default)]
    pub skills: BTreeMap<String, String>,
    pub cwd: String,
    #[serde(rename = "home", default)]
    pub _home: Option<String>,
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Files that change once the session has started.
    #[serde(default)]
    pub then: BTreeMap<String, String>,
    #[serde(borrow)]
    pub call: Call<'a>,
    pub expect: String,
    #[serde(default)]
    pub expect_pattern: Option<String>,
    #[serde(default)]
    pub expect_origin: Option<String>,
    #[serde(default)]
    pub expect_human_only: Option<bool>,
    pub why: String,
}

#[derive(Debug, Deserialize)]
pub struct Grant {
    pub surface: String,
    pub pattern: String,
    #[serde(default)]
    pub agent: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Call<'a> {
    pub tool: String,
    #[serde(borrow)]
    pub input: &'a RawValue,
}

impl Case<'_> {
    /// What of `verdict` is not as the case says.
    pub fn differences(&self, verdict: &Verdict) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut compare = |what: &str, expected: Option<&str>, found: String| {
            if let Some(expected) = expected
                && expected != found
            {
                wrong.push(format!("{what} should be {expected}, is {found}"));
            }
        };
        compare("it", Some(&self.expect), verdict.state.to_string());
        let deciding = &verdict.deciding;
        compare(
            "the pattern",
            self.expect_pattern.as_deref(),
            deciding.matched_pattern.clone().unwrap_or_default(),
        );
        let origin = serde_json::to_value(deciding.origin).unwrap_or_default();
        compare(
            "the origin",
            self.expect_origin.as_deref(),
            origin.as_str().unwrap_or_default().to_owned(),
        );
        if let Some(expected) = self.expect_human_only {
            compare(
                "human only",
                Some(&expected.to_string()),
                verdict.human_only.to_string(),
            );
        }
        wrong
    }
}
