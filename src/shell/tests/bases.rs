//! In which folder the last unit runs.

use super::{Word, all_hold, base, read};
use crate::shell::Unit;

#[test]
fn a_change_of_folder_holds_in_its_scope() {
    all_hold(
        &[
            ("ls", "."),
            ("cd a && ls", "a"),
            ("cd a; ls", "a?"),
            ("cd a || exit; ls", "a"),
            ("cd a || exit 1\nls", "a"),
            ("cd a || return; ls", "a"),
            ("cd a || { echo no; exit 1; }; ls", "a"),
            ("cd a || echo no; ls", "a?"),
            ("cd a && cd b && ls", "a/b"),
            ("cd a && make; ls", "a?"),
            ("cd -- a && ls", "a"),
            ("cd -P a && ls", "a"),
            ("cd && ls", "<home>"),
            ("cd - && ls", "unknown"),
            ("cd $x && ls", "<any>"),
            ("cd \"$HOME/a\" && ls", "<home>'/a'"),
            ("pushd a && ls", "a"),
            ("pushd a && make && popd && ls", "unknown"),
            ("(cd a); ls", "."),
            ("(cd a && ls)", "a"),
            ("cd a | ls", "."),
            ("cd a & ls", "."),
            ("echo $(cd a && ls)", "a"),
            ("{ cd a; } && ls", "a"),
            ("! cd a && ls", "."),
            ("if cd a; then ls; fi", "a"),
            ("if cd a; then b; else ls; fi", "."),
            ("if true; then cd a; fi; ls", "a?"),
            ("if true; then cd a; else cd c; fi && ls", "[a c]"),
            ("false && cd a; ls", "."),
            ("true && cd a && ls", "a"),
            ("while b; do cd a; done; ls", "unknown"),
            ("for d in a b; do (cd $d && make); done; ls", "."),
            ("for d in a b; do cd $d && ls; done", "unknown/{a|b}"),
            ("while cd a; do break; done; ls", "unknown"),
            ("f() { cd a; }; f; ls", "unknown"),
            ("f() { ls; }; cd a && f", "a"),
            ("git -C a status && ls", "."),
            ("env -C a ls", "a"),
            ("mkdir a && cd a && ls", "a*"),
            ("ls && cd a && ls", "a"),
            ("echo x > a && cd a && ls", "a*"),
            ("eval cd a && ls", "a"),
            ("command cd a && ls", "a"),
            ("bash -c 'cd a && ls'", "a"),
            ("bash -c 'cd a' && ls", "."),
        ],
        |text| {
            let program = read(text);
            base(&program, program.units.last().unwrap().base)
        },
    );
}

/// Text that is evaluated runs in the folder of what evaluates it; where that may come at any time, in any folder
/// that the command stands in.
#[test]
fn evaluated_text_runs_where_it_is_evaluated() {
    all_hold(
        &[
            ("cd d && [[ 'a[$(rm x)]' -eq 1 ]]", "d"),
            ("cd d && let 'a[$(rm x)]'", "d"),
            ("y='a[$(rm x)]'; ((y))", "."),
            ("y='a[$(rm x)]'; cd d; ((y))", "[. d d?]"),
            ("y='a[$(rm x)]'; cd d && ((y))", "[. d d?]"),
            ("cd d; y='a[$(rm x)]'; echo $((y))", "[. d d?]"),
            ("y='$(rm x)'; cd d; echo \"${y@P}\"", "[. d d?]"),
            ("PS4='$(rm x)'; cd d && set -x", "[. d d?]"),
            ("y='a[$(rm x)]'; cd -; ((y))", "unknown"),
        ],
        |text| {
            let program = read(text);
            let runs = |unit: &&Unit| {
                let words: Option<Vec<String>> = unit.words.iter().map(Word::literal).collect();
                words.is_some_and(|words| words == ["rm", "x"])
            };
            let unit = program.units.iter().find(runs);
            unit.map_or_else(|| "nothing".to_owned(), |unit| base(&program, unit.base))
        },
    );
}

#[test]
fn bases_come_after_what_they_are_made_of() {
    let program = read("cd a; cd b && c || d; if e; then cd f; else cd g; fi; (cd h; i); cd j || exit; k");
    for (id, base) in program.bases.iter().enumerate().skip(1) {
        assert!(base.parent.is_some_and(|parent| parent < id));
        if let super::BaseStep::OneOf(bases) = &base.step {
            assert!(bases.iter().all(|other| *other < id));
        }
    }
}
