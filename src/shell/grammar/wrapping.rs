//! The seam between the walk over a command line and the tables: what a simple command runs.

use super::environment::{self, Place};
use super::option::{Act, Item, Style, lead, read, tail};
use super::wrappers::{Wrapper, sub_wrapper, wrapper};
use super::{feeding, inert, interpreters, program, shells};
use crate::shell::{Assignment, Floor, HoleKind, Part, Redirect, Sentinel, Span, Word, WrapperClass};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a program named in `commandEffects` does to its operands. Neither: it leaves them alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// It reads them.
    pub read: bool,
    /// It writes them.
    pub write: bool,
}

/// What the policy declares beyond the built-in tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Programs that run their operands and change nothing about them: how many operands of their own
    /// stand in front of the command.
    pub wrappers: BTreeMap<String, u32>,
    /// What programs do to their operands.
    pub effects: BTreeMap<String, Effects>,
    /// The working folder of the session, absolute; what lies below it is told from what does not.
    pub cwd: String,
}

/// A simple command as the walk found it.
#[derive(Clone, Copy, Debug)]
pub struct Command<'a> {
    /// The command word and its operands.
    pub words: &'a [Word],
    /// Leading assignments.
    pub assignments: &'a [Assignment],
    /// Its redirections, those of compounds around it last.
    pub redirects: &'a [Redirect],
    /// Its standard input is a pipe.
    pub piped: bool,
    /// Operands that come at run time follow the words.
    pub appends: bool,
    /// Where it stands.
    pub span: Span,
    /// What is known of the folder it runs in.
    pub place: Place<'a>,
}

/// Which language a script is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// What bash, sh, dash and ksh read alike.
    Bash,
    /// zsh: what it reads differently is unparseable.
    Zsh,
}

/// A change of folder for what is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// By `-C` and its like; relative to the folder of the wrapper.
    Folder(Word),
    /// Not known before it runs (`find -execdir`).
    Unknown,
}

/// One command or script that a wrapper runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inner {
    /// A command by its words.
    Words {
        /// The words. Placeholders (`{}`) are holes.
        words: Vec<Word>,
    },
    /// A shell script. The text is literal (`Word::literal` is some).
    Script {
        /// The text.
        text: Word,
        /// What reads it.
        dialect: Dialect,
    },
    /// A shell that reads its script from standard input: a quoted heredoc or a static here-string among
    /// the redirections is the script; anything else is opaque. `analyze` has looked: this comes out only
    /// where the redirections hold a body that is literal, and `text` is that body.
    StdinScript {
        /// The body.
        text: Word,
        /// What reads it.
        dialect: Dialect,
    },
}

/// What a simple command runs.
#[derive(Clone, Debug)]
pub struct Wrapping {
    /// How it stands to what it runs. Transparent: the inner units are `Full`, the wrapper's own unit is
    /// `Tightening` (where there is an inner one at all). Feeding: both `Full`. Raising and runner: the
    /// inner units are `Tightening`. Opaque: no inner.
    pub class: WrapperClass,
    /// What it runs, in source order.
    pub inner: Vec<Inner>,
    /// Floors of the wrapper's own unit.
    pub floors: Vec<Floor>,
    /// One more floor of the wrapper's own unit, which falls away where every inner unit (through
    /// transparent wrappers) is a proven reader (see [`is_proven_reader`]) and writes no redirect.
    pub unless_readers: Option<Floor>,
    /// The folder that what is run is run in, where it is another.
    pub folder: Option<Entered>,
    /// Operands that come at run time follow the inner words.
    pub appends: bool,
    /// `[start, end)` indices of the wrapper's words that belong to what it runs, in order.
    pub handed: Vec<(usize, usize)>,
    /// The paths of what it runs are another machine's (`ssh`, `docker exec`).
    pub remote: bool,
}

impl Wrapping {
    /// Runs nothing that is known yet.
    pub(super) fn new(class: WrapperClass) -> Self {
        Self {
            class,
            inner: Vec::new(),
            floors: Vec::new(),
            unless_readers: None,
            folder: None,
            appends: false,
            handed: Vec::new(),
            remote: false,
        }
    }

