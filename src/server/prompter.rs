//! Asks the client: the human at it (`permissions/prompt`), its links, its model.

use super::outgoing::{Answer, CallError, Outgoing};
use super::{convert, links};
use crate::authority::{
    BoxFuture, Choice, Client, ClientError, Completion, Failure, Inbox, LinkAnswer, LinkCall, Prompt,
    PromptAnswer, Suggestion,
};
use crate::decision::Via;
use crate::inbox::Hub;
use crate::protocol::{self as wire, PatternAnswer, PromptParams, PromptResult};
use serde_json::value::to_raw_value;
use std::sync::Arc;

/// The client as the one who is asked.
pub(super) struct Prompter {
    outgoing: Arc<Outgoing>,
    inbox: Hub,
}

impl Prompter {
    pub(super) fn new(outgoing: &Arc<Outgoing>, inbox: &Hub) -> Self {
        Self {
            outgoing: Arc::clone(outgoing),
            inbox: inbox.clone(),
        }
    }
}

/// Inboxes, which are shown what the client is.
pub(super) fn inboxes() -> Hub {
    Hub::new(|prompt| to_raw_value(&prompt_params(prompt)).ok())
}

impl Client for Prompter {
    fn prompt(&self, prompt: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
        let outgoing = Arc::clone(&self.outgoing);
        Box::pin(async move {
            let params = prompt_params(prompt);
            // Sent with the first poll, behind the `ui_prompt` that the session publishes before it.
            read_answer(outgoing.call("permissions/prompt", &params).await)
        })
    }

    fn inbox(&self) -> Option<Arc<dyn Inbox>> {
        Some(Arc::new(self.inbox.clone()))
    }

    fn call_authorizer(&self, call: LinkCall) -> BoxFuture<'_, Result<LinkAnswer, ClientError>> {
        let outgoing = Arc::clone(&self.outgoing);
        Box::pin(async move {
            let params = links::call_params(call);
            links::read_answer(outgoing.call("permissions/callAuthorizer", &params).await)
        })
    }

    fn complete_model(&self, completion: Completion) -> BoxFuture<'_, Result<String, Failure>> {
        let outgoing = Arc::clone(&self.outgoing);
        Box::pin(async move {
            let params = links::completion_params(completion);
            links::read_completion(outgoing.call("permissions/completeModel", &params).await)
        })
    }
}

fn prompt_params(prompt: Prompt) -> PromptParams {
    PromptParams {
        request_id: prompt.request_id.to_string(),
        session_id: prompt.session_id,
        tool_call_id: prompt.tool_call_id,
        agent_name: prompt.agent_name,
        title: prompt.title,
        payload: prompt.payload,
        lines: prompt.lines,
        expandable: prompt.expandable,
        options: prompt
            .options
            .into_iter()
            .map(|option| {
                let records = matches!(
                    option.choice,
                    Choice::ApproveForSession | Choice::ApproveForServingSession
                );
                wire::PromptOption {
                    id: match option.choice {
                        Choice::Approve => wire::Choice::Approve,
                        Choice::ApproveForSession => wire::Choice::ApproveForSession,
                        Choice::ApproveForServingSession => wire::Choice::ApproveForServingSession,
                        Choice::Deny => wire::Choice::Deny,
                        Choice::DenyWithReason => wire::Choice::DenyWithReason,
                    },
                    label: option.label,
                    patterns: records.then(|| suggestions(option.patterns)),
                    alternatives: records.then(|| option.alternatives.into_iter().map(suggestions).collect()),
                }
            })
            .collect(),
        forwarding: prompt.forwarding.as_ref().map(convert::forwarding),
    }
}

fn suggestions(patterns: Vec<Suggestion>) -> Vec<wire::Suggestion> {
    patterns
        .into_iter()
        .map(|Suggestion { surface, pattern }| wire::Suggestion { surface, pattern })
        .collect()
}

/// What the client said. What is no answer is a failure of the client, never a human's deny.
fn read_answer(answer: Answer) -> Result<PromptAnswer, ClientError> {
    let text = answer.map_err(|error| match error {
        CallError::Gone => ClientError::Gone,
        other => ClientError::Failed(other.to_string()),
    })?;
    let result = PromptResult::read(&text)
        .map_err(|error| ClientError::Failed(format!("its answer can't be read: {error}")))?;
    let result = result.unwrap_or_default();
    Ok(PromptAnswer {
        choice: result.choice,
        reason: result.reason,
        patterns: result.patterns.map(|patterns| {
            patterns
                .into_iter()
                .map(|pattern| match pattern {
                    PatternAnswer::Bare(pattern) => (None, pattern),
                    PatternAnswer::Full(wire::Suggestion { surface, pattern }) => (Some(surface), pattern),
                })
                .collect()
        }),
        via: match result.via.as_deref() {
            Some("select") => Some(Via::Select),
            Some("dialog") => Some(Via::Dialog),
            // Anything else says nothing that is known.
            _ => None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_answer_is_an_answer() {
        let fails = [
            "{}",
            "7",
            "\"approve\"",
            "[\"approve\"]",
            r#"{"choice":7}"#,
            r#"{"choice":"approve_for_session","patterns":"git *"}"#,
        ];
        for text in fails {
            assert!(
                matches!(read_answer(Ok(text.to_owned())), Err(ClientError::Failed(_))),
                "{text}"
            );
        }
        let answer = |text: &str| read_answer(Ok(text.to_owned())).unwrap();
        assert_eq!(answer("null").choice, None);
        assert_eq!(
            answer(r#"{"choice":null,"reason":"no"}"#).reason.as_deref(),
            Some("no")
        );
        let edited = answer(
            r#"{"choice":"approve_for_session","patterns":["git *",{"surface":"bash","pattern":"ls"}],"via":"select","x":1}"#,
        );
        assert_eq!(edited.choice.as_deref(), Some("approve_for_session"));
        assert_eq!(
            edited.patterns,
            Some(vec![
                (None, "git *".to_owned()),
                (Some("bash".to_owned()), "ls".to_owned())
            ])
        );
        assert_eq!(edited.via, Some(Via::Select));
        assert!(answer(r#"{"choice":"made up","via":"thought"}"#).via.is_none());
    }

    #[test]
    fn a_client_that_left_is_told_from_one_that_failed() {
        assert_eq!(read_answer(Err(CallError::Gone)).unwrap_err(), ClientError::Gone);
        let refused = CallError::Refused(wire::ErrorObject::new(-32601, "no such method"));
        let Err(ClientError::Failed(words)) = read_answer(Err(refused)) else {
            panic!("a refusal is a failure")
        };
        assert_eq!(words, "no such method (-32601)");
    }
}
