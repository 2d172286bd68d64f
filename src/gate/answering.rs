//! Commands that could answer in a human's place: a human alone lets them pass, whatever the rules say.

use super::authority::{Answerable, Ruling};
use super::intent::{Bench, Judged};
use crate::access::{Access, Intent};
use crate::decision::{Gate, Origin};
use crate::rule::Action;
use crate::shell::{Part, Unit, Word};
use std::borrow::Cow;

/// The verdicts on the units of a command that could answer.
pub(super) fn judge<'a>(bench: &Bench<'a>, access: &'a Access) -> Vec<Judged<'a>> {
    let Some(program) = &access.program else {
        return Vec::new();
    };
    let units = access.intents.iter().filter(|intent| intent.gate == Gate::Bash);
    units
        .filter_map(|intent| {
            let unit = program.units.get(intent.unit.as_ref()?.id)?;
            let why = answers(unit, bench.policy.options.inbox)?;
            Some(held(intent, why))
        })
        .collect()
}

fn held<'a>(intent: &'a Intent, why: &'static str) -> Judged<'a> {
    Judged {
        intent,
        gate: Gate::ProtectedWrite,
        ruling: Ruling {
            state: Action::Ask,
            origin: Origin::ProtectedWrite,
            rule: None,
            pattern: None,
            key: None,
            askers: Vec::new(),
            answerable: Answerable::NOBODY,
            reason: Some(Cow::Borrowed(why)),
        },
        groups: Vec::new(),
        human_only: true,
    }
}

/// Subcommands of ours that neither answer nor write a policy. A name that is not here is held.
const HARMLESS: [&str; 12] = [
    "check",
    "completions",
    "demo",
    "events",
    "explain",
    "lint",
    "log",
    "man",
    "paths",
    "policy",
    "schema",
    "serve",
];

/// Programs that type into a terminal or a window, and the words that have them do it; none where they do nothing else.
///
/// Sources: <https://man.openbsd.org/tmux> (`send-keys`, `paste-buffer`, `pipe-pane`, `source-file`, each also cut short);
/// <https://www.gnu.org/software/screen/manual/> (`stuff`, `paste`, `readreg`, `process`);
/// <https://github.com/jordansissel/xdotool>; <https://github.com/ReimuNotMoe/ydotool>;
/// <https://github.com/atx/wtype>; <https://git.sr.ht/~geb/dotool>;
/// <https://sw.kovidgoyal.net/kitty/remote-control/>; <https://wezterm.org/cli/cli/send-text.html>;
/// <https://zellij.dev/documentation/cli-actions>.
const TYPISTS: [(&str, &[&str]); 11] = [
    (
        "tmux",
        &[
            "send-keys",
            "send",
            "paste-buffer",
            "pasteb",
            "pipe-pane",
            "pipep",
        ],
    ),
    ("screen", &["stuff", "paste", "process"]),
    ("xdotool", &["key", "keydown", "type"]),
    ("ydotool", &["key", "type"]),
    ("wtype", &[]),
    ("dotool", &[]),
    ("dotoolc", &[]),
    ("kitty", &["send-text", "send-key"]),
    ("kitten", &["send-text", "send-key"]),
    ("wezterm", &["send-text"]),
    ("zellij", &["write", "write-chars"]),
];

const ANSWERS: &str = "it could answer or edit in a human's place";
const TYPES: &str = "it types into a terminal, where an inbox may be";

/// Why a unit could answer, if it could. `inbox`: the session takes answers from inboxes.
fn answers(unit: &Unit, inbox: bool) -> Option<&'static str> {
    let (program, operands) = unit.words.split_first()?;
    match names(program) {
        // It could be any, and says what only ours does.
        None => operands
            .iter()
            .find(|word| !is_option(word))
            .is_some_and(|word| may_be(word, "inbox"))
            .then_some(ANSWERS),
        Some(names) => names.iter().find_map(|name| {
            let name = name.rsplit('/').next().unwrap_or(name);
            match name {
                "portcullis" => is_held(unit, operands).then_some(ANSWERS),
                // As it is built and run in one.
                "cargo" => {
                    let inbox = operands.iter().any(|word| may_be(word, "inbox"));
                    (inbox && runs(operands)).then_some(ANSWERS)
                }
                // In a terminal that it opens.
                _ if is_typist(name) && operands.iter().any(holds_inbox) => Some(ANSWERS),
                _ if inbox => types(name, operands).then_some(TYPES),
                _ => None,
            }
        }),
    }
}

/// Whether ours is run with a subcommand that is not known to be harmless.
fn is_held(unit: &Unit, operands: &[Word]) -> bool {
    let literal = |word: &Word| word.literal().unwrap_or_default();
    let is_help = |word: &Word| matches!(literal(word).as_str(), "--help" | "-h" | "--version" | "-V");
    if operands
        .iter()
        .take_while(|word| literal(word) != "--")
        .any(is_help)
    {
        return false;
    }
    match operands.iter().find(|word| !is_option(word)) {
        Some(subcommand) => !HARMLESS.contains(&literal(subcommand).as_str()),
        // What comes at run time may be one.
        None => unit.appends || !operands.is_empty(),
    }
}

/// Whether the subcommand of cargo builds and runs.
fn runs(operands: &[Word]) -> bool {
    let subcommand = operands
        .iter()
        .filter_map(Word::literal)
        .find(|text| !text.starts_with(['-', '+']));
    subcommand.is_some_and(|text| text == "run" || text == "r")
}

fn is_typist(program: &str) -> bool {
    TYPISTS.iter().any(|(name, _)| *name == program)
}

/// Whether a word is the text of a command of ours.
fn holds_inbox(word: &Word) -> bool {
    let names = names(word).unwrap_or_default();
    names
        .iter()
        .any(|text| text.contains("portcullis") && text.contains("inbox"))
}

fn types(program: &str, operands: &[Word]) -> bool {
    let Some((_, words)) = TYPISTS.iter().find(|(name, _)| *name == program) else {
        return false;
    };
    let is_one = |operand: &Word| match names(operand) {
        None => true,
        // Names of commands may be cut short, as far as they stay unique.
        Some(names) => names
            .iter()
            .any(|name| name.len() >= SHORTEST && words.iter().any(|word| word.starts_with(name.as_str()))),
    };
    words.is_empty() || operands.iter().any(is_one)
}

/// Letters of a command's name that are taken for it.
const SHORTEST: usize = 3;

fn is_option(word: &Word) -> bool {
    word.literal().is_some_and(|text| text.starts_with('-'))
}

/// Whether a word could come to be `text`.
fn may_be(word: &Word, text: &str) -> bool {
    names(word).is_none_or(|names| names.iter().any(|name| name == text))
}

/// What a word may be; `None` where that is not known before it runs.
fn names(word: &Word) -> Option<Vec<String>> {
    let mut names = vec![String::new()];
    for part in &word.parts {
        match part {
            Part::Text { text, .. } | Part::Glob(text) | Part::Tilde(text) => {
                for name in &mut names {
                    name.push_str(text);
                }
            }
            Part::Home { .. } | Part::Pwd { .. } => {
                for name in &mut names {
                    name.push('/');
                }
            }
            Part::Values { values, .. } if names.len() * values.len() <= MOST => {
                names = names
                    .iter()
                    .flat_map(|name| values.iter().map(move |value| format!("{name}{value}")))
                    .collect();
            }
            Part::Values { .. } | Part::Names { .. } | Part::Pipe | Part::Hole(_) => return None,
        }
    }
    Some(names)
}

/// Names of a word that are looked at.
const MOST: usize = 64;
