//! Words of a command → the texts they may be.

use crate::access::{Context, Place};
use crate::rule::{Hole, Open};
use crate::shell::{HoleKind, Part, Word};

/// Texts one word may come to before it is no longer followed one by one.
const MAX_TEXTS: usize = 64;

/// One text that a word may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "the text is what the rest is said of")]
pub(super) struct Text {
    /// The text; what is not known is left out.
    pub(super) text: String,
    /// Where unquoted globs stand in it: the same as a pattern, its literal characters escaped.
    pub(super) pattern: Option<String>,
    /// What it may come to be, where a piece is not known.
    pub(super) open: Option<Open>,
    /// A home or working folder stands in front, so that it is a path whatever follows.
    pub(super) rooted: bool,
    /// A blank in it was protected by quotes.
    pub(super) blank: bool,
    /// The names that its glob stands for are split at blanks, and globs in them are globs again.
    pub(super) splits: bool,
}

impl Text {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        if let Some(pattern) = &mut self.pattern {
            escape(text, pattern);
        }
        if let Some(open) = &mut self.open {
            open.push_text(text);
        }
    }

    fn push_glob(&mut self, glob: &str) {
        if self.pattern.is_none() {
            let mut pattern = String::new();
            escape(&self.text, &mut pattern);
            self.pattern = Some(pattern);
        }
        self.text.push_str(glob);
        if let Some(pattern) = &mut self.pattern {
            // Extended globs are not globset's: any run stands for them.
            pattern.push_str(if glob.contains('(') { "*" } else { glob });
        }
        if let Some(open) = &mut self.open {
            open.push_text(glob);
        }
    }

    fn push_hole(&mut self, hole: Hole) {
        if self.open.is_none() {
            let mut open = Open::new();
            open.push_text(&self.text);
            self.open = Some(open);
        }
        if let Some(open) = &mut self.open {
            open.push_hole(hole);
        }
    }
}

/// Escapes what globset reads.
fn escape(text: &str, pattern: &mut String) {
    for character in text.chars() {
        if matches!(character, '*' | '?' | '[' | ']' | '{' | '}' | '\\') {
            pattern.push('[');
            pattern.push(character);
            pattern.push(']');
        } else {
            pattern.push(character);
        }
    }
}

/// The kind of hole as rules know it.
pub(super) const fn hole(kind: HoleKind) -> Hole {
    match kind {
        HoleKind::Any => Hole::Any,
        HoleKind::NoBlank => Hole::NoBlank,
        HoleKind::Digits => Hole::Digits,
    }
}

/// Every text that `word` may be in `places`. Empty for the name of a pipe that the shell makes.
pub(super) fn texts(word: &Word, places: &[Place], known: bool, ctx: &Context<'_>) -> Vec<Text> {
    if word.parts.contains(&Part::Pipe) {
        return Vec::new();
    }
    let mut texts = vec![Text::default()];
    for (index, part) in word.parts.iter().enumerate() {
        match part {
            Part::Text { text, quoted } => each(&mut texts, |known| {
                known.push(text);
                known.blank |= *quoted && text.contains([' ', '\t', '\n']);
            }),
            Part::Glob(glob) => each(&mut texts, |known| known.push_glob(glob)),
            Part::Tilde(_) | Part::Home { .. } => {
                let home = match part {
                    Part::Tilde(user) if !user.is_empty() => ctx.lookups.files().home_of(user),
                    _ => ctx.home.map(str::to_owned),
                };
                each(&mut texts, |known| {
                    known.rooted |= index == 0;
                    match &home {
                        Some(home) => known.push(home.trim_end_matches('/')),
                        None => known.push_hole(Hole::NoBlank),
                    }
                });
                // `~` alone for a home that is the root itself.
                each(&mut texts, |known| {
                    if known.text.is_empty() && known.open.is_none() {
                        known.push("/");
                    }
                });
            }
            Part::Pwd { .. } => {
                let here = places.first().filter(|_| known && places.len() == 1);
                each(&mut texts, |known| {
                    known.rooted |= index == 0;
                    match here {
                        Some(place) => known.push(place.as_str().trim_end_matches('/')),
                        None => known.push_hole(Hole::NoBlank),
                    }
                });
            }
            Part::Values { values, quoted } => expand(&mut texts, values, *quoted),
            Part::Names { globs, splits } => {
                expand(&mut texts, globs, false);
                each(&mut texts, |known| known.splits |= *splits);
            }
            Part::Hole(kind) => each(&mut texts, |known| known.push_hole(hole(*kind))),
            Part::Pipe => {}
        }
    }
    texts
}

