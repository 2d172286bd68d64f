//! What a call accesses, in the form that the gates judge and that crosses to a parent's sidecar.

use crate::decision::{Direction, Gate};
use crate::rule::Open;
use crate::shell::{Floor, Span, Standing};

/// One text under which a thing may be named by a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The text; for a word that is not static its source text.
    pub text: String,
    /// What it may come to be, where part of it is not known.
    pub open: Option<Open>,
}

/// Spellings that are equal (the best rule over all of them decides), and those that only tighten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Matched together.
    pub equal: Vec<Spelling>,
    /// Each judged by itself; counts only where a rule beyond a bare `*` matches, towards deny or ask.
    pub tightening: Vec<Spelling>,
    /// Tiers that decide, in order, only where neither `equal` nor the tier before is matched beyond a
    /// bare `*` (MCP: the server's name, then the operation).
    pub fallback: Vec<Vec<Spelling>>,
    /// Spellings of `equal` (by index) that never count towards `allow`.
    pub never_allow: Vec<usize>,
}

/// What is shown of an intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The unit, path or target to blame.
    pub value: String,
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
    /// How the verdict counts.
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
    pub executed: Option<String>,
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
    /// In pipeline order.
    pub intents: Vec<Intent>,
    /// The commands, where the call holds some (for explanation).
    pub program: Option<crate::shell::Program>,
}
