//! What the session publishes → notifications to the client and to observers.

use super::convert;
use super::outgoing::Outgoing;
use super::positions::{Encoding, Ranges};
use crate::decision::Resolution;
use crate::inbox::Hub;
use crate::protocol::{
    DecisionParams, InboxDecided, MessageParams, ObservedEvent, PolicyChangedParams, Problem, ReadyParams,
    Severity, UiPromptParams, severity,
};
use crate::session::{DecisionEvent, Events, ProblemReport, PromptEvent, Tier};
use crate::transport::Weight;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Publishes to one client.
pub(super) struct Publisher {
    outgoing: Arc<Outgoing>,
    /// Those who answer elsewhere.
    inbox: Hub,
    /// Set when the options of the policy may be others.
    options_changed: Arc<AtomicBool>,
    tier: Tier,
    encoding: Encoding,
    /// Set once `ready` is sent: what the policy came to be before is in the first `policyChanged`.
    is_ready: AtomicBool,
}

impl Publisher {
    pub(super) fn new(outgoing: &Arc<Outgoing>, inbox: &Hub, tier: Tier, encoding: Encoding) -> Self {
        Self {
            outgoing: Arc::clone(outgoing),
            inbox: inbox.clone(),
            options_changed: Arc::new(AtomicBool::new(true)),
            tier,
            encoding,
            is_ready: AtomicBool::new(false),
        }
    }

    /// An editor asked for no events.
    pub(super) fn publishes(&self) -> bool {
        self.tier == Tier::Runtime
    }

    /// Set whenever the options of the policy may be others, and at first.
    pub(super) fn options_changed(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.options_changed)
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Sends `ready`, once; false where it was sent before.
    pub(super) fn ready(&self) -> bool {
        if self.is_ready.swap(true, Ordering::AcqRel) {
            return false;
        }
        if self.publishes() {
            self.outgoing.publish(ObservedEvent::Ready, &ReadyParams {});
        }
        true
    }
}

impl Events for Publisher {
    fn ui_prompt(&self, event: &PromptEvent) {
        if !self.publishes() {
            return;
        }
        let params = UiPromptParams {
            request_id: event.request_id.to_string(),
            session_id: event.session_id.clone(),
            tool_call_id: event.tool_call_id.clone(),
            agent_name: event.agent_name.clone(),
            source: event.source.to_owned(),
            request: event.request.clone(),
            surface: event.surface.clone(),
            value: event.value.clone(),
            forwarding: event.forwarding.as_ref().map(convert::forwarding),
        };
        self.outgoing.publish(ObservedEvent::UiPrompt, &params);
    }

    fn decision(&self, event: &DecisionEvent) {
        if !self.publishes() {
            return;
        }
        let params = DecisionParams {
            request_id: event.request_id.to_string(),
            session_id: event.session_id.clone(),
            tool_call_id: event.tool_call_id.clone(),
            agent_name: event.agent_name.clone(),
            surface: event.surface.clone(),
            value: event.value.clone(),
            result: convert::decision(event.result),
            resolution: convert::resolution(event.resolution),
            cause: event.cause.map(convert::cause),
            origin: convert::origin(event.origin),
            matched_pattern: event.matched_pattern.clone(),
            forwarding: event.forwarding.as_ref().map(convert::forwarding),
        };
        self.outgoing.publish(ObservedEvent::Decision, &params);
        // What asked nobody is no business of an inbox.
        if was_asked(event.resolution) {
            self.inbox.decided(|| InboxDecided {
                request_id: params.request_id,
                result: params.result,
                resolution: params.resolution,
            });
        }
    }

    fn policy_changed(&self, problems: &[ProblemReport], texts: &BTreeMap<String, Arc<str>>) {
        self.options_changed.store(true, Ordering::Release);
        if !self.publishes() || !self.is_ready.load(Ordering::Acquire) {
            return;
        }
        let params = PolicyChangedParams {
            problems: convert_problems(problems, texts, self.encoding),
        };
        self.outgoing.publish(ObservedEvent::PolicyChanged, &params);
    }

    fn warn(&self, message: &str) {
        let params = MessageParams {
            kind: severity::WARNING,
            message: message.to_owned(),
        };
        self.outgoing.notify("window/showMessage", &params, Weight::Hint);
        self.inbox.note(message);
    }
}

/// Whether somebody was asked, or would have been.
const fn was_asked(resolution: Resolution) -> bool {
    match resolution {
        Resolution::UserApproved
        | Resolution::UserApprovedForSession
        | Resolution::UserDenied
        | Resolution::AuthorizerAllowed
        | Resolution::AuthorizerDenied
        | Resolution::ConfirmationUnavailable => true,
        Resolution::PolicyAllow
        | Resolution::PolicyDeny
        | Resolution::HardGuardDeny
        | Resolution::SessionApproved
        | Resolution::AutoApproved
        | Resolution::UnknownTool
        | Resolution::GateError => false,
    }
}

/// Problems with their ranges as LSP counts them.
pub(super) fn convert_problems(
    problems: &[ProblemReport],
    texts: &BTreeMap<String, Arc<str>>,
    encoding: Encoding,
) -> Vec<Problem> {
    let mut lines: BTreeMap<&str, Ranges<'_>> = BTreeMap::new();
    problems
        .iter()
        .map(|problem| Problem {
            file: problem.file.clone(),
            range: problem.range.as_ref().and_then(|range| {
                let (name, text) = texts.get_key_value(&problem.file)?;
                let lines = lines.entry(name).or_insert_with(|| Ranges::of(text, encoding));
                Some(lines.range(range))
            }),
            severity: match problem.severity {
                "error" => Severity::Error,
                "warning" => Severity::Warning,
                _ => Severity::Info,
            },
            code: problem.code.clone(),
            message: problem.message.clone(),
            advice: problem.advice.clone(),
        })
        .collect()
}
