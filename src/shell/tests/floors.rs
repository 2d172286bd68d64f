//! What could not be established.

use super::{Sentinel, all_hold, read, units};

#[test]
fn what_bash_would_not_read_is_unparseable_and_the_rest_is_still_seen() {
    all_hold(
        &[
            ("rm x; echo \"hello", "rm x"),
            ("rm x; echo 'hello", "rm x"),
            ("rm x; ls $(cat", "rm x"),
            ("rm x )", "rm x"),
            ("&& rm x", "rm x"),
            ("; rm x", "rm x"),
            ("rm x ;; ls", "rm x"),
            ("if a; then rm x", "rm x"),
            ("rm x; fi", "rm x"),
            ("rm x; done; ls", "rm x"),
            ("{ rm x", "rm x"),
            ("(rm x", "rm x"),
            ("while a; do rm x", "rm x"),
            ("case a in a) rm x", "rm x"),
            ("f() rm x", "rm x"),
            ("rm x |", "rm x"),
            ("rm x >", "rm x"),
            ("rm x && ", "rm x"),
            ("ls | | rm x", "rm x"),
            ("echo ${} ; rm x", "rm x"),
            ("echo ${x ; rm x }", "echo ${x ; rm x }"),
            ("cat <<E\nrm x", ""),
            ("a=(b; rm x", ""),
            ("[[ a && rm x", ""),
            ("rm x; echo `ls", "rm x"),
            ("f(a) { rm x; }", "rm x"),
            ("for a-b in c; do rm x; done", "rm x"),
            ("in rm; rm x", "rm x"),
            ("cat <<E $(a\nrm x\n)\nb\nE", "rm x"),
        ]
        .map(|(text, expected)| (text, (true, expected.to_owned()))),
        |text| {
            let program = read(text);
            let floored = program
                .floors
                .iter()
                .any(|floor| floor.sentinel == Sentinel::Unparseable);
            let units = &program.units;
            let exact = units.iter().find(|unit| unit.text == "rm x");
            let seen = exact.or_else(|| units.iter().find(|unit| unit.text.contains("rm x")));
            (
                floored,
                seen.map(|unit| unit.text.as_str().to_owned()).unwrap_or_default(),
            )
        },
    );
}

/// Whether the text as a whole could not be read.
fn is_unparseable(text: &str) -> bool {
    let floors = read(text).floors;
    floors.iter().any(|floor| floor.sentinel == Sentinel::Unparseable)
}

#[test]
fn what_only_bash_knows_is_unparseable_where_sh_reads_it() {
    all_hold(
        &[
            ("sh -c 'm $\"a\"'", true),
            ("sh -c 'm $[1+2]'", true),
            ("sh -c 'm {fd}>a'", true),
            ("sh -c \"m \\$'a'\"", true),
            ("sh -c '((x))'", true),
            ("sh -c 'm \"a\" $((1+2)) 3>a'", false),
            ("bash -c 'm $\"a\" $[1+2] {fd}>a'", false),
        ],
        is_unparseable,
    );
}

#[test]
fn a_separator_that_bash_leaves_out_behind_a_heredoc_is_unparseable() {
    all_hold(
        &[
            // In a substitution that bash writes down again, `m 1; n` behind a heredoc runs as `m 1 n`.
            ("x=$(cat <<E\na\nE\nm 1; n)", true),
            ("x=$(cat <<'E'\na\nE\nm 1 | o; n)", true),
            ("export x+=$(cat <<E\na\nE\nm 1 && o;\nn)", true),
            ("echo \"${x:-$(cat <<E\na\nE\nm 1; n)}\"", true),
            ("a=($(cat <<E\na\nE\nm 1; n))", true),
            ("[[ -n <(cat <<E\na\nE\nm 1; n) ]]", true),
            ("tee >(cat <<E\na\nE\nm 1; n)", true),
            ("x=$(cat <<E; m 1; n\na\nE\n)", true),
            ("x=$(cat <<E | m 1; n\na\nE\n)", true),
            ("x=$(cat <<E & m 1; n\na\nE\n)", true),
            ("x=$(if cat <<E; then m 1; n; fi\na\nE\n)", true),
            ("x=$(if cat <<E\na\nE\nthen m 1; n; fi)", true),
            ("x=$(for i in a; do cat <<E\na\nE\nm 1; n; done)", true),
            ("x=$(y=$(cat <<E\na\nE\nm 1; n))", true),
            // One command behind it, another line, no heredoc before, no substitution, or one that is run as it is.
            ("x=$(cat <<E\na\nE\n)", false),
            ("x=$(cat <<E\na\nE\nm 1)", false),
            ("x=$(cat <<E\na\nE\nm 1;\n)", false),
            ("x=$(cat <<E\na\nE\nm 1\nn)", false),
            ("x=$(cat <<E; m 1\na\nE\n)", false),
            ("x=$(m 1; n; cat <<E\na\nE\n)", false),
            ("x=$(cat <<E\na\nE\n); m 1; n", false),
            ("x=$(y=$(cat <<E\na\nE\n); m 1; n)", false),
            ("x=$(m 1; n); cat <<E\na\nE\nm 1; n", false),
            ("(cat <<E\na\nE\nm 1; n)", false),
            ("x=`cat <<E\na\nE\nm 1; n`", false),
        ],
        is_unparseable,
    );
}

