//! The matcher: `*` is any run of characters, `?` exactly one Unicode scalar, all else literal.
//!
//! Never recursive. Each piece between two `*` is looked for once, leftmost first, so a match costs one pass
//! over the text (times the length of a piece, for pieces that hold `?`).

/// Whether `pattern` matches all of `text`.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    // Patterns are short, and most are told apart from a text by their first letters: a plain walk over the bytes is
    // what costs least.
    let star = |byte: u8| byte == b'*';
    let Some((head, rest)) = split_at_byte(pattern, pattern.bytes().position(star)) else {
        return fixed_prefix(pattern, text) == Some(text.len());
    };
    let (middle, tail) = split_at_byte(rest, rest.bytes().rposition(star)).unwrap_or(("", rest));
    let Some(text) = fixed_prefix(head, text).and_then(|end| text.get(end..)) else {
        return false;
    };
    let Some(mut text) = fixed_suffix(tail, text).and_then(|start| text.get(..start)) else {
        return false;
    };
    if middle.is_empty() {
        return true;
    }
    for piece in middle.split('*').filter(|piece| !piece.is_empty()) {
        match find(piece, text).and_then(|end| text.get(end..)) {
            Some(rest) => text = rest,
            None => return false,
        }
    }
    true
}

/// What stands in front of the ASCII character at a place of `text`, and what behind it.
fn split_at_byte(text: &str, at: Option<usize>) -> Option<(&str, &str)> {
    let at = at?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Whether a piece holds a `?`.
fn has_any(piece: &str) -> bool {
    piece.bytes().any(|byte| byte == b'?')
}

/// Where the part of `text` ends that `piece` (which holds no `*`) matches at its start.
fn fixed_prefix(piece: &str, text: &str) -> Option<usize> {
    if !has_any(piece) {
        return text.starts_with(piece).then_some(piece.len());
    }
    let mut rest = text;
    let mut literals = piece.split('?');
    rest = rest.strip_prefix(literals.next()?)?;
    for literal in literals {
        let mut chars = rest.chars();
        chars.next()?;
        rest = chars.as_str().strip_prefix(literal)?;
    }
    Some(text.len() - rest.len())
}

/// Where the part of `text` begins that `piece` (which holds no `*`) matches at its end.
fn fixed_suffix(piece: &str, text: &str) -> Option<usize> {
    if !has_any(piece) {
        return text.ends_with(piece).then(|| text.len() - piece.len());
    }
    let mut rest = text;
    let mut literals = piece.rsplit('?');
    rest = rest.strip_suffix(literals.next()?)?;
    for literal in literals {
        let mut chars = rest.chars();
        chars.next_back()?;
        rest = chars.as_str().strip_suffix(literal)?;
    }
    Some(rest.len())
}

/// Where the leftmost match of `piece` (which holds no `*`) in `text` ends.
fn find(piece: &str, text: &str) -> Option<usize> {
    if !has_any(piece) {
        return text.find(piece).map(|start| start + piece.len());
    }
    let mut rest = text;
    loop {
        if let Some(end) = fixed_prefix(piece, rest) {
            return Some(text.len() - rest.len() + end);
        }
        let mut chars = rest.chars();
        chars.next()?;
        rest = chars.as_str();
    }
}
