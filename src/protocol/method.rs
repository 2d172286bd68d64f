//! Every method and notification by name, with the types of its params and result.

use super::{
    ActiveAgentParams, AuthorizeParams, AuthorizeResult, BeforeAgentStartParams, BeforeAgentStartResult,
    CallAuthorizerParams, CallAuthorizerResult, CancelParams, CheckParams, CheckResult,
    ChildSessionCreatedParams, ChildSessionDisposedParams, CompleteModelParams, CompleteModelResult,
    DecisionParams, Empty, EventParams, ExplainResult, MessageParams, ObservedSession, PolicyChangedParams,
    PolicyParams, PolicyResult, PromptParams, PromptResult, ReadyParams, RegisterAuthorizerParams,
    RegisterToolParams, RegistrationResult, RevokeSessionRuleParams, SessionRulesParams, SessionRulesResult,
    SubscribeParams, ToolPermissionParams, ToolPermissionResult, TurnStartParams, UiPromptParams,
    UnregisterParams,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// Who sends a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The client.
    ToServer,
    /// The server.
    ToClient,
}

/// A method or notification.
#[derive(Clone, Copy)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Who sends it.
    pub direction: Direction,
    /// One line.
    pub summary: &'static str,
    pub(super) params: fn(&mut SchemaGenerator) -> Schema,
    /// Absent for a notification.
    pub(super) result: Option<fn(&mut SchemaGenerator) -> Schema>,
}

const fn request<P: JsonSchema, R: JsonSchema>(name: &'static str, summary: &'static str) -> Method {
    Method {
        name,
        direction: Direction::ToServer,
        summary,
        params: P::json_schema,
        result: Some(SchemaGenerator::subschema_for::<R>),
    }
}

const fn notification<P: JsonSchema>(name: &'static str, summary: &'static str) -> Method {
    Method {
        name,
        direction: Direction::ToServer,
        summary,
        params: P::json_schema,
        result: None,
    }
}

const fn from_server(method: Method) -> Method {
    Method {
        direction: Direction::ToClient,
        ..method
    }
}

/// All of them, in the order of the protocol's tables.
#[rustfmt::skip]
pub const METHODS: &[Method] = &[
    request::<AuthorizeParams, AuthorizeResult>("permissions/authorize", "Decide a call, asking whoever has to be asked"),
    request::<CheckParams, CheckResult<'static>>("permissions/check", "Judge without asking, logging or recording"),
    request::<CheckParams, ExplainResult<'static>>("permissions/explain", "Judge, and say how the verdict came about"),
    request::<ToolPermissionParams, ToolPermissionResult>("permissions/toolPermission", "The surface-level state of tools"),
    request::<BeforeAgentStartParams, BeforeAgentStartResult>("permissions/beforeAgentStart", "Learn the active agent and leave out denied skills"),
    request::<RegisterToolParams, RegistrationResult>("permissions/registerTool", "Say what a tool of the runtime accesses"),
    request::<RegisterAuthorizerParams, RegistrationResult>("permissions/registerAuthorizer", "Register a link of the authorizer chain"),
    request::<UnregisterParams, Empty>("permissions/unregister", "Take a registration back"),
    request::<SessionRulesParams, SessionRulesResult>("permissions/sessionRules", "List the grants of a session"),
    request::<RevokeSessionRuleParams, Empty>("permissions/revokeSessionRule", "Revoke a grant"),
    request::<PolicyParams, PolicyResult>("permissions/policy", "What is in force"),
    request::<PolicyParams, PolicyResult>("permissions/reload", "Read every policy file again, and say what is in force"),
    notification::<TurnStartParams>("permissions/turnStart", "A turn starts"),
    notification::<ActiveAgentParams>("permissions/activeAgent", "The active agent changes"),
    notification::<ChildSessionCreatedParams>("permissions/childSessionCreated", "An in-process child is there"),
    notification::<ChildSessionDisposedParams>("permissions/childSessionDisposed", "An in-process child is gone"),
    notification::<CancelParams>("$/cancelRequest", "A request is taken back; sent in both directions"),
    from_server(request::<PromptParams, Option<PromptResult>>("permissions/prompt", "Ask the human")),
    from_server(request::<CallAuthorizerParams, CallAuthorizerResult>("permissions/callAuthorizer", "Ask a link of the authorizer chain")),
    from_server(request::<CompleteModelParams, CompleteModelResult>("permissions/completeModel", "Ask the client's model")),
    from_server(notification::<ReadyParams>("permissions/ready", "The policy is loaded")),
    from_server(notification::<UiPromptParams>("permissions/ui_prompt", "A human is about to be asked")),
    from_server(notification::<DecisionParams>("permissions/decision", "A request is resolved; sent before its response")),
    from_server(notification::<PolicyChangedParams>("permissions/policyChanged", "The policy in force changed, or was read again")),
    from_server(notification::<MessageParams>("window/showMessage", "A message for the person at the client")),
    from_server(notification::<MessageParams>("window/logMessage", "A message for the client's log")),
];

/// What is spoken on the observer socket.
#[rustfmt::skip]
pub const OBSERVER_METHODS: &[Method] = &[
    request::<SubscribeParams, u64>("permissions_subscribe", "Be told of events; the id of the subscription"),
    request::<Empty, bool>("permissions_unsubscribe", "End a subscription; its id is the only element of an array"),
    request::<CheckParams, CheckResult<'static>>("permissions_check", "Judge without asking, logging or recording"),
    request::<Empty, ObservedSession>("permissions_session", "Whose socket it is"),
    from_server(notification::<EventParams<'static>>("permissions_event", "An event of a subscription; it stands in `result`, beside the id in `subscription`")),
];

/// Names of the requests that a client may send.
pub const REQUESTS_SERVED: &[&str] = &[
    "permissions/authorize",
    "permissions/check",
    "permissions/explain",
    "permissions/toolPermission",
    "permissions/beforeAgentStart",
    "permissions/registerTool",
    "permissions/registerAuthorizer",
    "permissions/unregister",
    "permissions/sessionRules",
    "permissions/revokeSessionRule",
    "permissions/policy",
    "permissions/reload",
];

/// Names of the notifications that a client may be sent.
pub const NOTIFICATIONS_SENT: &[&str] = &[
    "permissions/ready",
    "permissions/ui_prompt",
    "permissions/decision",
    "permissions/policyChanged",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_of_names_agree_with_the_table() {
        let names = |direction, requests| {
            METHODS
                .iter()
                .filter(|m| m.direction == direction && m.result.is_some() == requests)
                .map(|m| m.name)
                .filter(|name| name.starts_with("permissions/"))
                .collect::<Vec<_>>()
        };
        assert_eq!(names(Direction::ToServer, true), REQUESTS_SERVED);
        assert_eq!(names(Direction::ToClient, false), NOTIFICATIONS_SENT);
    }
}
