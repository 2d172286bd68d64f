//! Other spellings of the URLs of a client: what it makes of them before it looks a host up.
//!
//! Sources: `curl(1)` ("URL globbing"), RFC 3986 6.2.2 (case, percent encoding).

use crate::access::Spelling;
use crate::access::variants::percent_decode;
use crate::rule::{Hole, Open};
use crate::shell::grammar::url_braces;

/// Spellings of one command.
const MAX_SPELLINGS: usize = 32;

/// Whether a program fetches what URLs among its words name.
pub(super) fn is_client(name: &str) -> bool {
    matches!(name, "curl" | "wget" | "xh" | "http" | "https")
}

/// The texts of the command with one URL each as the client reads it, where that differs from what is typed.
pub(super) fn spellings(words: &[&str]) -> Vec<Spelling> {
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate().skip(1) {
        if word.starts_with('-') || !word.contains(['.', ':', '{', '[']) {
            continue;
        }
        for text in url_braces(word) {
            let plain = normal(&text);
            if plain == *word && !plain.contains('[') {
                continue;
            }
            if found.len() >= MAX_SPELLINGS {
                return found;
            }
            found.push(spelling(words, index, &plain));
        }
    }
    found
}

/// The command with `url` in the place of the word at `index`; `[1-9]` in it is any text.
fn spelling(words: &[&str], index: usize, url: &str) -> Spelling {
    let (mut open, mut text, mut holes) = (Open::new(), String::new(), false);
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            open.push_text(" ");
            text.push(' ');
        }
        if at != index {
            open.push_text(word);
            text.push_str(word);
            continue;
        }
        text.push_str(url);
        let mut rest = url;
        while let Some((front, behind)) = rest.split_once('[') {
            let Some((_, behind)) = behind.split_once(']') else {
                break;
            };
            open.push_text(front);
            open.push_hole(Hole::NoBlank);
            holes = true;
            rest = behind;
        }
        open.push_text(rest);
    }
    Spelling {
        text: text.into(),
        open: holes.then_some(open),
    }
}

/// Scheme and host in lower case, the host's escapes undone.
fn normal(url: &str) -> String {
    let (scheme, rest) = match url.split_once("://") {
        Some((scheme, rest)) => (format!("{}://", scheme.to_ascii_lowercase()), rest),
        None => (String::new(), url),
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let host = percent_decode(host).unwrap_or_else(|| host.to_owned());
    format!("{scheme}{}{path}", host.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::spellings;

    #[test]
    fn urls_as_the_client_reads_them() {
        #[rustfmt::skip]
        let cases: [(&str, &[&str]); 6] = [
            ("curl http://a.b/X",        &[]),
            ("curl HTTP://A.b/X",        &["curl http://a.b/X"]),
            ("curl -s http://%61.b/%61", &["curl -s http://a.b/%61"]),
            ("curl A.b",                 &["curl a.b"]),
            ("curl http://{a,b}.c",      &["curl http://a.c", "curl http://b.c"]),
            ("curl -X POST",             &[]),
        ];
        for (line, expected) in cases {
            let words: Vec<&str> = line.split(' ').collect();
            let found: Vec<String> = spellings(&words)
                .into_iter()
                .map(|spelling| spelling.text.to_string())
                .collect();
            assert_eq!(found, expected, "{line}");
        }
        let ranged = spellings(&["curl", "http://[a-c].d"]);
        assert!(
            ranged.iter().any(|spelling| spelling.open.is_some()),
            "{ranged:?}"
        );
    }
}
