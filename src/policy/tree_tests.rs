//! Whether trees say what their texts say, and where.

use super::*;
use proptest::prelude::*;

fn read(kind: FileKind, text: &str) -> Document<'_> {
    Document::parse("/config/file", kind, text)
}

#[test]
fn deep_texts_are_unreadable_and_nothing_overflows() {
    let nested = |open: &str, close: &str, depth: usize| {
        format!("{{\"x\": {}{}}}", open.repeat(depth), close.repeat(depth))
    };
    for (open, close) in [("[", "]"), ("{\"a\":", "")] {
        let fits = nested(open, close, 40);
        let deep = nested(open, close, 100_000);
        if open == "[" {
            assert!(read(FileKind::Policy, &fits).is_readable());
        }
        assert_eq!(read(FileKind::Policy, &deep).problems[0].code, code::TOO_LARGE);
    }
    let yaml = format!("---\na: {}{}\n---\n", "[".repeat(500), "]".repeat(500));
    assert!(!read(FileKind::Agent, &yaml).is_readable());
}

#[test]
fn every_place_is_the_text_it_came_from() {
    let text = "/* a */ {\u{a0}\"k\\u0041\" : [ 1 , -0x1F, .5 , 'it''s' ],}";
    // The string with a quote in it is no JSON5; this one is.
    let text = text.replace("'it''s'", "'it\\'s // no comment'");
    let root = json::parse(&text).unwrap();
    let member = &root.members()[0];
    assert_eq!(member.key, "kA");
    assert_eq!(member.key_span.of(&text), "\"k\\u0041\"");
    let Value::Array(items) = &member.value.value else {
        panic!("no array")
    };
    let places: Vec<&str> = items.iter().map(|item| item.span.of(&text)).collect();
    assert_eq!(places, ["1", "-0x1F", ".5", "'it\\'s // no comment'"]);
    assert_eq!(root.span.of(&text).chars().last(), Some('}'));
}

#[test]
fn errors_of_syntax_stand_where_they_are() {
    for (text, at) in [
        ("{\r\n  a: tru,\r\n}", "e"),
        ("{\u{2028}a: b}", "b"),
        ("{a: 1 b: 2}", "b"),
        ("{a: 'x\n'}", "\n"),
    ] {
        let document = read(FileKind::Policy, text);
        let span = document.problems[0].span.unwrap();
        let expected = if at == "e" {
            text.find(',').unwrap()
        } else {
            text.rfind(at).unwrap()
        };
        assert_eq!(span.start as usize, expected, "{text:?} {:?}", document.problems);
    }
}

/// A tree, written out with comments, odd blanks and both kinds of quotes.
fn text_of_tree() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        "[1-9][0-9]{0,2}",
        "'[a-z\u{e9} /*:,{}\"]{0,6}'",
        "\"[a-z\u{e9} /*:,{}']{0,6}\"",
        Just("\"a\\\"b\\\\\"".to_owned()),
    ];
    let key = prop_oneof!["[a-z$_]{1,4}", "\"[a-z :/*]{1,4}\"", Just("'\\u0061'".to_owned())];
    let gap = prop_oneof![
        Just(" "),
        Just(""),
        Just("/* , } */"),
        Just("// ' \"\n"),
        Just("\u{a0}\r\n"),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let member = (key.clone(), gap.clone(), inner.clone());
        prop_oneof![
            proptest::collection::vec((inner, gap.clone()), 0..4).prop_map(|items| {
                let items: Vec<String> = items
                    .iter()
                    .map(|(item, gap)| format!("{gap}{item}{gap}"))
                    .collect();
                format!("[{}]", items.join(","))
            }),
            proptest::collection::vec(member, 0..4).prop_map(|members| {
                let members: Vec<String> = members
                    .iter()
                    .map(|(key, gap, value)| format!("{gap}{key}{gap}:{gap}{value}{gap}"))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// Every value and key of `node` read by itself again, from its place alone.
fn holds(node: &Node<'_>, text: &str) -> bool {
    let again = json::parse(node.span.of(text)).is_ok_and(|again| same(&again.value, &node.value));
    let inside = match &node.value {
        Value::Array(items) => items.iter().all(|item| holds(item, text)),
        Value::Object(members) => members.iter().all(|member| {
            let key = format!("{{{}:0}}", member.key_span.of(text));
            json::parse(&key).is_ok_and(|read| read.members()[0].key == member.key)
                && holds(&member.value, text)
        }),
        _ => true,
    };
    again && inside
}

/// Equal but for places.
fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&a.value, &b.value))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|(a, b)| a.key == b.key && same(&a.value.value, &b.value.value))
        }
        (a, b) => a == b,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_scanner_keeps_step_with_the_reader(text in text_of_tree()) {
        let root = json::parse(&text);
        prop_assert!(root.is_ok(), "{root:?}");
        prop_assert!(holds(&root.unwrap(), &text), "{text}");
    }
}
