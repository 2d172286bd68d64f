//! The policy and the guards that `init` writes and `demo` plays under.

/// File names and texts.
pub(super) const FILES: [(&str, &str); 2] = [
    ("policy.jsonc", include_str!("policy.jsonc")),
    ("hard-guards.jsonc", include_str!("hard-guards.jsonc")),
];
