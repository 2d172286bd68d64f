//! What a call accesses, in the form that the gates judge and that crosses to a parent's sidecar.

use crate::decision::{Direction, Gate};
use crate::rule::Open;
use crate::shell::{Excerpt, Floor, Span, Standing};
use smallvec::SmallVec;

/// One text under which a thing may be named by a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The text; for a word that is not static its source text.
    pub text: Excerpt,
    /// What it may come to be, where part of it is not known.
    pub open: Option<Open>,
}

impl Spelling {
    /// A spelling that is wholly known.
    pub fn text(text: impl Into<Excerpt>) -> Self {
        Self {
            text: text.into(),
            open: None,
        }
    }
}

/// Spellings of one tier; as a rule there is one.
pub type Tier = SmallVec<[Spelling; 1]>;

/// Spellings that are equal (the best rule over all of them decides), and those that only tighten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Matched together. None: the value is not known (a tool without a value), so that a deny or ask with
    /// a pattern can't be shown not to concern it.
    pub equal: Vec<Spelling>,
    /// Each judged by itself; counts only where a rule beyond a bare `*` matches, towards deny or ask.
    pub tightening: Vec<Spelling>,
    /// Tiers that decide, in order, only where neither `equal` nor the tier before is matched beyond a
    /// bare `*` (MCP: the server's name, then the operation).
    pub fallback: Vec<Tier>,
    /// Spellings of `equal` (by index) that never count towards `allow`.
    pub never_allow: Vec<usize>,
    /// Names of other things, as prefixes, that a spelling of `equal` begins with by chance. A pattern that
    /// names such a thing and no more does not count towards `allow`: see [`Group::may_allow`].
    pub poses: Vec<String>,
}

impl Group {
    /// A group of equal spellings and nothing else.
    pub fn of_texts<T: Into<Excerpt>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self {
            equal: texts.into_iter().map(Spelling::text).collect(),
            ..Self::default()
        }
    }

    /// Whether an allow of `pattern` (as written) counts where it matched the equal spelling at `index`.
    ///
    /// `exa_*` is how an operator names the tools of the server `exa`. The call `exa_evil:run` of another
    /// server begins alike, and its spelling with a colon matches that text as a wildcard would; the rule
    /// still says nothing about it.
    pub fn may_allow(&self, index: usize, pattern: &str) -> bool {
        if self.never_allow.contains(&index) {
            return false;
        }
        pattern.contains(':')
            || !self
                .poses
                .iter()
                .any(|prefix| pattern.starts_with(prefix.as_str()))
    }
}

/// What is shown of an intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The unit, path or target to blame.
    pub value: Excerpt,
    /// Where in the command it stands.
    pub span: Option<Span>,
}

/// One thing to judge. Every group of every intent must permit.
#[derive(Clone, Debug)]
pub struct Intent {
    /// Which gate judges it.
    pub gate: Gate,
    /// The surface: `path` for the path and protected-write gates (the direction selects the directional
    /// twin), `bash`, `mcp`, `skill`, or the tool's name.
    pub surface: String,
    /// Path-like intents: what is done.
    pub direction: Option<Direction>,
    /// The spellings.
    pub groups: Vec<Group>,
    /// What to show.
    pub blame: Blame,
    /// How the verdict counts. A tool that runs a shell command is judged under `bash`; its tool intent is
    /// `Quiet`: the universal fallback says nothing about it, a rule under a key that names it counts.
    pub standing: Standing,
    /// Sentinels: each floors an allow to ask.
    pub floors: Vec<Floor>,
    /// Why this can never come out better than ask, where something about the value itself forbids it
    /// (a loop of links, `/proc`, not UTF-8, a pointer that finds nothing).
    pub at_least_ask: Option<String>,
    /// Facts of a path.
    pub path: Option<PathFacts>,
    /// Facts of a command unit.
    pub unit: Option<UnitFacts>,
    /// Facts of an MCP call.
    pub mcp: Option<McpFacts>,
}