    /// Runs what cannot be established.
    pub(super) fn opaque(span: Span, why: impl Into<String>, released_by: &[&str]) -> Self {
        let mut wrapping = Self::new(WrapperClass::Opaque);
        wrapping.floors.push(opaque_floor(span, why, released_by));
        wrapping
    }
}

/// The floor of what cannot be established.
pub(super) fn opaque_floor(span: Span, why: impl Into<String>, released_by: &[&str]) -> Floor {
    Floor {
        sentinel: Sentinel::OpaqueWrapper,
        span,
        why: why.into(),
        released_by: names(released_by),
    }
}

/// The floor of a program that runs another in its own way.
pub(super) fn indirection_floor(span: Span, why: impl Into<String>, released_by: &[&str]) -> Floor {
    Floor {
        sentinel: Sentinel::IndirectionWrapper,
        span,
        why: why.into(),
        released_by: names(released_by),
    }
}

fn names(released_by: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = released_by.iter().map(|name| (*name).to_owned()).collect();
    names.dedup();
    names
}

/// The command word as typed and its base name; `None` where it is not literal (a leading `~` or `$HOME`
/// apart, which no base name depends on).
pub(super) fn program_name(words: &[Word]) -> Option<(String, String)> {
    let word = words.first()?;
    let mut typed = String::new();
    for (index, part) in word.parts.iter().enumerate() {
        match part {
            Part::Text { text, .. } => typed.push_str(text),
            Part::Home { .. } | Part::Tilde(_) | Part::Pwd { .. } if index == 0 => typed.push('~'),
            Part::Values { values, .. } if values.len() == 1 => {
                typed.push_str(values.first().map(String::as_str).unwrap_or_default());
            }
            _ => return None,
        }
    }
    let base = typed.rsplit('/').next().unwrap_or(&typed).to_owned();
    (!base.is_empty()).then_some((typed, base))
}

/// Every text that a script given as `word` may have before a shell reads it; `None` where it is not
/// known. `$HOME` stays as it is, since the shell that reads the script expands it alike.
pub(super) fn script_texts(word: &Word) -> Option<Vec<Word>> {
    let mut texts = vec![String::new()];
    for part in &word.parts {
        let pieces: Vec<Cow<'_, str>> = match part {
            Part::Text { text, .. } => vec![Cow::Borrowed(text)],
            Part::Home { .. } => vec![Cow::Borrowed("$HOME")],
            Part::Tilde(user) if user.is_empty() => vec![Cow::Borrowed("$HOME")],
            Part::Hole(HoleKind::Digits) => vec![Cow::Borrowed("0")],
            Part::Values { values, .. } => values.iter().map(|value| Cow::Borrowed(value.as_str())).collect(),
            _ => return None,
        };
        if texts.len().saturating_mul(pieces.len()) > 64 {
            return None;
        }
        texts = texts
            .iter()
            .flat_map(|text| pieces.iter().map(move |piece| format!("{text}{piece}")))
            .collect();
    }
    Some(
        texts
            .into_iter()
            .map(|text| Word {
                span: word.span,
                parts: vec![Part::Text { text, quoted: true }],
            })
            .collect(),
    )
}

/// The words joined by single blanks, as `eval` and `ssh` do.
pub(super) fn joined(words: &[Word]) -> Word {
    let mut parts = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            parts.push(Part::Text {
                text: " ".to_owned(),
                quoted: true,
            });
        }
        parts.extend(word.parts.iter().cloned());
    }
    Word {
        span: Span {
            start: words.first().map(|word| word.span.start).unwrap_or_default(),
            end: words.last().map(|word| word.span.end).unwrap_or_default(),
        },
        parts,
    }
}

/// Adds a script to what is run, or the floor that it is not known.
pub(super) fn push_script(wrapping: &mut Wrapping, word: &Word, dialect: Dialect) {
    match script_texts(word) {
        Some(texts) => wrapping
            .inner
            .extend(texts.into_iter().map(|text| Inner::Script { text, dialect })),
        None => wrapping.floors.push(opaque_floor(
            word.span,
            "the script is not known before it runs",
            &[],
        )),
    }
}

