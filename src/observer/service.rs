//! The thread that serves observers, with a runtime of its own.

use super::hub::Hub;
use super::methods;
use super::stream::Polite;
use super::subscribers::Subscribers;
use super::{LOOK_AGAIN, Queries};
use crate::transport::{Over, own_uid};
use jsonrpsee::core::RegisterMethodError;
use jsonrpsee::server::{
    BatchRequestConfig, Methods, ServerConfig, StopHandle, serve_with_graceful_shutdown, stop_channel,
};
use std::io;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::UnixStream;

/// Connections at once. Each costs a descriptor, of which a process has few (1,024 as a rule), and the session needs
/// some itself; so what is more is closed at once.
const MAX_CONNECTIONS: usize = 32;
/// Subscriptions of a connection.
const MAX_SUBSCRIPTIONS: u32 = 8;
/// Bytes of a message of an observer.
const MAX_REQUEST: u32 = 2 << 20;
/// Bytes of an answer.
const MAX_ANSWER: u32 = 16 << 20;
/// Messages that may wait for an observer that does not read.
const QUEUE: u32 = 512;
/// How long a connection may take to say what it wants.
const FIRST_WORD: Duration = Duration::from_secs(5);
/// How long the last events may take at the end.
const LAST_EVENTS: Duration = Duration::from_millis(100);

/// What the thread is handed.
pub(super) struct Service {
    pub(super) listener: UnixListener,
    pub(super) hub: Arc<Hub>,
    pub(super) queries: Arc<dyn Queries>,
    pub(super) over: Over,
}

/// Why the thread could not begin.
#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Register(#[from] RegisterMethodError),
}

impl Service {
    /// Serves until the session is over.
    pub(super) fn run(self) {
        let served = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(Failed::from)
            .and_then(|runtime| {
                let served = runtime.block_on(self.serve());
                runtime.shutdown_background();
                served
            });
        if let Err(error) = served {
            tracing::warn!(%error, "observers can't be served");
        }
    }

    async fn serve(self) -> Result<(), Failed> {
        let Self {
            listener,
            hub,
            queries,
            over,
        } = self;
        let listener = tokio::net::UnixListener::from_std(listener)?;
        let subscribers = Subscribers::new(hub);
        let methods = methods::module(queries, subscribers.clone())?.into();
        tokio::spawn(subscribers.clone().serve());
        let (stop, _server) = stop_channel();
        tokio::select! {
            () = accept(&listener, &methods, &stop) => {}
            _ = over => {}
        }
        drop(listener);
        subscribers.distribute();
        let written = async {
            while !subscribers.are_done() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            // What is out of the queues is written in the next turn.
            tokio::task::yield_now().await;
        };
        let _ = tokio::time::timeout(LAST_EVENTS, written).await;
        Ok(())
    }
}

/// Takes connections, for ever.
async fn accept(listener: &tokio::net::UnixListener, methods: &Methods, stop: &StopHandle) {
    let taken = Arc::new(AtomicUsize::new(0));
    let config = ServerConfig::builder()
        .ws_only()
        .max_request_body_size(MAX_REQUEST)
        .max_response_body_size(MAX_ANSWER)
        .max_connections(u32::try_from(MAX_CONNECTIONS).unwrap_or(u32::MAX))
        .max_subscriptions_per_connection(MAX_SUBSCRIPTIONS)
        .set_batch_request_config(BatchRequestConfig::Disabled)
        .set_message_buffer_capacity(QUEUE)
        .build();
    let builder = jsonrpsee::server::Server::builder()
        .set_config(config)
        .to_service_builder();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of descriptors, most likely: that passes.
                tracing::debug!(%error, "an observer could not be taken");
                tokio::time::sleep(LOOK_AGAIN).await;
                continue;
            }
        };
        let Some(seat) = Seat::take(&taken).filter(|_| is_own(&stream)) else {
            continue;
        };
        let service = builder.clone().build(methods.clone(), stop.clone());
        let stopped = stop.clone().shutdown();
        tokio::spawn(async move {
            // This is over once the connection speaks WebSocket, which then goes on by itself.
            let opening = serve_with_graceful_shutdown(Polite::new(stream, seat), service, stopped);
            if let Ok(Err(error)) = tokio::time::timeout(FIRST_WORD, opening).await {
                tracing::debug!(%error, "a connection of an observer failed");
            }
        });
    }
}

/// One of the connections that there may be; given back when it goes.
struct Seat {
    taken: Arc<AtomicUsize>,
}

impl Seat {
    fn take(taken: &Arc<AtomicUsize>) -> Option<Self> {
        let before = taken.fetch_add(1, Ordering::Relaxed);
        let seat = Self {
            taken: Arc::clone(taken),
        };
        (before < MAX_CONNECTIONS).then_some(seat)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.taken.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether the other end is a process of this user. The folder keeps others out already.
fn is_own(stream: &UnixStream) -> bool {
    let peer = stream.peer_cred();
    let own = peer.as_ref().is_ok_and(|peer| peer.uid() == own_uid());
    if !own {
        tracing::warn!(?peer, "another user's process is not served");
    }
    own
}
