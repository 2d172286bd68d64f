//! Secrets in a text: where each one stands, by its shape, by the name in front of it, or by the program it is given
//! to. The tables beside this file say which and by what source.

use super::REDACTED;
use super::command_words::{closing, word_end};
use super::operands;
use super::shapes::SHAPES;
use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// Names that make what is assigned to them a secret: `PGPASSWORD=…`, `--password …`, `api_key: …`, `X-Api-Key: …`,
/// `"client_secret": "…"`. By the names that the programs and services of the other tables use for theirs, and those
/// of Azure's connection strings.
const ASSIGNED: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "passin",
    "passout",
    "storepass",
    "keypass",
    "_pass",
    "-pass",
    "_pwd",
    "-pwd",
    "_pat",
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
    "account_key",
    "accountkey",
    "private_key",
    "private-key",
    "privatekey",
    "signing_key",
    "encryption_key",
    "master_key",
    "session_key",
    "subscription-key",
    "auth_key",
    "auth-key",
    "authkey",
    "license_key",
    "credentials",
    "client_secret",
    "authorization",
    "cookie",
    "signature",
    "x-amz-signature",
];

/// Names that are secret as a whole word alone: `PASS=…`, `&sig=…`.
const WORDS: &[&str] = &["pass", "pw", "pwd", "sig", "auth"];

/// Of these the whole line, or what is quoted, is secret: `Cookie: a=b; c=d`, `Authorization: Digest a="b", …`.
const WHOLE_LINE: &[&str] = &["cookie", "authorization"];

/// A name that ends in this holds a secret where its value looks like one: `STRIPE_KEY=…`, but not `SORT_KEY=name`.
const KEY: &str = "_key=";

/// Bytes of a name, or of a value that may turn out to be none, that are looked at.
const NAME: usize = 512;

/// Begins a private key (RFC 7468 and OpenSSH).
const PEM: &str = "-----BEGIN ";

/// Where a URL's user part starts.
const AUTHORITY: &str = "://";

/// Masks what is a secret. Linear in the length of the text for given tables.
pub(super) fn mask(text: &str) -> Cow<'_, str> {
    // A table that does not build would let secrets through: then nothing is shown at all.
    let Some(tables) = tables() else {
        return Cow::Borrowed(REDACTED);
    };
    let mut secrets = found(text, tables);
    if tables.programs.is_match(text) {
        secrets.extend(operands::given(text));
        secrets.sort_by_key(|secret| (secret.start, secret.end));
    }
    let mut masked = String::new();
    let mut copied = 0;
    for secret in secrets {
        if secret.start < copied {
            // Two tables know it: the longer word counts.
            copied = copied.max(secret.end);
            continue;
        }
        let Some(between) = text.get(copied..secret.start) else {
            continue;
        };
        // What is masked already stays as it is.
        if text.get(secret.clone()).is_none_or(|secret| secret == REDACTED) {
            continue;
        }
        masked.push_str(between);
        masked.push_str(REDACTED);
        copied = secret.end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    masked.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(masked)
}

/// The secrets that `command` says to its own parts. Of these parts alone nobody could tell: `echo hunter2` of
/// `echo hunter2 | sudo -S …`.
pub(super) fn said(command: &str) -> Vec<&str> {
    if !tables().is_some_and(|tables| tables.programs.is_match(command)) {
        return Vec::new();
    }
    let said = operands::fed(command)
        .into_iter()
        .filter_map(|range| command.get(range));
    said.filter(|secret| !secret.is_empty() && !is_variable(secret))
        .collect()
}

/// What texts are searched for.
struct Tables {
    beginnings: AhoCorasick,
    programs: AhoCorasick,
}

/// Built with the first text that is looked at.
fn tables() -> Option<&'static Tables> {
    static TABLES: OnceLock<Option<Tables>> = OnceLock::new();
    let build = || {
        let beginnings = SHAPES
            .iter()
            .map(|shape| shape.prefix)
            .chain(ASSIGNED.iter().copied())
            .chain(WORDS.iter().copied())
            .chain([PEM, AUTHORITY, KEY]);
        Some(Tables {
            beginnings: AhoCorasickBuilder::new()
                .match_kind(MatchKind::LeftmostLongest)
                .ascii_case_insensitive(true)
                .build(beginnings)
                .ok()?,
            programs: AhoCorasick::new(operands::names()).ok()?,
        })
    };
    TABLES.get_or_init(build).as_ref()
}

/// The secrets by their shape or name, in order.
fn found(text: &str, tables: &Tables) -> Vec<Range<usize>> {
    let mut secrets = Vec::new();
    let mut at = 0;
    while let Some(hit) = text.get(at..).and_then(|rest| tables.beginnings.find(rest)) {
        let (start, end) = (at + hit.start(), at + hit.end());
        match secret_at(text, hit.pattern().as_usize(), start, end) {
            Some(secret) if secret.end > start => {
                at = secret.end;
                secrets.push(secret);
            }
            // A longer name may begin inside this one: `-pass` in `--password`.
            _ => {
                at = start
                    + text
                        .get(start..)
                        .and_then(|rest| rest.chars().next())
                        .map_or(1, char::len_utf8);
            }
        }
    }
    secrets
}

