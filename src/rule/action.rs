//! What a rule says of a call.

use serde::{Deserialize, Serialize};

/// What is to be done with a call, ordered by how much it restricts: the greater of two is the stricter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// The call runs.
    Allow,
    /// Somebody with authority is asked first.
    Ask,
    /// The call does not run.
    Deny,
}

impl Action {
    /// The word that policy files and the wire use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
