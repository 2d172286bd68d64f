//! The two forms of a completion on the wire.
//!
//! Sources: the `OpenAI` API reference, "Create chat completion" (`POST /v1/chat/completions`); the Anthropic API
//! reference, "Messages" (`POST /v1/messages`, header `anthropic-version`).

use super::http::Answer;
use crate::authority::{Category, Completion, Failure};
use reqwest::Url;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

/// The version of Anthropic's interface that is spoken.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// Characters of an error message that are kept.
const MESSAGE: usize = 200;

/// Whose form is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Chat completions, which most servers speak.
    OpenAi,
    /// Messages.
    Anthropic,
}

impl Dialect {
    /// What a provider speaks at an address.
    pub(super) fn of(provider: &str, base: &Url) -> Self {
        let path = base.path().trim_end_matches('/');
        if path.ends_with("/chat/completions") {
            Self::OpenAi
        } else if path.ends_with("/messages") || provider.eq_ignore_ascii_case("anthropic") {
            Self::Anthropic
        } else {
            Self::OpenAi
        }
    }

    /// Where completions are made. What an operator writes may be that address, or the base of the interface with
    /// or without its version.
    pub(super) fn address(self, mut base: Url) -> Url {
        let last = match self {
            Self::OpenAi => "/chat/completions",
            Self::Anthropic => "/messages",
        };
        let path = base.path().trim_end_matches('/').to_owned();
        if path.ends_with(last) {
            return base;
        }
        let needs_version = match self {
            Self::OpenAi => path.is_empty(),
            Self::Anthropic => !path.ends_with("/v1"),
        };
        let version = if needs_version { "/v1" } else { "" };
        base.set_path(&format!("{path}{version}{last}"));
        base
    }

    pub(super) fn headers(self, key: Option<&str>) -> Result<HeaderMap, Failure> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self == Self::Anthropic {
            headers.insert(
                HeaderName::from_static("anthropic-version"),
                HeaderValue::from_static(ANTHROPIC_VERSION),
            );
        }
        if let Some(key) = key {
            let (name, text) = match self {
                Self::OpenAi => (AUTHORIZATION, format!("Bearer {key}")),
                Self::Anthropic => (HeaderName::from_static("x-api-key"), key.to_owned()),
            };
            let mut value = HeaderValue::from_str(&text)
                .map_err(|_| Failure::new(Category::Unconfigured, "the key holds what no header can hold"))?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        Ok(headers)
    }

    pub(super) fn body(self, completion: &Completion) -> Value {
        let Completion {
            model,
            system,
            message,
            max_tokens,
            ..
        } = completion;
        let user = json!({"role": "user", "content": message});
        match self {
            Self::OpenAi => json!({
                "model": model,
                "max_completion_tokens": max_tokens,
                "messages": [{"role": "system", "content": system}, user],
            }),
            Self::Anthropic => json!({
                "model": model,
                "max_tokens": max_tokens,
                "system": system,
                "messages": [user],
            }),
        }
    }

    /// The text of an answer.
    pub(super) fn read(self, answer: &Answer) -> Result<String, Failure> {
        if !(200..300).contains(&answer.status) {
            return Err(refusal(answer));
        }
        let malformed = |detail| Failure::new(Category::Malformed, detail);
        let body: Value = serde_json::from_slice(&answer.body)
            .map_err(|_| malformed("the endpoint's answer is no JSON"))?;
        let text = match self {
            Self::OpenAi => body
                .pointer("/choices/0/message/content")
                .and_then(Value::as_str)
                .map(str::to_owned),
            Self::Anthropic => body.get("content").and_then(Value::as_array).map(|blocks| {
                blocks
                    .iter()
                    .filter(|block| block.get("type").and_then(Value::as_str) == Some("text"))
                    .filter_map(|block| block.get("text").and_then(Value::as_str))
                    .collect()
            }),
        };
        text.filter(|text: &String| !text.is_empty())
            .ok_or_else(|| malformed("the endpoint's answer holds no text"))
    }
}

