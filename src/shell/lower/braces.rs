//! Brace expansion, and the escapes of `$'…'`.

use crate::shell::{HoleKind, Part};

/// How many words braces may make of a whole command.
pub(super) const MAX_WORDS: usize = 4096;
/// How long a word may be whose braces are expanded, in characters.
const MAX_LENGTH: usize = 1 << 14;
/// How many braces may stand side by side.
const MAX_GROUPS: usize = 64;

/// A character of a word as brace expansion sees it.
#[derive(Clone, Debug)]
enum Token {
    Character(char),
    Opaque(Part),
}

/// What a brace stands for: `[start, end)` of its tokens with the braces, and its alternatives.
struct Group {
    start: usize,
    end: usize,
    alternatives: Vec<Vec<Token>>,
}

/// The words that braces make of one; `None` where they are more than `limit`.
pub(super) fn expand(parts: &[Part], limit: usize) -> Option<Vec<Vec<Part>>> {
    // A word whose braces expand to nothing is one word whatever the limit.
    let limit = limit.clamp(2, MAX_WORDS);
    let mut tokens = Vec::new();
    for part in parts {
        match part {
            Part::Text { text, quoted: false } => tokens.extend(text.chars().map(Token::Character)),
            part => tokens.push(Token::Opaque(part.clone())),
        }
    }
    let length = tokens.len();
    if length > MAX_LENGTH {
        return None;
    }
    // The words still to be expanded, the first on top, each with how many braces were taken from it.
    let mut waiting = vec![(tokens, 0_usize, 0_usize)];
    let mut words = Vec::new();
    // Work is bounded by what the words come to, not by how often braces nest.
    let mut work = 0_usize;
    while let Some((tokens, from, groups)) = waiting.pop() {
        work = work.saturating_add(tokens.len().max(1));
        if words.len() + waiting.len() >= limit
            || groups > MAX_GROUPS
            || work > (length + 64) * limit.min(512)
        {
            return None;
        }
        let group = match first_group(&tokens, from, limit) {
            Found::Group(group) => group,
            Found::Nothing => {
                // What comes out empty is no word: `{git,,push}` is `git push`. A quoted piece is a token.
                if !tokens.is_empty() || groups == 0 {
                    words.push(join(tokens));
                }
                continue;
            }
            Found::TooMany => return None,
        };
        if group.alternatives.len() + words.len() + waiting.len() > limit {
            return None;
        }
        for alternative in group.alternatives.into_iter().rev() {
            let mut next = Vec::with_capacity(tokens.len());
            next.extend_from_slice(tokens.get(..group.start).unwrap_or_default());
            next.extend(alternative);
            next.extend_from_slice(tokens.get(group.end..).unwrap_or_default());
            waiting.push((next, group.start, groups + 1));
        }
    }
    Some(words)
}

/// What is found of a brace that expands.
enum Found {
    Group(Group),
    Nothing,
    TooMany,
}

