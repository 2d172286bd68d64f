//! What else a tool may make of the path it is given: likely readings, which only tighten.

use super::Context;
use super::path::expand_tilde;
use unicode_normalization::UnicodeNormalization;

/// Readings of `text` that differ from it, as far as `~` is expanded; most inputs have none.
pub(super) fn variants(text: &str, ctx: &Context<'_>) -> Vec<String> {
    if text.is_ascii() && !text.starts_with(['@', '~']) && !starts_with_scheme(text) {
        return Vec::new();
    }
    let mut readings = Vec::new();
    let plain = expand_tilde(text, ctx).into_owned();
    if text.starts_with('~') {
        // Not every tool expands it: then it names an entry of the folder.
        readings.push(format!("./{text}"));
        readings.extend(home_of(text, ctx));
    }
    let mut whole = text.to_owned();
    if let Some(rest) = text.strip_prefix('@') {
        readings.push(expand_tilde(rest, ctx).into_owned());
        rest.clone_into(&mut whole);
    }
    if let Some(decoded) = decode_file_url(&whole) {
        readings.push(decoded.clone());
        whole = decoded;
    }
    if !text.is_ascii() {
        readings.push(expand_tilde(&plain_blanks(text), ctx).into_owned());
        readings.push(expand_tilde(&text.nfc().collect::<String>(), ctx).into_owned());
        let both: String = plain_blanks(&whole).nfc().collect();
        readings.push(expand_tilde(&both, ctx).into_owned());
    }
    readings.retain(|reading| *reading != plain && !reading.is_empty() && !reading.contains('\0'));
    readings.sort();
    readings.dedup();
    readings
}

/// `~user/…` as that user's home folder.
fn home_of(text: &str, ctx: &Context<'_>) -> Option<String> {
    let named = text.strip_prefix('~')?;
    let (user, rest) = named.split_at(named.find('/').unwrap_or(named.len()));
    if user.is_empty() {
        return None;
    }
    let home = ctx.lookups.files().home_of(user)?;
    Some(format!("{}{rest}", home.trim_end_matches('/')))
}

fn starts_with_scheme(text: &str) -> bool {
    text.get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"))
}

/// The path of a `file:` URL (RFC 8089: no authority, an empty one or `localhost`), percent-decoded.
pub(super) fn decode_file_url(text: &str) -> Option<String> {
    if !starts_with_scheme(text) {
        return None;
    }
    let rest = text.get(5..)?;
    let path = match rest.strip_prefix("//") {
        Some(after) => {
            let slash = after.find('/')?;
            let host = after.get(..slash)?;
            if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
                return None;
            }
            after.get(slash..)?
        }
        None => rest,
    };
    let end = path.find(['?', '#']).unwrap_or(path.len());
    percent_decode(path.get(..end)?)
}

/// `%41` as its byte; `None` where the result is not UTF-8.
pub(super) fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escape = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match escape.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// Every Unicode blank as an ordinary one.
fn plain_blanks(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_whitespace() && !character.is_ascii() {
                ' '
            } else {
                character
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
