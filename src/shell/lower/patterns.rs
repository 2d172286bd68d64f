//! What unquoted text in a word holds: globs and tildes.

use crate::shell::{HoleKind, Part};

/// Adds text to the last part where that is of the same kind.
pub(super) fn push_text(parts: &mut Vec<Part>, text: String, protected: bool) {
    if let Some(Part::Text { text: last, quoted }) = parts.last_mut()
        && *quoted == protected
    {
        last.push_str(&text);
        return;
    }
    parts.push(Part::Text {
        text,
        quoted: protected,
    });
}

/// What the texts of a variable come to.
pub(super) fn values(texts: &[String], quoted: bool) -> Part {
    if let [text] = texts
        && (quoted || !text.is_empty() && !text.contains([' ', '\t', '\n', '*', '?', '[', '\\']))
    {
        return Part::Text {
            text: text.clone(),
            quoted: true,
        };
    }
    Part::Values {
        values: texts.to_vec(),
        quoted,
    }
}

/// Takes the globs out of unquoted text.
pub(super) fn globs(parts: &mut Vec<Part>) {
    let mut result = Vec::with_capacity(parts.len() + 2);
    let closes_later = |index: usize, parts: &[Part]| {
        parts
            .iter()
            .skip(index + 1)
            .any(|part| matches!(part, Part::Text { text, quoted: false } if text.contains(']')))
    };
    for index in 0..parts.len() {
        let Some(Part::Text { text, quoted: false }) = parts.get(index) else {
            result.extend(parts.get(index).cloned());
            continue;
        };
        let bytes = text.as_bytes();
        let (mut run, mut at) = (0, 0);
        while let Some(byte) = bytes.get(at) {
            let end = match byte {
                b'*' | b'?' => {
                    let more = bytes
                        .iter()
                        .skip(at)
                        .take_while(|byte| matches!(byte, b'*' | b'?'))
                        .count();
                    Some(at + more)
                }
                b'[' => bracket_end(bytes, at),
                _ => None,
            };
            let Some(end) = end else {
                if *byte == b'[' && closes_later(index, parts) {
                    // A bracket that closes behind quoted text.
                    result.push(Part::Hole(HoleKind::Any));
                    run = bytes.len();
                    break;
                }
                at += 1;
                continue;
            };
            push_slice(&mut result, text, run, at);
            result.push(Part::Glob(text.get(at..end).unwrap_or_default().to_owned()));
            run = end;
            at = end;
        }
        push_slice(&mut result, text, run, text.len());
    }
    *parts = result;
}

/// Globs that match more than they do by themselves are not known.
pub(super) fn widen_globs(parts: &mut [Part]) {
    for part in parts {
        if matches!(part, Part::Glob(_)) {
            *part = Part::Hole(HoleKind::Any);
        }
    }
}

fn push_slice(parts: &mut Vec<Part>, text: &str, start: usize, end: usize) {
    if let Some(text) = text.get(start..end).filter(|text| !text.is_empty()) {
        parts.push(Part::Text {
            text: text.to_owned(),
            quoted: false,
        });
    }
}

/// Behind the `]` that closes the `[` at `at`.
fn bracket_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut from = at + 1;
    if matches!(bytes.get(from), Some(b'!' | b'^')) {
        from += 1;
    }
    // A `]` in the first place is a member.
    let offset = bytes
        .get(from + 1..)?
        .iter()
        .take(256)
        .position(|byte| *byte == b']')?;
    Some(from + 1 + offset + 1)
}

/// Takes the tildes out of unquoted text where bash expands them: at the start, and behind `=` and `:` of
/// an assignment and of a word that looks like one.
pub(super) fn tildes(parts: &mut Vec<Part>, assigned: bool, names_home: bool) {
    let Some(Part::Text { text, quoted: false }) = parts.first() else {
        return;
    };
    let looks_assigned = assigned
        || text.split_once('=').is_some_and(|(name, _)| {
            name.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
        });
    let mut result = Vec::with_capacity(parts.len() + 2);
    let count = parts.len();
    let mut seen_equals = assigned;
    for (index, part) in std::mem::take(parts).into_iter().enumerate() {
        let Part::Text { text, quoted: false } = &part else {
            result.push(part);
            continue;
        };
        let mut run = 0;
        let mut previous = if index == 0 { Some(b' ') } else { None };
        for (at, byte) in text.bytes().enumerate() {
            let begins = byte == b'~'
                && match previous {
                    Some(b' ') => true,
                    Some(b'=') => looks_assigned && !std::mem::replace(&mut seen_equals, true),
                    Some(b':') => looks_assigned && seen_equals,
                    _ => false,
                };
            previous = Some(byte);
            if !begins || at < run {
                continue;
            }
            let rest = text.get(at + 1..).unwrap_or_default();
            let stop = rest.find(|character| character == '/' || looks_assigned && character == ':');
            if stop.is_none() && index + 1 < count {
                // Quotes or an expansion follow: no tilde prefix.
                continue;
            }
            let length = stop.unwrap_or(rest.len());
            let user = rest.get(..length).unwrap_or_default();
            push_slice(&mut result, text, run, at);
            result.push(match user {
                "" if names_home => Part::Hole(HoleKind::NoBlank),
                "+" => Part::Pwd { quoted: true },
                user if user.starts_with(['-', '+'])
                    || user.bytes().any(|byte| byte.is_ascii_digit())
                        && user.bytes().all(|byte| byte.is_ascii_digit()) =>
                {
                    Part::Hole(HoleKind::NoBlank)
                }
                user => Part::Tilde(user.to_owned()),
            });
            run = at + 1 + length;
        }
        push_slice(&mut result, text, run, text.len());
    }
    *parts = result;
}
