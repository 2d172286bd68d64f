//! What calls of tools that nobody here knows come to.

use crate::access::ToolPointers;
use crate::access::call::testing::House;
use serde_json::json;

#[test]
fn any_other_tool_goes_by_its_value_and_every_path_is_a_path() {
    let house = House::new();
    for (tool, input, expected) in [
        ("web_search", json!({"query": "x"}), &["Tool web_search [x]"][..]),
        (
            "webfetch",
            json!({"url": "https://a.example"}),
            &["Tool webfetch [https://a.example]"],
        ),
        ("x", json!({"name": "n"}), &["Tool x [n]"]),
        // Without exactly one of them there is no value.
        ("x", json!({}), &["Tool x [-]"]),
        ("x", json!(null), &["Tool x [-]"]),
        ("x", json!({"query": 7}), &["Tool x [-]"]),
        ("x", json!({"query": "q", "url": "u"}), &["Tool x [-]"]),
        (
            "x",
            json!({"path": "new", "query": "q"}),
            &["Path path rw [new]", "Tool x [-]"],
        ),
        (
            "x",
            json!({"path": "new"}),
            &["Path path rw [new]", "Tool x [/home/u/proj/new]"],
        ),
        (
            "x",
            json!({"path": ["new", "b"]}),
            &["Path path rw [new]", "Path path rw [b]", "Tool x [-]"],
        ),
        (
            "x",
            json!({"path": "src"}),
            &["Path path rw [src] descends?", "Tool x [/home/u/proj/src]"],
        ),
        // A detour earns nothing by how it begins.
        (
            "x",
            json!({"path": "src/../../x"}),
            &["Path path rw [../x]", "Tool x [/home/u/x ~src/../../x]"],
        ),
        (
            "x",
            json!({"path": "out/passwd"}),
            &[
                "Path path rw [out/passwd | ../../../etc/passwd]",
                "Tool x [/home/u/proj/out/passwd | /etc/passwd]",
            ],
        ),
        ("x", json!({"path": {"a": 1}}), &["Tool x [-] ask"]),
        // A working folder of its own may or may not be what the path is relative to.
        (
            "x",
            json!({"path": "passwd", "cwd": "/etc", "name": "n"}),
            &["Path path rw [passwd | ../../../etc/passwd]", "Tool x [-]"],
        ),
        (
            "move",
            json!({"from": "a", "to": "b"}),
            &["Path path rw [a]", "Path path rw [b]", "Tool move [-]"],
        ),
        (
            "apply_patch",
            json!({"input": "*** Add File: a\n+x"}),
            &["Path path rw [a]", "Tool apply_patch [-]"],
        ),
        (
            "apply_patch",
            json!({"input": "what"}),
            &["Tool apply_patch [-] ask"],
        ),
    ] {
        assert_eq!(house.call(tool, &input), expected, "{tool} {input}");
    }
}

#[test]
fn declarations_say_where_paths_and_values_are() {
    let pointers = |paths: &[&str], value: Option<&str>| ToolPointers {
        paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        value: value.map(str::to_owned),
        ..ToolPointers::default()
    };
    for (access, input, expected) in [
        (
            pointers(&["/a"], None),
            json!({"a": "x"}),
            &["Path path rw [x]", "Tool t [-]"][..],
        ),
        (
            pointers(&["/a", "/b/0"], None),
            json!({"a": "x", "b": ["y"]}),
            &["Path path rw [x]", "Path path rw [y]", "Tool t [-]"],
        ),
        (
            pointers(&["/a"], None),
            json!({"a": ["x", "y"]}),
            &["Path path rw [x]", "Path path rw [y]", "Tool t [-]"],
        ),
        (
            pointers(&["/a~1b"], None),
            json!({"a/b": "x"}),
            &["Path path rw [x]", "Tool t [-]"],
        ),
        // What is declared does not take away what is seen.
        (
            pointers(&["/a"], None),
            json!({"a": "x", "path": "y"}),
            &["Path path rw [y]", "Path path rw [x]", "Tool t [/home/u/proj/y]"],
        ),
        (
            pointers(&[], Some("/v")),
            json!({"v": "x", "query": "q"}),
            &["Tool t [x]"],
        ),
        (pointers(&[], Some("/v")), json!({"v": 5}), &["Tool t [5]"]),
        // A pointer that finds nothing.
        (pointers(&["/a"], None), json!({}), &["Tool t [-] ask"]),
        (pointers(&["/a"], None), json!({"a": null}), &["Tool t [-] ask"]),
        (pointers(&["a"], None), json!({"a": "x"}), &["Tool t [-] ask"]),
        (pointers(&["/a"], None), json!({"a": {}}), &["Tool t [-] ask"]),
        (
            pointers(&[], Some("/v")),
            json!({"query": "q"}),
            &["Tool t [-] ask"],
        ),
        (
            pointers(&[], Some("/v")),
            json!({"v": ["x"]}),
            &["Tool t [-] ask"],
        ),
        // Remote paths are none of ours.
        (
            ToolPointers {
                remote: true,
                ..pointers(&["/a"], None)
            },
            json!({"path": "/etc/passwd", "a": "x"}),
            &["Tool t [/etc/passwd]"],
        ),
    ] {
        let house = House::new().declaring("t", access);
        assert_eq!(house.call("t", &input), expected, "{input}");
    }
}