/// Whether an unquoted expansion stands in the word, so that it may come to be several words.
pub(super) fn may_split(word: &Word) -> bool {
    word.parts.iter().any(|part| {
        matches!(
            part,
            Part::Hole(HoleKind::Any) | Part::Glob(_) | Part::Values { quoted: false, .. }
        ) && !matches!(part, Part::Values { values, .. }
            if values.iter().all(|value| !value.is_empty() && !value.contains([' ', '\t', '\n', '*', '?', '['])))
    })
}

/// What `command` runs; `None` for an ordinary program.
pub fn analyze(command: &Command<'_>, declared: &Declared) -> Option<Wrapping> {
    let (typed, name) = program_name(command.words)?;
    if let Some(skip) = declared.wrappers.get(&name) {
        return analyze_declared(command, *skip);
    }
    let released: &[&str] = &[&name, &typed];
    if let Some(dialect) = shells::dialect(&name) {
        return shells::analyze(command, dialect);
    }
    match name.as_str() {
        "eval" => return shells::eval(command),
        "source" | "." => return shells::source(command),
        "find" | "gfind" => return feeding::find(command, released),
        "kubectl" | "oc" => return behind_dashes(command, released),
        "runuser" if command.words.len() > 1 => return analyze_runuser(command, released),
        "hash" | "enable" => return loads_builtin(command, &name),
        "env" | "genv" => return analyze_env(command, released, declared),
        _ => {}
    }
    if let Some(wrapper) = wrapper(&name) {
        return prefixed(command, wrapper, 1, released);
    }
    if let Some((sub, start)) = subcommand(command.words, &name) {
        return prefixed(command, sub, start, released);
    }
    if let Some(wrapping) = interpreters::analyze(command, &name, released) {
        return wrapping;
    }
    match name.as_str() {
        "awk" | "gawk" | "mawk" | "nawk" | "sed" | "gsed" => return filter(command, &name, released),
        "git" => return feeding::git(command, released),
        _ => {}
    }
    let program = program::lookup(&name).filter(|program| program.runs)?;
    feeding::flags(command, &program.grammar, released)
}

fn analyze_declared(command: &Command<'_>, skip: u32) -> Option<Wrapping> {
    let start = usize::try_from(skip).ok()?.checked_add(1)?;
    let words = command.words.get(start..).filter(|words| !words.is_empty())?;
    let own = command.words.get(1..start).unwrap_or_default();
    if own.iter().any(may_split) || words.first().is_some_and(|word| lead(word).0.starts_with('-')) {
        return Some(Wrapping::opaque(
            command.span,
            "options of a declared wrapper are not known",
            &[],
        ));
    }
    let mut wrapping = Wrapping::new(WrapperClass::Transparent);
    wrapping.inner.push(Inner::Words {
        words: words.to_vec(),
    });
    wrapping.handed.push((start, command.words.len()));
    wrapping.appends = command.appends;
    Some(wrapping)
}

/// `hash -p` and `enable -f` put another program in the place of a name.
fn loads_builtin(command: &Command<'_>, name: &str) -> Option<Wrapping> {
    let letter = if name == "hash" { 'p' } else { 'f' };
    let given = command.words.iter().skip(1).any(|word| {
        let (text, whole) = lead(word);
        !whole || (text.starts_with('-') && !text.starts_with("--") && text.contains(letter))
    });
    given.then(|| {
        let mut wrapping = Wrapping::new(WrapperClass::Opaque);
        wrapping.floors.push(Floor {
            sentinel: Sentinel::EnvironmentOverride,
            span: command.span,
            why: format!("{name} puts another program in the place of a name"),
            released_by: Vec::new(),
        });
        wrapping
    })
}