impl Intent {
    /// An intent of which nothing but the essentials is known.
    pub fn new(gate: Gate, surface: impl Into<String>, value: impl Into<Excerpt>) -> Self {
        Self {
            gate,
            surface: surface.into(),
            direction: None,
            groups: Vec::new(),
            blame: Blame {
                value: value.into(),
                span: None,
            },
            standing: Standing::Full,
            floors: Vec::new(),
            at_least_ask: None,
            path: None,
            unit: None,
            mcp: None,
        }
    }
}

/// What an MCP call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum McpOperation {
    /// Runs a tool of a server.
    Call,
    /// Connects to a server.
    Connect,
    /// Describes a tool.
    Describe,
    /// Searches the tools.
    Search,
    /// Lists the tools of a server.
    List,
    /// Says which servers there are.
    Status,
    /// Anything else; never part of the baseline.
    Other,
}

impl McpOperation {
    /// The name under which rules may name it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Call => "mcp_call",
            Self::Connect => "mcp_connect",
            Self::Describe => "mcp_describe",
            Self::Search => "mcp_search",
            Self::List => "mcp_list",
            Self::Status => "mcp_status",
            Self::Other => "mcp_other",
        }
    }

    /// Whether it only tells what there is: allowed once any MCP allow exists and no rule beyond a bare
    /// `*: ask` says otherwise.
    pub const fn is_baseline(self) -> bool {
        matches!(self, Self::Describe | Self::Search | Self::List | Self::Status)
    }
}

/// Facts of an MCP intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpFacts {
    /// What is done.
    pub operation: McpOperation,
    /// The server, named or inferred.
    pub server: Option<String>,
}

/// Facts of a path intent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathFacts {
    /// As typed.
    pub token: String,
    /// The canonical absolute form, where there is one.
    pub canonical: Option<String>,
    /// Index of the command unit that names it.
    pub unit: Option<usize>,
    /// What proved the direction, in a few words ("output redirect", "operand of cat").
    pub proof: String,
    /// Whether the program is known to leave its operands alone (an unproven access by any other program
    /// reaches the protected-write gate).
    pub leaves_alone: bool,
    /// The access goes on below the directory.
    pub descent: Option<Descent>,
    /// A question about the path gate alone: no other gate judges it.
    pub gate_alone: bool,
}

/// An access that descends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Descent {
    /// The directory, lexical and canonical absolute forms.
    pub roots: Vec<String>,
    /// Patterns of names or relative paths that the call excludes.
    pub excludes: Vec<String>,
    /// Whether dot entries are skipped.
    pub skips_hidden: bool,
    /// Whether only a likely descent (an unknown program given a directory): at most ask.
    pub unproven: bool,
}

/// Facts of a command unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitFacts {
    /// Index into the program's units.
    pub id: usize,
    /// The executed unit, where a wrapper or runner stands in front.
    pub executed: Option<Excerpt>,
    /// Where it runs, in words.
    pub context: Option<String>,
    /// The program's base name, for messages.
    pub program: Option<String>,
}

/// Something that a declaration promised and the call did not hold (a pointer that finds nothing).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// In words.
    pub what: String,
}

/// What one call accesses.
#[derive(Clone, Debug)]
pub struct Access {
    /// The tool's name.
    pub tool: String,
    /// The session was given a list of tools, and this one is not on it: the call is denied.
    pub unknown_tool: bool,
    /// In pipeline order: skill, path, bash, tool. Protected writes are judged from the path intents.
    pub intents: Vec<Intent>,
    /// The commands, where the call holds some (for explanation).
    pub program: Option<crate::shell::Program>,
}

impl Access {
    /// Of a call of which nothing is known but its tool.
    pub fn nothing(tool: &str) -> Self {
        Self {
            tool: tool.to_owned(),
            unknown_tool: false,
            intents: Vec::new(),
            program: None,
        }
    }
}
