//! Paths of files ↔ `file:` URIs (RFC 8089, RFC 3986).

use std::fmt::Write as _;

/// The path of a `file:` URI on this host; `None` for anything else.
pub(super) fn file_path(uri: &str) -> Option<String> {
    let rest = uri
        .get(..7)
        .filter(|scheme| scheme.eq_ignore_ascii_case("file://"))?;
    let rest = uri.get(rest.len()..)?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
    decoded(path).filter(|path| !path.contains('\0'))
}

/// A text without its percent-encoding; `None` where that leaves no UTF-8.
pub(super) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut left = text.bytes();
    while let Some(byte) = left.next() {
        if byte == b'%' {
            let high = char::from(left.next()?).to_digit(16)?;
            let low = char::from(left.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The `file:` URI of an absolute path.
pub(super) fn of_file(path: &str) -> String {
    let mut uri = String::from("file://");
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_survives_its_uri() {
        for path in ["/", "/a b/é𝄞.md", "/100%/#?;:@[]", "/~me/-._"] {
            assert_eq!(file_path(&of_file(path)).as_deref(), Some(path));
        }
        for uri in [
            "untitled:policy.jsonc",
            "file:relative",
            "file://host/x",
            "file:///%FF",
            "file:///%0",
            "file:///%00",
        ] {
            assert_eq!(file_path(uri), None, "{uri}");
        }
    }
}
