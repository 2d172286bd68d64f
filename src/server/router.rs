//! The router of the editor's methods: `tower-lsp`, which knows LSP, with the connection on both sides of it.

use super::backend::Backend;
use super::dispatch::Opening;
use super::editor::Editor;
use super::outgoing::Outgoing;
use futures::{FutureExt, Sink};
use serde_json::{Value, json};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Context;
use tower_lsp::jsonrpc::{Request, Response};
use tower_lsp::{ExitedError, LspService};
use tower_service::Service;

/// What a routed message comes to.
pub(super) type Routed = futures::future::BoxFuture<'static, Result<Option<Response>, ExitedError>>;

/// The router, initialized.
pub(super) struct Router {
    service: LspService<Backend>,
    answers: Pin<Box<dyn Sink<Response, Error = ExitedError>>>,
    last_number: i64,
}

impl Router {
    /// A router that has heard what the client said so far. Must be made inside the runtime.
    pub(super) fn new(
        cx: &mut Context<'_>,
        outgoing: &Arc<Outgoing>,
        opening: &Opening,
        editor: Editor,
    ) -> Self {
        let (service, socket) = LspService::new(|_| Backend::new(editor));
        let (mut sent, answers) = socket.split();
        let passing = Arc::clone(outgoing);
        tokio::spawn(async move {
            while let Some(message) = futures::StreamExt::next(&mut sent).await {
                passing.pass_on(message);
            }
        });
        let mut router = Self {
            service,
            answers: Box::pin(answers),
            last_number: 0,
        };
        router.initialize(cx, opening);
        router
    }

    /// It reads every capability that LSP knows. Where it can't, that is no reason to refuse a client whose own part
    /// was read.
    fn initialize(&mut self, cx: &mut Context<'_>, opening: &Opening) {
        let full = opening
            .params
            .as_deref()
            .and_then(|params| serde_json::from_str(params).ok());
        let bare = json!({"capabilities": {}});
        for params in [full, Some(bare)].into_iter().flatten() {
            let (_, mut handling) = self.request("initialize", Some(params));
            if let std::task::Poll::Ready(Ok(Some(response))) = handling.poll_unpin(cx)
                && response.is_ok()
            {
                break;
            }
        }
        if opening.is_initialized {
            self.notify("initialized", Some(json!({})));
        }
    }

    /// A request, under a number that the router has not seen: the client's own ids may be larger than it can read.
    pub(super) fn request(&mut self, method: &str, params: Option<Value>) -> (i64, Routed) {
        // It reads the ids of cancelled requests as 32 bits.
        self.last_number = self.last_number % i64::from(i32::MAX) + 1;
        let built = Request::build(method.to_owned()).id(self.last_number);
        let request = match params {
            Some(params) => built.params(params).finish(),
            None => built.finish(),
        };
        (self.last_number, self.service.call(request))
    }

    /// A notification, or a request whose answer nobody wants; what is left to do of it, where anything is.
    pub(super) fn notify(&mut self, method: &str, params: Option<Value>) -> Option<Routed> {
        let mut handling = if method == "shutdown" {
            self.request(method, None).1
        } else {
            let built = Request::build(method.to_owned());
            let request = match params {
                Some(params) => built.params(params).finish(),
                None => built.finish(),
            };
            self.service.call(request)
        };
        (&mut handling).now_or_never().is_none().then_some(handling)
    }

    /// The client's answer to a request of the typed LSP client.
    pub(super) fn answer(&mut self, response: Response) {
        // Fails only once the connection has ended.
        let _ = self.answers.as_mut().start_send(response);
    }
}
