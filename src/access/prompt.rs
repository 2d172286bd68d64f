//! What a system prompt says about skills and the active agent.
//!
//! The text is not trusted: parts of it come from the checkout. It is read once from front to back, and what
//! is not well formed is read in the way that offers less.

use super::Skill;
use std::borrow::Cow;

const OPEN: &str = "<available_skills>";
const CLOSE: &str = "</available_skills>";
const SKILL: &str = "<skill>";
const SKILL_END: &str = "</skill>";

/// The longest name of an agent, in bytes.
const MAX_AGENT_NAME: usize = 80;

/// One `<skill>` of a prompt.
struct Entry {
    /// Bytes of the prompt that it takes, with the blanks in front of it and its line's end.
    start: usize,
    end: usize,
    /// Every name it gives.
    names: Vec<String>,
    /// Where it says its file is.
    location: Option<String>,
}

/// The skills that `<available_skills>` of a prompt offers.
pub fn skills(prompt: &str) -> Vec<Skill> {
    entries(prompt)
        .into_iter()
        .flat_map(|entry| {
            let location = entry.location;
            entry.names.into_iter().map(move |name| Skill {
                name,
                path: location.clone(),
            })
        })
        .collect()
}

/// The prompt without the skills of which `denied` is true for a name they give; borrowed where none is.
pub fn without_skills(prompt: &str, denied: impl Fn(&str) -> bool) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut from = 0;
    for entry in entries(prompt) {
        if entry.names.iter().any(|name| denied(name)) {
            kept.push_str(prompt.get(from..entry.start).unwrap_or_default());
            from = entry.end;
        }
    }
    if from == 0 {
        return Cow::Borrowed(prompt);
    }
    kept.push_str(prompt.get(from..).unwrap_or_default());
    Cow::Owned(kept)
}

/// The agent that an `<active_agent name="…">` tag names: of several the first. A name that is none is passed
/// over.
pub fn active_agent(prompt: &str) -> Option<&str> {
    let mut rest = prompt;
    while let Some((_, after)) = rest.split_once("<active_agent") {
        rest = after;
        let tag = after.split(['>', '<']).next().unwrap_or_default();
        if !tag.starts_with(|letter: char| letter.is_ascii_whitespace()) {
            continue;
        }
        if let Some(name) = attribute(tag, "name").filter(|name| is_agent_name(name)) {
            return Some(name);
        }
    }
    None
}

/// Whether `name` can name an agent: `[A-Za-z0-9_][A-Za-z0-9_. -]{0,79}`.
pub fn is_agent_name(name: &str) -> bool {
    let mut letters = name.bytes();
    name.len() <= MAX_AGENT_NAME
        && letters
            .next()
            .is_some_and(|first| first.is_ascii_alphanumeric() || first == b'_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || b"_. -".contains(&letter))
}

/// The value of `name="…"` or `name='…'` among the attributes of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = tag.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|letter: char| letter == '=' || letter.is_ascii_whitespace());
        let (key, after) = rest.split_at(end.unwrap_or(rest.len()));
        let Some(value) = after.trim_start().strip_prefix('=').map(str::trim_start) else {
            rest = after.trim_start();
            continue;
        };
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (inner, after) = value.get(1..)?.split_once(quote)?;
        if key == name {
            return Some(inner);
        }
        rest = after.trim_start();
    }
    None
}

/// Every `<skill>` within an `<available_skills>`. One that is not closed ends where the next begins, or with
/// the list; a list that is not closed ends with the prompt.
fn entries(prompt: &str) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = find(prompt, at, OPEN) {
        let from = open + OPEN.len();
        let to = find(prompt, from, CLOSE).unwrap_or(prompt.len());
        entries_within(prompt, from, to, &mut found);
        at = to;
    }
    found
}

fn entries_within(prompt: &str, from: usize, to: usize, found: &mut Vec<Entry>) {
    let Some(list) = prompt.get(..to) else {
        return;
    };
    let mut next = find(list, from, SKILL);
    while let Some(start) = next {
        let inner = start + SKILL.len();
        next = find(list, inner, SKILL);
        let limit = next.unwrap_or(to);
        let closed = list.get(..limit).and_then(|list| find(list, inner, SKILL_END));
        let (inner_end, end) = closed.map_or((limit, limit), |at| (at, at + SKILL_END.len()));
        let text = list.get(inner..inner_end).unwrap_or_default();
        found.push(Entry {
            start: line_start(prompt, start),
            end: if closed.is_some() {
                line_end(prompt, start, end)
            } else {
                end
            },
            names: contents(text, "<name>"),
            location: contents(text, "<location>").into_iter().next(),
        });
    }
}

fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    text.get(from..)?.find(what).map(|at| from + at)
}

/// Where the blanks in front of `at` begin, if nothing else stands before it on its line.
fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    let trimmed = before.trim_end_matches([' ', '\t']);
    if trimmed.is_empty() || trimmed.ends_with('\n') {
        trimmed.len()
    } else {
        at
    }
}

