//! Patterns under `mcp` and `skill` that no name looks like.

use super::finding::{Finding, quoted, warning};
use super::ground::Ground;
use super::{Run, code};
use crate::policy::Entry;

pub(super) fn findings(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    for entry in ground.entries().filter(|entry| !entry.is_shorthand) {
        match &*entry.surface {
            "mcp" => mcp(ground, entry, run),
            "skill" => skill(ground, entry, run),
            _ => {}
        }
    }
}

/// What a pattern for MCP calls should be, and why no call looks like it as it is.
fn mcp_meant(pattern: &str) -> Option<(String, &'static str)> {
    if let Some(rest) = pattern.strip_prefix("mcp__") {
        return Some((
            rest.replacen("__", ":", 1),
            "here names are `server:tool` and `server_tool`",
        ));
    }
    if let Some((server, tool)) = pattern.split_once("::") {
        return Some((
            format!("{server}:{}", tool.trim_start_matches(':')),
            "one colon stands between server and tool",
        ));
    }
    if let Some(server) = pattern.strip_suffix(':') {
        return Some((format!("{server}:*"), "a tool stands behind the colon"));
    }
    if let Some(tool) = pattern.strip_prefix(':') {
        return Some((format!("*:{tool}"), "a server stands before the colon"));
    }
    // A tail that may be left out is harmless, and says something else than was meant.
    let (server, tool) = pattern.split_once(' ')?;
    Some((format!("{server}:{}", tool.trim_start()), "no name holds a blank"))
}

fn mcp(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    let pattern = &*entry.pattern;
    let Some((meant, why)) = mcp_meant(pattern).filter(|(meant, _)| meant.len() > 1) else {
        return;
    };
    let advice = if pattern.starts_with("mcp__") {
        format!(
            "Write `{meant}`. A tool of that whole name has a surface of its own: \"{pattern}\": \"{}\".",
            entry.action
        )
    } else {
        format!("Write `{meant}`.")
    };
    run.say(
        Finding::new(
            ground.document,
            warning(code::MCP_NAME),
            entry.key_span,
            format!("no MCP call is named `{pattern}`: {why}"),
            advice,
        )
        .or_write(format!("Write `{meant}`"), entry.key_span, quoted(&meant)),
    );
}

/// The name in what is no name but a file, or a call by its slash.
fn skill_meant(pattern: &str) -> Option<String> {
    if let Some(folder) = pattern.strip_suffix("/SKILL.md") {
        return folder.rsplit('/').next().map(str::to_owned);
    }
    if let Some(name) = pattern.strip_prefix('/').filter(|name| !name.contains('/')) {
        return Some(name.to_owned());
    }
    let last = pattern.rsplit('/').next()?;
    if let Some(name) = last.strip_suffix(".md") {
        return Some(name.to_owned());
    }
    pattern.contains('/').then(|| match last {
        "*" => {
            let above = pattern.trim_end_matches("/*");
            above.rsplit('/').next().unwrap_or(last).to_owned()
        }
        name => name.to_owned(),
    })
}

fn skill(ground: &Ground<'_, '_>, entry: &Entry<'_>, run: &mut Run<'_, '_>) {
    let pattern = &*entry.pattern;
    let Some(meant) =
        skill_meant(pattern).filter(|meant| !meant.is_empty() && !meant.starts_with(['~', '$']))
    else {
        return;
    };
    run.say(
        Finding::new(
            ground.document,
            warning(code::SKILL_NAME),
            entry.key_span,
            format!("no skill is named `{pattern}`: skills are matched by name, not by file"),
            format!("Write `{meant}`. Reading the file of a skill is asking for it, so that is covered."),
        )
        .or_write(format!("Write `{meant}`"), entry.key_span, quoted(&meant)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_name_is_known_with_what_was_meant() {
        #[rustfmt::skip]
        let mcp = [
            ("mcp__exa__search", Some("exa:search")), ("exa::search", Some("exa:search")), ("exa:", Some("exa:*")),
            (":search", Some("*:search")), ("exa search", Some("exa:search")), ("exa *", Some("exa:*")),
            ("exa:*", None), ("exa_search", None), ("search", None), ("mcp_list", None), ("*", None),
        ];
        for (pattern, meant) in mcp {
            assert_eq!(
                mcp_meant(pattern).map(|(meant, _)| meant).as_deref(),
                meant,
                "{pattern}"
            );
        }
        #[rustfmt::skip]
        let skills = [
            ("~/skills/pdf/SKILL.md", Some("pdf")), ("/pdf", Some("pdf")), ("pdf.md", Some("pdf")),
            ("skills/pdf/*", Some("pdf")), ("skills/pdf", Some("pdf")), ("pdf", None), ("pdf*", None), ("*", None),
        ];
        for (pattern, meant) in skills {
            assert_eq!(skill_meant(pattern).as_deref(), meant, "{pattern}");
        }
    }
}
