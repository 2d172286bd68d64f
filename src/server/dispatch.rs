//! Routes messages: which method, in which phase of the connection, by which handler.

use super::editor::Editor;
use super::in_flight::{InFlight, MAX_REQUESTS, Stop};
use super::inboxes::Inboxes;
use super::observed::Observed;
use super::outgoing::{CallError, Outgoing};
use super::publisher::Publisher;
use super::requests::{self, initialize};
use super::responder::Responder;
use super::router::Router;
use super::{alarm::Alarm, notifications};
use crate::observer;
use crate::protocol::{
    self, CancelParams, ErrorObject, Id, Malformed, Message, MessageParams, Params, UsualCheck, code,
    severity,
};
use crate::session::{Events, Session};
use crate::transport::{Door, MAX_FRAME, Skimmed, Weight};
use futures::FutureExt;
use serde_json::{Value, json};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Sleep;
use tower_lsp::jsonrpc::Response;

/// How far the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// `initialize` is not answered.
    Fresh,
    /// Requests are served.
    Serving,
    /// `shutdown` was asked for.
    ShutDown,
}

/// What a message asks of the connection itself.
pub(super) enum Order {
    /// Close the session, then answer.
    ShutDown(Responder),
    /// Close the session, then end with this exit code.
    Exit(u8),
}

/// The router, and everything that handlers need.
pub(super) struct Dispatch {
    outgoing: Arc<Outgoing>,
    alarm: Alarm,
    phase: Phase,
    session: Option<(Session, Arc<Publisher>)>,
    waiting: InFlight,
    /// The socket for observers.
    door: Option<Door>,
    /// The way for inboxes.
    inboxes: Option<Inboxes>,
    /// What the session runs beside itself is started after the first answer, or once this is over.
    unstarted: Option<Pin<Box<Sleep>>>,
    /// A request was answered since the session was opened.
    has_answered: bool,
    /// `ready` was sent, and what is wrong with the policy has not been looked for to the end.
    owes_problems: bool,
    router: Option<Router>,
    /// What the router has to hear first.
    opening: Opening,
    order: Option<Order>,
}

/// How long a client may take to make its first request while nothing runs beside the session.
const FIRST_REQUEST: Duration = Duration::from_millis(50);

/// What a client said before the router was there.
#[derive(Default)]
pub(super) struct Opening {
    /// The params of `initialize`.
    pub(super) params: Option<Box<str>>,
    /// `initialized` came.
    pub(super) is_initialized: bool,
}

impl Dispatch {
    /// A router for one connection. Must be made inside the runtime.
    pub(super) fn new(alarm: Alarm) -> Self {
        Self {
            outgoing: Arc::new(Outgoing::new()),
            alarm,
            phase: Phase::Fresh,
            session: None,
            waiting: InFlight::default(),
            door: None,
            inboxes: None,
            unstarted: None,
            has_answered: false,
            owes_problems: false,
            router: None,
            opening: Opening::default(),
            order: None,
        }
    }

    /// Nothing is left to do for now: what runs beside the session may be started.
    pub(super) fn rest(&mut self, cx: &mut Context<'_>) {
        self.outgoing.hub().flush();
        if self.unstarted.is_none()
            && let (Some((session, _)), Some(inboxes)) = (&self.session, &mut self.inboxes)
        {
            inboxes.follow(session, &self.outgoing);
        }
        let Some(limit) = &mut self.unstarted else { return };
        if self.has_answered || limit.as_mut().poll(cx).is_ready() {
            self.unstarted = None;
            if let Some((session, publisher)) = &self.session {
                session.start();
                if let Some(door) = &mut self.door {
                    door.sweep();
                    let observed = Arc::new(Observed::new(session));
                    if let Err(error) = observer::open(door, self.outgoing.hub(), observed) {
                        tracing::warn!(%error, "observers can't be served");
                    }
                }
                if std::mem::take(&mut self.owes_problems) {
                    report_problems(session, publisher);
                }
                if let Some(inboxes) = &mut self.inboxes {
                    inboxes.follow(session, &self.outgoing);
                }
            }
        }
    }