/// Why an endpoint gave no completion.
fn refusal(answer: &Answer) -> Failure {
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let code = body.pointer("/error/code").and_then(Value::as_str);
    let category = match answer.status {
        404 => Category::UnpublishedModel,
        _ if code == Some("model_not_found") => Category::UnpublishedModel,
        408 | 504 => Category::Timeout,
        _ => Category::Unavailable,
    };
    let mut detail = format!("the endpoint answered {}", answer.status);
    if let Some(message) = body.pointer("/error/message").and_then(Value::as_str) {
        detail.push_str(": ");
        detail.extend(message.chars().take(MESSAGE));
    }
    Failure::new(category, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_an_address_or_the_base_of_one() {
        #[rustfmt::skip]
        let cases = [
            // provider      endpoint                                     where completions are made
            ("openai",    "https://api.openai.com",                     "https://api.openai.com/v1/chat/completions"),
            ("openai",    "https://api.openai.com/v1",                  "https://api.openai.com/v1/chat/completions"),
            ("openai",    "https://api.openai.com/v1/",                 "https://api.openai.com/v1/chat/completions"),
            ("router",    "https://router.example/api/v1",              "https://router.example/api/v1/chat/completions"),
            ("azure",     "https://x.example/o/chat/completions?api-version=1", "https://x.example/o/chat/completions?api-version=1"),
            ("local",     "http://127.0.0.1:8080/",                     "http://127.0.0.1:8080/v1/chat/completions"),
            ("anthropic", "https://api.anthropic.com",                  "https://api.anthropic.com/v1/messages"),
            ("Anthropic", "https://api.anthropic.com/v1",               "https://api.anthropic.com/v1/messages"),
            ("proxy",     "https://proxy.example/claude/v1/messages",   "https://proxy.example/claude/v1/messages"),
            ("anthropic", "https://proxy.example/claude",               "https://proxy.example/claude/v1/messages"),
            ("anthropic", "https://proxy.example/v1/chat/completions",  "https://proxy.example/v1/chat/completions"),
        ];
        for (provider, endpoint, expected) in cases {
            let base = Url::parse(endpoint).unwrap();
            let address = Dialect::of(provider, &base).address(base);
            assert_eq!(address.as_str(), expected, "{provider} {endpoint}");
        }
    }

    #[test]
    fn an_answer_is_a_text_or_a_category() {
        use Category::{Malformed, Timeout, Unavailable, UnpublishedModel};
        use Dialect::{Anthropic, OpenAi};
        #[rustfmt::skip]
        let cases: &[(Dialect, u16, &str, Result<&str, Category>)] = &[
            (OpenAi,    200, r#"{"choices":[{"message":{"content":"hi"}}]}"#,                        Ok("hi")),
            (OpenAi,    200, r#"{"choices":[{"message":{"content":null}}]}"#,                        Err(Malformed)),
            (OpenAi,    200, r#"{"choices":[]}"#,                                                    Err(Malformed)),
            (OpenAi,    200, "",                                                                     Err(Malformed)),
            (OpenAi,    200, "<html>",                                                               Err(Malformed)),
            (Anthropic, 200, r#"{"content":[{"type":"thinking","thinking":"x"},{"type":"text","text":"hi"}]}"#, Ok("hi")),
            (Anthropic, 200, r#"{"content":[{"type":"text","text":"h"},{"type":"text","text":"i"}]}"#, Ok("hi")),
            (Anthropic, 200, r#"{"content":[]}"#,                                                    Err(Malformed)),
            (Anthropic, 200, r#"{"choices":[{"message":{"content":"hi"}}]}"#,                        Err(Malformed)),
            (OpenAi,    302, "",                                                                     Err(Unavailable)),
            (OpenAi,    400, r#"{"error":{"code":"model_not_found","message":"no"}}"#,               Err(UnpublishedModel)),
            (OpenAi,    400, r#"{"error":{"message":"no"}}"#,                                        Err(Unavailable)),
            (OpenAi,    401, "",                                                                     Err(Unavailable)),
            (Anthropic, 404, r#"{"type":"error","error":{"type":"not_found_error","message":"model: x"}}"#, Err(UnpublishedModel)),
            (OpenAi,    408, "",                                                                     Err(Timeout)),
            (OpenAi,    429, "",                                                                     Err(Unavailable)),
            (OpenAi,    500, "",                                                                     Err(Unavailable)),
            (OpenAi,    504, "",                                                                     Err(Timeout)),
            (Anthropic, 529, r#"{"type":"error","error":{"type":"overloaded_error"}}"#,              Err(Unavailable)),
        ];
        for (dialect, status, body, expected) in cases {
            let answer = Answer {
                status: *status,
                body: body.as_bytes().to_vec(),
            };
            let read = dialect.read(&answer).map_err(|failure| failure.category);
            assert_eq!(read, expected.map(str::to_owned), "{dialect:?} {status} {body}");
        }
    }
}
