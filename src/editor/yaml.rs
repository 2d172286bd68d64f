//! Where a place in frontmatter is that can't be read yet: by how far its lines are indented. What it says is for the
//! reader of documents alone.

use super::Tree;
use super::trail::{Part, Trail};
use crate::policy::{FileKind, Sketch, Span};

/// The way to a place in half-typed frontmatter.
pub(super) fn trail(text: &str, offset: usize) -> Option<Trail> {
    let before = text.get(..offset)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let mut above = text.get(..start)?.lines();
    if above.next()?.trim_start_matches('\u{feff}').trim_end() != "---" {
        return None;
    }
    let line = before.get(start..)?;
    if line.trim_start().starts_with('#') || above.clone().any(|line| line.trim_end() == "---") {
        return None;
    }
    let mut depth = indent(line);
    let mut keys: Vec<String> = Vec::new();
    let above: Vec<&str> = above.filter(|line| !line.trim().is_empty()).collect();
    for line in above.into_iter().rev() {
        let own = indent(line);
        if own < depth
            && let Some((key, _)) = key_of(line)
        {
            keys.push(key);
            depth = own;
        }
    }
    keys.reverse();
    let Some((key, colon)) = key_of(line) else {
        let at = start + indent(line);
        let is_new = offset > at;
        if is_new {
            keys.push(line.trim().trim_matches(['"', '\'']).to_owned());
        }
        return Some(Trail {
            keys,
            part: if is_new {
                Part::Key { has_value: false }
            } else {
                Part::Gap
            },
            span: Span::new(at, offset),
        });
    };
    keys.push(key);
    let value = start + colon;
    let written = text.get(value..offset)?;
    let Some(flow) = written.find('{') else {
        let at = offset - written.trim_start().len();
        return Some(Trail {
            keys,
            part: Part::Value,
            span: Span::new(at, offset),
        });
    };
    // A mapping in braces is written as JSON5 is.
    let from = value + flow;
    let rest = text.get(from..)?;
    let rest = rest.split('\n').next().unwrap_or(rest);
    let sketch = Sketch::of(rest);
    let tree = Tree {
        text: rest,
        root: sketch.root,
        tokens: sketch.tokens,
        kind: FileKind::Policy,
    };
    let inner = Trail::to(&tree, offset - from)?;
    keys.extend(inner.keys);
    let (start, end) = (inner.span.start as usize + from, inner.span.end as usize + from);
    Some(Trail {
        keys,
        part: inner.part,
        span: Span::new(start, end),
    })
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The key of a line and where its colon ends.
fn key_of(line: &str) -> Option<(String, usize)> {
    let start = indent(line);
    let rest = line.get(start..)?;
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (key, end) = if let Some(quote) = quote {
        let close = rest.get(1..)?.find(quote)? + 1;
        (rest.get(1..close)?, close + 1)
    } else {
        let colon = rest.find(':')?;
        (rest.get(..colon)?.trim_end(), colon)
    };
    let behind = rest.get(end..)?;
    let colon = behind
        .find(':')
        .filter(|at| behind.get(..*at).is_some_and(|gap| gap.trim().is_empty()))?;
    Some((key.to_owned(), start + end + colon + 1))
}

#[cfg(test)]
mod tests {
    use super::super::testing::at_cursor;
    use super::*;

    #[test]
    fn half_typed_frontmatter_has_a_trail_too() {
        const NEW: Part = Part::Key { has_value: false };
        type Case = (&'static str, Option<(&'static [&'static str], Part)>);
        #[rustfmt::skip]
        let cases: &[Case] = &[
            ("---\npermission:\n  ba$0",                         Some((&["permission", "ba"], NEW))),
            ("---\npermission:\n  $0",                           Some((&["permission"], Part::Gap))),
            ("---\npermission:\n  bash:\n    'git *': a$0",      Some((&["permission", "bash", "git *"], Part::Value))),
            ("---\npermission:\n  bash:\n    'x': ask\n  $0",    Some((&["permission"], Part::Gap))),
            ("---\npermission:\n  bash: {'git *': $0",           Some((&["permission", "bash", "git *"], Part::Value))),
            ("---\npermission:\n  bash: {'gi$0",                 Some((&["permission", "bash", "gi"], NEW))),
            ("---\nname: x\n---\nbody $0",                       None),
            ("no fence\n $0",                                    None),
            ("---\n# comment $0",                                None),
        ];
        for (marked, expected) in cases {
            let (text, offset) = at_cursor(marked);
            let found = trail(&text, offset);
            let found = found.as_ref().map(|trail| (trail.names(), trail.part));
            let expected = expected.map(|(keys, part)| (keys.to_vec(), part));
            assert_eq!(found, expected, "{marked:?}");
        }
    }
}