/// Finds the subcommand of a program that has wrapping ones: the wrapper, and the index behind it.
pub(super) fn subcommand(words: &[Word], name: &str) -> Option<(&'static Wrapper, usize)> {
    let grammar = program::globals(name)?;
    let items = read(words, 1, grammar);
    let mut path: Vec<String> = Vec::new();
    for item in items {
        let Item::Operand(index) = item else {
            if matches!(item, Item::Option { .. }) && path.is_empty() {
                continue;
            }
            // `docker compose -f x exec`: options of the group are read by the same grammar.
            if matches!(item, Item::Option { .. }) {
                continue;
            }
            return None;
        };
        let (text, whole) = words.get(index).map(lead)?;
        if !whole {
            return None;
        }
        path.push(text.into_owned());
        let borrowed: Vec<&str> = path.iter().map(String::as_str).collect();
        if let Some(found) = sub_wrapper(name, &borrowed) {
            return Some((found, index + 1));
        }
        if path.len() > 1 {
            return None;
        }
    }
    None
}

/// `kubectl exec pod -- cmd` and `kubectl run x --image y -- cmd`.
pub(super) fn behind_dashes(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let verb = command.words.iter().skip(1).find(
        |word| matches!(lead(word), (text, true) if text == "exec" || text == "run" || text == "debug"),
    )?;
    let mut wrapping = Wrapping::new(WrapperClass::Raising);
    wrapping.remote = true;
    wrapping
        .floors
        .push(indirection_floor(verb.span, "runs a command in a pod", released));
    let dashes = command
        .words
        .iter()
        .position(|word| matches!(lead(word), (text, true) if text == "--"));
    if let Some(start) = dashes.map(|index| index + 1)
        && let Some(words) = command.words.get(start..).filter(|words| !words.is_empty())
    {
        wrapping.inner.push(Inner::Words {
            words: words.to_vec(),
        });
        wrapping.handed.push((start, command.words.len()));
    }
    Some(wrapping)
}

/// `runuser -u user cmd`, or as `su`.
fn analyze_runuser(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let by_user = sub_wrapper("runuser", &["-u"])?;
    let given = command.words.iter().skip(1).any(|word| {
        let (text, _) = lead(word);
        text == "-u" || text.starts_with("--u") || (text.starts_with("-u") && text.len() > 2)
    });
    if given {
        prefixed(command, by_user, 1, released)
    } else {
        prefixed(command, wrapper("su")?, 1, released)
    }
}

/// `env`: its assignments are judged; `-S` is split and read again.
fn analyze_env(command: &Command<'_>, released: &[&str], declared: &Declared) -> Option<Wrapping> {
    let wrapper = wrapper("env")?;
    let mut words: Cow<'_, [Word]> = Cow::Borrowed(command.words);
    let mut handed_from = None;
    // Each `-S` is replaced by its words; what it holds may hold another.
    for _ in 0..4 {
        let items = read(&words, 1, &wrapper.grammar);
        let split = items.iter().find_map(|item| match item {
            Item::Option {
                act: Act::Split,
                word,
                value: Some(value),
            } => Some((*word, *value)),
            _ => None,
        });
        let Some((at, (index, from))) = split else {
            break;
        };
        let given = words.get(index).map(|word| tail(word, from).into_owned())?;
        let Some(pieces) = given.literal().and_then(|text| split_string(&text, &given)) else {
            return Some(Wrapping::opaque(
                given.span,
                "what -S splits is not known before it runs",
                &[],
            ));
        };
        // A cluster (`-iS`) keeps its other letters.
        let mut all: Vec<Word> = words.get(..at).unwrap_or_default().to_vec();
        all.extend(pieces);
        all.extend(words.get(index + 1..).unwrap_or_default().iter().cloned());
        handed_from.get_or_insert(at);
        words = Cow::Owned(all);
    }
    let mut wrapping = prefixed(
        &Command {
            words: &words,
            ..*command
        },
        wrapper,
        1,
        released,
    )?;
    let _ = declared;
    if let Some(at) = handed_from {
        // The words of the command line itself: everything from the option on is handed over.
        wrapping.handed = vec![(at, command.words.len())];
    }
    Some(wrapping)
}

