//! What a system prompt says: the active agent and the skills on offer. Anybody may have written such text, so
//! what is learnt here only tightens.

use super::names::is_agent_name;

/// A skill that the prompt lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedSkill {
    /// Its name.
    pub(super) name: String,
    /// Its file.
    pub(super) path: Option<String>,
    /// Bytes of the prompt that list it, the line break behind included.
    start: usize,
    end: usize,
}

/// The name in the first `<active_agent name="…">` that holds a name.
pub(super) fn active_agent(prompt: &str) -> Option<&str> {
    let mut rest = prompt;
    while let Some(at) = rest.find("<active_agent") {
        rest = rest.get(at + "<active_agent".len()..)?;
        let tag = rest.get(..rest.find('>')?)?;
        if let Some(name) = attribute(tag, "name").filter(|name| is_agent_name(name)) {
            return Some(name);
        }
    }
    None
}

/// The value of an attribute of a tag, in either kind of quotes.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = tag;
    loop {
        let at = rest.find(name)?;
        let bounded = rest
            .get(..at)?
            .chars()
            .next_back()
            .is_some_and(char::is_whitespace);
        rest = rest.get(at + name.len()..)?;
        let Some(value) = rest.trim_start().strip_prefix('=').filter(|_| bounded) else {
            continue;
        };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let value = value.get(1..)?;
        return value.get(..value.find(quote)?);
    }
}

/// Every skill inside an `<available_skills>` block.
pub(super) fn listed_skills(prompt: &str) -> Vec<ListedSkill> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((open, close)) = element(prompt, at, prompt.len(), "available_skills") {
        let mut inner = open;
        while let Some((start, end)) = element(prompt, inner, close, "skill") {
            let text = |name| {
                element(prompt, start, end, name)
                    .and_then(|(from, to)| prompt.get(from..to))
                    .map(|text| unescape(text.trim()))
            };
            let element_start = start - "<skill>".len();
            let mut element_end = end + "</skill>".len();
            let rest = prompt.get(element_end..).unwrap_or_default();
            element_end += rest
                .find(|character: char| !character.is_whitespace())
                .unwrap_or(rest.len());
            if let Some(name) = text("name") {
                let path = text("location");
                found.push(ListedSkill {
                    name,
                    path,
                    start: element_start,
                    end: element_end.min(close),
                });
            }
            inner = end + "</skill>".len();
        }
        at = close;
    }
    found
}

/// The prompt without the skills that `keep` turns down.
pub(super) fn without(prompt: &str, skills: &[ListedSkill], keep: impl Fn(&ListedSkill) -> bool) -> String {
    let mut kept = String::with_capacity(prompt.len());
    let mut at = 0;
    for skill in skills.iter().filter(|skill| !keep(skill)) {
        kept.push_str(prompt.get(at..skill.start).unwrap_or_default());
        at = skill.end.max(at);
    }
    kept.push_str(prompt.get(at..).unwrap_or_default());
    kept
}

/// The bytes between `<name>` and the next `</name>`, both within `from..to`.
fn element(text: &str, from: usize, to: usize, name: &str) -> Option<(usize, usize)> {
    let within = text.get(from..to)?;
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let start = within.find(&open)? + open.len();
    let end = start + within.get(start..)?.find(&close)?;
    Some((from + start, from + end))
}

/// The five entities of XML 1.0.
fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_agent_is_read_from_its_tag() {
        #[rustfmt::skip]
        let cases = [
            ("x <active_agent name=\"reviewer\"> y",            Some("reviewer")),
            ("<active_agent name='a b'/>",                       Some("a b")),
            ("<active_agent id=\"1\" name = \"x\">",             Some("x")),
            ("<active_agent rename=\"no\" name=\"yes\">",        Some("yes")),
            ("<active_agent name=\"../x\"><active_agent name=\"ok\">", Some("ok")),
            ("<active_agent>",                                   None),
            ("<active_agent name=\"open",                        None),
            ("nothing",                                          None),
        ];
        for (prompt, expected) in cases {
            assert_eq!(active_agent(prompt), expected, "{prompt}");
        }
    }

    const LIST: &str = "before\n<available_skills>\n  <skill>\n    <name>one</name>\n    \
        <location>/s/one/SKILL.md</location>\n  </skill>\n  <skill><name>two &amp; a half</name></skill>\n\
        </available_skills>\nafter <skill><name>none</name></skill>";

    #[test]
    fn skills_are_read_only_from_their_list() {
        let skills = listed_skills(LIST);
        let found: Vec<_> = skills
            .iter()
            .map(|skill| (skill.name.as_str(), skill.path.as_deref()))
            .collect();
        assert_eq!(found, [("one", Some("/s/one/SKILL.md")), ("two & a half", None)]);
    }

    #[test]
    fn a_skill_turned_down_leaves_the_prompt_whole() {
        let skills = listed_skills(LIST);
        let kept = without(LIST, &skills, |skill| skill.name != "one");
        assert_eq!(
            kept,
            "before\n<available_skills>\n  <skill><name>two &amp; a half</name></skill>\n</available_skills>\n\
             after <skill><name>none</name></skill>"
        );
        assert_eq!(without(LIST, &skills, |_| true), LIST);
    }

    proptest! {
        #[test]
        fn any_prompt_is_taken(prompt in "(<available_skills>|</available_skills>|<skill>|</skill>|<name>|</name>|é|a| ){0,30}") {
            let skills = listed_skills(&prompt);
            let kept = without(&prompt, &skills, |_| false);
            prop_assert!(kept.len() <= prompt.len());
            let _ = active_agent(&prompt);
        }
    }
}
