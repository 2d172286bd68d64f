//! Cutting and redaction of everything that leaves for a log or a listener.

use super::hash;
use super::secrets::{mask, said};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// Stands in the place of a secret.
pub const REDACTED: &str = "[redacted]";

/// How deep a value is followed; what lies deeper is left out.
const DEPTH: usize = 64;

/// `value` with secrets masked, by the name of their key and by their shape, and every string cut to `width`
/// characters. Beside a string that was cut, under its key with `Length` and `Hash` behind it, stand its length in
/// characters and the SHA-256 of what is masked and whole.
pub fn clean(value: Value, width: usize) -> Value {
    clean_within(value, width, usize::MAX)
}

/// The same for one string.
pub fn clean_text(text: &str, width: usize) -> String {
    cut(&mask(text), width).0.into_owned()
}

/// Masks in `value`, which speaks of parts of `command`, what only the whole of it shows to be a secret.
pub fn hide_said(value: &mut Value, command: &str) {
    let secrets = said(command);
    if !secrets.is_empty() {
        hide(value, &secrets, DEPTH);
    }
}

/// Whether [`hide_said`] could find anything to mask in what speaks of parts of `command`.
pub fn says_any(command: &str) -> bool {
    !said(command).is_empty()
}

fn hide(value: &mut Value, secrets: &[&str], depth: usize) {
    match value {
        Value::String(text) => {
            for secret in secrets {
                if text.contains(secret) {
                    *text = text.replace(secret, REDACTED);
                }
            }
        }
        Value::Array(items) if depth > 0 => items.iter_mut().for_each(|item| hide(item, secrets, depth - 1)),
        Value::Object(fields) if depth > 0 => {
            fields
                .values_mut()
                .for_each(|value| hide(value, secrets, depth - 1));
        }
        _ => {}
    }
}

/// As [`clean`], of each list no more than `items`; beside a longer one stands its length.
pub(super) fn clean_within(value: Value, width: usize, items: usize) -> Value {
    Cleaner { width, items }.clean(value, DEPTH)
}

struct Cleaner {
    width: usize,
    items: usize,
}

impl Cleaner {
    fn clean(&self, value: Value, depth: usize) -> Value {
        if depth == 0 {
            return Value::String("…".to_owned());
        }
        match value {
            Value::String(text) => Value::String(clean_text(&text, self.width)),
            Value::Array(items) => Value::Array(
                items
                    .into_iter()
                    .take(self.items)
                    .map(|item| self.clean(item, depth - 1))
                    .collect(),
            ),
            Value::Object(fields) => {
                let mut cleaned = Map::new();
                for (key, value) in fields {
                    self.field(&mut cleaned, &key, value, depth);
                }
                Value::Object(cleaned)
            }
            plain => plain,
        }
    }

    fn field(&self, into: &mut Map<String, Value>, key: &str, value: Value, depth: usize) {
        let name = clean_text(key, self.width);
        if is_secret_key(key) && !matches!(value, Value::Null | Value::Bool(_)) {
            into.insert(name, Value::String(REDACTED.to_owned()));
            return;
        }
        match &value {
            Value::String(text) => {
                let masked = mask(text);
                let (shown, whole) = cut(&masked, self.width);
                if let Some(characters) = whole {
                    into.insert(format!("{name}Length"), json!(characters));
                    into.insert(format!("{name}Hash"), json!(hash::of_text(&masked)));
                }
                into.insert(name, Value::String(shown.into_owned()));
            }
            Value::Array(list) => {
                if list.len() > self.items {
                    into.insert(format!("{name}Length"), json!(list.len()));
                }
                into.insert(name, self.clean(value, depth - 1));
            }
            _ => {
                into.insert(name, self.clean(value, depth - 1));
            }
        }
    }
}

/// `text` in at most `width` characters, with a mark where some were left out, and then how many it has.
fn cut(text: &str, width: usize) -> (Cow<'_, str>, Option<usize>) {
    if text.len() <= width || text.char_indices().nth(width).is_none() {
        return (Cow::Borrowed(text), None);
    }
    let end = text
        .char_indices()
        .nth(width.saturating_sub(1))
        .map_or(0, |(at, _)| at);
    let head = text.get(..end).unwrap_or_default();
    (Cow::Owned(format!("{head}…")), Some(text.chars().count()))
}

/// Words that make a key name a secret, compared without case and separators.
const SECRET_KEYS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "credential",
    "authorization",
    "cookie",
    "sessionkey",
    "signingkey",
    "encryptionkey",
    "bearer",
    "connectionstring",
];

/// Keys that hold such a word and are none: counts of model tokens.
const PLAIN_KEYS: &[&str] = &[
    "maxtokens",
    "tokens",
    "tokencount",
    "inputtokens",
    "outputtokens",
    "totaltokens",
];

