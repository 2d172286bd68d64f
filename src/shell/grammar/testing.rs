//! Commands of tests, read without the walk: words, quotes, `$NAME`, globs and `~`.

use crate::shell::{HoleKind, Part, Span, Word};

/// The words of `text`.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut parts: Option<Vec<Part>> = None;
    let mut quote = None;
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                push(parts.get_or_insert_default(), "", true);
            }
            (None, ' ') => words.extend(parts.take().map(word)),
            (None, '\\') => {
                let next: String = rest.next().into_iter().collect();
                push(parts.get_or_insert_default(), &next, true);
            }
            (None | Some('"'), '$') => {
                let mut name = String::new();
                while let Some(letter) =
                    rest.next_if(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
                {
                    name.push(letter);
                }
                let quoted = quote.is_some();
                parts.get_or_insert_default().push(match name.as_str() {
                    "" => Part::Text {
                        text: "$".to_owned(),
                        quoted,
                    },
                    "HOME" => Part::Home { quoted },
                    "PWD" => Part::Pwd { quoted },
                    _ if quoted => Part::Hole(HoleKind::NoBlank),
                    _ => Part::Hole(HoleKind::Any),
                });
            }
            (None, '*' | '?') => parts
                .get_or_insert_default()
                .push(Part::Glob(character.to_string())),
            (None, '~') if parts.is_none() => {
                parts.get_or_insert_default().push(Part::Tilde(String::new()));
            }
            (_, other) => push(parts.get_or_insert_default(), &other.to_string(), quote.is_some()),
        }
    }
    words.extend(parts.take().map(word));
    words
}

fn word(parts: Vec<Part>) -> Word {
    Word {
        span: Span::default(),
        parts,
    }
}

fn push(parts: &mut Vec<Part>, piece: &str, quoted: bool) {
    if let Some(Part::Text { text, quoted: before }) = parts.last_mut()
        && *before == quoted
    {
        text.push_str(piece);
        return;
    }
    parts.push(Part::Text {
        text: piece.to_owned(),
        quoted,
    });
}

/// A word as a test writes it: holes as `◌`.
pub(crate) fn show(word: &Word) -> String {
    word.parts
        .iter()
        .map(|part| match part {
            Part::Text { text, .. } => text.clone(),
            Part::Glob(glob) => glob.clone(),
            Part::Tilde(user) => format!("~{user}"),
            Part::Home { .. } => "$HOME".to_owned(),
            Part::Pwd { .. } => "$PWD".to_owned(),
            Part::Values { values, .. } => format!("{values:?}"),
            Part::Names { globs, .. } => format!("{globs:?}"),
            Part::Pipe => "<()".to_owned(),
            Part::Hole(_) => "◌".to_owned(),
        })
        .collect()
}
