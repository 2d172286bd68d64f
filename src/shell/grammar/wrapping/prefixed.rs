//! Wrappers whose command follows their own options and operands.

use super::{
    Command, Dialect, Entered, Inner, Wrapping, indirection_floor, joined, may_split, opaque_floor,
    push_joined, push_script, with_hole,
};
use crate::shell::grammar::environment::{self, Place};
use crate::shell::grammar::option::{Act, Item, Items, Style, lead, tail};
use crate::shell::grammar::wrappers::Wrapper;
use crate::shell::{Floor, Part, RedirectOp, Word, Words, WrapperClass};
use std::borrow::Cow;

/// A wrapper whose command follows its options and operands. `start` is the first word behind its name.
pub(in crate::shell::grammar) fn prefixed(
    command: &Command<'_>,
    wrapper: &'static Wrapper,
    start: usize,
    released: &[&str],
) -> Option<Wrapping> {
    let words = command.words;
    let items = items(words, start, wrapper);
    let mut wrapping = Wrapping::new(wrapper.class);
    wrapping.remote = wrapper.remote;
    let mut joins = wrapper.joins;
    let mut scripted = false;
    let mut skipped = 0;
    let mut begins = None;
    let mut placeholder: Option<Cow<'_, str>> = None;
    let strict = matches!(wrapper.class, WrapperClass::Transparent | WrapperClass::Feeding);
    for item in items {
        match item {
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
                        push_script(&mut wrapping, &script, Dialect::Posix);
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
                if wrapper.assigns && begins.is_none() && matches!(lead(word), (text, true) if text == "-") {
                    // `env -` is `env -i`.
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

/// The options and operands of a wrapper. `ssh` reads options behind the host as well.
fn items<'w>(
    words: &'w [Word],
    start: usize,
    wrapper: &'static Wrapper,
) -> impl Iterator<Item = Item> + use<'w> {
    let joins_elsewhere = wrapper.joins && wrapper.remote;
    let mut items = Items::new(words, start, &wrapper.grammar);
    let mut at_host = joins_elsewhere;
    std::iter::from_fn(move || {
        let item = items.next()?;
        if let Item::Operand(index) = item
            && std::mem::take(&mut at_host)
        {
            items = Items::new(words, index + 1, &wrapper.grammar);
        }
        Some(item)
    })
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
                push_script(&mut wrapping, script, Dialect::Posix);
            }
        } else if is("parallel") || is("sem") {
            end = parallel_end(rest, index);
            let template = words.get(index..end).unwrap_or_default();
            parallel(&mut wrapping, template, rest);
        } else if joins {
            push_joined(&mut wrapping, words, index, Dialect::Posix);
        } else if let Some(mark) = placeholder.filter(|mark| is_among(mark, words, index)) {
            wrapping.inner.push(Inner::Words {
                words: rest.iter().map(|word| with_hole(word, mark)).collect(),
            });
        } else {
            wrapping.inner.push(Inner::Rest { start: index });
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
                if is("parallel") || is("sem") {
                    return Some(Wrapping::opaque(
                        span,
                        "each line that it reads is a command",
                        &[],
                    ));
                }
                return echoes(command, feeds);
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

/// Whether one of the words from `start` on holds the placeholder. No plain word holds `{}`.
fn is_among(mark: &str, words: &Words, start: usize) -> bool {
    let with = |part: &Part| matches!(part, Part::Text { text, .. } if text.contains(mark));
    let holds = |word: &Word| word.parts.iter().any(with);
    let plain = mark.contains('{') && words.are_plain_from(start);
    !mark.is_empty() && !plain && words.iter().skip(start).any(holds)
}

/// `xargs` alone runs echo (`xargs(1)`).
fn echoes(command: &Command<'_>, feeds: bool) -> Option<Wrapping> {
    if !feeds {
        return None;
    }
    let mut wrapping = Wrapping::new(WrapperClass::Feeding);
    wrapping.inner.push(Inner::Words {
        words: vec![Word {
            span: command.span,
            parts: vec![Part::Text {
                text: "echo".to_owned(),
                quoted: true,
            }],
        }],
    });
    wrapping.appends = true;
    Some(wrapping)
}

fn has_input(command: &Command<'_>) -> bool {
    command.redirects.iter().any(|redirect| {
        matches!(
            redirect.op,
            RedirectOp::Here | RedirectOp::Read | RedirectOp::ReadWrite
        )
    })
}

/// `-o ProxyCommand=…` and its like run a program on this machine (`ssh_config(5)`).
pub(super) fn ssh_runs_locally(words: &[Word]) -> bool {
    const NAMES: [&str; 5] = [
        "proxycommand",
        "localcommand",
        "knownhostscommand",
        "permitlocalcommand",
        "proxyusefdpass",
    ];
    words.iter().any(|word| {
        let (text, _) = lead(word);
        let mut text = &*text;
        while let Some(rest) = text.strip_prefix("-o").or_else(|| text.strip_prefix("-O")) {
            text = rest;
        }
        let text = text.trim_start();
        NAMES.iter().any(|name| {
            text.get(..name.len())
                .is_some_and(|front| front.eq_ignore_ascii_case(name))
        })
    })
}

/// Whether a word is `NAME=value`. To `env(1)` every word with a `=` is one, whatever stands in front of it.
fn is_assignment(word: &Word) -> bool {
    lead(word).0.contains('=')
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
            push_script(wrapping, word, Dialect::Posix);
        }
        return;
    }
    push_script(wrapping, &joined(template), Dialect::Posix);
}
