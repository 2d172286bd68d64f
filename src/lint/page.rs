//! Where the page of a code is.

/// The scheme of our own pages: the binary holds them, and a client that knows the scheme asks it for them.
const SCHEME: &str = "portcullis";

/// The URI of a code's page.
pub fn uri(code: &str) -> String {
    format!("{SCHEME}:/docs/diagnostics/{code}.md")
}
