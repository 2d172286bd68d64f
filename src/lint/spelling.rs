//! Patterns that look like what they are for and are never what a call looks like.

use super::finding::{Finding, note, quoted, warning};
use super::ground::Ground;
use super::{Run, code};
use crate::policy::Entry;
use crate::policy::surfaces::takes_paths;
use crate::rule::{Action, Pattern};

/// Shell operators that stand between commands.
const OPERATORS: [&str; 6] = ["&&", "||", "|", "|&", ";", "&"];

pub(super) fn findings(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    for entry in ground.entries().filter(|entry| !entry.is_shorthand) {
        if &*entry.surface == "bash" {
            command(ground, entry, run);
        } else if takes_paths(&entry.surface) {
            path(ground, entry, run);
        }
    }
}

fn command(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    let pattern = &*entry.pattern;
    let say = |kind, message: String, advice: &str| {
        Finding::new(ground.document, kind, entry.key_span, message, advice)
    };
    let words: Vec<&str> = pattern
        .split([' ', '\t', '\n'])
        .filter(|word| !word.is_empty())
        .collect();
    let folded = words.join(" ");
    let Some(first) = words.first() else { return };
    let operator = words.iter().find(|word| {
        OPERATORS.contains(*word) || (word.len() > 1 && word.ends_with(';') && !word.ends_with("\\;"))
    });
    if let Some(operator) = operator {
        let shown = if operator.ends_with(';') { ";" } else { operator };
        run.say(say(
            warning(code::OPERATOR_IN_PATTERN),
            format!("no command holds `{shown}`: what stands on both sides of it is judged by itself"),
            "Write a rule for each command. Only a quoted text could match this pattern.",
        ));
    } else if let Some(redirect) = words.iter().find(|word| is_redirect(word)) {
        let kept: Vec<&str> = words
            .iter()
            .copied()
            .take_while(|word| !is_redirect(word))
            .collect();
        let mut found = say(
            warning(code::REDIRECT_IN_PATTERN),
            format!("no command holds `{redirect}`: redirections are judged by the path rules"),
            "Leave it out, and say under \"path_write\" or \"path_read\" what may be written or read.",
        );
        if !kept.is_empty() {
            found = found.or_write(
                "Leave the redirection out",
                entry.key_span,
                quoted(&kept.join(" ")),
            );
        }
        run.say(found);
    }
    if let Some((name, _)) = first.split_once('=')
        && is_name(name)
    {
        let rest = words.get(1..).unwrap_or_default().join(" ");
        let mut found = say(
            warning(code::ASSIGNMENT_IN_PATTERN),
            format!("commands are matched without assignments in front: this never matches `{first} …`"),
            "Write the command alone. An assignment that could change what runs is asked about anyway.",
        );
        if !rest.is_empty() {
            found = found.or_write("Leave the assignment out", entry.key_span, quoted(&rest));
        }
        run.say(found);
    }
    if first.starts_with(['"', '\'']) {
        let bare = first.trim_matches(['"', '\'']);
        run.say(
            say(
                warning(code::QUOTED_COMMAND_NAME),
                format!("only a command typed as {first}, quotes included, would match"),
                "Commands are matched without their quotes.",
            )
            .or_write(
                "Leave the quotes out",
                entry.key_span,
                quoted(&folded.replacen(first, bare, 1)),
            ),
        );
    }
    if pattern != folded {
        run.say(
            say(
                warning(code::BLANKS_IN_PATTERN),
                "the words of a command are matched with one blank between them, and none at the ends"
                    .to_owned(),
                "Write single blanks.",
            )
            .or_write("Fold the blanks", entry.key_span, quoted(&folded)),
        );
    }
}

/// `>`, `2>>file`, `&>`, `<in`: not `=>` or `<x>`.
fn is_redirect(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '&');
    (rest.starts_with('>') || rest.starts_with('<'))
        && !(rest.len() > 1 && rest.starts_with('<') && rest.ends_with('>'))
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
}

fn path(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    let pattern = &*entry.pattern;
    if pattern.len() > 1 && pattern.ends_with('/') {
        let meant = format!("{pattern}*");
        run.say(
            Finding::new(
                ground.document,
                warning(code::TRAILING_SLASH),
                entry.key_span,
                format!("`{pattern}` matches the folder alone, and nothing in it"),
                format!("Write `{meant}` for the folder and all that is in it."),
            )
            .or_write(format!("Write `{meant}`"), entry.key_span, quoted(&meant)),
        );
    }
    if let Some(at) = pattern.find("**/") {
        let (before, after) = pattern.split_at(at);
        let after = after.trim_start_matches('*');
        // `a/**/b` matches what lies in some folder of `a`, and not `a/b`.
        let missed = format!("{before}{}", after.trim_start_matches('/')).replace(['*', '?'], "x");
        let meant = if before.is_empty() {
            format!("*{after}")
        } else {
            format!("{before}*{}", after.trim_start_matches('/'))
        };
        if !Pattern::text(pattern).matches(&missed) {
            let (kind, message) = if before.is_empty() {
                let message = format!(
                    "`**` is no more than `*` here: one matches slashes too, so `{meant}` says the same"
                );
                (note(code::DOUBLE_STAR), message)
            } else {
                let message = format!(
                    "`{missed}` does not match: `**` is no more than `*`, and the slash behind it has to be there"
                );
                (warning(code::DOUBLE_STAR), message)
            };
            run.say(
                Finding::new(
                    ground.document,
                    kind,
                    entry.key_span,
                    message,
                    format!("Write `{meant}`: `*` matches slashes too."),
                )
                .or_write(format!("Write `{meant}`"), entry.key_span, quoted(&meant))
                .shown_by(missed),
            );
        }
    }
    if let Some(name) = pattern.strip_prefix('*')
        && name.starts_with(|c: char| c.is_alphanumeric())
        && !name.contains(['*', '?', '/'])
        && entry.action != Action::Allow
    {
        let other = format!("other{name}");
        run.say(
            Finding::new(
                ground.document,
                note(code::SUFFIX_HITS_OTHERS),
                entry.key_span,
                format!("`{other}` matches as well"),
                format!("Write `*/{name}` for files of that name alone."),
            )
            .or_write(
                format!("Write `*/{name}`"),
                entry.key_span,
                quoted(&format!("*/{name}")),
            )
            .shown_by(other),
        );
    }
}
