//! The protected-write gate: writes that a human alone may let pass. It never loosens, and proven reads never
//! reach it.

use super::answering;
use super::authority::{Answerable, Ruling, said};
use super::descent::rule_for_writes_below;
use super::ground::Ground;
use super::intent::{Bench, Judged};
use super::layer::Hit;
use crate::access::{Access, Intent};
use crate::decision::{Direction, Gate, Origin};
use crate::policy::ALSO_REMOVAL;
use crate::rule::{Action, Rule};
use crate::shell::Word;

/// Every verdict of this gate.
pub(super) fn judge<'a>(bench: &Bench<'a>, access: &'a Access) -> Vec<Judged<'a>> {
    let paths = access.intents.iter().filter(|intent| reaches(intent));
    let mut judged: Vec<Judged<'a>> = paths
        .filter_map(|intent| judge_write(bench, intent, takes_away(intent, access)))
        .collect();
    judged.extend(answering::judge(bench, access));
    judged
}

/// Programs that remove or rename what they are given
/// (<https://pubs.opengroup.org/onlinepubs/9799919799/idx/utilities.html>; `shred` and `unlink`:
/// <https://www.gnu.org/software/coreutils/manual/>).
const REMOVERS: [&str; 5] = ["rm", "rmdir", "unlink", "shred", "mv"];

/// Whether an access removes or renames what it names, rather than writing below it.
fn takes_away(intent: &Intent, access: &Access) -> bool {
    let Some(path) = &intent.path else {
        return false;
    };
    let unit = path
        .unit
        .and_then(|unit| access.program.as_ref()?.units.get(unit));
    let Some(unit) = unit else {
        return false;
    };
    let Some(program) = unit.words.first().and_then(Word::literal) else {
        return false;
    };
    let name = program.rsplit('/').next().unwrap_or(&program);
    if name != "mv" {
        return REMOVERS.contains(&name);
    }
    let words: Vec<Option<String>> = unit.words.iter().map(Word::literal).collect();
    // The last operand is where things go, unless that is said up front or it is to be replaced itself.
    let says = |word: &String| {
        ["--t", "--no-t"].iter().any(|long| word.starts_with(long))
            || is_short(word, 't')
            || is_short(word, 'T')
    };
    let replaced = words.iter().flatten().any(says);
    let last = words.last().and_then(Option::as_deref);
    replaced || last != Some(path.token.as_str())
}

/// Whether a word is a cluster of short options with this one among them.
fn is_short(word: &str, letter: char) -> bool {
    word.starts_with('-') && !word.starts_with("--") && word.contains(letter)
}

/// Whether an access may change what it names.
fn reaches(intent: &Intent) -> bool {
    if intent.path.as_ref().is_some_and(|path| path.gate_alone) {
        return false;
    }
    match (intent.gate, intent.direction) {
        (Gate::Path, Some(Direction::Write)) => true,
        (Gate::Path, Some(Direction::Both) | None) => {
            intent.path.as_ref().is_none_or(|path| !path.leaves_alone)
        }
        (Gate::ProtectedWrite, direction) => direction != Some(Direction::Read),
        _ => false,
    }
}

fn judge_write<'a>(bench: &Bench<'a>, intent: &'a Intent, takes_away: bool) -> Option<Judged<'a>> {
    let mut rule = None;
    let mut asking = Vec::new();
    for (index, group) in intent.groups.iter().enumerate() {
        let found = group
            .equal
            .iter()
            .chain(&group.tightening)
            .find_map(|spelling| protects(bench, &spelling.text, takes_away));
        if let Some(found) = found {
            asking.push(index);
            rule = rule.or(Some(found));
        }
    }
    let rule = rule.or_else(|| socket_in(bench, intent)).or_else(|| {
        let descent = intent
            .path
            .as_ref()?
            .descent
            .as_ref()
            .filter(|descent| !descent.unproven)?;
        rule_for_writes_below(
            &bench.policy.protected,
            &Ground::new(descent, bench.files, &bench.policy.cwd),
        )
    })?;
    let hit = Hit {
        rule,
        action: Action::Ask,
        lurking: None,
    };
    Some(Judged {
        intent,
        gate: Gate::ProtectedWrite,
        ruling: Ruling {
            answerable: Answerable::NOBODY,
            ..said(hit, Origin::ProtectedWrite)
        },
        groups: asking,
        human_only: true,
    })
}

/// The rule that protects a socket whose path stands within a word, as programs that speak to sockets write it
/// (`UNIX-CONNECT:/run/…`, socat(1)).
fn socket_in<'a>(bench: &Bench<'a>, intent: &Intent) -> Option<&'a Rule> {
    let (_, rest) = intent.path.as_ref()?.token.split_once(':')?;
    let path = rest.split(',').next()?;
    path.starts_with('/')
        .then(|| protects(bench, path, false))
        .flatten()
}

/// The rule that protects what `text` names; where it is taken away, also as a folder above something protected.
fn protects<'a>(bench: &Bench<'a>, text: &str, takes_away: bool) -> Option<&'a Rule> {
    let rules = &bench.policy.protected;
    let under = |key: &str| rules.surface(key)?.best(&[text]);
    under("path_write").or_else(|| under(ALSO_REMOVAL).filter(|_| takes_away))
}
