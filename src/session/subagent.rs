//! Whether a session is a subagent, and of whom.

use super::SessionConfig;
use super::names;
use std::path::Path;

/// Variables that runtimes set in the processes of subagents: pi-agent-router, nicobailon/pi-subagents and
/// HazAT/pi-interactive-subagents.
const HINTS: [&str; 11] = [
    "PI_IS_SUBAGENT",
    "PI_SUBAGENT_SESSION_ID",
    "PI_AGENT_ROUTER_SUBAGENT",
    "PI_SUBAGENT_CHILD",
    "PI_SUBAGENT_RUN_ID",
    "PI_SUBAGENT_CHILD_AGENT",
    "PI_SUBAGENT_DEPTH",
    "PI_SUBAGENT_NAME",
    "PI_SUBAGENT_ID",
    "PI_SUBAGENT_SESSION",
    "PI_SUBAGENT_ACTIVITY_FILE",
];

/// Variables that name the parent's session (pi-agent-router), the first one that does counts.
const PARENTS: [&str; 1] = ["PI_AGENT_ROUTER_PARENT_SESSION_ID"];

/// What the environment says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Whether some variable says that this is a subagent's process.
    pub is_hinted: bool,
    /// The parent's session.
    pub parent: Option<String>,
}

impl Hints {
    /// Reads it. A variable that is blank or `unknown` says nothing.
    pub fn read(variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let said = |name: &&str| {
            variable(name)
                .map(|value| value.trim().to_owned())
                .filter(|value| !value.is_empty() && value != "unknown")
        };
        Self {
            is_hinted: HINTS.iter().any(|name| said(name).is_some()),
            parent: PARENTS
                .iter()
                .find_map(said)
                .filter(|id| names::session_id(id, "").is_ok()),
        }
    }
}

/// The parent's session: as the client says, else as the environment does.
pub(super) fn parent(config: &SessionConfig) -> Option<String> {
    let named = config.parent_session_id.as_ref();
    named.or(config.hints.parent.as_ref()).cloned()
}

/// Whether a session is a subagent: because its parent is known, because the environment says so, or because
/// its folder lies below that of the subagents.
pub(super) fn is_subagent(config: &SessionConfig) -> bool {
    let lies_below = match (&config.subagents_dir, &config.session_dir) {
        (Some(subagents), Some(session)) => {
            let session = Path::new(session);
            session.starts_with(subagents) && session != subagents
        }
        _ => false,
    };
    parent(config).is_some() || config.hints.is_hinted || lies_below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_variable_that_says_something_counts() {
        type Case<'a> = (&'a [(&'a str, &'a str)], bool, Option<&'a str>);
        #[rustfmt::skip]
        let cases: &[Case<'_>] = &[
            (&[],                                                       false, None),
            (&[("PI_IS_SUBAGENT", "1")],                                true,  None),
            (&[("PI_IS_SUBAGENT", "")],                                 false, None),
            (&[("PI_IS_SUBAGENT", " \t")],                              false, None),
            (&[("PI_IS_SUBAGENT", "unknown")],                          false, None),
            (&[("PI_SUBAGENT_ACTIVITY_FILE", "/tmp/x")],                true,  None),
            (&[("PI_SUBAGENT_OTHER", "1")],                             false, None),
            (&[("PI_AGENT_ROUTER_PARENT_SESSION_ID", "p")],             false, Some("p")),
            (&[("PI_AGENT_ROUTER_PARENT_SESSION_ID", " p ")],           false, Some("p")),
            (&[("PI_AGENT_ROUTER_PARENT_SESSION_ID", "unknown")],       false, None),
            (&[("PI_AGENT_ROUTER_PARENT_SESSION_ID", "a\nb")],          false, None),
            (&[("PI_SUBAGENT_ID", "x"), ("PI_AGENT_ROUTER_PARENT_SESSION_ID", "p")], true, Some("p")),
        ];
        for (variables, is_hinted, parent) in cases {
            let value = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            let expected = Hints {
                is_hinted: *is_hinted,
                parent: parent.map(str::to_owned),
            };
            assert_eq!(Hints::read(&value), expected, "{variables:?}");
        }
    }

    #[test]
    fn the_client_is_heard_before_the_environment_and_the_folder_last() {
        let config = |explicit: Option<&str>, from_env: Option<&str>, hinted: bool, folder: Option<&str>| {
            SessionConfig {
                parent_session_id: explicit.map(str::to_owned),
                hints: Hints {
                    is_hinted: hinted,
                    parent: from_env.map(str::to_owned),
                },
                subagents_dir: Some("/s/agents".into()),
                session_dir: folder.map(str::to_owned),
                ..SessionConfig::default()
            }
        };
        #[rustfmt::skip]
        let cases = [
            (config(None,      None,      false, None),               None,      false),
            (config(Some("a"), Some("b"), false, None),               Some("a"), true),
            (config(None,      Some("b"), false, None),               Some("b"), true),
            (config(None,      None,      true,  None),               None,      true),
            (config(None,      None,      false, Some("/s/agents/7")), None,     true),
            (config(None,      None,      false, Some("/s/agents")),  None,      false),
            (config(None,      None,      false, Some("/s/agents2")), None,      false),
        ];
        for (config, expected, subagent) in cases {
            assert_eq!(parent(&config).as_deref(), expected);
            assert_eq!(is_subagent(&config), subagent, "{:?}", config.session_dir);
        }
    }
}
