//! One unit → the texts under which a rule of the `bash` surface may name it.

use super::words::hole;
use crate::access::{Context, Group, Intent, Spelling, UnitFacts};
use crate::decision::Gate;
use crate::rule::Open;
use crate::shell::grammar::{Stripped, is_standard_folder, strip_globals};
use crate::shell::{Part, Program, Unit, Word};

/// Combinations of values that are judged one by one.
const MAX_GROUPS: usize = 64;

/// The intent of the unit `id`.
pub(super) fn intent(program: &Program, id: usize, unit: &Unit, ctx: &Context<'_>) -> Intent {
    let mut intent = Intent::new(Gate::Bash, "bash", unit.text.clone());
    intent.blame.span = Some(unit.span);
    intent.standing = unit.standing;
    intent.floors.clone_from(&unit.floors);
    let lines = lines(&unit.words, ctx);
    let never = unit.words.first().is_some_and(is_odd_command_word);
    for line in &lines {
        let mut group = group(unit, line, ctx);
        if never {
            group.never_allow = (0..group.equal.len()).collect();
        }
        intent.groups.push(group);
    }
    if lines.is_empty() {
        intent.groups.push(Group::of_texts([unit.text.as_str()]));
    }
    let executed = unit
        .wraps
        .as_ref()
        .and_then(|wraps| innermost(program, wraps.inner.first().copied()));
    intent.unit = Some(UnitFacts {
        id,
        executed,
        context: (!unit.context.is_empty()).then(|| {
            let texts: Vec<&str> = unit.context.iter().map(|context| context.text.as_str()).collect();
            texts.join(", ")
        }),
        program: unit
            .words
            .first()
            .and_then(Word::literal)
            .map(|word| word.rsplit('/').next().unwrap_or(&word).to_owned()),
    });
    intent
}

/// The text of what is really run, through wrappers of wrappers.
fn innermost(program: &Program, mut id: Option<usize>) -> Option<String> {
    let mut text = None;
    for _ in 0..program.units.len() {
        let Some(unit) = id.and_then(|id| program.units.get(id)) else {
            break;
        };
        text = Some(unit.text.clone());
        id = unit.wraps.as_ref().and_then(|wraps| wraps.inner.first().copied());
    }
    text
}

/// A command word that holds a blank, newline or glob is no program's name.
fn is_odd_command_word(word: &Word) -> bool {
    word.has_glob()
        || word.parts.iter().any(|part| match part {
            Part::Text { text, .. } => text.contains(char::is_whitespace),
            _ => false,
        })
}

/// The words of a unit as one text each, with one value for each variable.
struct Line {
    words: Vec<Piece>,
}

/// One word of a line.
#[derive(Clone, Default)]
struct Piece {
    /// As typed, quotes removed.
    typed: String,
    /// With the home folder in the place of `~` and `$HOME`.
    expanded: String,
    /// What it may come to be.
    open: Open,
    /// Whether a part of it is not known.
    dynamic: bool,
}

impl Piece {
    fn push(&mut self, typed: &str, expanded: &str) {
        self.typed.push_str(typed);
        self.expanded.push_str(expanded);
        self.open.push_text(expanded);
    }
}

/// Every combination of values.
fn lines(words: &[Word], ctx: &Context<'_>) -> Vec<Line> {
    let mut lines = vec![Line {
        words: Vec::with_capacity(words.len()),
    }];
    for word in words {
        let pieces = pieces(word, ctx);
        if pieces.len() == 1 || lines.len().saturating_mul(pieces.len()) > MAX_GROUPS {
            let piece = if pieces.len() == 1 {
                pieces.into_iter().next().unwrap_or_default()
            } else {
                let mut piece = Piece {
                    dynamic: true,
                    ..Piece::default()
                };
                piece.open.push_hole(crate::rule::Hole::Any);
                piece
            };
            for line in &mut lines {
                line.words.push(piece.clone());
            }
            continue;
        }
        lines = lines
            .iter()
            .flat_map(|line| {
                pieces.iter().map(|piece| {
                    let mut words = line.words.clone();
                    words.push(piece.clone());
                    Line { words }
                })
            })
            .collect();
    }
    lines
}