fn each(texts: &mut [Text], mut change: impl FnMut(&mut Text)) {
    texts.iter_mut().for_each(&mut change);
}

/// Every text with every value behind it. An unquoted value is split at blanks, and its globs are globs.
fn expand(texts: &mut Vec<Text>, values: &[String], quoted: bool) {
    if texts.len().saturating_mul(values.len()) > MAX_TEXTS {
        let kind = if quoted { Hole::NoBlank } else { Hole::Any };
        each(texts, |known| known.push_hole(kind));
        return;
    }
    let mut all = Vec::with_capacity(texts.len() * values.len());
    for known in texts.iter() {
        for value in values {
            if quoted {
                let mut text = known.clone();
                text.push(value);
                text.blank |= value.contains([' ', '\t', '\n']);
                all.push(text);
                continue;
            }
            let mut pieces = value.split_ascii_whitespace();
            let mut first = known.clone();
            push_value(&mut first, pieces.next().unwrap_or_default());
            all.push(first);
            for piece in pieces {
                let mut text = Text::default();
                push_value(&mut text, piece);
                all.push(text);
            }
        }
    }
    *texts = all;
}

fn push_value(text: &mut Text, value: &str) {
    if value.contains(['*', '?', '[']) {
        text.push_glob(value);
    } else {
        text.push(value);
    }
}

/// Whether a text looks like a path: a `/`, a leading `.` or `~`, or a dotted suffix.
pub(super) fn looks_like_path(text: &str) -> bool {
    if text.contains('/') || text.starts_with(['.', '~']) {
        return true;
    }
    let Some((stem, suffix)) = text.rsplit_once('.') else {
        return false;
    };
    !stem.is_empty()
        && !suffix.is_empty()
        && suffix.len() <= 16
        && suffix
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'~' | b'+'))
        && !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether a text is written as a path on purpose, so that no name of a package or image can be meant.
pub(super) fn is_explicit(text: &str) -> bool {
    text.starts_with(['/', '~', '.'])
}

/// Devices that keep and give nothing.
pub(super) fn is_safe_device(text: &str) -> bool {
    matches!(
        text,
        "/dev/null" | "/dev/zero" | "/dev/stdin" | "/dev/stdout" | "/dev/stderr" | "/dev/tty"
    )
}

#[cfg(test)]
mod tests {
    use super::{is_explicit, looks_like_path};

    #[test]
    fn what_looks_like_a_path() {
        for text in [
            "a/b",
            ".env",
            "~/x",
            "a.txt",
            "archive.tar.gz",
            "server.pem",
            "..",
            "x.7z",
            "a.b~",
        ] {
            assert!(looks_like_path(text), "{text}");
        }
        for text in ["main", "1.5", "1.2.3", "feature", "v", "a.", "x=y", "HEAD"] {
            assert!(!looks_like_path(text), "{text}");
        }
    }

    #[test]
    fn what_is_written_as_a_path() {
        assert!(is_explicit("./a") && is_explicit("/a") && is_explicit("..") && is_explicit("~/a"));
        assert!(is_explicit(".env") && !is_explicit("a/b") && !is_explicit("@scope/pkg"));
    }
}
