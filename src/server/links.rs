//! What a link and a model of the client are asked, and what their answers mean.

use super::convert;
use super::outgoing::{Answer, CallError};
use crate::authority::{Category, ClientError, Completion, Failure, LinkAnswer, LinkCall, LinkVerdict};
use crate::protocol::{
    self as wire, CallAuthorizerParams, CallAuthorizerResult, CompleteModelParams, CompleteModelResult,
    ModelError, ModelMessage,
};

pub(super) fn call_params(call: LinkCall) -> CallAuthorizerParams {
    CallAuthorizerParams {
        name: call.name,
        request_id: call.request_id.to_string(),
        session_id: call.session_id,
        tool_call_id: call.tool_call_id,
        agent_name: call.agent_name,
        payload: call.payload,
        access_intents: call
            .access
            .iter()
            .map(|fact| serde_json::to_value(fact).unwrap_or_default())
            .collect(),
        forwarding: call.forwarding.as_ref().map(convert::forwarding),
    }
}

/// What a link said. What is no answer counts as none.
pub(super) fn read_answer(answer: Answer) -> Result<LinkAnswer, ClientError> {
    let text = answer.map_err(|error| match error {
        CallError::Gone => ClientError::Gone,
        CallError::Unreadable(what) => ClientError::Unreadable(what.to_owned()),
        refused @ CallError::Refused(_) => ClientError::Failed(refused.to_string()),
    })?;
    let result = CallAuthorizerResult::read(&text)
        .map_err(|error| ClientError::Unreadable(format!("its answer can't be read: {error}")))?;
    Ok(LinkAnswer {
        verdict: match result.verdict {
            wire::LinkVerdict::Allow => LinkVerdict::Allow,
            wire::LinkVerdict::Deny => LinkVerdict::Deny,
            wire::LinkVerdict::Defer => LinkVerdict::Defer,
        },
        reason: result.reason,
    })
}

pub(super) fn completion_params(completion: Completion) -> CompleteModelParams {
    CompleteModelParams {
        request_id: completion.request_id.to_string(),
        provider: completion.provider,
        model: completion.model,
        system: completion.system,
        messages: vec![ModelMessage {
            role: "user".to_owned(),
            content: completion.message,
        }],
        max_tokens: completion.max_tokens,
        timeout_ms: completion.timeout_ms,
    }
}

/// The text of a model, or why there is none.
pub(super) fn read_completion(answer: Answer) -> Result<String, Failure> {
    let text = answer.map_err(|error| match error {
        CallError::Unreadable(what) => Failure::new(Category::Malformed, what),
        other => Failure::new(Category::Unavailable, other.to_string()),
    })?;
    match CompleteModelResult::read(&text) {
        Ok(CompleteModelResult::Text { text }) => Ok(text),
        Ok(CompleteModelResult::Failed {
            error: ModelError(name),
        }) => {
            let category = Category::of_name(&name);
            Err(Failure::new(category, format!("the client says {name}")))
        }
        Err(_) => {
            let detail = "the client's answer has neither a text nor an error";
            Err(Failure::new(Category::Malformed, detail))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_speaks_in_one_form_only() {
        #[rustfmt::skip]
        let cases = [
            (r#"{"verdict":"allow"}"#,                       Some((LinkVerdict::Allow, None))),
            (r#"{"verdict":"deny","reason":"no","x":1}"#,    Some((LinkVerdict::Deny, Some("no")))),
            (r#"{"verdict":"defer","reason":null}"#,         Some((LinkVerdict::Defer, None))),
            (r#"{"verdict":"Allow"}"#,                       None),
            (r#"{"verdict":true}"#,                          None),
            (r#"{"decision":"allow"}"#,                      None),
            (r#"["allow"]"#,                                 None),
            (r#""allow""#,                                   None),
            ("null",                                         None),
        ];
        for (text, expected) in cases {
            let read = read_answer(Ok(text.to_owned()));
            match (read, expected) {
                (Ok(answer), Some((verdict, reason))) => {
                    assert_eq!(
                        (answer.verdict, answer.reason.as_deref()),
                        (verdict, reason),
                        "{text}"
                    );
                }
                (Err(ClientError::Unreadable(_)), None) => {}
                (read, _) => panic!("{text}: {read:?}"),
            }
        }
    }

    #[test]
    fn a_model_gives_its_text_or_a_category() {
        let refused = CallError::Refused(wire::ErrorObject::new(-32601, "no such method"));
        let answer = |text: &str| Ok(text.to_owned());
        #[rustfmt::skip]
        let cases = [
            (answer(r#"{"text":"hello"}"#),               Ok("hello")),
            (answer(r#"{"error":"unknown_provider"}"#),   Err(Category::UnknownProvider)),
            (answer(r#"{"error":"unpublished_model"}"#),  Err(Category::UnpublishedModel)),
            (answer(r#"{"error":"unconfigured"}"#),       Err(Category::Unconfigured)),
            (answer(r#"{"error":"timeout"}"#),            Err(Category::Timeout)),
            (answer(r#"{"error":"malformed"}"#),          Err(Category::Malformed)),
            (answer(r#"{"error":"made_up"}"#),            Err(Category::Unavailable)),
            (answer(r#"{"error":7}"#),                    Err(Category::Malformed)),
            (answer(r#"{"text":7}"#),                     Err(Category::Malformed)),
            (answer(r#"["hello"]"#),                      Err(Category::Malformed)),
            (answer("null"),                              Err(Category::Malformed)),
            (Err(CallError::Unreadable("no answer")),     Err(Category::Malformed)),
            (Err(refused),                                Err(Category::Unavailable)),
            (Err(CallError::Gone),                        Err(Category::Unavailable)),
        ];
        for (answer, expected) in cases {
            let what = format!("{answer:?}");
            let read = read_completion(answer).map_err(|failure| failure.category);
            assert_eq!(read, expected.map(str::to_owned), "{what}");
        }
    }
}