/// The secret that a hit of pattern `index` at `start..end` begins.
fn secret_at(text: &str, index: usize, start: usize, end: usize) -> Option<Range<usize>> {
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
        return Some(if shape.keeps_prefix { end } else { start }..end + length);
    }
    let index = index - SHAPES.len();
    if let Some(word) = ASSIGNED.get(index) {
        return assigned(text, start, end, WHOLE_LINE.contains(word));
    }
    let index = index - ASSIGNED.len();
    if WORDS.get(index).is_some() {
        let alone = !follows_word(text, start) && !text.get(..start)?.ends_with(['_', '-', '.']);
        let option = text.get(..start)?.ends_with("--") || text.get(..start)?.ends_with(" -");
        // `auth: required`, `-pass`: only what is plainly assigned.
        let given = rest.starts_with('=') || (option && rest.starts_with([' ', '=']));
        return ((alone || option) && given).then(|| assigned(text, start, end, false))?;
    }
    match index - WORDS.len() {
        0 => pem(text, start, end),
        1 => url_password(text, end),
        _ => {
            // What is no secret in the end is not searched far.
            let text = near(text, end + NAME);
            let secret = assigned(text, start, end - 1, false)?;
            looks_random(text.get(secret.clone())?).then_some(secret)
        }
    }
}

fn follows_word(text: &str, start: usize) -> bool {
    text.get(..start)
        .and_then(|head| head.chars().next_back())
        .is_some_and(char::is_alphanumeric)
}

/// The first `bytes` of `text`, or as many as end with a character.
fn near(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// Letters and digits mixed, too long for a name.
fn looks_random(value: &str) -> bool {
    value.len() >= 16
        && value.contains(|c: char| c.is_ascii_digit())
        && value.contains(|c: char| c.is_ascii_alphabetic())
        && !value.contains(['/', '.'])
}

/// Bytes of the longest run of characters that `body` takes.
fn run(text: &str, body: impl Fn(char) -> bool) -> usize {
    text.find(|character| !body(character)).unwrap_or(text.len())
}

/// `=value`, `: value`, `" : "value"`, or for an option (`--password value`) and for what is set (`config set
/// x.password value`) a blank and the value.
fn assigned(text: &str, start: usize, end: usize, whole_line: bool) -> Option<Range<usize>> {
    // The rest of the name, as in `token_file`: then what follows is no secret by this name alone.
    let mut at = end;
    let plural = text.get(at..)?.starts_with(['s', 'S']);
    at += usize::from(plural);
    if text
        .get(at..)?
        .starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    {
        return None;
    }
    // A quote in front of the name is closed behind it (`"password": …`) or behind the value (`"password=…"`).
    let name = text.get(..start)?.char_indices().rev().take(NAME);
    let mut front =
        name.filter(|(_, c)| c.is_whitespace() || matches!(c, '"' | '\'' | '&' | '?' | ',' | '{' | ';'));
    let around = front.next().map(|(_, c)| c).filter(|c| matches!(c, '"' | '\''));
    // Escaped quotes belong to a text within a text.
    let quotes = run(text.get(at..)?, |c| matches!(c, '"' | '\'' | '\\'));
    let around = around.filter(|_| quotes == 0);
    at += quotes;
    let blanks = run(text.get(at..)?, |c| matches!(c, ' ' | '\t'));
    let separator = text.get(at + blanks..)?.chars().next()?;
    if matches!(separator, '=' | ':') {
        at += blanks + 1;
        // `==`, `:=` and `::` compare, define and qualify.
        if text.get(at..)?.starts_with('=') {
            at += 1;
        }
    } else if blanks > 0 && (is_option(text, end) || is_set(text, start)) {
        at += blanks;
    } else {
        return None;
    }
    at += run(text.get(at..)?, |c| matches!(c, ' ' | '\t'));
    // Looked at before the end is searched for, which may be far.
    let begins = text.get(at..)?.trim_start_matches(['"', '\'']);
    let begins = begins.get(scheme(begins)..)?;
    if is_variable(begins) || begins.starts_with(REDACTED) {
        return None;
    }
    let secret = if whole_line {
        at += run(text.get(at..)?, |c| matches!(c, '"' | '\''));
        at += scheme(text.get(at..)?);
        at..at + run(text.get(at..)?, |c| !matches!(c, '"' | '\'' | '\n'))
    } else {
        let from = at + scheme(text.get(at..)?);
        value(text, from, separator == ':', around)?
    };
    // `maxTokens: 5` is a count.
    let count = plural
        && text
            .get(secret.clone())?
            .bytes()
            .all(|byte| byte.is_ascii_digit());
    (!secret.is_empty() && !count).then_some(secret)
}

/// Bytes of the name of an HTTP authentication scheme (RFC 9110, section 11) and the blank behind it.
fn scheme(text: &str) -> usize {
    const SCHEMES: &[&str] = &[
        "bearer ",
        "basic ",
        "token ",
        "digest ",
        "apikey ",
        "negotiate ",
        "bot ",
    ];
    let names = |scheme: &&&str| {
        text.get(..scheme.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    SCHEMES.iter().find(names).map_or(0, |scheme| scheme.len())
}

/// The name that ends at `end` is that of an option.
fn is_option(text: &str, end: usize) -> bool {
    let head = text.get(..end).unwrap_or_default();
    let word = head.rsplit(char::is_whitespace).next().unwrap_or_default();
    word.starts_with('-')
}

/// The name that holds `start` is what a `set` in front of it sets, or stands in a `.netrc` line.
fn is_set(text: &str, start: usize) -> bool {
    let head = text.get(..start).unwrap_or_default();
    let name = head.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let mut before = head.get(..name).unwrap_or_default().split_whitespace().rev();
    let word = before.next();
    word == Some("set") || (name == start && before.next() == Some("login"))
}

/// The value that begins at `at`: what is quoted, or a shell's word; behind a colon a comma ends it too.
fn value(text: &str, at: usize, colon: bool, around: Option<char>) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    // An escaped quote is one of a text within a text, and so is its end.
    if let Some(inner) = rest.strip_prefix("\\\"") {
        let end = inner.find("\\\"").unwrap_or(inner.len());
        return Some(at + 2..at + 2 + end);
    }
    let dollar = usize::from(rest.starts_with("$'") || rest.starts_with("$\""));
    if let Some(quote) = rest
        .get(dollar..)?
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\''))
    {
        let from = at + dollar + 1;
        let Some(close) = closing(text, from, quote) else {
            return Some(from..text.len());
        };
        // What is glued to it belongs to the same word.
        let glued = text
            .get(close + 1..)?
            .starts_with(|c: char| c.is_alphanumeric() || (!colon && matches!(c, '"' | '\'' | '$' | '\\')));
        return Some(from..if glued { word_end(text, close + 1) } else { close });
    }
    if let Some(quote) = around {
        let end = closing(text, at, quote).unwrap_or(text.len());
        let end = text.get(at..end)?.find('&').map_or(end, |and| at + and);
        return Some(at..end);
    }
    let word = word_end(text, at);
    let ends = |c: char| matches!(c, '"' | '\'' | '`') || (colon && matches!(c, ',' | '}' | ']'));
    // A quote within a shell's word is part of it; one that closes what was opened long before is not.
    let ends_early = colon || text.get(at..word)?.matches(['"', '\'']).count() % 2 == 1;
    let end = if ends_early {
        text.get(at..word)?.find(ends).map_or(word, |end| at + end)
    } else {
        word
    };
    Some(at..end)
}