/// How `env -S` splits a text; `None` where escapes or variables stand in it.
fn split_string(text: &str, whole: &Word) -> Option<Vec<Word>> {
    if text.contains(['\\', '$', '#']) {
        return None;
    }
    let mut words = Vec::new();
    let mut current: Option<String> = None;
    let mut quote = None;
    for character in text.chars() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                current.get_or_insert_default();
            }
            (None, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}') => words.extend(current.take()),
            (_, other) => current.get_or_insert_default().push(other),
        }
    }
    if quote.is_some() {
        return None;
    }
    words.extend(current);
    Some(
        words
            .into_iter()
            .map(|text| Word {
                span: whole.span,
                parts: vec![Part::Text { text, quoted: true }],
            })
            .collect(),
    )
}

/// A wrapper whose command follows its options and operands. `start` is the first word behind its name.
pub(super) fn prefixed(
    command: &Command<'_>,
    wrapper: &'static Wrapper,
    start: usize,
    released: &[&str],
) -> Option<Wrapping> {
    let words = command.words;
    let items = read(words, start, &wrapper.grammar);
    let mut wrapping = Wrapping::new(wrapper.class);
    wrapping.remote = wrapper.remote;
    let mut joins = wrapper.joins;
    let mut scripted = false;
    let mut skipped = 0;
    let mut begins = None;
    let mut placeholder: Option<Cow<'_, str>> = None;
    let strict = matches!(wrapper.class, WrapperClass::Transparent | WrapperClass::Feeding);
    for item in &items {
        match *item {
            Item::Unknown(word) if wrapper.class == WrapperClass::Runner => {
                let _ = word;
                return None;
            }
            Item::Unknown(word) => {
                let word = words.get(word)?;
                return Some(Wrapping::opaque(
                    word.span,
                    format!("option {} is not known", lead(word).0),
                    &[],
                ));
            }
            Item::Option { act: Act::Stop, .. } => return None,
            Item::Option { act, value, .. } => {
                let given =
                    value.and_then(|(index, from)| words.get(index).map(|word| (index, tail(word, from))));
                match (act, given) {
                    (Act::Folder, Some((_, folder))) => {
                        wrapping.folder = Some(Entered::Folder(folder.into_owned()));
                    }
                    (Act::Run, Some((index, script))) => {
                        scripted = true;
                        push_script(&mut wrapping, &script, Dialect::Bash);
                        wrapping.handed.push((index, index + 1));
                    }
                    (Act::Joins, _) => joins = true,
                    (Act::Exact, _) => joins = false,
                    (Act::Edit, _) => {
                        wrapping.floors.push(indirection_floor(
                            command.span,
                            "edits as another user",
                            released,
                        ));
                        return Some(wrapping);
                    }
                    (Act::Placeholder, Some((_, text))) => {
                        placeholder = Some(text.literal().map_or(Cow::Borrowed("{}"), Cow::Owned));
                    }
                    (Act::Placeholder, None) => placeholder = Some(Cow::Borrowed("{}")),
                    (_, Some((_, text))) if strict && may_split(&text) => {
                        return Some(Wrapping::opaque(text.span, "may come to be several words", &[]));
                    }
                    _ => {}
                }
            }
            Item::Dashes(_) => {}
            Item::Operand(index) => {
                let word = words.get(index)?;
                if skipped < wrapper.skip {
                    skipped += 1;
                    if strict && may_split(word) {
                        return Some(Wrapping::opaque(word.span, "may come to be several words", &[]));
                    }
                    continue;
                }
                if wrapper.assigns && is_assignment(word) {
                    wrapping.floors.extend(assigned(word, &command.place));
                    continue;
                }
                begins = begins.or(Some(index));
                if wrapper.grammar.style != Style::Mixed {
                    break;
                }
            }
        }
    }
    finish(
        wrapping,
        command,
        wrapper,
        (begins, joins, scripted, placeholder.as_deref()),
        released,
    )
}