    /// The router of the editor's methods; none before the session is there. It is made when the first of them comes:
    /// an agent's runtime uses none.
    fn router(&mut self, cx: &mut Context<'_>) -> Option<&mut Router> {
        let Self {
            router,
            opening,
            outgoing,
            session,
            ..
        } = self;
        if router.is_none() {
            let (session, publisher) = session.as_ref()?;
            let editor = Editor::new(session, publisher.encoding(), outgoing);
            *router = Some(Router::new(cx, outgoing, &std::mem::take(opening), editor));
        }
        router.as_mut()
    }

    pub(super) fn outgoing(&self) -> &Arc<Outgoing> {
        &self.outgoing
    }

    pub(super) fn session(&self) -> Option<&Session> {
        self.session.as_ref().map(|(session, _)| session)
    }

    pub(super) fn waiting(&mut self) -> &mut InFlight {
        &mut self.waiting
    }

    /// What the last message asked of the connection.
    pub(super) fn take_order(&mut self) -> Option<Order> {
        self.order.take()
    }

    /// Handles the body of a frame.
    pub(super) fn frame(&mut self, cx: &mut Context<'_>, body: &[u8]) {
        if self.phase == Phase::Serving
            && !self.waiting.is_full()
            && let Some((session, _)) = &self.session
            && let Some(UsualCheck { id, params }) = UsualCheck::read(body)
            && !self.waiting.contains(&id)
        {
            self.has_answered = true;
            let responder = Responder::new(&self.outgoing, id);
            return requests::check::handle_read(session, params, responder);
        }
        match Message::parse(body) {
            Ok(Message::Request { id, method, params }) => self.request(cx, id, &method, params, body.len()),
            Ok(Message::Notification { method, params }) => self.notification(cx, &method, params),
            Ok(Message::Response {
                id: Some(id),
                outcome,
            }) => self.response(cx, &id, outcome),
            // The client could not read something of ours; which, it could not say.
            Ok(Message::Response { id: None, outcome }) => {
                tracing::warn!(?outcome, "the client answers under no id");
            }
            Err(Malformed { id, error }) => self.outgoing.error(id.as_ref(), &error),
        }
    }

    /// Answers for a frame that was too long to be read.
    pub(super) fn too_long(&mut self, skimmed: &Skimmed) {
        let id = skimmed.id.as_deref().and_then(Id::parse);
        match (&id, &skimmed.method) {
            (None, Some(method)) => self.complain(method, "longer than a message may be"),
            (Some(id), None) => {
                let answer = Err(CallError::Unreadable(
                    "its answer is longer than a message may be",
                ));
                self.outgoing.answered(id, answer);
            }
            _ => {
                let error = ErrorObject::new(code::REFUSED, "Refused: longer than a message may be")
                    .with(json!({"limit": MAX_FRAME}));
                self.outgoing.error(id.as_ref(), &error);
            }
        }
    }

    fn request(&mut self, cx: &mut Context<'_>, id: Id, method: &str, params: Params<'_>, bytes: usize) {
        let responder = Responder::new(&self.outgoing, id);
        match (self.phase, method) {
            (Phase::Fresh, "initialize") => return self.initialize(params, responder),
            (Phase::Fresh, _) => {
                return responder.error(ErrorObject::new(code::NOT_INITIALIZED, "Server not initialized"));
            }
            (Phase::ShutDown, _) => return responder.error(invalid_request("the server was shut down")),
            (Phase::Serving, "initialize") => {
                return responder.error(invalid_request("the server is initialized"));
            }
            (Phase::Serving, _) => {}
        }
        if self.waiting.contains(responder.id()) {
            return responder.error(invalid_request("a request with this id is in flight"));
        }
        if self.waiting.is_full() && method != "shutdown" {
            let error = ErrorObject::new(code::REFUSED, "Refused: too many requests wait for an answer");
            return responder.error(error.with(json!({"limit": MAX_REQUESTS})));
        }
        let Some((session, publisher)) = &self.session else {
            return responder.error(ErrorObject::new(code::NOT_INITIALIZED, "Server not initialized"));
        };
        self.has_answered = true;
        let encoding = publisher.encoding();
        match method {
            "permissions/check" => requests::check::handle(session, params, responder),
            "permissions/authorize" => {
                let read = requests::authorize::read(session, params, responder, publisher.publishes());
                if let Some((request, responder)) = read {
                    let session = session.clone();
                    let handler = async move {
                        super::test_hook::reached("permissions/authorize");
                        session.authorize(request).await
                    };
                    self.waiting
                        .run(cx, bytes, handler, responder, requests::authorize::answer);
                }
            }
            "permissions/explain" => requests::explain::handle(session, params, responder),
            "permissions/toolPermission" => {
                responder.answer(requests::tool_permission::handle(session, params));
            }
            "permissions/beforeAgentStart" => {
                responder.answer(requests::before_agent_start::handle(session, params));
            }
            "permissions/registerTool" => responder.answer(requests::register_tool::handle(session, params)),
            "permissions/registerAuthorizer" => {
                responder.answer(requests::register_authorizer::handle(session, params));
            }
            "permissions/unregister" => responder.answer(requests::unregister::handle(session, params)),
            "permissions/sessionRules" => responder.answer(requests::session_rules::handle(session, params)),
            "permissions/revokeSessionRule" => {
                responder.answer(requests::revoke_session_rule::handle(session, params));
            }
            "permissions/policy" => responder.answer(requests::policy::handle(session, params, encoding)),
            "permissions/reload" => responder.answer(requests::policy::reload(session, params, encoding)),
            "shutdown" => {
                self.phase = Phase::ShutDown;
                if let Some(router) = &mut self.router {
                    router.notify("shutdown", None);
                }
                self.order = Some(Order::ShutDown(responder));
            }
            _ => self.editor_request(cx, method, params, bytes, responder),
        }
    }

