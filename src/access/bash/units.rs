//! One unit → the texts under which a rule of the `bash` surface may name it.

use super::urls;
use super::words::hole;
use crate::access::{Context, Group, Intent, Spelling, UnitFacts};
use crate::decision::Gate;
use crate::rule::Open;
use crate::shell::grammar::{Stripped, is_standard_folder, strip_globals};
use crate::shell::{Excerpt, Part, Program, Unit, Word};
use std::borrow::Cow;

/// Combinations of values that are judged one by one.
const MAX_GROUPS: usize = 64;

/// The intent of the unit `id`.
pub(super) fn intent(id: usize, unit: &Unit, executed: &Executed, ctx: &Context<'_>) -> Intent {
    let mut intent = Intent::new(Gate::Bash, "bash", unit.text.clone());
    intent.blame.span = Some(unit.span);
    intent.standing = unit.standing;
    intent.floors.clone_from(&unit.floors);
    intent.groups = groups(unit, ctx);
    intent.unit = Some(UnitFacts {
        id,
        executed: executed.by(unit),
        context: (!unit.context.is_empty()).then(|| {
            let texts: Vec<&str> = unit.context.iter().map(|context| context.text.as_str()).collect();
            texts.join(", ")
        }),
        program: unit.words.first().and_then(program_name),
    });
    intent
}

/// The base name of a literal command word.
fn program_name(word: &Word) -> Option<String> {
    let base = |text: &str| text.rsplit('/').next().unwrap_or(text).to_owned();
    match word.parts.as_slice() {
        [Part::Text { text, .. }] => Some(base(text)),
        _ => word.literal().map(|text| base(&text)),
    }
}

/// The text of what is really run by each unit, through wrappers of wrappers; empty where nobody wraps.
pub(super) struct Executed(Vec<Excerpt>);

impl Executed {
    pub(super) fn of(program: &Program) -> Self {
        if program.units.iter().all(|unit| unit.wraps.is_none()) {
            return Self(Vec::new());
        }
        // What a wrapper runs follows it, so from the back each answer is there when it is asked for.
        let mut texts = vec![Excerpt::default(); program.units.len()];
        for (id, unit) in program.units.iter().enumerate().rev() {
            let inner = unit.wraps.as_ref().and_then(|wraps| wraps.inner.first());
            let text = match inner
                .filter(|inner| **inner > id)
                .and_then(|inner| texts.get(*inner))
            {
                Some(text) => text.clone(),
                None => unit.text.clone(),
            };
            if let Some(slot) = texts.get_mut(id) {
                *slot = text;
            }
        }
        Self(texts)
    }

    fn by(&self, unit: &Unit) -> Option<Excerpt> {
        let inner = unit.wraps.as_ref()?.inner.first()?;
        self.0.get(*inner).cloned()
    }
}

/// The groups of a unit, one for each combination of values.
fn groups(unit: &Unit, ctx: &Context<'_>) -> Vec<Group> {
    let never = unit.words.first().is_some_and(is_odd_command_word);
    let mut groups: Vec<Group> = match verbatim(unit, ctx) {
        Some(group) => vec![group],
        None => lines(&unit.words, ctx)
            .iter()
            .map(|line| group(unit, line, ctx))
            .collect(),
    };
    if never {
        for group in &mut groups {
            group.never_allow = (0..group.equal.len()).collect();
        }
    }
    if groups.is_empty() {
        groups.push(Group::of_texts([unit.text.clone()]));
    }
    groups
}

/// The group of a unit that a wrapper runs, whose words say nothing else than its text: that text, which is kept once
/// for all that such wrappers run. `None` where it has other spellings.
fn verbatim(unit: &Unit, ctx: &Context<'_>) -> Option<Group> {
    if unit.wrapped_by.is_none() || !unit.words.are_verbatim() {
        return None;
    }
    let name = unit.words.first().and_then(program_name)?;
    let [Part::Text { text, .. }] = unit.words.first()?.parts.as_slice() else {
        return None;
    };
    let plain = !text.contains('/') && strip_globals(&unit.words, &name, &ctx.cwd.typed).is_none();
    plain.then(|| Group::of_texts([unit.text.clone()]))
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
enum Line<'w> {
    /// Nothing expands: every word is what it says.
    Plain(Vec<Cow<'w, str>>),
    Pieces(Vec<Piece>),
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
fn lines<'w>(words: &'w [Word], ctx: &Context<'_>) -> Vec<Line<'w>> {
    if let Some(plain) = words.iter().map(plain).collect() {
        return vec![Line::Plain(plain)];
    }
    let mut lines = vec![Vec::with_capacity(words.len())];
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
            let Some((last, others)) = lines.split_last_mut() else {
                break;
            };
            for line in others {
                line.push(piece.clone());
            }
            last.push(piece);
            continue;
        }
        lines = lines
            .iter()
            .flat_map(|line| {
                pieces.iter().map(|piece| {
                    let mut words = line.clone();
                    words.push(piece.clone());
                    words
                })
            })
            .collect();
    }
    lines.into_iter().map(Line::Pieces).collect()
}

