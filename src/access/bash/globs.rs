//! Globs of the shell, expanded against what stands in the folders now.

use crate::access::{Context, FileKind, Place, lexical};
use globset::{GlobBuilder, GlobMatcher};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Entries that one word may come to; beyond, it stands for any text.
const MAX_ENTRIES: usize = 4096;

/// Patterns that one command may expand; beyond, they stand for any text.
const MAX_PATTERNS: usize = 4096;

/// What a pattern comes to in a folder; `None` where it is too much.
type Expansion = Option<Rc<Vec<String>>>;

/// The names in folders and what patterns came to, looked up once a call.
#[derive(Default)]
pub(super) struct Listings {
    names: RefCell<HashMap<String, Rc<Vec<String>>>>,
    expanded: RefCell<HashMap<(String, Place), Expansion>>,
}

impl Listings {
    fn of(&self, folder: &str, ctx: &Context<'_>) -> Rc<Vec<String>> {
        if let Some(known) = self.names.borrow().get(folder) {
            return Rc::clone(known);
        }
        let names = Rc::new(ctx.lookups.files().names(folder).unwrap_or_default());
        self.names
            .borrow_mut()
            .insert(folder.to_owned(), Rc::clone(&names));
        names
    }
}

/// The paths that `pattern` comes to in `place`, as texts; `None` where they are too many.
pub(super) fn expand(pattern: &str, place: &Place, listings: &Listings, ctx: &Context<'_>) -> Expansion {
    let key = (pattern.to_owned(), place.clone());
    if let Some(known) = listings.expanded.borrow().get(&key) {
        return known.clone();
    }
    if listings.expanded.borrow().len() >= MAX_PATTERNS {
        return None;
    }
    let found = look(pattern, place, listings, ctx).map(Rc::new);
    listings.expanded.borrow_mut().insert(key, found.clone());
    found
}

fn look(pattern: &str, place: &Place, listings: &Listings, ctx: &Context<'_>) -> Option<Vec<String>> {
    let absolute = pattern.starts_with('/');
    let mut found = vec![if absolute { "/".to_owned() } else { String::new() }];
    let components: Vec<&str> = pattern.split('/').filter(|piece| !piece.is_empty()).collect();
    let mut looked = 0usize;
    for (index, component) in components.iter().enumerate() {
        let last = index + 1 == components.len();
        let matcher = matcher(component);
        let mut next = Vec::new();
        for path in &found {
            let Some(matcher) = &matcher else {
                let joined = join(path, &unescape(component));
                let kind = ctx.lookups.kind(&lexical::join(place.as_str(), &joined));
                if kind.is_ok() {
                    next.push(joined);
                }
                continue;
            };
            let folder = lexical::join(place.as_str(), if path.is_empty() { "." } else { path });
            let names = listings.of(&folder, ctx);
            looked = looked.saturating_add(names.len());
            for name in names.iter() {
                if name.starts_with('.') && !component.starts_with('.') && !component.starts_with("[.]") {
                    continue;
                }
                if matcher.is_match(name) {
                    let joined = join(path, name);
                    let whole = lexical::join(place.as_str(), &joined);
                    if last || ctx.lookups.locate(&whole).kind == Some(FileKind::Directory) {
                        next.push(joined);
                    }
                }
            }
        }
        if next.len() > MAX_ENTRIES || looked > MAX_ENTRIES * 16 {
            return None;
        }
        found = next;
    }
    found.sort_unstable();
    Some(found)
}

