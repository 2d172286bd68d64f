//! A model behind an HTTP endpoint, for a runtime that has none of its own.
//!
//! Nothing is assumed: the endpoint, the provider, the model and the variable that holds the key are what the policy
//! names. Nothing is kept between two reviews, which are rare and take seconds: no connection, no pool, no roots.

mod dialect;
mod http;

use super::{BoxFuture, Category, Completion, Failure, Model};
use dialect::Dialect;
use reqwest::Url;

/// A model at an address.
#[derive(Clone, Debug)]
pub struct EndpointModel {
    url: Url,
    dialect: Dialect,
    key: Option<Key>,
}

/// The key to an endpoint. It is shown to nobody.
#[derive(Clone)]
struct Key(String);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

impl EndpointModel {
    /// The model at `endpoint`. `key_name` is the environment variable that holds the key, which `read` reads.
    pub fn new(
        endpoint: &str,
        provider: &str,
        key_name: Option<&str>,
        read: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Failure> {
        let unconfigured = |detail: String| Failure::new(Category::Unconfigured, detail);
        let base = Url::parse(endpoint)
            .map_err(|error| unconfigured(format!("autoReview.endpoint is no URL: {error}")))?;
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none_or(str::is_empty) {
            return Err(unconfigured(
                "autoReview.endpoint is neither http nor https".to_owned(),
            ));
        }
        let key = match key_name {
            None => None,
            Some(name) => match read(name).map(|key| key.trim().to_owned()) {
                Some(key) if !key.is_empty() => Some(Key(key)),
                _ => return Err(unconfigured(format!("the variable {name} holds no key"))),
            },
        };
        if key.is_some() && base.scheme() == "http" && !is_this_machine(&base) {
            return Err(unconfigured(
                "a key is not sent in the clear: autoReview.endpoint is http to another machine".to_owned(),
            ));
        }
        let dialect = Dialect::of(provider, &base);
        Ok(Self {
            url: dialect.address(base),
            dialect,
            key,
        })
    }
}

impl Model for EndpointModel {
    fn complete(&self, completion: Completion) -> BoxFuture<'static, Result<String, Failure>> {
        let Self { url, dialect, key } = self.clone();
        Box::pin(async move {
            let headers = dialect.headers(key.as_ref().map(|key| key.0.as_str()))?;
            let answer = http::post(url, headers, dialect.body(&completion).to_string()).await?;
            dialect.read(&answer)
        })
    }
}

/// Whether what is sent there stays on this machine.
fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || address
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_assumed_and_no_key_goes_out_in_the_clear() {
        #[rustfmt::skip]
        let cases: &[(&str, Option<&str>, bool)] = &[
            // endpoint                     variable of the key   it can be asked
            ("https://models.example/v1",   Some("KEY"),          true),
            ("https://models.example/v1",   None,                 true),
            ("http://127.0.0.1:8080",       Some("KEY"),          true),
            ("http://[::1]:8080",           Some("KEY"),          true),
            ("http://LOCALHOST:8080",       Some("KEY"),          true),
            ("http://models.example",       None,                 true),
            ("http://models.example",       Some("KEY"),          false),
            ("http://127.0.0.1.example",    Some("KEY"),          false),
            ("http://localhost.example",    Some("KEY"),          false),
            ("https://models.example/v1",   Some("UNSET"),        false),
            ("https://models.example/v1",   Some("BLANK"),        false),
            ("ftp://models.example",        None,                 false),
            ("file:///etc/passwd",          None,                 false),
            ("models.example",              None,                 false),
            ("",                            None,                 false),
        ];
        let read = |name: &str| match name {
            "KEY" => Some(" k3y\n".to_owned()),
            "BLANK" => Some(" ".to_owned()),
            _ => None,
        };
        for (endpoint, key_name, expected) in cases {
            match EndpointModel::new(endpoint, "p", *key_name, read) {
                Ok(model) => {
                    assert!(expected, "{endpoint}");
                    assert_eq!(model.key.is_some(), key_name.is_some(), "{endpoint}");
                    assert!(!format!("{model:?}").contains("k3y"), "{endpoint}");
                }
                Err(failure) => {
                    assert!(!expected, "{endpoint}");
                    assert_eq!(failure.category, Category::Unconfigured, "{endpoint}");
                }
            }
        }
    }
}
