//! What queries come to.

use super::of_query;
use crate::access::call::testing::House;
use crate::access::{ShellPointers, ToolPointers};
use serde_json::json;

#[test]
fn queries_are_calls_by_another_name() {
    let shell = ToolPointers {
        shell: Some(ShellPointers::of_fields("a/b", None)),
        ..ToolPointers::default()
    };
    let mut house = House::new().declaring("run", shell);
    house.known.mcp_servers = vec!["exa".to_owned()];
    for (surface, value, expected) in [
        (
            "read",
            "src/a.rs",
            &["Path path r [src/a.rs]", "Tool read r [src/a.rs]"][..],
        ),
        ("path", "src/a.rs", &["Path path rw [src/a.rs]"]),
        ("path_read", "src/a.rs", &["Path path r [src/a.rs]"]),
        ("path_write", "out/x", &["Path path w [out/x | ../../../etc/x]"]),
        ("skill", "tdd", &["Skill skill [tdd]"]),
        ("web", "x", &["Tool web [x]"]),
        ("mcp", "exa:search", &["Tool mcp [exa_search ~search]"]),
        ("mcp", "exa_search", &["Tool mcp [exa_search ~search]"]),
        ("mcp", "other:search", &["Tool mcp [other_search ~search]"]),
        ("mcp", "search", &["Tool mcp [search]"]),
        ("mcp", "exa", &["Tool mcp [exa]"]),
        ("mcp", "mcp_status", &["Tool mcp [mcp_status]"]),
        (
            "mcp__exa__search",
            "x",
            &["Tool mcp__exa__search [x]", "Tool mcp [exa_search ~search]"],
        ),
    ] {
        assert_eq!(house.query(surface, value), expected, "{surface} {value}");
    }
    assert_eq!(
        house.query("bash", "true"),
        house.call("bash", &json!({"command": "true"}))
    );
    assert_eq!(
        house.query("run", "true"),
        house.call("run", &json!({"a/b": "true"}))
    );
    let path = of_query("path_write", "x", &house.context());
    assert!(path.intents[0].path.as_ref().unwrap().gate_alone);
}
