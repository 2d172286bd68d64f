//! Rules that do more, or less, than they seem to.

use super::finding::{Finding, note, quoted, warning};
use super::ground::{Ground, covering};
use super::{Run, code};
use crate::policy::surfaces::{FILE_TOOLS, OTHER_KEYS, PATH_KEYS};
use crate::policy::{Entry, FileKind};
use crate::rule::{Action, Pattern, Rule};

/// Programs that run what they are given, and what they are. An allow that goes on with anything behind their name
/// allows every program.
///
/// Sources: the GNU Bash manual ("Invoking Bash"), `python --help`, `node --help`, `perlrun(1)`, `ruby(1)`, `php(1)`,
/// `sudo(8)`, `doas(1)`, `su(1)`, `ssh(1)`, the command-line references of npm, pnpm, Bun and uv.
const RUNNERS: [(&str, &str); 32] = [
    ("bash", "a shell"),
    ("bunx", "a package runner"),
    ("dash", "a shell"),
    ("deno run", "an interpreter"),
    ("doas", "a wrapper that runs it as somebody else"),
    ("eval", "a shell"),
    ("fish", "a shell"),
    ("ksh", "a shell"),
    ("lua", "an interpreter"),
    ("node", "an interpreter"),
    ("npm exec", "a package runner"),
    ("npx", "a package runner"),
    ("osascript", "an interpreter"),
    ("perl", "an interpreter"),
    ("php", "an interpreter"),
    ("pipx run", "a package runner"),
    ("pkexec", "a wrapper that runs it as somebody else"),
    ("pnpm dlx", "a package runner"),
    ("pwsh", "a shell"),
    ("python", "an interpreter"),
    ("python2", "an interpreter"),
    ("python3", "an interpreter"),
    ("ruby", "an interpreter"),
    ("sh", "a shell"),
    ("source", "a shell"),
    ("ssh", "a shell on another machine"),
    ("su", "a wrapper that runs it as somebody else"),
    ("sudo", "a wrapper that runs it as somebody else"),
    ("uv run", "a package runner"),
    ("uvx", "a package runner"),
    ("yarn dlx", "a package runner"),
    ("zsh", "a shell"),
];

pub(super) fn findings(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    if ground.document.kind != FileKind::Guards {
        everything(ground, run);
    }
    for entry in ground.entries() {
        if &*entry.surface == "bash" {
            broad(ground, entry, run);
            open_ended(ground, entry, run);
            option_behind_star(ground, entry, run);
        } else if entry.surface.starts_with("path") {
            not_reached(ground, entry, run);
        } else if entry.surface.contains(['*', '?']) {
        } else if FILE_TOOLS.contains(&&*entry.surface) {
            without_twin(ground, entry, run);
        } else if !OTHER_KEYS.contains(&&*entry.surface) && !entry.is_shorthand {
            unnamed_value(ground, entry, run);
        }
    }
}

/// `"*": "allow"` where nothing is said of commands in general.
fn everything(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    let mut fallbacks = ground.entries().filter(|entry| &*entry.surface == "*");
    let Some(entry) = fallbacks.find(|entry| entry.action == Action::Allow) else {
        return;
    };
    let bash = ground.under("bash");
    let catches = |rule: &Rule| rule.pattern.is_bare_star();
    if bash.is_some_and(|ruled| ruled.surface.rules().iter().any(catches)) {
        return;
    }
    run.say(
        Finding::new(
            ground.document,
            warning(code::ALLOW_EVERYTHING),
            entry.key_span,
            "this fallback allows every command that no rule under \"bash\" matches",
            "Say what holds for other commands: \"bash\": {\"*\": \"ask\"}.",
        )
        .shown_by("curl example.com -o x"),
    );
}

fn broad(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    if entry.action != Action::Allow || ground.document.kind == FileKind::Guards {
        return;
    }
    let Some(name) = entry.pattern.strip_suffix('*').map(str::trim_end) else {
        return;
    };
    let Ok(at) = RUNNERS.binary_search_by_key(&name, |(name, _)| name) else {
        return;
    };
    let Some((_, what)) = RUNNERS.get(at) else { return };
    run.say(
        Finding::new(
            ground.document,
            warning(code::BROAD_ALLOW),
            entry.key_span,
            format!("`{name}` is {what}: this allows whatever it is given to run"),
            "Allow what it should run, as in \"python3 -m pytest *\", and leave the rest to ask.",
        )
        .shown_by(format!("{name} x")),
    );
}

/// `git*`, which is also `gitk`.
fn open_ended(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    let Some(name) = entry.pattern.strip_suffix('*') else {
        return;
    };
    let is_name = name.len() > 1
        && name.ends_with(|c: char| c.is_ascii_alphanumeric())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    // `mkfs*` is meant to go on: a guard that denies too much is on the safe side.
    if !is_name || entry.action != Action::Allow {
        return;
    }
    let witness = format!("{name}x");
    let meant = format!("{name} *");
    run.say(
        Finding::new(
            ground.document,
            warning(code::OPEN_ENDED_NAME),
            entry.key_span,
            format!("`{witness}` matches as well: the name goes on with anything"),
            format!("Write `{meant}`, which is `{name}` with or without operands."),
        )
        .or_write(format!("Write `{meant}`"), entry.key_span, quoted(&meant))
        .shown_by(witness),
    );
}

