//! SHA-256, as text.

use ring::digest::{Context, SHA256};
use std::fmt::Write as _;

/// `sha256:` and 64 lower-case hexadecimal digits.
pub(super) fn of_text(text: &str) -> String {
    format!("sha256:{}", of_bytes(&[text.as_bytes()]))
}

/// The digits, of all `parts` one behind the other.
pub(super) fn of_bytes(parts: &[&[u8]]) -> String {
    let mut context = Context::new(&SHA256);
    for part in parts {
        context.update(part);
    }
    let mut digits = String::with_capacity(64);
    for byte in context.finish().as_ref() {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_sha256() {
        // FIPS 180-4, the example of one block.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_bytes(&[b"a", b"bc"]), expected);
        assert_eq!(of_text("abc"), format!("sha256:{expected}"));
    }
}