    fn initialize(&mut self, params: Params<'_>, responder: Responder) {
        let opened = match initialize::open(params, &self.outgoing) {
            Ok(opened) => opened,
            Err(invalid) => return responder.error(invalid),
        };
        self.opening.params = params.map(Box::from);
        self.session = Some((opened.session, opened.publisher));
        self.phase = Phase::Serving;
        if let Some(process_id) = opened.process_id {
            self.alarm.on_death_of(process_id);
        }
        self.unstarted = Some(Box::pin(tokio::time::sleep(FIRST_REQUEST)));
        self.inboxes = opened.inboxes;
        responder.result(&opened.greeting);
        match opened.door {
            None => {}
            Some(Ok(door)) => self.door = Some(door),
            Some(Err(error)) => {
                let message = format!("This session can't be observed: there is no socket for it ({error}).");
                self.warn(message);
            }
        }
    }

    fn warn(&self, message: String) {
        let kind = severity::WARNING;
        let params = MessageParams { kind, message };
        self.outgoing.notify("window/showMessage", &params, Weight::Hint);
    }

    fn notification(&mut self, cx: &mut Context<'_>, method: &str, params: Params<'_>) {
        if method == "exit" {
            let code = u8::from(self.phase != Phase::ShutDown);
            self.order = Some(Order::Exit(code));
            return;
        }
        if self.phase != Phase::Serving {
            tracing::debug!(method, "a notification outside the session is dropped");
            return;
        }
        let Some((session, publisher)) = &self.session else {
            return;
        };
        let done = match method {
            "initialized" => {
                if publisher.ready() {
                    // What takes a comparison of the rules is looked for once nothing is waited for.
                    if self.unstarted.is_none() || session.has_found_problems() {
                        report_problems(session, publisher);
                    } else {
                        self.owes_problems = true;
                    }
                }
                match &mut self.router {
                    Some(router) => drop(router.notify(method, value(params))),
                    None => self.opening.is_initialized = true,
                }
                Ok(())
            }
            "$/cancelRequest" => self.cancel(cx, params),
            "permissions/turnStart" => notifications::turn_start::handle(session, params),
            "permissions/activeAgent" => notifications::active_agent::handle(session, params),
            "permissions/childSessionCreated" => {
                notifications::child_session_created::handle(session, params)
            }
            "permissions/childSessionDisposed" => {
                notifications::child_session_disposed::handle(session, params)
            }
            _ => {
                let params = value(params);
                if let Some(router) = self.router(cx)
                    && let Some(mut handling) = router.notify(method, params)
                    && handling.poll_unpin(cx).is_pending()
                {
                    tokio::spawn(handling);
                }
                Ok(())
            }
        };
        if let Err(error) = done {
            self.complain(method, &error.message);
        }
    }

