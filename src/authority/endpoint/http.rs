//! One POST, bounded in time by whoever waits for it and in size here.

use super::is_this_machine;
use crate::authority::{Category, Failure};
use reqwest::header::HeaderMap;
use reqwest::{Client, Url, redirect};
use tokio::sync::Semaphore;

/// Bytes of an answer; a verdict has some hundred.
const ANSWER: usize = 1024 * 1024;

/// Requests that are out at a time. More asks than that wait for their turn, within their own limit.
static AT_A_TIME: Semaphore = Semaphore::const_new(16);

/// What came back.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

/// Posts `body`. Dropping the future closes the connection.
pub(super) async fn post(url: Url, headers: HeaderMap, body: String) -> Result<Answer, Failure> {
    let _turn = AT_A_TIME.acquire().await.map_err(|error| unavailable(&error))?;
    let client = {
        let url = url.clone();
        // Reading the system's roots takes milliseconds that no other call should wait for.
        tokio::task::spawn_blocking(move || client(&url))
            .await
            .map_err(|error| unavailable(&error))?
            .map_err(|error| unavailable(&error))?
    };
    let sent = client.post(url).headers(headers).body(body).send().await;
    let mut response = sent.map_err(|error| failed(&error))?;
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failed(&error))? {
        if body.len() + chunk.len() > ANSWER {
            return Err(Failure::new(
                Category::Malformed,
                "the endpoint's answer is too long",
            ));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer { status, body })
}

/// A client for one request: TLS by rustls and the system's roots, no redirects (they could lead a key astray).
fn client(url: &Url) -> reqwest::Result<Client> {
    // Fails where one is installed already, which is this one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .redirect(redirect::Policy::none())
        .pool_max_idle_per_host(0);
    if url.scheme() == "http" {
        // Nothing to verify: the roots need not be read.
        builder = builder.tls_certs_only([]);
    }
    if is_this_machine(url) {
        builder = builder.no_proxy();
    }
    builder.build()
}

fn failed(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        return Failure::new(Category::Timeout, "the endpoint took too long");
    }
    unavailable(error)
}

/// With the causes, innermost last, and without the address, which may hold a password.
fn unavailable(error: &dyn std::error::Error) -> Failure {
    let mut detail = String::from("the endpoint can't be reached");
    let mut cause = error.source();
    while let Some(error) = cause {
        detail.push_str(": ");
        detail.push_str(&error.to_string());
        cause = error.source();
    }
    Failure::new(Category::Unavailable, detail)
}
