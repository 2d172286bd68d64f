//! Skills, unknown tools, whose word on a tool counts.

use super::testing::House;
use super::{ToolPointers, of_call};
use crate::access::ShellPointers;
use serde_json::json;

#[test]
fn skills_are_known_by_name_and_by_file() {
    let house = House::new();
    for (tool, input, expected) in [
        ("skill", json!({"name": "tdd"}), &["Skill skill [tdd]"][..]),
        ("skill", json!({"skill": "tdd"}), &["Skill skill [tdd]"]),
        ("skill", json!({}), &["Skill skill [-] ask"]),
        ("skill", json!({"name": 5}), &["Skill skill [-] ask"]),
        (
            "read",
            json!({"path": "skills/tdd/SKILL.md"}),
            &[
                "Skill skill [tdd]",
                "Path path r [skills/tdd/SKILL.md]",
                "Tool read r [skills/tdd/SKILL.md]",
            ],
        ),
        (
            "read",
            json!({"path": "linked.md"}),
            &[
                "Skill skill [tdd]",
                "Path path r [linked.md | skills/tdd/SKILL.md]",
                "Tool read r [linked.md | skills/tdd/SKILL.md]",
            ],
        ),
        (
            "x",
            json!({"path": "skills/tdd/SKILL.md", "query": "q"}),
            &[
                "Skill skill [tdd]",
                "Path path rw [skills/tdd/SKILL.md]",
                "Tool x [-]",
            ],
        ),
        (
            "read",
            json!({"path": "skills/tdd/other.md"}),
            &[
                "Path path r [skills/tdd/other.md]",
                "Tool read r [skills/tdd/other.md]",
            ],
        ),
    ] {
        assert_eq!(house.call(tool, &input), expected, "{tool} {input}");
    }
    let likely = house.call("read", &json!({"path": "@skills/tdd/SKILL.md"}));
    assert!(
        likely.contains(&"Skill skill [tdd] quiet".to_owned()),
        "{likely:?}"
    );
}

#[test]
fn a_tool_outside_the_list_is_unknown() {
    let mut house = House::new();
    assert!(!of_call("x", &json!({}), &house.context()).unknown_tool);
    house.known.tools = Some(vec!["read".to_owned()]);
    assert!(of_call("x", &json!({}), &house.context()).unknown_tool);
    assert!(!of_call("read", &json!({"path": "x"}), &house.context()).unknown_tool);
}

#[test]
fn the_policy_s_word_on_a_tool_wins() {
    let remote = ToolPointers {
        remote: true,
        ..ToolPointers::default()
    };
    let mut house = House::new()
        .declaring("t", remote.clone())
        .declaring("run", remote);
    house
        .declarations
        .tool_access
        .insert("t".to_owned(), ToolPointers::default());
    house
        .declarations
        .shell_tools
        .insert("run".to_owned(), ShellPointers::of_fields("c", None));
    assert_eq!(
        house.call("t", &json!({"path": "x"})),
        ["Path path rw [x]", "Tool t [/home/u/proj/x]"]
    );
    assert!(
        house
            .call("run", &json!({"c": "true", "path": "x"}))
            .contains(&"Path path rw [x]".to_owned())
    );
}
