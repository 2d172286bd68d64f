//! What else a path may be taken for.

use crate::access::path::tests::{P, files, texts, with_context};
use crate::access::path::{Writer, spell_here};
use crate::decision::Direction;

#[test]
fn likely_readings_tighten() {
    with_context(&files(), P, |ctx| {
        for (typed, expected) in [
            ("@.env", &["/home/u/proj/.env", ".env"][..]),
            ("@~/x", &["/home/u/x", "../x"]),
            ("file:///etc/pass%77d", &["/etc/passwd", "../../../etc/passwd"]),
            (
                "FILE://localhost/etc/passwd",
                &["/etc/passwd", "../../../etc/passwd"],
            ),
            ("a\u{a0}b", &["/home/u/proj/a b", "a b"]),
            ("e\u{301}", &["/home/u/proj/\u{e9}", "\u{e9}"]),
            ("~/x", &["/home/u/proj/~/x", "~/x"]),
            ("~bob/x", &["/home/bob/x", "../../bob/x"]),
            (
                "@pub/key",
                &[
                    "/home/u/proj/pub/key",
                    "pub/key",
                    "/home/u/proj/secrets/key",
                    "secrets/key",
                ],
            ),
            ("plain", &[]),
            ("file://other/etc/passwd", &[]),
            ("a@b", &[]),
        ] {
            let spelled = spell_here(typed, Writer::Tool, Direction::Read, ctx);
            let found: Vec<&str> = spelled
                .groups
                .iter()
                .flat_map(|group| texts(&group.tightening))
                .collect();
            for text in expected {
                assert!(found.contains(text), "{typed}: {text} in {found:?}");
            }
            assert_eq!(found.is_empty(), expected.is_empty(), "{typed}: {found:?}");
            // A word of a command is what it says.
            let word = spell_here(typed, Writer::Shell, Direction::Read, ctx);
            assert!(
                word.groups.iter().all(|group| group.tightening.is_empty()),
                "{typed}"
            );
        }
    });
}

#[test]
fn where_case_is_ignored_lower_case_tightens() {
    let files = files().ignoring_case();
    with_context(&files, P, |ctx| {
        for writer in [Writer::Tool, Writer::Shell] {
            let spelled = spell_here("Secrets/KEY", writer, Direction::Read, ctx);
            let found: Vec<&str> = spelled
                .groups
                .iter()
                .flat_map(|group| texts(&group.tightening))
                .collect();
            assert!(found.contains(&"secrets/key"), "{found:?}");
        }
    });
}