#[test]
fn arithmetic_whose_parentheses_bash_counts_otherwise_is_unparseable() {
    all_hold(
        &[
            ("echo $(( $(case x in x) m;; esac) + 1 ))", true),
            ("echo $(( $(case x in (x) m;; esac) + 1 ))", true),
            ("echo \"$(( ${x%)} ))\"", true),
            ("echo $(( ${x#(} ))", true),
            ("echo $(( `m # )\n` ))", true),
            ("echo $(( $(m) + (1 * 2) ))", false),
            ("echo $(( $(m '(x)' \"(y)\") ))", false),
            ("echo $(( $( (m) ) ))", false),
        ],
        is_unparseable,
    );
}

#[test]
fn a_line_continuation_that_splits_more_than_a_plain_word_is_unparseable() {
    all_hold(
        &[
            ("x\\\n=a", true),
            ("x\\\ny=a", true),
            ("x\\\n+=a", true),
            ("x+\\\n=a", true),
            ("x\\\n[1]=a", true),
            ("x[1]\\\n=a", true),
            ("x[1]\\\n+=a", true),
            ("x\\\n=a m", true),
            ("export x\\\n=a", true),
            ("echo $x\\\ny", true),
            ("echo \"$x\\\ny\"", true),
            ("cat <<E\n$x\\\ny\nE", true),
            ("echo ${x\\\n:=a}", true),
            ("echo ${x:\\\n=a}", true),
            ("echo ${x@\\\nP}", true),
            ("echo ${x@P\\\n}", true),
            ("echo ${x[\\\n@]}", true),
            ("echo ${x[@\\\n]}", true),
            ("echo $(\\\n(x=1))", true),
            ("echo $((x\\\n=1))", true),
            ("m 2\\\n>a", true),
            ("m {fd\\\n}>a", true),
            ("m {fd}\\\n>a", true),
            // In between, or inside a plain word.
            ("m \\\n a", false),
            ("m a\\\nb", false),
            ("m a\\\n >b", false),
            ("m --a=b\\\nc", false),
            ("x=a\\\nb", false),
            ("echo $x\\\n", false),
            ("echo $x\\\n a", false),
            ("echo ${x:-a\\\nb}", false),
            ("echo $((1 + \\\n 2))", false),
            ("echo $( \\\n(m) )", false),
        ],
        is_unparseable,
    );
}

#[test]
fn a_command_word_that_is_not_known_is_dynamic() {
    all_hold(
        &[
            ("$x a", true),
            ("\"$x\" a", true),
            ("$(a) b", true),
            ("`a` b", true),
            ("./a* b", true),
            ("~u/a b", true),
            ("a$x b", true),
            ("x=ls; $x", true),
            ("$HOME/../$x", true),
            ("~/a b", false),
            ("$HOME/a b", false),
            ("\"$HOME/a\" b", false),
            ("${HOME}/a b", false),
            ("~ b", true),
            ("$HOMEx b", true),
            ("./a b", false),
            ("a $x", false),
            ("'a' b", false),
            ("\\a b", false),
        ],
        |text| {
            let program = read(text);
            let unit = program.units.first();
            unit.is_some_and(|unit| {
                unit.floors
                    .iter()
                    .any(|floor| floor.sentinel == Sentinel::DynamicCommand)
            })
        },
    );
}