/// What one component of a pattern matches.
enum Matcher {
    /// Nothing but `*` and `?` among its literal characters. Most globs are such, and making a regular expression of
    /// one takes longer than all the rest of a command.
    Stars(Vec<Star>),
    Glob(Box<GlobMatcher>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Star {
    /// `*`
    Run,
    /// `?`
    Any,
    Literal(char),
}

impl Matcher {
    fn is_match(&self, name: &str) -> bool {
        match self {
            Self::Stars(pattern) => is_match(pattern, name),
            Self::Glob(glob) => {
                // To globset `?` and a bracket expression are a byte.
                let one = |letter: char| if letter.is_ascii() { letter } else { '\u{7f}' };
                glob.is_match(name)
                    || !name.is_ascii() && glob.is_match(name.chars().map(one).collect::<String>())
            }
        }
    }
}

/// The matcher of one component; `None` for one without a glob.
fn matcher(component: &str) -> Option<Matcher> {
    let plain = unescape(component);
    if !has_glob(component, &plain) {
        return None;
    }
    if let Some(pattern) = stars(component) {
        return Some(Matcher::Stars(pattern));
    }
    GlobBuilder::new(component)
        .literal_separator(true)
        .backslash_escape(false)
        .build()
        .map(|glob| Matcher::Glob(Box::new(glob.compile_matcher())))
        .ok()
}

/// A component in which nothing but `*` and `?` is special.
fn stars(component: &str) -> Option<Vec<Star>> {
    let mut pattern = Vec::with_capacity(component.len());
    let mut characters = component.chars();
    while let Some(character) = characters.next() {
        pattern.push(match character {
            '*' => Star::Run,
            '?' => Star::Any,
            '[' => {
                let (inner, close) = (characters.next()?, characters.next()?);
                if close != ']' || !matches!(inner, '*' | '?' | '[' | ']' | '{' | '}' | '\\') {
                    return None;
                }
                Star::Literal(inner)
            }
            ']' | '{' | '}' | '\\' => return None,
            other => Star::Literal(other),
        });
    }
    Some(pattern)
}

/// Whether `pattern` matches the whole of `name`. `?` stands for a character, and where the locale has none of several
/// bytes for a byte.
fn is_match(pattern: &[Star], name: &str) -> bool {
    let characters: Vec<char> = name.chars().collect();
    let is = |wanted: char, character: &char| wanted == *character;
    if matches_whole(pattern, &characters, is) {
        return true;
    }
    if name.is_ascii() || !pattern.contains(&Star::Any) {
        return false;
    }
    let mut bytes = Vec::with_capacity(pattern.len());
    for star in pattern {
        match star {
            Star::Literal(character) => {
                let mut room = [0; 4];
                let encoded = character.encode_utf8(&mut room);
                bytes.extend(encoded.bytes().map(|byte| Star::Literal(char::from(byte))));
            }
            other => bytes.push(*other),
        }
    }
    let is = |wanted: char, byte: &u8| wanted == char::from(*byte);
    matches_whole(&bytes, name.as_bytes(), is)
}

/// After a mismatch the last run takes one unit more, so that each unit of a name is gone over at most once for each
/// unit of the pattern.
fn matches_whole<T>(pattern: &[Star], name: &[T], is: impl Fn(char, &T) -> bool) -> bool {
    let (mut at, mut next) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    loop {
        let unit = name.get(next);
        let goes_on = match (pattern.get(at), unit) {
            (Some(Star::Run), _) => {
                at += 1;
                back = Some((at, next));
                continue;
            }
            (None, None) => return true,
            (Some(Star::Any), Some(_)) => true,
            (Some(Star::Literal(wanted)), Some(unit)) => is(*wanted, unit),
            _ => false,
        };
        if goes_on {
            (at, next) = (at + 1, next + 1);
            continue;
        }
        match back {
            Some((again, from)) if from < name.len() => {
                back = Some((again, from + 1));
                (at, next) = (again, from + 1);
            }
            _ => return false,
        }
    }
}

/// Whether anything but escaped characters is special.
fn has_glob(component: &str, plain: &str) -> bool {
    // Each escaped character takes two more.
    let escaped = (component.len() - plain.len()) / 2;
    let special = |text: &str| {
        text.bytes()
            .filter(|byte| matches!(byte, b'*' | b'?' | b'[' | b']' | b'{' | b'}' | b'\\'))
            .count()
    };
    special(component) > escaped * 3
}

/// `[*]` as `*`.
fn unescape(component: &str) -> String {
    let mut plain = String::with_capacity(component.len());
    let mut rest = component;
    while let Some(character) = rest.chars().next() {
        let mut ahead = rest.chars();
        if let (Some('['), Some(inner), Some(']')) = (ahead.next(), ahead.next(), ahead.next())
            && matches!(inner, '*' | '?' | '[' | ']' | '{' | '}' | '\\')
        {
            plain.push(inner);
            rest = ahead.as_str();
        } else {
            plain.push(character);
            rest = rest.get(character.len_utf8()..).unwrap_or_default();
        }
    }
    plain
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() || path.ends_with('/') {
        format!("{path}{name}")
    } else {
        format!("{path}/{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quick matcher against globset over every short pattern and name.
    #[test]
    fn stars_match_as_globset_does() {
        let texts = |letters: &[&str], length: usize| {
            let mut all = vec![String::new()];
            let mut last = all.clone();
            for _ in 0..length {
                last = last
                    .iter()
                    .flat_map(|text| letters.iter().map(move |letter| format!("{text}{letter}")))
                    .collect();
                all.extend(last.iter().cloned());
            }
            all
        };
        let names = texts(&["a", "b", ".", "*"], 4);
        let mut quick = 0;
        for pattern in texts(&["a", "b", "*", "?", "[*]"], 4) {
            let Some(Matcher::Stars(stars)) = matcher(&pattern) else {
                continue;
            };
            quick += 1;
            let glob = GlobBuilder::new(&pattern)
                .literal_separator(true)
                .backslash_escape(false)
                .build()
                .unwrap()
                .compile_matcher();
            for name in &names {
                assert_eq!(is_match(&stars, name), glob.is_match(name), "{pattern} {name}");
            }
        }
        assert!(quick > 500, "{quick}");
    }

    #[test]
    fn a_question_mark_is_a_character_or_a_byte() {
        for (pattern, name, matches) in [
            ("?", "\u{e9}", true),
            ("??", "\u{e9}", true),
            ("???", "\u{e9}", false),
            ("*?.x", "\u{e9}.x", true),
            ("[a-z]?", "a\u{e9}", true),
            ("[!a]", "\u{e9}", true),
            ("\u{e9}*", "\u{e9}t\u{e9}", true),
            ("\u{e9}?", "\u{e8}a", false),
        ] {
            let found = matcher(pattern).unwrap().is_match(name);
            assert_eq!(found, matches, "{pattern} {name}");
        }
    }

    #[test]
    fn other_globs_are_globset_s() {
        for pattern in ["[ab]*", "{a,b}*", "[!a]", "x[a-z]?"] {
            assert!(matches!(matcher(pattern), Some(Matcher::Glob(_))), "{pattern}");
        }
        assert!(matcher("plain").is_none() && matcher("[*]").is_none());
    }
}