fn is_secret_key(key: &str) -> bool {
    let folded: String = key
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|character| character.to_ascii_lowercase())
        .collect();
    if PLAIN_KEYS.contains(&folded.as_str()) {
        return false;
    }
    folded == "auth" || folded == "pwd" || SECRET_KEYS.iter().any(|word| folded.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn secrets_are_masked_by_their_shape() {
        #[rustfmt::skip]
        let cases = [
            // text                                                        logged
            ("git push",                                                   "git push"),
            ("curl -H 'Authorization: Bearer abcdef0123456789'",           "curl -H 'Authorization: Bearer [redacted]'"),
            ("curl -H 'X-Api-Key: 12345'",                                 "curl -H 'X-Api-Key: [redacted]'"),
            ("GH=ghp_0123456789abcdefghij0123456789abcdef gh pr list",     "GH=[redacted] gh pr list"),
            ("PGPASSWORD=hunter2 psql",                                    "PGPASSWORD=[redacted] psql"),
            ("mysql --password hunter2 db",                                "mysql --password [redacted] db"),
            ("mysql --password=hunter2 db",                                "mysql --password=[redacted] db"),
            ("psql postgres://bob:s3cret@db/x",                            "psql postgres://bob:[redacted]@db/x"),
            ("git clone https://github.com/a/b",                           "git clone https://github.com/a/b"),
            ("aws AKIAIOSFODNN7EXAMPLE x",                                 "aws [redacted] x"),
            ("sk-ant-api03-aaaaaaaaaaaaaaaaaaaa",                          "[redacted]"),
            ("x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def y",           "x [redacted] y"),
            ("{\"password\": \"hunter2\"}",                                "{\"password\": \"[redacted]\"}"),
            ("-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY----- tail", "[redacted] tail"),
            ("-----BEGIN CERTIFICATE-----\nMII",                           "-----BEGIN CERTIFICATE-----\nMII"),
            ("SECRET_KEY=abc ./run",                                       "SECRET_KEY=[redacted] ./run"),
            ("DB_PASSWORD=hunter2 ./run",                                  "DB_PASSWORD=[redacted] ./run"),
            ("DB_PASS=hunter2 ./run",                                      "DB_PASS=[redacted] ./run"),
            ("PASSWORD='my long one' ./run",                               "PASSWORD='[redacted]' ./run"),
            (r#"{"password": "a\"b c", "x": 1}"#,                          r#"{"password": "[redacted]", "x": 1}"#),
            ("curl -H 'Cookie: a=b; c=d' x",                               "curl -H 'Cookie: [redacted]' x"),
            ("curl -u bob:hunter2 x",                                      "curl -u bob:[redacted] x"),
            ("curl --user 'bob:a b' x",                                    "curl --user 'bob:[redacted]' x"),
            ("sshpass -p hunter2 ssh h",                                   "sshpass -p [redacted] ssh h"),
            ("sshpass -phunter2 ssh h",                                    "sshpass -p[redacted] ssh h"),
            // what only looks like one
            ("docker run -u 1000:1000 x",                                  "docker run -u 1000:1000 x"),
            ("tool -u https://x.example",                                  "tool -u https://x.example"),
            ("curl -u \"$LOGIN\" x",                                       "curl -u \"$LOGIN\" x"),
            ("git commit --pass-through x",                                "git commit --pass-through x"),
            ("cat token_file.txt",                                         "cat token_file.txt"),
            ("curl -H \"Authorization: $AUTH\"",                           "curl -H \"Authorization: $AUTH\""),
            ("grep password src",                                          "grep password src"),
            ("task-sk-learn",                                              "task-sk-learn"),
            ("ghp_short",                                                  "ghp_short"),
        ];
        for (text, logged) in cases {
            assert_eq!(clean_text(text, 1000), logged, "{text}");
        }
    }

    #[test]
    fn secrets_are_masked_by_their_key_at_any_depth() {
        let value = json!({"a": [{"apiKey": "x", "API-TOKEN": {"v": 1}, "maxTokens": 5, "name": "n"}]});
        let expected =
            json!({"a": [{"apiKey": REDACTED, "API-TOKEN": REDACTED, "maxTokens": 5, "name": "n"}]});
        assert_eq!(clean(value, 100), expected);
    }

    #[test]
    fn strings_are_cut_also_deep_inside() {
        assert_eq!(clean(json!({"a": ["abcdefgh"]}), 4), json!({"a": ["abc…"]}));
        let cut = clean(json!({"a": {"value": "äbcdefgh", "short": "abc"}}), 6);
        assert_eq!(cut["a"]["value"], "äbcde…");
        assert_eq!(cut["a"]["valueLength"], 8);
        assert_eq!(cut["a"]["valueHash"], hash::of_text("äbcdefgh"));
        assert_eq!(cut["a"].as_object().unwrap().len(), 4);
        assert_eq!(
            clean_within(json!({"list": [1, 2, 3]}), 4, 2),
            json!({"list": [1, 2], "listLength": 3})
        );
        assert_eq!(clean_text("äöüß", 4), "äöüß");
    }

    #[test]
    fn a_secret_is_masked_before_the_cut() {
        let text = format!("{} ghp_0123456789abcdefghij0123456789", "x".repeat(20));
        assert!(!clean_text(&text, 30).contains("ghp_"));
    }

    proptest! {
        #[test]
        fn any_text_is_taken_and_bounded(text in any::<String>(), width in 1usize..50) {
            prop_assert!(clean_text(&text, width).chars().count() <= width);
        }

        #[test]
        fn cleaning_twice_changes_nothing_more(text in "[a-z=:/@ '\"-]{0,40}") {
            let once = clean_text(&text, 1000);
            prop_assert_eq!(clean_text(&once, 1000), once);
        }
    }
}
