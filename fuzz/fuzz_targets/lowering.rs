//! Bash text → units: no panic, every span in the text, and no more work than the length allows.

#![no_main]

use libfuzzer_sys::fuzz_target;
use portcullis::shell::{Span, analyze, grammar::Declared};

/// How much a byte of a command may come to: words that braces make, levels of wrappers, values of variables.
const PER_BYTE: usize = 600;
/// The same whatever the length: what expansions are bounded by.
const ALWAYS: usize = 1 << 16;

fuzz_target!(|text: &str| {
    let program = analyze(text, &Declared::default());
    let inside = |span: Span| {
        assert!(span.start <= span.end && span.end <= text.len(), "{span:?} of {text:?}");
    };
    let bound = ALWAYS + PER_BYTE * text.len();
    let mut work = program.units.len() + program.bases.len();
    for unit in &program.units {
        inside(unit.span);
        work += unit.words.len() + unit.redirects.len() + unit.assignments.len() + unit.context.len();
        unit.floors.iter().for_each(|floor| inside(floor.span));
        unit.redirects.iter().for_each(|redirect| inside(redirect.span));
        assert!(unit.base < program.bases.len());
        if let Some(by) = unit.wrapped_by {
            assert!(by < program.units.len());
        }
    }
    program.floors.iter().for_each(|floor| inside(floor.span));
    assert!(work <= bound, "{work} pieces of {} bytes", text.len());
    // Text that is no blank and no comment is either a command or a floor.
    let plain = text.trim();
    if !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        assert!(!program.units.is_empty() || !program.floors.is_empty(), "{text:?} is lost");
    }
});