/// The text of a word in which nothing expands.
fn plain(word: &Word) -> Option<Cow<'_, str>> {
    match word.parts.as_slice() {
        [part] => literal(part).map(Cow::Borrowed),
        parts => parts
            .iter()
            .map(literal)
            .collect::<Option<String>>()
            .map(Cow::Owned),
    }
}

/// A piece that is what it says.
fn literal(part: &Part) -> Option<&str> {
    match part {
        Part::Text { text, .. } | Part::Glob(text) => Some(text),
        _ => None,
    }
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
            Part::Values { values, .. } | Part::Names { globs: values, .. } if values.len() <= MAX_GROUPS => {
                values
                    .iter()
                    .map(|value| (value.as_str(), value.clone()))
                    .collect()
            }
            Part::Values { quoted: one, .. } | Part::Names { splits: one, .. } => {
                let one = *one != matches!(part, Part::Names { .. });
                for piece in &mut pieces {
                    piece.dynamic = true;
                    piece.open.push_hole(if one {
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

impl Line<'_> {
    /// Whether something in it is not known.
    fn is_dynamic(&self) -> bool {
        match self {
            Self::Plain(_) => false,
            Self::Pieces(pieces) => pieces.iter().any(|piece| piece.dynamic),
        }
    }

    /// The command word, where it is known.
    fn command(&self) -> &str {
        match self {
            Self::Plain(words) => words.first().map_or("", |word| word),
            Self::Pieces(pieces) => pieces
                .first()
                .filter(|command| !command.dynamic)
                .map_or("", |command| command.typed.as_str()),
        }
    }

    /// The words as typed.
    fn words(&self) -> Vec<&str> {
        match self {
            Self::Plain(words) => words.iter().map(AsRef::as_ref).collect(),
            Self::Pieces(pieces) => pieces.iter().map(|piece| piece.typed.as_str()).collect(),
        }
    }

    /// The words from `start` on as typed, a first word of another name in front.
    fn typed(&self, start: usize, first: Option<&str>) -> String {
        match self {
            Self::Plain(words) => join(first, words.iter().skip(start).map(AsRef::as_ref)),
            Self::Pieces(pieces) => join(first, pieces.iter().skip(start).map(|piece| piece.typed.as_str())),
        }
    }

    /// The same with the home folder in the place of its names, where that makes a difference.
    fn expanded(&self, start: usize, first: Option<&str>) -> Option<String> {
        let Self::Pieces(pieces) = self else {
            return None;
        };
        Some(join(
            first,
            pieces.iter().skip(start).map(|piece| piece.expanded.as_str()),
        ))
    }

    /// The same with holes.
    fn open(&self, start: usize, first: Option<&str>) -> Open {
        let Self::Pieces(pieces) = self else {
            return Open::new();
        };
        let mut open = Open::new();
        let mut begun = false;
        if let Some(first) = first {
            open.push_text(first);
            begun = true;
        }
        for piece in pieces.iter().skip(start) {
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
}

/// Words in one text.
fn join<'a>(first: Option<&'a str>, rest: impl Iterator<Item = &'a str> + Clone) -> String {
    let words = first.into_iter().chain(rest);
    let mut text = String::with_capacity(words.clone().map(|word| word.len() + 1).sum());
    for (index, word) in words.enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

fn group(unit: &Unit, line: &Line<'_>, ctx: &Context<'_>) -> Group {
    let dynamic = line.is_dynamic();
    let mut group = Group::default();
    let spell = |start: usize, first: Option<&str>, spellings: &mut Vec<Spelling>| {
        if dynamic {
            // The text of a word that is not static is its source text.
            let text = match (start, first) {
                (0, None) => unit.text.clone(),
                _ => line.typed(start, first).into(),
            };
            let open = Some(line.open(start, first));
            push(spellings, Spelling { text, open });
            return;
        }
        push(spellings, Spelling::text(line.typed(start, first)));
        if let Some(expanded) = line.expanded(start, first) {
            push(spellings, Spelling::text(expanded));
        }
    };
    spell(0, None, &mut group.equal);
    let is_text = |spelling: &Spelling| spelling.open.is_none() && spelling.text == unit.text;
    if !dynamic && !group.equal.iter().any(is_text) {
        group.equal.push(Spelling::text(unit.text.clone()));
    }
    let name = line.command();
    let base = name.rsplit('/').next().unwrap_or(name);
    if base != name && !base.is_empty() {
        let spellings = if is_standard_folder(name) {
            &mut group.equal
        } else {
            &mut group.tightening
        };
        spell(1, Some(base), spellings);
    }
    if let Some(Stripped { start, inert }) = strip_globals(&unit.words, base, &ctx.cwd.typed) {
        let spellings = if inert {
            &mut group.equal
        } else {
            &mut group.tightening
        };
        spell(start, Some(base), spellings);
    }
    if urls::is_client(base) && !dynamic {
        group.tightening.extend(urls::spellings(&line.words()));
    }
    let equal = &group.equal;
    group.tightening.retain(|spelling| !equal.contains(spelling));
    group
}

fn push(spellings: &mut Vec<Spelling>, spelling: Spelling) {
    if !spellings.contains(&spelling) {
        spellings.push(spelling);
    }
}
