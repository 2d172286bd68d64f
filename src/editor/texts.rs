//! What fields and surfaces are for, as pages in `docs/reference/`.

use crate::policy::surfaces::FILE_TOOLS;

/// Fields by name. Those of an object that is a field's value stand on the page of that field.
const FIELDS: [(&str, &str); 22] = [
    (
        "permission",
        include_str!("../../docs/reference/fields/permission.md"),
    ),
    ("$schema", include_str!("../../docs/reference/fields/schema.md")),
    (
        "protectedWrites",
        include_str!("../../docs/reference/fields/protectedWrites.md"),
    ),
    (
        "yoloMode",
        include_str!("../../docs/reference/fields/yoloMode.md"),
    ),
    (
        "authorizerChain",
        include_str!("../../docs/reference/fields/authorizerChain.md"),
    ),
    (
        "autoReview",
        include_str!("../../docs/reference/fields/autoReview.md"),
    ),
    (
        "authorizerTimeoutMs",
        include_str!("../../docs/reference/fields/authorizerTimeoutMs.md"),
    ),
    (
        "forwardingTimeoutMs",
        include_str!("../../docs/reference/fields/forwardingTimeoutMs.md"),
    ),
    (
        "shellTools",
        include_str!("../../docs/reference/fields/shellTools.md"),
    ),
    (
        "toolAccess",
        include_str!("../../docs/reference/fields/toolAccess.md"),
    ),
    (
        "wrappers",
        include_str!("../../docs/reference/fields/wrappers.md"),
    ),
    (
        "commandEffects",
        include_str!("../../docs/reference/fields/commandEffects.md"),
    ),
    (
        "promptMaxRows",
        include_str!("../../docs/reference/fields/promptMaxRows.md"),
    ),
    (
        "promptFieldMaxWidth",
        include_str!("../../docs/reference/fields/promptFieldMaxWidth.md"),
    ),
    (
        "reviewLogFieldMaxWidth",
        include_str!("../../docs/reference/fields/reviewLogFieldMaxWidth.md"),
    ),
    (
        "permissionReviewLog",
        include_str!("../../docs/reference/fields/permissionReviewLog.md"),
    ),
    (
        "debugLog",
        include_str!("../../docs/reference/fields/debugLog.md"),
    ),
    ("inbox", include_str!("../../docs/reference/fields/inbox.md")),
    ("action", include_str!("../../docs/reference/fields/action.md")),
    ("reason", include_str!("../../docs/reference/fields/reason.md")),
    ("match", include_str!("../../docs/reference/fields/match.md")),
    (
        "notMatch",
        include_str!("../../docs/reference/fields/notMatch.md"),
    ),
];

/// Surfaces by the name of their page.
const SURFACES: [(&str, &str); 9] = [
    ("any", include_str!("../../docs/reference/surfaces/any.md")),
    ("path", include_str!("../../docs/reference/surfaces/path.md")),
    (
        "path_read",
        include_str!("../../docs/reference/surfaces/path_read.md"),
    ),
    (
        "path_write",
        include_str!("../../docs/reference/surfaces/path_write.md"),
    ),
    ("bash", include_str!("../../docs/reference/surfaces/bash.md")),
    ("mcp", include_str!("../../docs/reference/surfaces/mcp.md")),
    ("skill", include_str!("../../docs/reference/surfaces/skill.md")),
    (
        "file-tool",
        include_str!("../../docs/reference/surfaces/file-tool.md"),
    ),
    ("tool", include_str!("../../docs/reference/surfaces/tool.md")),
];

/// The page of a field.
pub(super) fn field(name: &str) -> Option<&'static str> {
    page(&FIELDS, name)
}

/// The names of all fields that have a page.
pub(super) fn field_names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(name, _)| *name)
}

/// The page of a surface, whatever its key.
pub(super) fn surface(key: &str) -> &'static str {
    let name = match key {
        "*" => "any",
        _ if FILE_TOOLS.contains(&key) => "file-tool",
        _ => key,
    };
    page(&SURFACES, name)
        .filter(|_| !matches!(key, "any" | "file-tool"))
        .or_else(|| page(&SURFACES, "tool"))
        .unwrap_or_default()
}

/// The first sentence of a page.
pub(super) fn first_sentence(page: &str) -> &str {
    let body = page.split_once("\n\n").map_or(page, |(_, body)| body);
    let paragraph = body.split("\n\n").next().unwrap_or_default().trim_end();
    paragraph
        .find(". ")
        .and_then(|end| paragraph.get(..=end))
        .unwrap_or(paragraph)
}

fn page(pages: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    pages.iter().find(|(own, _)| *own == name).map(|(_, page)| *page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Options, schema};
    use std::collections::BTreeSet;

    /// Every field of both schemas has its page, and its default is the one that holds.
    #[test]
    fn every_field_has_a_page_with_its_default() {
        let defaults = serde_json::to_value(Options::default()).unwrap();
        let mut named = BTreeSet::from(["action", "reason", "match", "notMatch"].map(str::to_owned));
        for schema in [schema::policy(), schema::guards()] {
            let properties = schema["properties"].as_object().unwrap();
            let current = properties.iter().filter(|(_, field)| field["deprecated"] != true);
            named.extend(current.map(|(name, _)| name.clone()));
        }
        let pages: BTreeSet<String> = FIELDS.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(pages, named);
        for (name, page) in FIELDS {
            assert!(page.starts_with(&format!("# `{name}`\n\n")), "{name}");
            assert!(page.trim_end().ends_with("Since 0.1.0."), "{name}");
            if let Some(default) = defaults.get(name) {
                assert!(
                    page.contains(&format!("\nDefault: `{default}`. Since")),
                    "{name}: {default}"
                );
            }
        }
    }

    #[test]
    fn every_surface_leads_to_a_page() {
        #[rustfmt::skip]
        let cases = [
            ("*", "# `*`"), ("bash", "# `bash`"), ("path_write", "# `path_write`"), ("read", "# a file tool"),
            ("fetch", "# a tool"), ("mcp__*", "# a tool"), ("any", "# a tool"), ("file-tool", "# a tool"),
        ];
        for (key, begins) in cases {
            assert!(surface(key).starts_with(begins), "{key}");
        }
        for (name, page) in SURFACES {
            assert!(
                first_sentence(page).ends_with('.'),
                "{name}: {}",
                first_sentence(page)
            );
        }
    }
}