/// The first brace from `from` on that expands.
fn first_group(tokens: &[Token], from: usize, limit: usize) -> Found {
    // Where each open brace closes, and whether a comma stands directly in it.
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut best: Option<(usize, usize, Vec<usize>)> = None;
    let mut at = from;
    while let Some(token) = tokens.get(at) {
        match token {
            Token::Character('{') => open.push((at, Vec::new())),
            Token::Character(',') => {
                if let Some((_, commas)) = open.last_mut() {
                    commas.push(at);
                }
            }
            Token::Character('}') => {
                if let Some((start, commas)) = open.pop() {
                    let sequence = commas.is_empty() && is_sequence(tokens, start + 1, at);
                    if (!commas.is_empty() || sequence) && best.as_ref().is_none_or(|best| start < best.0) {
                        best = Some((start, at, commas));
                    }
                    if open.is_empty() && best.is_some() {
                        break;
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    let Some((start, end, commas)) = best else {
        return Found::Nothing;
    };
    let inside = |from: usize, to: usize| tokens.get(from..to).unwrap_or_default();
    let alternatives = if commas.is_empty() {
        let text: String = inside(start + 1, end).iter().map(character).collect();
        let Some(words) = sequence(&text, limit) else {
            return Found::TooMany;
        };
        words
            .into_iter()
            .map(|text| text.chars().map(Token::Character).collect())
            .collect()
    } else {
        let mut alternatives = Vec::with_capacity(commas.len() + 1);
        let mut begin = start + 1;
        for comma in commas.into_iter().chain([end]) {
            alternatives.push(inside(begin, comma).to_vec());
            begin = comma + 1;
        }
        alternatives
    };
    Found::Group(Group {
        start,
        end: end + 1,
        alternatives,
    })
}

fn character(token: &Token) -> char {
    match token {
        Token::Character(character) => *character,
        Token::Opaque(_) => '\u{0}',
    }
}

fn is_sequence(tokens: &[Token], start: usize, end: usize) -> bool {
    let inside = tokens.get(start..end).unwrap_or_default();
    inside.len() < 64 && {
        let text: String = inside.iter().map(character).collect();
        ends_of(&text).is_some()
    }
}

/// The first, the last, and the step of `x..y[..step]`, and how wide numbers are.
fn ends_of(text: &str) -> Option<(i64, i64, i64, usize, bool)> {
    let mut fields = text.split("..");
    let (first, last, step) = (fields.next()?, fields.next()?, fields.next());
    if fields.next().is_some() {
        return None;
    }
    let step = match step {
        Some(step) => step.parse::<i64>().ok()?.checked_abs()?.max(1),
        None => 1,
    };
    if let (Ok(from), Ok(to)) = (first.parse::<i64>(), last.parse::<i64>()) {
        let padded = |text: &str| {
            let digits = text.trim_start_matches(['-', '+']);
            digits.len() > 1 && digits.starts_with('0')
        };
        let width = if padded(first) || padded(last) {
            first.len().max(last.len())
        } else {
            0
        };
        return Some((from, to, step, width, false));
    }
    let letter = |text: &str| {
        let mut characters = text.chars();
        characters
            .next()
            .filter(|letter| letter.is_ascii_alphabetic() && characters.next().is_none())
    };
    let (from, to) = (letter(first)?, letter(last)?);
    Some((
        i64::from(u32::from(from)),
        i64::from(u32::from(to)),
        step,
        0,
        true,
    ))
}

fn sequence(text: &str, limit: usize) -> Option<Vec<String>> {
    let (from, to, step, width, letters) = ends_of(text)?;
    let distance = to.checked_sub(from)?.checked_abs()?;
    let count = usize::try_from(distance / step).ok()?;
    if count >= limit {
        return None;
    }
    let mut words = Vec::with_capacity(count + 1);
    let mut at = from;
    for _ in 0..=count {
        words.push(if letters {
            char::from_u32(u32::try_from(at).ok()?)?.to_string()
        } else if at < 0 {
            format!("-{:0width$}", at.unsigned_abs(), width = width.saturating_sub(1))
        } else {
            format!("{at:0width$}")
        });
        at = if to >= from {
            at.checked_add(step)?
        } else {
            at.checked_sub(step)?
        };
    }
    Some(words)
}

fn join(tokens: Vec<Token>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for token in tokens {
        match token {
            Token::Opaque(part) => parts.push(part),
            Token::Character(character) => match parts.last_mut() {
                Some(Part::Text { text, quoted: false }) => text.push(character),
                _ => parts.push(Part::Text {
                    text: character.to_string(),
                    quoted: false,
                }),
            },
        }
    }
    parts
}

/// The text of `$'…'` (bash(1), QUOTING); `None` where it is no UTF-8.
pub(super) fn ansi(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            let mut buffer = [0; 4];
            bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            continue;
        }
        let Some(escape) = characters.next() else {
            bytes.push(b'\\');
            break;
        };
        let mut number = |limit: usize, radix: u32, first: Option<char>| {
            let mut value = first.and_then(|digit| digit.to_digit(radix)).unwrap_or(0);
            let mut seen = usize::from(first.is_some());
            while seen < limit
                && let Some(digit) = characters.peek().and_then(|next| next.to_digit(radix))
            {
                value = value.wrapping_mul(radix).wrapping_add(digit);
                characters.next();
                seen += 1;
            }
            (seen > 0).then_some(value)
        };
        match escape {
            'a' => bytes.push(7),
            'b' => bytes.push(8),
            'e' | 'E' => bytes.push(27),
            'f' => bytes.push(12),
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            't' => bytes.push(b'\t'),
            'v' => bytes.push(11),
            '\\' | '\'' | '"' | '?' => bytes.extend(u8::try_from(escape)),
            '0'..='7' => bytes.push(u8::try_from(number(3, 8, Some(escape))? & 0xff).ok()?),
            'x' => bytes.push(u8::try_from(number(2, 16, None)? & 0xff).ok()?),
            'u' | 'U' => {
                let limit = if escape == 'u' { 4 } else { 8 };
                let character = char::from_u32(number(limit, 16, None)?)?;
                let mut buffer = [0; 4];
                bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            }
            'c' => bytes.push(u8::try_from(characters.next()?).ok()? & 0x1f),
            other => {
                let mut buffer = [0; 4];
                bytes.push(b'\\');
                bytes.extend_from_slice(other.encode_utf8(&mut buffer).as_bytes());
            }
        }
    }
    // A NUL ends the text.
    if bytes.contains(&0) {
        return None;
    }
    String::from_utf8(bytes).ok()
}

/// A word with braces where they may stay as they are: its own text, or what they make of it.
pub(super) fn unexpanded(word: &[Part], expanded: &[Vec<Part>]) -> Part {
    let plain = |parts: &[Part]| {
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Text { text: piece, .. } if !piece.contains([' ', '\t', '\n', '*', '?', '[', '~']) => {
                    text.push_str(piece);
                }
                _ => return None,
            }
        }
        Some(text)
    };
    let words: Option<Vec<String>> = expanded.iter().map(|parts| plain(parts)).collect();
    match (plain(word), words) {
        (Some(word), Some(words)) => Part::Values {
            values: vec![word, words.join(" ")],
            quoted: false,
        },
        _ => Part::Hole(HoleKind::Any),
    }
}