/// `sort * -o*`, which is not `sort -o x`.
fn option_behind_star(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    if entry.action == Action::Allow {
        return;
    }
    let Some((head, option)) = entry.pattern.split_once(" * -") else {
        return;
    };
    // Behind an option the star stands for its value, and `-*` is any option that follows.
    if head.contains(['*', '?']) || head.contains(" -") || option.starts_with('*') {
        return;
    }
    let meant = format!("{head} -{option}");
    let missed = meant.replace(['*', '?'], "x");
    let Some(ruled) = ground.under("bash") else { return };
    let decides = ruled.surface.best(&[&missed]);
    if decides.is_some_and(|rule| rule.action >= entry.action) {
        return;
    }
    let by = decides.map_or_else(
        || "no rule here".to_owned(),
        |rule| format!("`{}` ({})", rule.pattern.source(), rule.action),
    );
    let reason = entry.value_span.of(&ground.document.text);
    let twin = format!(
        "{}: {reason},\n      {}",
        quoted(&meant),
        entry.key_span.of(&ground.document.text)
    );
    let mut found = Finding::new(
        ground.document,
        warning(code::OPTION_BEHIND_STAR),
        entry.key_span,
        format!("`{missed}` does not match, and {by} decides it"),
        format!("Add `{meant}` beside it."),
    );
    if ground.document.kind != FileKind::Agent {
        found = found.or_write(format!("Add `{meant}`"), entry.key_span, twin);
    }
    run.say(found.shown_by(missed));
}

/// What `read` may not read, `cat` may.
fn without_twin(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    let way = match &*entry.surface {
        "write" | "edit" => "path_write",
        _ => "path_read",
    };
    if entry.action != Action::Deny || entry.is_shorthand || Pattern::text(&entry.pattern).is_bare_star() {
        return;
    }
    let Some(own) = ground.under(&entry.surface).and_then(|ruled| {
        let mut rules = ruled.surface.rules().iter();
        rules.find(|rule| {
            ground
                .entry(rule)
                .is_some_and(|other| other.key_span == entry.key_span)
        })
    }) else {
        return;
    };
    let held = |key: &str| {
        let in_file = |file: &Ground<'_, '_>| {
            file.under(key)
                .is_some_and(|ruled| covering(&ruled.surface, own).any(|rule| rule.action == Action::Deny))
        };
        in_file(ground) || run.guards.is_some_and(in_file) || run.policy.is_some_and(in_file)
    };
    if held("path") || held(way) {
        return;
    }
    let command = if way == "path_read" { "cat" } else { "touch" };
    run.say(
        Finding::new(
            ground.document,
            warning(code::READ_WITHOUT_PATH),
            entry.key_span,
            format!(
                "only the tool `{}` is denied `{}`: a command such as `{command}` is not",
                entry.surface, entry.pattern
            ),
            format!("Put it under \"path\" or \"{way}\", which hold for every tool and each path that a command names."),
        )
        .shown_by(format!("{command} {}", entry.pattern.replace(['*', '?'], "x"))),
    );
}

/// The name of the folder that a pattern denies wherever it lies.
fn folder_anywhere(pattern: &str) -> Option<&str> {
    let name = pattern
        .strip_prefix('*')?
        .trim_start_matches('*')
        .strip_prefix('/')?
        .strip_suffix("/*")?;
    (!name.is_empty() && !name.contains(['*', '?'])).then_some(name)
}

/// `*/secrets/*`, which `grep -r x .` is not held against.
fn not_reached(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    let Some(name) = folder_anywhere(&entry.pattern).filter(|_| entry.action == Action::Deny) else {
        return;
    };
    let tail = format!("{name}/*");
    // One that names a place is enough: its author knows.
    let is_placed = |other: &Entry<'_>| {
        let rest = other.pattern.strip_suffix(&*tail);
        other.action == Action::Deny
            && other.surface.starts_with("path")
            && rest.is_some_and(|rest| (rest.is_empty() || rest.ends_with('/')) && !rest.contains(['*', '?']))
    };
    if ground.entries().any(is_placed) {
        return;
    }
    let meant = format!("${{cwd}}/{tail}");
    let mut found = Finding::new(
        ground.document,
        note(code::FOLDER_NOT_REACHED),
        entry.key_span,
        format!(
            "a call that descends, such as `grep -r x .`, is not held against `{}`: it names no place",
            entry.pattern
        ),
        format!("Where the folder is known, name it as well: `{meant}`."),
    );
    if ground.document.kind != FileKind::Agent {
        let twin = format!(
            "{}: {},\n      {}",
            quoted(&meant),
            entry.value_span.of(&ground.document.text),
            entry.key_span.of(&ground.document.text)
        );
        found = found.or_write(format!("Add `{meant}`"), entry.key_span, twin);
    }
    run.say(found.shown_by("grep -r x ."));
}

/// A pattern for the value of a tool of which no file says what its value is.
fn unnamed_value(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    let key = &*entry.surface;
    let options = match ground.document.kind {
        FileKind::Policy => Some(&ground.document.options),
        _ => run.policy.map(|policy| &policy.document.options),
    };
    let is_named = options.is_some_and(|options| {
        options.tool_access.contains_key(key) || options.shell_tools.contains_key(key)
    });
    if is_named
        || key.starts_with("mcp__")
        || PATH_KEYS.contains(&key)
        || Pattern::text(&entry.pattern).is_bare_star()
    {
        return;
    }
    if !run.once(code::VALUE_WITHOUT_NAME, key) {
        return;
    }
    run.say(Finding::new(
        ground.document,
        note(code::VALUE_WITHOUT_NAME),
        entry.key_span,
        format!("nothing here says which part of a call of `{key}` this is held against"),
        "Name it under `toolAccess`. Until then it is `path`, `url`, `query` or `name` of the input where it has exactly \
         one of them, or what the client registers.",
    ));
}

#[cfg(test)]
mod tests {
    use super::RUNNERS;

    #[test]
    fn the_table_can_be_searched() {
        assert!(RUNNERS.is_sorted_by_key(|(name, _)| *name));
    }
}
