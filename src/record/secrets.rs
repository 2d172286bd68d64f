//! Secrets by their shape: where in a text one stands.

use super::REDACTED;
use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use std::borrow::Cow;
use std::sync::OnceLock;

/// A known beginning of a secret, and what its body consists of.
struct Shape {
    /// The literal beginning.
    prefix: &'static str,
    /// Fewest characters of the body.
    least: usize,
    /// Where the beginning is no part of the secret (`Bearer `, `password=`), it stays.
    keeps_prefix: bool,
    /// What a character of the body is.
    body: fn(char) -> bool,
}

fn key_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

fn token_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.' | '~' | '+' | '/' | '=')
}

fn value_character(character: char) -> bool {
    !character.is_whitespace() && !matches!(character, '"' | '\'' | '&' | ';' | ',' | '|' | ')' | '}' | '`')
}

/// The shapes. Sources: what GitHub, GitLab, Slack, Anthropic, AWS, Google, Stripe, npm, Hugging Face and
/// others document of their token formats; RFC 6750 (`Bearer`), RFC 7617 (`Basic`), RFC 7519 (a JWT begins
/// with base64url of `{"`).
const SHAPES: &[Shape] = &[
    Shape {
        prefix: "ghp_",
        least: 20,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "gho_",
        least: 20,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "ghu_",
        least: 20,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "ghs_",
        least: 20,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "ghr_",
        least: 20,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "github_pat_",
        least: 20,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "glpat-",
        least: 16,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "xoxb-",
        least: 10,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "xoxp-",
        least: 10,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "xoxa-",
        least: 10,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "xoxs-",
        least: 10,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "xapp-",
        least: 10,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "sk-",
        least: 20,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "sk_live_",
        least: 10,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "sk_test_",
        least: 10,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "rk_live_",
        least: 10,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "AKIA",
        least: 16,
        keeps_prefix: false,
        body: |c| c.is_ascii_uppercase() || c.is_ascii_digit(),
    },
    Shape {
        prefix: "ASIA",
        least: 16,
        keeps_prefix: false,
        body: |c| c.is_ascii_uppercase() || c.is_ascii_digit(),
    },
    Shape {
        prefix: "AIza",
        least: 30,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "ya29.",
        least: 20,
        keeps_prefix: false,
        body: token_character,
    },
    Shape {
        prefix: "npm_",
        least: 30,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "pypi-",
        least: 30,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "hf_",
        least: 20,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "SG.",
        least: 20,
        keeps_prefix: false,
        body: token_character,
    },
    Shape {
        prefix: "dop_v1_",
        least: 20,
        keeps_prefix: false,
        body: key_character,
    },
    Shape {
        prefix: "eyJ",
        least: 20,
        keeps_prefix: false,
        body: token_character,
    },
    Shape {
        prefix: "Bearer ",
        least: 8,
        keeps_prefix: true,
        body: token_character,
    },
    Shape {
        prefix: "bearer ",
        least: 8,
        keeps_prefix: true,
        body: token_character,
    },
    Shape {
        prefix: "Basic ",
        least: 8,
        keeps_prefix: true,
        body: token_character,
    },
    Shape {
        prefix: "sshpass -p",
        least: 1,
        keeps_prefix: true,
        body: value_character,
    },
    Shape {
        prefix: "sshpass -p ",
        least: 1,
        keeps_prefix: true,
        body: value_character,
    },
];

/// Words before `=`, `:` or a blank that make what follows a secret: `PGPASSWORD=…`, `--password …`,
/// `api_key: …`, `X-Api-Key: …`.
const ASSIGNED: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "_pass",
    "-pass",
    "_pwd",
    "secret",
    "secret_key",
    "secret-key",
    "secretkey",
    "token",
    "api_key",
    "api-key",
    "apikey",
    "access_key",
    "access-key",
    "accesskey",
    "private_key",
    "signing_key",
    "encryption_key",
    "session_key",
    "auth_key",
    "credentials",
    "authorization",
    "cookie",
];

/// Of these the whole line, or what is quoted, is secret: `Cookie: a=b; c=d`.
const WHOLE_LINE: &[&str] = &["cookie"];

/// Options whose operand is `user:password` (curl(1), wget(1)).
const LOGIN: &[&str] = &[" -u ", "--user ", "--user="];

/// Begins a private key (RFC 7468 and OpenSSH).
const PEM: &str = "-----BEGIN ";

/// Where a URL's user part starts.
const AUTHORITY: &str = "://";

/// Masks what has the shape of a secret. Linear in the length of the text for a given table.
pub(super) fn mask(text: &str) -> Cow<'_, str> {
    static SCAN: OnceLock<Option<AhoCorasick>> = OnceLock::new();
    let scan = SCAN.get_or_init(|| {
        let patterns = SHAPES
            .iter()
            .map(|shape| shape.prefix)
            .chain(ASSIGNED.iter().copied())
            .chain([PEM, AUTHORITY])
            .chain(LOGIN.iter().copied());
        AhoCorasickBuilder::new()
            .match_kind(MatchKind::LeftmostLongest)
            .ascii_case_insensitive(true)
            .build(patterns)
            .ok()
    });
    // A table that does not build would let secrets through: then nothing is shown at all.
    let Some(scan) = scan else {
        return Cow::Borrowed(REDACTED);
    };
    let mut masked = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| scan.find(rest)) {
        let (start, end) = (at + found.start(), at + found.end());
        let secret = secret_at(text, found.pattern().as_usize(), start, end);
        match secret {
            Some((from, to)) => {
                masked.push_str(text.get(copied..from).unwrap_or_default());
                masked.push_str(REDACTED);
                copied = to;
                at = to;
            }
            // A longer name may begin inside this one: `-pass` in `--password`.
            None => at = start + 1,
        }
    }
    if copied == 0 && masked.is_empty() {
        return Cow::Borrowed(text);
    }
    masked.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(masked)
}