/// A variable is no secret; one with a default in it, or a command that only says one, is.
fn is_variable(value: &str) -> bool {
    let Some(rest) = value.strip_prefix('$') else {
        return false;
    };
    if rest.starts_with('{') {
        let rest = near(rest, NAME);
        let rest = rest.split('}').next().unwrap_or_default();
        return !(rest.contains(":-") || rest.contains(":=") || rest.contains(":+"));
    }
    if rest.starts_with("(echo") || rest.starts_with("(printf") {
        return false;
    }
    rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '('))
}

/// A private key, from its first to its last line.
fn pem(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let body = text.get(end..)?;
    // `RSA PRIVATE KEY-----` and the like.
    let label = body.get(..run(body, |c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == ' '))?;
    if !label.contains("PRIVATE KEY") {
        return None;
    }
    let to = body.find("-----END ").map_or(text.len(), |at| {
        let after = end + at + "-----END ".len();
        let rest = text.get(after..).unwrap_or_default();
        after + rest.find("-----").map_or(rest.len(), |close| close + 5)
    });
    Some(start..to)
}

/// The password of `scheme://user:password@host`, or a token in the user's place.
fn url_password(text: &str, end: usize) -> Option<Range<usize>> {
    const TOKEN: usize = 16;
    let rest = text.get(end..)?;
    let authority = rest.get(
        ..run(rest, |c| {
            !c.is_whitespace() && !matches!(c, '/' | '"' | '\'' | '?' | '#')
        }),
    )?;
    let at = authority.rfind('@')?;
    let user = authority.get(..at)?;
    let secret = match user.find(':') {
        Some(colon) => end + colon + 1..end + at,
        None if at >= TOKEN => end..end + at,
        None => return None,
    };
    let value = text.get(secret.clone())?;
    (!value.is_empty() && !is_variable(value) && value != REDACTED).then_some(secret)
}
