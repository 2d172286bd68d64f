//! Policy documents, guards and the frontmatter of agent files: no panic, every problem stands in the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use portcullis::policy::{Document, FileKind};

fuzz_target!(|given: (u8, &str)| {
    let (kind, text) = given;
    let kind = match kind % 3 {
        0 => FileKind::Policy,
        1 => FileKind::Guards,
        _ => FileKind::Agent,
    };
    let document = Document::parse("/f", kind, text);
    assert!(document.is_readable() || !document.problems.is_empty(), "{text:?} is unreadable without a problem");
    assert!(document.entries.len() + document.protected.len() <= text.len());
});
