//! What the log and the listeners are told of a question that is out.

use super::Tier;
use super::inner::Inner;
use super::pending::Pending;
use super::question::announce;
use super::resolution::{line_fields, without_said};
use crate::authority::{Prompt, Review, Witness};
use crate::presentation::{Annotation, Budget, PromptPayload, dialog};
use crate::record::Event;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Watches one question.
pub(super) struct Watch {
    inner: Arc<Inner>,
    pending: Arc<Pending>,
    /// How much of the prompt is shown.
    budget: Budget,
    waits: AtomicBool,
    human: AtomicBool,
}

impl Watch {
    pub(super) fn new(inner: &Arc<Inner>, pending: &Arc<Pending>, budget: Budget) -> Self {
        Self {
            inner: Arc::clone(inner),
            pending: Arc::clone(pending),
            budget,
            waits: AtomicBool::new(false),
            human: AtomicBool::new(false),
        }
    }

    /// Whether the links are through with it, and a human has it.
    pub(super) fn human_was_asked(&self) -> bool {
        self.human.load(Ordering::Acquire)
    }

    fn is_runtime(&self) -> bool {
        self.inner.config.tier == Tier::Runtime
    }
}

impl Witness for Watch {
    fn somebody_is_asked(&self) {
        if self.waits.swap(true, Ordering::AcqRel) || !self.is_runtime() {
            return;
        }
        let findings = self.pending.findings();
        let fields = line_fields(&self.pending.ids, findings.as_deref());
        let event = match self.pending.ids.served_by {
            None => Event::Waiting,
            Some(_) => Event::ForwardedPrompted,
        };
        let fields = without_said(findings.as_deref(), fields);
        self.inner.recorder.review(event, fields);
    }

    fn human_is_asked(&self) {
        self.human.store(true, Ordering::Release);
        announce(&self.inner, &self.pending);
    }

    fn link_answered(&self, name: &str, review: &Review) {
        if !self.is_runtime() {
            return;
        }
        let (opinion, failure) = match review {
            Review::Allow(opinion) | Review::Deny(opinion) | Review::Defer(opinion) => (Some(opinion), None),
            Review::Failed(failure) => (None, Some(failure)),
        };
        let ids = &self.pending.ids;
        let line = json!({
            "requestId": ids.request_id,
            "sessionId": ids.session_id,
            "toolCallId": ids.tool_call_id,
            "agentName": ids.agent_name,
            "name": name,
            "verdict": review.verdict(),
            "reason": opinion.and_then(|opinion| opinion.reason.as_deref()),
            "risk": opinion.and_then(|opinion| opinion.risk),
            "category": failure.map(|failure| failure.category),
            "detail": failure.map(|failure| failure.detail.as_str()),
        });
        if let serde_json::Value::Object(fields) = line {
            self.inner.recorder.review(Event::LinkAnswered, fields);
        }
    }

    fn remarked(&self, prompt: Prompt, remarks: Vec<Annotation>) -> Prompt {
        let Some(findings) = self.pending.findings() else {
            return prompt;
        };
        let payload = PromptPayload {
            annotations: remarks,
            ..findings.payload.clone()
        };
        let rendered = dialog(&payload, self.budget);
        Prompt {
            payload: serde_json::to_value(&payload).unwrap_or_default(),
            lines: rendered.lines,
            expandable: rendered.expandable,
            ..prompt
        }
    }
}