/// Every text of one word.
fn pieces(word: &Word, ctx: &Context<'_>) -> Vec<Piece> {
    let mut pieces = vec![Piece::default()];
    for part in &word.parts {
        let each: Vec<(&str, String)> = match part {
            Part::Text { text, .. } => {
                for piece in &mut pieces {
                    piece.push(text, text);
                }
                continue;
            }
            Part::Glob(glob) => vec![(glob.as_str(), glob.clone())],
            Part::Tilde(user) => {
                let typed = format!("~{user}");
                let home = if user.is_empty() { ctx.home } else { None };
                for piece in &mut pieces {
                    piece.push(&typed, home.unwrap_or(&typed));
                }
                continue;
            }
            Part::Home { .. } => vec![("$HOME", ctx.home.unwrap_or("$HOME").to_owned())],
            Part::Pwd { .. } => vec![("$PWD", ctx.place.as_str().to_owned())],
            // The shell names the pipe; what runs in it is a unit of its own.
            Part::Pipe => vec![("/dev/fd/63", "/dev/fd/63".to_owned())],
            Part::Values { values, .. } if values.len() <= MAX_GROUPS => values
                .iter()
                .map(|value| (value.as_str(), value.clone()))
                .collect(),
            Part::Values { quoted, .. } => {
                for piece in &mut pieces {
                    piece.dynamic = true;
                    piece.open.push_hole(if *quoted {
                        crate::rule::Hole::NoBlank
                    } else {
                        crate::rule::Hole::Any
                    });
                }
                continue;
            }
            Part::Hole(kind) => {
                for piece in &mut pieces {
                    piece.dynamic = true;
                    piece.open.push_hole(hole(*kind));
                }
                continue;
            }
        };
        pieces = pieces
            .iter()
            .flat_map(|piece| {
                each.iter().map(|(typed, expanded)| {
                    let mut piece = piece.clone();
                    piece.push(typed, expanded);
                    piece
                })
            })
            .take(MAX_GROUPS + 1)
            .collect();
    }
    pieces
}

/// The words from `start` on as one text, a first word of another name in front.
fn join<'a>(line: &'a Line, start: usize, first: Option<&'a str>, expanded: bool) -> String {
    let rest = line.words.iter().skip(start).map(|piece| {
        if expanded {
            piece.expanded.as_str()
        } else {
            piece.typed.as_str()
        }
    });
    let mut text = String::new();
    for (index, word) in first.into_iter().chain(rest).enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// The same with holes.
fn open(line: &Line, start: usize, first: Option<&str>) -> Open {
    let mut open = Open::new();
    let mut begun = false;
    if let Some(first) = first {
        open.push_text(first);
        begun = true;
    }
    for piece in line.words.iter().skip(start) {
        if begun {
            open.push_text(" ");
        }
        begun = true;
        for part in piece.open.parts() {
            match part {
                crate::rule::OpenPart::Text(text) => open.push_text(text),
                crate::rule::OpenPart::Hole(hole) => open.push_hole(*hole),
            }
        }
    }
    open
}

fn group(unit: &Unit, line: &Line, ctx: &Context<'_>) -> Group {
    let dynamic = line.words.iter().any(|piece| piece.dynamic);
    let mut group = Group::default();
    let spell = |start: usize, first: Option<&str>| {
        if dynamic {
            // The text of a word that is not static is its source text.
            vec![Spelling {
                text: match (start, first) {
                    (0, None) => unit.text.clone(),
                    _ => join(line, start, first, false),
                },
                open: Some(open(line, start, first)),
            }]
        } else {
            let typed = join(line, start, first, false);
            let expanded = join(line, start, first, true);
            let mut spellings = vec![Spelling::text(typed)];
            if expanded
                != spellings
                    .first()
                    .map(|spelling| spelling.text.as_str())
                    .unwrap_or_default()
            {
                spellings.push(Spelling::text(expanded));
            }
            spellings
        }
    };
    push(&mut group.equal, spell(0, None));
    if !dynamic {
        push(&mut group.equal, vec![Spelling::text(unit.text.clone())]);
    }
    let command = line.words.first();
    let name = command
        .filter(|command| !command.dynamic)
        .map(|command| command.typed.as_str())
        .unwrap_or_default();
    let base = name.rsplit('/').next().unwrap_or(name);
    if base != name && !base.is_empty() {
        let spellings = spell(1, Some(base));
        if is_standard_folder(name) {
            push(&mut group.equal, spellings);
        } else {
            push(&mut group.tightening, spellings);
        }
    }
    if let Some(Stripped { start, inert }) = strip_globals(&unit.words, base, &ctx.cwd.typed) {
        let spellings = spell(start, Some(base));
        if inert {
            push(&mut group.equal, spellings);
        } else {
            push(&mut group.tightening, spellings);
        }
    }
    let equal = &group.equal;
    group.tightening.retain(|spelling| !equal.contains(spelling));
    group
}

fn push(spellings: &mut Vec<Spelling>, more: Vec<Spelling>) {
    for spelling in more {
        if !spellings.contains(&spelling) {
            spellings.push(spelling);
        }
    }
}
