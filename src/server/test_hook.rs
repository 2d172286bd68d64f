//! Lets a test make a handler panic, to see that nothing worse than a deny comes of it. Builds without debug
//! assertions do not have it.

/// Panics where `PORTCULLIS_TEST_PANIC` names `method`.
#[cfg(debug_assertions)]
pub(super) fn reached(method: &str) {
    static NAMED: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    let named = NAMED.get_or_init(|| std::env::var("PORTCULLIS_TEST_PANIC").ok());
    assert!(named.as_deref() != Some(method), "a test wants {method} to fail");
}

#[cfg(not(debug_assertions))]
pub(super) const fn reached(_: &str) {}