#[test]
fn what_zsh_reads_differently_is_unparseable() {
    all_hold(
        &[
            ("ls -la && rm x", false),
            ("echo \"$x\" ${y}", false),
            ("cargo test 2>&1 | tail -40", false),
            ("ls 2>/dev/null >&2 <&-", false),
            ("ls >1", false),
            ("cat <1-9>", true),
            ("ls >>|x", true),
            ("=ls", true),
            ("echo $x[1]", true),
            ("echo $x:h", true),
            ("echo ${(e)x}", true),
            ("echo *(.)", true),
            ("repeat 3 rm x", true),
            ("noglob rm x", true),
            ("ls; - rm x", true),
            ("ls &! rm x", true),
            ("ls >!x", true),
            ("echo <1-9>", true),
            ("echo $~x", true),
            ("if true { rm x }", true),
            ("for x (a b) rm $x", true),
            ("foreach x (a b); rm $x; end", true),
            ("{ ls } always { rm x }", true),
            ("alias -g x=y", true),
        ],
        |script| {
            let program = read(&format!("zsh -c '{script}'"));
            program
                .floors
                .iter()
                .any(|floor| floor.sentinel == Sentinel::Unparseable)
        },
    );
}

#[test]
fn what_sh_may_read_differently_is_unparseable() {
    all_hold(
        &[
            ("ls -la && rm x", false),
            ("echo \"$x\" $(ls) `ls`", false),
            ("echo $((1 + 1))", false),
            ("[ -f x ] || rm x", false),
            ("if true; then ls; fi 2>&1", false),
            ("((rm x))", true),
            ("[[ a || rm x ]]", true),
            ("if [[ -f x ]]; then ls; fi", true),
            ("ls; eval \"((rm x))\"", true),
            ("echo $\\''a'\\''", true),
        ],
        |script| {
            ["sh -c", "dash -c", "env sh -ec", "flock f -c"]
                .iter()
                .all(|shell| {
                    let program = read(&format!("{shell} '{}'", script.replace("\\'", "'\\''")));
                    program
                        .floors
                        .iter()
                        .any(|floor| floor.sentinel == Sentinel::Unparseable)
                })
        },
    );
}

#[test]
fn assignments_that_bend_what_runs_floor() {
    all_hold(
        &[
            ("LD_PRELOAD=x ls", &["ls !environment"][..]),
            ("LD_PRELOAD=x; ls", &["ls", "!environment"]),
            (
                "export LD_PRELOAD=x; ls",
                &["export LD_PRELOAD=x !environment", "ls"],
            ),
            (
                "export 'LD_PRELOAD=x'; ls",
                &["export 'LD_PRELOAD=x' !environment", "ls"],
            ),
            (
                "declare -x LD_PRELOAD=x",
                &["declare -x LD_PRELOAD=x !environment"],
            ),
            ("read LD_PRELOAD", &["read LD_PRELOAD !environment"]),
            ("printf -v LD_PRELOAD x", &["printf -v LD_PRELOAD x !environment"]),
            ("for LD_PRELOAD in x; do ls; done", &["ls", "!environment"]),
            (
                "echo ${LD_PRELOAD:=x}",
                &["echo ${LD_PRELOAD:=x}", "!environment"],
            ),
            ("export NODE_ENV=test; ls", &["? export NODE_ENV=test", "ls"]),
            ("A=1 ls", &["ls"]),
            ("PATH=$PATH:/usr/local/go/bin ls", &["ls"]),
            ("PATH+=:/usr/local/go/bin; ls", &["ls"]),
        ],
        units,
    );
}

#[test]
fn commands_that_only_decide_are_quiet() {
    all_hold(
        &[
            ("true", true),
            ("[ -f x ]", true),
            ("test -f x", true),
            ("exit 1", true),
            ("set -euo pipefail", true),
            ("set -ex", true),
            ("set -- a", false),
            ("set -o posix", false),
            ("set", false),
            ("export A=1", true),
            ("export A", true),
            ("export -f f", false),
            ("export $x", false),
            ("unset A", true),
            ("local A=1 B", true),
            ("declare -i A=1", true),
            ("readonly A=1", true),
            ("cat <<'E'\na\nE", true),
            ("cat - <<E\na\nE", true),
            ("cat <<E\n$x\nE", false),
            ("cat <<E >f\na\nE", false),
            ("cat x", false),
            ("cd x", false),
            ("echo x", false),
        ],
        |text| read(text).units[0].standing == super::Standing::Quiet,
    );
}

/// bash 5.2 writes such a substitution down once more before it runs it, and loses separators.
#[test]
fn a_heredoc_inside_arithmetic_is_unparseable() {
    all_hold(
        &[
            ("echo $(( $(cat <<E\n1\nE\n) ))", true),
            ("(( $(cat <<E\n1\nE\n) ))", true),
            ("echo $(cat <<E\n1\nE\n)", false),
            ("cat <<E\n$((1))\nE", false),
        ],
        |text| units(text).contains(&"!unparseable".to_owned()),
    );
}