/// Reads what stands behind the options of a wrapper.
fn finish(
    mut wrapping: Wrapping,
    command: &Command<'_>,
    wrapper: &'static Wrapper,
    (begins, joins, scripted, placeholder): (Option<usize>, bool, bool, Option<&str>),
    released: &[&str],
) -> Option<Wrapping> {
    let words = command.words;
    let is = |name: &str| released.first().is_some_and(|found| *found == name);
    let feeds = is("xargs") || is("gxargs") || is("parallel") || is("sem");
    let rest = begins
        .and_then(|index| words.get(index..).map(|rest| (index, rest)))
        // The operands of `su` are a user and the arguments of a shell, the one of `script` is a file.
        .filter(|_| wrapper.skip != usize::MAX && !is("script") && !is("nix-shell"));
    let mut flocked = false;
    if let Some((index, rest)) = rest {
        let mut end = words.len();
        if is("flock")
            && let Some((text, true)) = rest.first().map(lead)
            && (text == "-c" || text == "--command")
        {
            flocked = true;
            if let Some(script) = rest.get(1) {
                push_script(&mut wrapping, script, Dialect::Bash);
            }
        } else if is("parallel") || is("sem") {
            end = parallel_end(rest, index);
            let template = words.get(index..end).unwrap_or_default();
            parallel(&mut wrapping, template, rest);
        } else if joins {
            push_script(&mut wrapping, &joined(rest), Dialect::Bash);
        } else {
            wrapping.inner.push(Inner::Words {
                words: rest
                    .iter()
                    .map(|word| placeholder.map_or_else(|| word.clone(), |mark| with_hole(word, mark)))
                    .collect(),
            });
        }
        wrapping.handed.push((index, end));
        wrapping.appends = (feeds && placeholder.is_none()) || command.appends;
        if is("parallel") || is("sem") {
            wrapping.appends = false;
        }
    }
    let _ = flocked;
    let span = command.span;
    let runs = !wrapping.inner.is_empty() || !wrapping.floors.is_empty() || scripted;
    match wrapper.class {
        WrapperClass::Transparent => {
            if wrapping.inner.is_empty() && wrapping.floors.is_empty() {
                return None;
            }
        }
        WrapperClass::Runner => {
            if !runs {
                return None;
            }
        }
        WrapperClass::Feeding => {
            if !runs && !feeds && wrapper.shell {
                return Some(Wrapping::opaque(span, "starts a shell", released));
            }
            if !runs {
                // `xargs` alone runs echo.
                return None;
            }
            wrapping.unless_readers = Some(indirection_floor(span, "runs another program", released));
        }
        WrapperClass::Raising => {
            if !runs && wrapper.shell && (command.piped || has_input(command)) {
                return Some(Wrapping::opaque(
                    span,
                    "starts a shell that runs what it reads",
                    &[],
                ));
            }
            wrapping.floors.push(indirection_floor(
                span,
                "runs as another user or elsewhere",
                released,
            ));
            if wrapper.remote && is("ssh") && ssh_runs_locally(words) {
                wrapping
                    .floors
                    .push(opaque_floor(span, "an option of ssh runs a program here", &[]));
            }
        }
        WrapperClass::Opaque => {}
    }
    Some(wrapping)
}

fn has_input(command: &Command<'_>) -> bool {
    use crate::shell::RedirectOp;
    command.redirects.iter().any(|redirect| {
        matches!(
            redirect.op,
            RedirectOp::Here | RedirectOp::Read | RedirectOp::ReadWrite
        )
    })
}

/// `-o ProxyCommand=…` and its like run a program on this machine (`ssh_config(5)`).
fn ssh_runs_locally(words: &[Word]) -> bool {
    words.iter().any(|word| {
        let (text, _) = lead(word);
        let text = text.to_ascii_lowercase();
        [
            "proxycommand",
            "localcommand",
            "knownhostscommand",
            "permitlocalcommand",
            "proxyusefdpass",
        ]
        .iter()
        .any(|name| text.trim_start_matches("-o").trim_start().starts_with(name))
    })
}

/// Whether a word is `NAME=value`.
fn is_assignment(word: &Word) -> bool {
    let (text, _) = lead(word);
    text.split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && !name.contains('/'))
}

/// The floor of an assignment given as a word.
fn assigned(word: &Word, place: &Place<'_>) -> Option<Floor> {
    let (text, _) = lead(word);
    let (name, _) = text.split_once('=')?;
    let value = tail(word, name.len() + 1);
    let mut floor = environment::judge(name, Some(&value), true, place)?;
    floor.span = word.span;
    Some(floor)
}