    /// A notification has no answer that could say what is wrong with it.
    fn complain(&self, method: &str, problem: &str) {
        tracing::warn!(method, problem, "a notification can't be read");
        let params = MessageParams {
            kind: severity::ERROR,
            message: format!("{method}: {problem}"),
        };
        self.outgoing.notify("window/logMessage", &params, Weight::Hint);
    }

    fn cancel(&mut self, cx: &mut Context<'_>, params: Params<'_>) -> Result<(), ErrorObject> {
        let params: CancelParams = protocol::read(params)?;
        // A request that is answered, or never was, has nothing to cancel.
        if let Some(number) = self.waiting.cancel(&params.id)
            && let Some(router) = self.router(cx)
        {
            router.notify("$/cancelRequest", Some(json!({"id": number})));
        }
        self.waiting.poll(cx);
        Ok(())
    }

    fn response(&mut self, cx: &mut Context<'_>, id: &Id, outcome: Option<Result<&str, ErrorObject>>) {
        let answer = match &outcome {
            Some(Ok(result)) => Ok((*result).to_owned()),
            Some(Err(error)) => Err(CallError::Refused(error.clone())),
            None => Err(CallError::Unreadable(
                "its answer has neither a result nor an error",
            )),
        };
        if self.outgoing.answered(id, answer) {
            // Whoever waited goes on at once: what this answer grants is seen by the message behind it.
            self.waiting.poll(cx);
            return;
        }
        let Some(theirs) = self.outgoing.take_passed_on(id) else {
            tracing::debug!(%id, "a late answer is ignored");
            return;
        };
        let response = match outcome {
            Some(Ok(result)) => Response::from_ok(theirs, serde_json::from_str(result).unwrap_or_default()),
            Some(Err(error)) => Response::from_error(theirs, to_lsp(error)),
            None => Response::from_error(theirs, tower_lsp::jsonrpc::Error::internal_error()),
        };
        if let Some(router) = self.router(cx) {
            router.answer(response);
        }
    }

    /// A request that is none of ours: the router knows LSP's.
    fn editor_request(
        &mut self,
        cx: &mut Context<'_>,
        method: &str,
        params: Params<'_>,
        bytes: usize,
        responder: Responder,
    ) {
        let params = value(params);
        let Some(router) = self.router(cx) else { return };
        let (number, mut handling) = router.request(method, params);
        if let Poll::Ready(done) = handling.poll_unpin(cx) {
            return answer_routed(done.ok().flatten(), responder);
        }
        let id = responder.id().clone();
        let waiting = {
            let id = id.clone();
            async move {
                let done = handling.await;
                answer_routed(done.ok().flatten(), responder);
                id
            }
        };
        self.waiting
            .add(id, Stop::Route(number), bytes, Box::pin(waiting));
    }
}

/// What is wrong with the policy so far, where anything is.
fn report_problems(session: &Session, publisher: &Publisher) {
    let (problems, texts) = session.problems();
    if !problems.is_empty() {
        publisher.policy_changed(&problems, &texts);
    }
}

fn value(params: Params<'_>) -> Option<Value> {
    params.and_then(|params| serde_json::from_str(params).ok())
}

fn answer_routed(response: Option<Response>, responder: Responder) {
    match response.map(Response::into_parts) {
        Some((_, Ok(result))) => responder.result(&result),
        Some((_, Err(error))) => responder.error(from_lsp(error)),
        // It answers nothing for what begins with `$/` and is not known.
        None => responder.error(ErrorObject::new(code::METHOD_NOT_FOUND, "Method not found")),
    }
}

fn from_lsp(error: tower_lsp::jsonrpc::Error) -> ErrorObject {
    if error.code == tower_lsp::jsonrpc::ErrorCode::InvalidParams {
        return protocol::Invalid::new("", error.message).into();
    }
    ErrorObject {
        code: error.code.code(),
        message: error.message.into_owned(),
        data: error.data,
    }
}

fn to_lsp(error: ErrorObject) -> tower_lsp::jsonrpc::Error {
    tower_lsp::jsonrpc::Error {
        code: error.code.into(),
        message: error.message.into(),
        data: error.data,
    }
}

fn invalid_request(problem: &str) -> ErrorObject {
    ErrorObject::new(code::INVALID_REQUEST, format!("Invalid request: {problem}"))
}
