//! Commands and what they come down to, one line a case.

mod bases;
mod bounds;
mod evaluated;
mod floors;
mod property;
mod redirects;
mod units;
mod words;

use super::{
    Base, BaseStep, Folder, HoleKind, Part, Program, RedirectTarget, Sentinel, Standing, Word, analyze,
    grammar::Declared,
};

/// Holds a table, and says all that differs at once.
fn all_hold<Found: PartialEq<Expected> + std::fmt::Debug, Expected: std::fmt::Debug>(
    table: &[(&str, Expected)],
    find: impl Fn(&str) -> Found,
) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(text, expected)| {
            let found = find(text);
            (found != *expected).then(|| format!("{text:?}\n  found    {found:?}\n  expected {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn read(text: &str) -> Program {
    analyze(
        text,
        &Declared {
            cwd: "/home/u/proj".to_owned(),
            ..Declared::default()
        },
    )
}

/// The units of a command: `?` in front of those that are quiet, `~` of those that only tighten; the
/// floors behind, those of the command as a whole last.
fn units(text: &str) -> Vec<String> {
    let program = read(text);
    let mut lines: Vec<String> = program
        .units
        .iter()
        .map(|unit| {
            let mark = match unit.standing {
                Standing::Full => "",
                Standing::Quiet => "? ",
                Standing::Tightening => "~ ",
            };
            let mut line = format!("{mark}{}", unit.text);
            for floor in &unit.floors {
                line += " !";
                line += sentinel(floor.sentinel);
            }
            line
        })
        .collect();
    let mut floors: Vec<String> = program
        .floors
        .iter()
        .map(|floor| format!("!{}", sentinel(floor.sentinel)))
        .collect();
    floors.dedup();
    lines.extend(floors);
    lines
}

fn sentinel(sentinel: Sentinel) -> &'static str {
    match sentinel {
        Sentinel::Unparseable => "unparseable",
        Sentinel::OpaqueWrapper => "opaque",
        Sentinel::IndirectionWrapper => "indirection",
        Sentinel::DynamicCommand => "dynamic",
        Sentinel::EnvironmentOverride => "environment",
    }
}

/// A word in one line: literal text as it is, `'…'` where quotes protect it, `<any>`, `<word>`, `<digits>`,
/// `<glob:…>`, `<~user>`, `<home>`, `<pwd>`, `<pipe>`, `{a|b}` for several values, `<a|b>` for the names of globs.
fn word(word: &Word) -> String {
    let mut line = String::new();
    for part in &word.parts {
        match part {
            Part::Text { text, quoted: false } => line.push_str(text),
            Part::Text { text, quoted: true } => line.extend(["'", text, "'"]),
            Part::Glob(text) => line.extend(["<glob:", text, ">"]),
            Part::Tilde(user) => line.extend(["<~", user, ">"]),
            Part::Home { .. } => line.push_str("<home>"),
            Part::Pwd { .. } => line.push_str("<pwd>"),
            Part::Values { values, quoted } => {
                let quote = if *quoted { "'" } else { "" };
                line.extend(["{", quote, &values.join("|"), quote, "}"]);
            }
            Part::Names { globs, splits } => {
                let quote = if *splits { "" } else { "'" };
                line.extend(["<", quote, &globs.join("|"), quote, ">"]);
            }
            Part::Pipe => line.push_str("<pipe>"),
            Part::Hole(HoleKind::Any) => line.push_str("<any>"),
            Part::Hole(HoleKind::NoBlank) => line.push_str("<word>"),
            Part::Hole(HoleKind::Digits) => line.push_str("<digits>"),
        }
    }
    line
}

/// The words of the last unit.
fn last_words(text: &str) -> Vec<String> {
    read(text)
        .units
        .last()
        .map(|unit| unit.words.iter().map(word).collect())
        .unwrap_or_default()
}

/// A base in one line: `cd a` where it must have succeeded, `cd a?` where it may not have, with what it was
/// entered from in front.
fn base(program: &Program, id: usize) -> String {
    let Some(Base { parent, step }) = program.bases.get(id) else {
        return "missing".to_owned();
    };
    let from = |parent: &Option<usize>| match parent {
        Some(0) | None => String::new(),
        Some(parent) => format!("{}/", base(program, *parent)),
    };
    match step {
        BaseStep::Start => ".".to_owned(),
        BaseStep::Unknown => "unknown".to_owned(),
        BaseStep::OneOf(bases) => {
            format!(
                "[{}]",
                bases
                    .iter()
                    .map(|id| base(program, *id))
                    .collect::<Vec<_>>()
                    .join(" ")
            )
        }
        BaseStep::Enter {
            folder,
            required,
            disturbed,
        } => {
            let folder = match folder {
                Folder::Home => "<home>".to_owned(),
                Folder::Word(folder) => word(folder),
            };
            let may = if *required { "" } else { "?" };
            let disturbed = if *disturbed { "*" } else { "" };
            format!("{}{folder}{may}{disturbed}", from(parent))
        }
    }
}

/// The redirections of every unit: operator and target.
fn redirects(text: &str) -> Vec<String> {
    read(text)
        .units
        .iter()
        .flat_map(|unit| {
            unit.redirects.iter().map(|redirect| {
                let target = match &redirect.target {
                    RedirectTarget::File(target) => word(target),
                    RedirectTarget::Body(body) => format!("<<{}", word(body)),
                    RedirectTarget::Descriptor(text) => format!("&{text}"),
                };
                format!("{:?} {target}", redirect.op)
            })
        })
        .collect()
}
