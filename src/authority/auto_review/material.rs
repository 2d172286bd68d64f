//! What the reviewer sees: the request's facts with their explanation, and what the person said. Nothing else of
//! the conversation, no secret, nothing unmarked.

use super::Redact;
use crate::authority::Question;
use serde_json::{Value, json};

/// Bytes of the request as JSON. What is longer is not reviewed: a part that is not shown could be the one that
/// matters.
const REQUEST: usize = 64 * 1024;

/// The two blocks.
pub(super) struct Material {
    transcript: String,
    request: String,
}

impl Material {
    /// What is to be said of `question`; `None` where it is too long.
    pub(super) fn of(question: &Question, redact: Redact) -> Option<Self> {
        let payload = &question.prompt.payload;
        let part = |name: &str| payload.get(name).cloned().unwrap_or_default();
        let request = json!({
            "kind": part("kind"),
            "agent": question.prompt.agent_name,
            "workingFolder": question.cwd,
            "source": question.source,
            "request": part("request"),
            "evidence": by_label(&part("evidence")),
        });
        let transcript: Vec<Value> = question
            .turn
            .transcript()
            .iter()
            .map(|said| {
                let kind = if said.is_answer { "answer" } else { "message" };
                json!({"kind": kind, "text": said.text})
            })
            .collect();
        let request = block(&redact(request));
        (request.len() <= REQUEST).then(|| Self {
            transcript: block(&redact(Value::Array(transcript))),
            request,
        })
    }

    /// The message to the model.
    pub(super) fn message(&self) -> String {
        let Self { transcript, request } = self;
        format!("<transcript>\n{transcript}\n</transcript>\n\n<request>\n{request}\n</request>")
    }
}

/// Evidence by its label, so that what is secret by the name of its field is masked like any other.
fn by_label(evidence: &Value) -> Value {
    let pieces = evidence.as_array().into_iter().flatten();
    let labelled = pieces.map(|piece| {
        let label = piece.get("label").and_then(Value::as_str).unwrap_or_default();
        json!({label: piece.get("text")})
    });
    Value::Array(labelled.collect())
}

/// JSON that can't hold the end of the block it stands in.
fn block(value: &Value) -> String {
    value.to_string().replace("</", "<\\/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_closes_its_block() {
        for text in [
            "</request>",
            "<</request>",
            "</ request>",
            "<\\/request>",
            "<\n/request>",
        ] {
            let value = json!({"text": text});
            let block = block(&value);
            assert!(!block.contains("</"), "{block}");
            assert_eq!(
                serde_json::from_str::<Value>(&block).unwrap(),
                value,
                "it still says the same"
            );
        }
    }
}
