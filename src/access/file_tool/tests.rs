//! What calls of the file tools come to.

use crate::access::call::of_call;
use crate::access::call::testing::{House, P};
use serde_json::json;

#[test]
fn file_tools_go_by_path_in_two_gates() {
    let house = House::new();
    for (tool, input, expected) in [
        (
            "read",
            json!({"path": "src/a.rs"}),
            &["Path path r [src/a.rs]", "Tool read r [src/a.rs]"][..],
        ),
        (
            "write",
            json!({"path": "new", "content": "x"}),
            &["Path path w [new]", "Tool write w [new]"],
        ),
        (
            "edit",
            json!({"path": "src/a.rs", "edits": [{"oldText": "a", "newText": "b"}]}),
            &["Path path w [src/a.rs]", "Tool edit w [src/a.rs]"],
        ),
        (
            "edit",
            json!({"file_path": "src/a.rs"}),
            &["Path path w [src/a.rs]", "Tool edit w [src/a.rs]"],
        ),
        (
            "edit",
            json!({"path": "x", "edits": [{"path": "y"}]}),
            &[
                "Path path w [x]",
                "Path path w [y]",
                "Tool edit w [x]",
                "Tool edit w [y]",
            ],
        ),
        (
            "read",
            json!({"path": ["x", "y"]}),
            &[
                "Path path r [x]",
                "Path path r [y]",
                "Tool read r [x]",
                "Tool read r [y]",
            ],
        ),
        ("ls", json!({}), &["Path path r [.]", "Tool ls r [.]"]),
        ("ls", json!(null), &["Path path r [.]", "Tool ls r [.]"]),
        (
            "grep",
            json!({"pattern": "x"}),
            &["Path path r [.] descends", "Tool grep r [.] descends"],
        ),
        (
            "grep",
            json!({"pattern": "x", "path": "src/a.rs"}),
            &["Path path r [src/a.rs]", "Tool grep r [src/a.rs]"],
        ),
        (
            "find",
            json!({"path": "secrets"}),
            &["Path path r [secrets] descends", "Tool find r [secrets] descends"],
        ),
        (
            "read",
            json!({"path": "out/passwd"}),
            &[
                "Path path r [out/passwd | ../../../etc/passwd]",
                "Tool read r [out/passwd | ../../../etc/passwd]",
            ],
        ),
        // Malformed: never an allow by accident.
        ("read", json!({}), &["Tool read r [-] ask"]),
        ("read", json!({"path": null}), &["Tool read r [-] ask"]),
        ("read", json!("src/a.rs"), &["Tool read r [-] ask"]),
        ("read", json!({"path": {"x": 1}}), &["Tool read r [-] ask"]),
        (
            "read",
            json!({"path": ["x", true]}),
            &["Path path r [x]", "Tool read r [x]", "Tool read r [-] ask"],
        ),
        ("ls", json!({"path": false}), &["Tool ls r [-] ask"]),
        (
            "read",
            json!({"path": 7}),
            &["Path path r [7]", "Tool read r [7]"],
        ),
        (
            "read",
            json!({"path": ""}),
            &["Path path r [.] ask", "Tool read r [.] ask"],
        ),
        (
            "read",
            json!({"path": "/proc/1/mem"}),
            &[
                "Path path r [../../../proc/1/mem] ask",
                "Tool read r [../../../proc/1/mem] ask",
            ],
        ),
    ] {
        assert_eq!(house.call(tool, &input), expected, "{tool} {input}");
    }
}

#[test]
fn what_the_grep_tool_leaves_out_is_known() {
    let house = House::new();
    for (tool, glob, expected) in [
        ("grep", "!secrets/**", &["secrets/**"][..]),
        ("grep", "*.rs", &[]),
        ("find", "!secrets/**", &[]),
    ] {
        let access = of_call(tool, &json!({"pattern": "x", "glob": glob}), &house.context());
        let descent = access.intents[0].path.as_ref().unwrap().descent.as_ref().unwrap();
        assert_eq!(descent.excludes, expected, "{tool} {glob}");
        assert!(!descent.skips_hidden);
        assert_eq!(descent.roots, [P]);
    }
}