/// Past the line end that follows `end`, where the entry that begins at `start` has its lines to itself.
fn line_end(text: &str, start: usize, end: usize) -> usize {
    let alone = line_start(text, start) != start
        || start == 0
        || text.get(..start).is_some_and(|text| text.ends_with('\n'));
    let rest = text.get(end..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    if alone && rest.get(blanks..).is_some_and(|rest| rest.starts_with('\n')) {
        end + blanks + 1
    } else {
        end
    }
}

/// What stands behind each `<tag>`, up to the next tag: every line of it that is not blank, entities decoded.
fn contents(text: &str, tag: &str) -> Vec<String> {
    text.split(tag)
        .skip(1)
        .flat_map(|after| after.split('<').next().unwrap_or_default().lines())
        .map(|line| decoded(line.trim()))
        .filter(|line| !line.is_empty())
        .collect()
}

/// The text with the five entities of XML and numeric references decoded (XML 1.0, sections 4.1 and 4.6).
fn decoded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        // The longest reference is `#x10FFFF`.
        let end = after.bytes().take(9).position(|letter| letter == b';');
        let letter = end.and_then(|end| entity(after.get(..end)?));
        plain.push(letter.unwrap_or('&'));
        rest = match (letter, end) {
            (Some(_), Some(end)) => after.get(end + 1..).unwrap_or_default(),
            _ => after,
        };
    }
    plain.push_str(rest);
    plain
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMPT: &str = "Skills:\n<available_skills>\n  <skill>\n    <name>tdd</name>\n    \
        <location>/s/tdd/SKILL.md</location>\n  </skill>\n  <skill>\n    <name>deploy &amp; run</name>\n  \
        </skill>\n</available_skills>\nRest.";

    #[test]
    fn skills_are_read_from_their_list_alone() {
        let found = skills(PROMPT);
        assert_eq!(
            found,
            [
                Skill {
                    name: "tdd".to_owned(),
                    path: Some("/s/tdd/SKILL.md".to_owned())
                },
                Skill {
                    name: "deploy & run".to_owned(),
                    path: None
                },
            ]
        );
        assert!(skills("<skill><name>x</name></skill>").is_empty());
    }

    #[test]
    fn denied_skills_leave_with_their_lines() {
        let left = without_skills(PROMPT, |name| name == "tdd");
        assert_eq!(
            left,
            "Skills:\n<available_skills>\n  <skill>\n    <name>deploy & run</name>\n  </skill>\n\
             </available_skills>\nRest."
                .replace("& run", "&amp; run")
        );
        assert!(matches!(without_skills(PROMPT, |_| false), Cow::Borrowed(_)));
        assert_eq!(
            without_skills(PROMPT, |_| true),
            "Skills:\n<available_skills>\n</available_skills>\nRest."
        );
    }

    #[test]
    fn what_is_not_well_formed_offers_less() {
        for (prompt, left) in [
            // A skill that is not closed ends where the next begins.
            (
                "<available_skills><skill><name>bad</name><skill><name>good</name></skill></available_skills>",
                "<available_skills><skill><name>good</name></skill></available_skills>",
            ),
            // A list that is not closed ends with the prompt.
            (
                "<available_skills>a<skill><name>bad</name></skill>b",
                "<available_skills>ab",
            ),
            // A name that is not closed ends with its line, or with the next tag.
            (
                "<available_skills><skill><name>bad<name>good</name></skill></available_skills>",
                "<available_skills></available_skills>",
            ),
            (
                "<available_skills><skill><name>bad\nx</skill></available_skills>",
                "<available_skills></available_skills>",
            ),
            // One good name does not cover for a bad one.
            (
                "<available_skills><skill><name>good</name><name>bad</name></skill></available_skills>",
                "<available_skills></available_skills>",
            ),
            // Every list counts.
            (
                "<available_skills></available_skills><available_skills><skill><name> bad </name></skill></available_skills>",
                "<available_skills></available_skills><available_skills></available_skills>",
            ),
            (
                "<available_skills><skill><name>b&#97;d</name></skill>",
                "<available_skills>",
            ),
            ("", ""),
            ("<available_skills", "<available_skills"),
            ("<available_skills><skill>", "<available_skills><skill>"),
        ] {
            assert_eq!(without_skills(prompt, |name| name == "bad"), left, "{prompt}");
        }
    }

    #[test]
    fn the_first_tag_with_a_proper_name_names_the_agent() {
        for (prompt, name) in [
            ("a <active_agent name=\"reviewer\"> b", Some("reviewer")),
            ("<active_agent name='my agent'/>", Some("my agent")),
            ("<active_agent id=\"1\" name=\"x\">", Some("x")),
            ("<active_agent name=\"../x\"><active_agent name=\"y\">", Some("y")),
            ("<active_agent data-name=\"x\">", None),
            ("<active_agents name=\"x\">", None),
            ("<active_agent name=\"\">", None),
            ("<active_agent name=x>", None),
            ("<active_agent name=\"x", None),
            ("<active_agent name=\"a<b\">", None),
            ("no tag", None),
        ] {
            assert_eq!(active_agent(prompt), name, "{prompt}");
        }
        let long = format!("<active_agent name=\"{}\">", "a".repeat(81));
        assert_eq!(active_agent(&long), None);
    }
}
