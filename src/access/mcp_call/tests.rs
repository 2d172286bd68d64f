//! What calls that reach an MCP server come to.

use crate::access::call::testing::House;
use serde_json::json;

#[test]
fn mcp_calls_go_by_target_and_their_path_is_a_path() {
    let mut house = House::new();
    house.known.mcp_servers = vec!["exa".to_owned()];
    for (input, expected) in [
        (
            json!({"server": "exa", "tool": "search"}),
            &["Tool mcp [exa_search ~search]"][..],
        ),
        (json!({"tool": "exa_search"}), &["Tool mcp [exa_search ~search]"]),
        (json!({"tool": "search"}), &["Tool mcp [search]"]),
        (json!({"server": "exa"}), &["Tool mcp [exa]"]),
        (json!({"connect": "exa"}), &["Tool mcp [exa]"]),
        (json!({"search": "q"}), &["Tool mcp [mcp_search]"]),
        (
            json!({"describe": "exa_search"}),
            &["Tool mcp [exa_search ~search]"],
        ),
        (json!({"action": "ui"}), &["Tool mcp [mcp_other]"]),
        (json!({}), &["Tool mcp [mcp_status]"]),
        // Two things at once are two things.
        (
            json!({"tool": "search", "connect": "exa"}),
            &["Tool mcp [search]", "Tool mcp [exa]"],
        ),
        (
            json!({"server": "exa", "tool": "t", "arguments": {"path": "x"}}),
            &["Path path rw [x]", "Tool mcp [exa_t ~t]"],
        ),
        (
            json!({"server": "exa", "tool": "t", "args": "{\"path\": \"x\"}"}),
            &["Path path rw [x]", "Tool mcp [exa_t ~t]"],
        ),
        (
            json!({"server": "exa", "tool": "t", "args": {"path": "x"}, "arguments": {"path": "y"}}),
            &["Path path rw [y]", "Path path rw [x]", "Tool mcp [exa_t ~t]"],
        ),
        (
            json!({"server": "exa", "tool": "move_file", "args": {"source": "x", "destination": "y"}}),
            &[
                "Path path rw [x]",
                "Path path rw [y]",
                "Tool mcp [exa_move_file ~move_file]",
            ],
        ),
        // What can't be read is asked about.
        (
            json!({"server": "exa", "tool": "t", "args": "{"}),
            &["Tool mcp [exa_t ~t] ask"],
        ),
        (
            json!({"server": "exa", "tool": "t", "args": [1]}),
            &["Tool mcp [exa_t ~t] ask"],
        ),
        (json!({"server": 5, "tool": "t"}), &["Tool mcp [t] ask"]),
        (json!({"tool": ["t"]}), &["Tool mcp [mcp_status] ask"]),
    ] {
        assert_eq!(house.call("mcp", &input), expected, "{input}");
    }
    assert_eq!(
        house.call("mcp__exa__search", &json!({"query": "q", "path": "x"})),
        [
            "Path path rw [x]",
            "Tool mcp__exa__search [-]",
            "Tool mcp [exa_search ~search]"
        ]
    );
    assert_eq!(
        house.call("mcp__exa", &json!({"query": "q"})),
        ["Tool mcp__exa [q]"]
    );
}