/// The secret that a hit of pattern `index` at `start..end` begins, as byte offsets.
fn secret_at(text: &str, index: usize, start: usize, end: usize) -> Option<(usize, usize)> {
    let rest = text.get(end..)?;
    if let Some(shape) = SHAPES.get(index) {
        // The scan folds case for the words; a token's beginning is exact, and begins a word.
        if text.get(start..end)? != shape.prefix || follows_word(text, start) {
            return None;
        }
        let length = run(rest, shape.body);
        if rest.get(..length)?.chars().count() < shape.least {
            return None;
        }
        return Some((if shape.keeps_prefix { end } else { start }, end + length));
    }
    let index = index - SHAPES.len();
    if let Some(word) = ASSIGNED.get(index) {
        return assigned(text, end, WHOLE_LINE.contains(word));
    }
    match index - ASSIGNED.len() {
        0 => pem(text, start, end),
        1 => url_password(text, end),
        _ => login(text, end),
    }
}

fn follows_word(text: &str, start: usize) -> bool {
    text.get(..start)
        .and_then(|head| head.chars().next_back())
        .is_some_and(char::is_alphanumeric)
}

/// Bytes of the longest run of characters that `body` takes.
fn run(text: &str, body: impl Fn(char) -> bool) -> usize {
    text.find(|character| !body(character)).unwrap_or(text.len())
}

/// `=value`, `: value`, `" : "value"`, or for an option (`--password value`) a blank and the value.
fn assigned(text: &str, end: usize, whole_line: bool) -> Option<(usize, usize)> {
    // The rest of the name, as in `token_file`: then what follows is no secret by this name alone.
    let mut at = end;
    let suffix = run(text.get(at..)?, |c| {
        c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
    });
    let tail = text.get(at..at + suffix)?;
    if !(tail.is_empty() || tail == "s") {
        return None;
    }
    at += suffix;
    at += run(text.get(at..)?, |c| matches!(c, '"' | '\''));
    let blanks = run(text.get(at..)?, |c| c == ' ');
    let separator = text.get(at + blanks..)?.chars().next()?;
    let is_option = || {
        let head = text.get(..end).unwrap_or_default();
        let word = head.rsplit(char::is_whitespace).next().unwrap_or_default();
        word.starts_with("--")
    };
    if matches!(separator, '=' | ':') {
        at += blanks + 1;
    } else if blanks > 0 && is_option() {
        at += blanks;
    } else {
        return None;
    }
    at += run(text.get(at..)?, |c| c == ' ');
    at += run(text.get(at..)?, |c| matches!(c, '"' | '\''));
    for scheme in ["Bearer ", "bearer ", "Basic ", "basic "] {
        if text.get(at..)?.starts_with(scheme) {
            at += scheme.len();
        }
    }
    let length = if whole_line {
        run(text.get(at..)?, |c| !matches!(c, '"' | '\'' | '\n'))
    } else {
        quoted(text, at).unwrap_or(run(text.get(at..)?, value_character))
    };
    let value = text.get(at..at + length)?;
    // A variable is no secret, and neither is what is masked already.
    (length > 0 && !value.starts_with('$') && !value.starts_with(REDACTED)).then_some((at, at + length))
}

/// Bytes up to the quote that closes what a quote in front of `at` opened.
fn quoted(text: &str, at: usize) -> Option<usize> {
    let quote = text
        .get(..at)?
        .chars()
        .next_back()
        .filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    text.get(at..)?.find(|c| {
        let closes = c == quote && !escaped;
        escaped = c == '\\' && quote == '"' && !escaped;
        closes
    })
}

/// The password of `user:password`; a number is a group (`docker run -u 0:0`), and `//` follows a scheme.
fn login(text: &str, end: usize) -> Option<(usize, usize)> {
    let at = end + run(text.get(end..)?, |c| matches!(c, '"' | '\''));
    let length = quoted(text, at).unwrap_or(run(text.get(at..)?, value_character));
    let colon = text.get(at..at + length)?.find(':')?;
    let (from, to) = (at + colon + 1, at + length);
    let password = text.get(from..to)?;
    let is_secret = !password.chars().all(|c| c.is_ascii_digit())
        && !["$", "//", REDACTED]
            .iter()
            .any(|start| password.starts_with(start));
    is_secret.then_some((from, to))
}

/// A private key, from its first to its last line.
fn pem(text: &str, start: usize, end: usize) -> Option<(usize, usize)> {
    let first_line = text.get(end..)?.lines().next()?;
    if !first_line.contains("PRIVATE KEY") {
        return None;
    }
    let body = text.get(end..)?;
    let to = body
        .find("-----END ")
        .and_then(|at| {
            let after = end + at + "-----END ".len();
            let rest = text.get(after..)?;
            Some(after + rest.find("-----").map_or(rest.len(), |close| close + 5))
        })
        .unwrap_or(text.len());
    Some((start, to))
}

/// The password of `scheme://user:password@host`.
fn url_password(text: &str, end: usize) -> Option<(usize, usize)> {
    let rest = text.get(end..)?;
    let authority = rest.get(..run(rest, |c| !c.is_whitespace() && !matches!(c, '/' | '"' | '\'')))?;
    let at = authority.rfind('@')?;
    let colon = authority.get(..at)?.find(':')?;
    (colon + 1 < at).then_some((end + colon + 1, end + at))
}