/// The word with each `mark` in its literal text taken for text that comes at run time.
pub(super) fn with_hole(word: &Word, mark: &str) -> Word {
    if mark.is_empty() {
        return word.clone();
    }
    let mut parts = Vec::with_capacity(word.parts.len());
    for part in &word.parts {
        match part {
            Part::Text { text, quoted } if text.contains(mark) => {
                for (index, piece) in text.split(mark).enumerate() {
                    if index > 0 {
                        parts.push(Part::Hole(HoleKind::NoBlank));
                    }
                    if !piece.is_empty() {
                        parts.push(Part::Text {
                            text: piece.to_owned(),
                            quoted: *quoted,
                        });
                    }
                }
            }
            other => parts.push(other.clone()),
        }
    }
    Word {
        span: word.span,
        parts,
    }
}

/// Where the template of GNU parallel ends: at `:::`, `::::` and their like.
fn parallel_end(rest: &[Word], index: usize) -> usize {
    let length = rest
        .iter()
        .position(|word| matches!(lead(word), (text, true) if text.starts_with(":::")))
        .unwrap_or(rest.len());
    index + length
}

/// The template of GNU parallel is read by a shell, with its placeholders replaced and quoted; without a
/// template each argument is a command line itself.
fn parallel(wrapping: &mut Wrapping, template: &[Word], rest: &[Word]) {
    if template.is_empty() {
        let given = rest.get(1..).unwrap_or_default();
        let listed = matches!(rest.first().map(lead), Some((text, true)) if text == ":::");
        if !listed || given.is_empty() {
            let span = rest.first().map(|word| word.span).unwrap_or_default();
            wrapping
                .floors
                .push(opaque_floor(span, "each argument is a command", &[]));
        }
        for word in given {
            push_script(wrapping, word, Dialect::Bash);
        }
        return;
    }
    push_script(wrapping, &joined(template), Dialect::Bash);
}

/// `awk` and `sed`: no floor where the program is proven inert.
fn filter(command: &Command<'_>, name: &str, released: &[&str]) -> Option<Wrapping> {
    let program = program::lookup(name)?;
    let judge: fn(&str) -> bool = if name.ends_with("sed") {
        inert::sed
    } else {
        inert::awk
    };
    let words = command.words;
    let mut scripts: Vec<Cow<'_, Word>> = Vec::new();
    let mut by_option = false;
    let mut first = None;
    for item in read(words, 1, &program.grammar) {
        match item {
            Item::Option {
                act: Act::Pattern,
                value: Some((index, from)),
                ..
            } => {
                by_option = true;
                scripts.extend(words.get(index).map(|word| tail(word, from)));
            }
            Item::Option {
                act: Act::PatternFile,
                ..
            } => by_option = true,
            Item::Option { act: Act::Stop, .. } => return None,
            Item::Option { .. } | Item::Dashes(_) => {}
            Item::Operand(index) => first = first.or(Some(index)),
            Item::Unknown(index) => {
                let word = words.get(index)?;
                return Some(Wrapping::opaque(
                    word.span,
                    format!("option {} is not known", lead(word).0),
                    released,
                ));
            }
        }
    }
    if !by_option {
        scripts.extend(first.and_then(|index| words.get(index)).map(Cow::Borrowed));
    }
    for script in scripts {
        let inert = script_texts(&script).is_some_and(|texts| {
            texts
                .iter()
                .all(|text| text.literal().is_some_and(|text| judge(&text)))
        });
        if !inert {
            return Some(Wrapping::opaque(
                script.span,
                format!("the {name} program is not proven to filter only"),
                released,
            ));
        }
    }
    None
}

/// Whether a command does nothing but read its operands, whatever they come to be.
pub fn is_proven_reader(words: &[Word], declared: &Declared) -> bool {
    let Some((typed, name)) = program_name(words) else {
        return false;
    };
    if let Some(effects) = declared.effects.get(&name) {
        return !effects.write;
    }
    if typed.contains('/') && !program::is_standard_folder(&typed) {
        return false;
    }
    program::only_reads(words, &name)
}
