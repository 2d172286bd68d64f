//! Keys beside `permission` that mean nothing where they stand.

use super::fields::list;
use super::node::Node;
use super::options_reader::{DEPRECATED, OPTIONS};
use super::permission::{allows_only, is_builtin_surface};
use super::problem::{Findings, code};
use super::surfaces::closest;

/// Top-level keys of other systems, and what stands for them here.
const FOREIGN_FIELDS: [(&str, &str); 5] = [
    ("permissions", "The key is `permission`, with surfaces under it."),
    (
        "defaultPolicy",
        "Write the fallback as \"permission\": {\"*\": \"ask\"}.",
    ),
    (
        "defaultMode",
        "Write the fallback as \"permission\": {\"*\": \"ask\"}.",
    ),
    (
        "tools",
        "Each tool is a surface under `permission`, as in \"permission\": {\"read\": \"allow\"}.",
    ),
    ("skills", "The surface is `skill`, under `permission`."),
];

/// Says of each such key what was probably meant, and floors what it may have been meant to restrict.
pub(super) fn unknown_fields(
    root: &Node<'_>,
    known: impl Fn(&str) -> bool,
    floored: &mut Vec<String>,
    findings: &mut Findings,
) {
    let names: Vec<&str> = ["permission", "protectedWrites", "$schema"]
        .into_iter()
        .chain(OPTIONS)
        .filter(|name| known(name))
        .collect();
    let guards = known("protectedWrites");
    for member in root.members() {
        let key = &*member.key;
        if known(key) || (!guards && DEPRECATED.contains(&key)) {
            continue;
        }
        let message = format!("`{key}` means nothing here");
        let meant = closest(key, names.iter().copied());
        if is_builtin_surface(key) {
            // It restricts nothing where it stands, although it was meant to.
            if !allows_only(&member.value) {
                floored.push(key.to_owned());
            }
            let advice = format!("Put it under `permission`: {{\"permission\": {{\"{key}\": …}}}}.");
            findings.error(code::UNKNOWN_FIELD, member.key_span, message, &advice);
            continue;
        }
        let foreign = FOREIGN_FIELDS
            .iter()
            .find(|(name, _)| *name == key)
            .map(|(_, advice)| (*advice).to_owned());
        // A misspelt guard would protect nothing.
        if guards && (matches!(meant, Some("permission" | "protectedWrites")) || foreign.is_some()) {
            floored.push("*".to_owned());
        }
        let instead = meant.filter(|_| foreign.is_none());
        let advice = foreign
            .or_else(|| meant.map(|name| format!("Did you mean `{name}`?")))
            .or_else(|| {
                OPTIONS
                    .contains(&key)
                    .then(|| "This option stands in policy.jsonc.".to_owned())
            })
            .unwrap_or_else(|| format!("The file has: {}.", list(&names)));
        findings.error(code::UNKNOWN_FIELD, member.key_span, message, &advice);
        if let Some(name) = instead {
            findings.instead(format!("\"{name}\""));
        }
    }
}
