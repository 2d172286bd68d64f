//! The matcher: `*` is any run of characters, `?` exactly one Unicode scalar, all else literal.
//!
//! Never recursive. Each piece between two `*` is looked for once, leftmost first, so a match costs one pass
//! over the text (times the length of a piece, for pieces that hold `?`).

/// Whether `pattern` matches all of `text`.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return fixed_prefix(pattern, text) == Some(text.len());
    };
    let (middle, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(text) = fixed_prefix(head, text).and_then(|end| text.get(end..)) else {
        return false;
    };
    let Some(mut text) = fixed_suffix(tail, text).and_then(|start| text.get(..start)) else {
        return false;
    };
    for piece in middle.split('*').filter(|piece| !piece.is_empty()) {
        match find(piece, text).and_then(|end| text.get(end..)) {
            Some(rest) => text = rest,
            None => return false,
        }
    }
    true
}

/// Where the part of `text` ends that `piece` (which holds no `*`) matches at its start.
fn fixed_prefix(piece: &str, text: &str) -> Option<usize> {
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
    if !piece.contains('?') {
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
