//! Which commands a text runs.

use super::{all_hold, read, units};

#[test]
fn every_command_that_could_run_is_a_unit() {
    all_hold(
        &[
            // Lists and pipelines.
            ("ls", &["ls"][..]),
            ("ls -la; rm x", &["ls -la", "rm x"]),
            ("ls\nrm x\n", &["ls", "rm x"]),
            ("ls && rm x || touch y", &["ls", "rm x", "touch y"]),
            ("ls | rm x |& cat y", &["ls", "rm x", "cat y"]),
            ("ls & rm x &", &["ls", "rm x"]),
            ("! rm x", &["rm x"]),
            ("! ! rm x", &["rm x"]),
            ("ls &&\n\n rm x", &["ls", "rm x"]),
            ("", &[]),
            ("# rm x", &[]),
            ("ls # rm x\nrm y", &["ls", "rm y"]),
            ("true # note \\\nrm x", &["? true", "rm x"]),
            ("echo a#b; rm x", &["echo a#b", "rm x"]),
            ("echo \"\"#c; rm x", &["echo \"\"#c", "rm x"]),
            ("(ls)#c; rm x", &["ls"]),
            // Compound commands.
            ("(ls; (rm x))", &["ls", "rm x"]),
            ("{ ls; rm x; }", &["ls", "rm x"]),
            ("{ (ls) }", &["ls"]),
            (
                "if a; then b; elif c; then d; else e; fi",
                &["a", "b", "c", "d", "e"],
            ),
            ("if (a) then b; fi", &["a", "b"]),
            ("while a; do b; done", &["a", "b"]),
            ("until a\ndo b\ndone", &["a", "b"]),
            ("for i in a b; do rm \"$i\"; done", &["rm \"$i\""]),
            ("for i do rm x; done", &["rm x"]),
            ("for i; do rm x; done", &["rm x"]),
            ("for i in a\ndo rm x; done", &["rm x"]),
            ("for i in a; { rm x; }", &["rm x"]),
            ("for ((i=$(rm x)0;i<1;i++)); do :; done", &["rm x", "? :"]),
            ("for ((;;)) { rm x; }", &["rm x"]),
            ("select i in a b; do rm x; break; done", &["rm x", "? break"]),
            (
                "case a in a) rm x ;; (b|c) ls;& *) cat y;;& d) ;; esac",
                &["rm x", "ls", "cat y"],
            ),
            ("case a in esac; rm x", &["rm x"]),
            ("case $(a) in $(b)) c;; esac", &["a", "b", "c"]),
            ("case a in a) case b in b) rm x;; esac;; esac", &["rm x"]),
            ("[[ -f $(rm x) ]]", &["rm x", "? [[ -f $(rm x) ]]"]),
            ("[[ a =~ ^(a|b)$ ]] && rm x", &["rm x"]),
            ("[[ a =~ [[:space:]]*(x) ]]; rm x", &["rm x"]),
            ("[[ ( a == b || -n c ) && ! d < e ]]; rm x", &["rm x"]),
            ("(( $(rm x) + 1 )) || ls", &["rm x", "ls"]),
            ("((a) && (b))", &["a", "b"]),
            // Prefixes.
            ("time rm x", &["rm x"]),
            ("time -p rm x", &["rm x"]),
            ("time -p -- rm x", &["rm x"]),
            ("time { rm x; }", &["rm x"]),
            ("time ! rm x | ls", &["rm x", "ls"]),
            ("coproc rm x", &["rm x"]),
            ("coproc W { rm x; }; wait", &["rm x", "? wait"]),
            ("coproc { rm x; }", &["rm x"]),
            ("coproc W (rm x)", &["rm x"]),
            ("coproc while a; do rm x; done", &["a", "rm x"]),
            // Functions.
            ("f() { rm x; }", &["rm x"]),
            ("f() { rm x; }; f a", &["rm x", "? f a"]),
            ("function f { rm x; }; f", &["rm x", "? f"]),
            ("function f() (rm x)", &["rm x"]),
            ("f ()\n{\n rm x\n}\nf", &["rm x", "? f"]),
            ("f() if a; then rm x; fi", &["a", "rm x"]),
            ("f() [[ -f $(rm x) ]]", &["rm x", "? [[ -f $(rm x) ]]"]),
            ("f() ( rm x ) >y", &["rm x"]),
            ("(f() { rm x; }); f", &["rm x", "f"]),
            ("a && f() { rm x; }; f", &["a", "rm x", "f"]),
            ("f() { f; }; f", &["? f", "? f"]),
            // Aliases and traps.
            (
                "alias r='rm -rf'; r x",
                &["alias r='rm -rf'", "rm -rf", "r x", "rm -rf x"],
            ),
            ("alias 'r=rm y'", &["alias 'r=rm y'", "rm y"]),
            ("trap 'rm x' EXIT", &["trap 'rm x' EXIT", "rm x"]),
            (
                "trap -- 'rm x; ls' INT TERM",
                &["trap -- 'rm x; ls' INT TERM", "rm x", "ls"],
            ),
            (
                "trap - EXIT; trap '' INT; trap",
                &["trap - EXIT", "trap '' INT", "trap"],
            ),
            ("trap \"$x\" EXIT", &["trap \"$x\" EXIT !opaque"]),
            (
                "mapfile -C 'rm x' -c 1 a <b",
                &[
                    "mapfile -C 'rm x' -c 1 a",
                    "rm x \"$MAPFILE_INDEX\" \"$MAPFILE_LINE\"",
                ],
            ),
            ("PS4='$(rm x)'; set -x; ls", &["? set -x", "ls", "rm x"]),
            ("PROMPT_COMMAND='rm x'", &["rm x", "!environment"]),
        ],
        units,
    );
}

#[test]
fn substitutions_run_wherever_they_stand() {
    all_hold(
        &[
            ("echo $(rm x)", &["echo $(rm x)", "rm x"][..]),
            ("echo \"a $(rm x) b\"", &["echo \"a $(rm x) b\"", "rm x"]),
            ("echo `rm x`", &["echo `rm x`", "rm x"]),
            ("echo \"`rm x`\"", &["echo \"`rm x`\"", "rm x"]),
            (
                "echo `echo \\`rm x\\``",
                &["echo `echo \\`rm x\\``", "echo `rm x`", "rm x"],
            ),
            ("echo \"it's $(rm x)\"", &["echo \"it's $(rm x)\"", "rm x"]),
            (
                "echo '$(rm x)' \\$(ls",
                &["echo '$(rm x)' \\$", "ls", "!unparseable"],
            ),
            ("echo \"\\`rm x\\`\"", &["echo \"\\`rm x\\`\""]),
            (
                "echo $(cat $(rm x))",
                &["echo $(cat $(rm x))", "cat $(rm x)", "rm x"],
            ),
            ("echo ${x:-$(rm x)}", &["echo ${x:-$(rm x)}", "rm x"]),
            (
                "echo \"${x:-\"$(rm x)\"}\"",
                &["echo \"${x:-\"$(rm x)\"}\"", "rm x"],
            ),
            (
                "echo ${x%%$(rm x)} ${x/$(a)/`b`}",
                &["echo ${x%%$(rm x)} ${x/$(a)/`b`}", "rm x", "a", "b"],
            ),
            ("echo ${x:$(rm x):1}", &["echo ${x:$(rm x):1}", "rm x"]),
            ("echo ${x[$(rm x)]}", &["echo ${x[$(rm x)]}", "rm x"]),
            (
                "echo ${x:-'$(ls)'} \"${x:-'$(rm x)'}\"",
                &["echo ${x:-'$(ls)'} \"${x:-'$(rm x)'}\"", "rm x"],
            ),
            ("echo ${ rm x; }", &["echo ${ rm x; }", "rm x"]),
            (
                "echo \"${ rm x; }\" ${| rm y; }z",
                &["echo \"${ rm x; }\" ${| rm y; }z", "rm x", "rm y"],
            ),
            ("echo $(( $(rm x) + 1 ))", &["echo $(( $(rm x) + 1 ))", "rm x"]),
            ("echo $[ $(rm x) ]", &["echo $[ $(rm x) ]", "rm x"]),
            ("echo <(rm x) >(rm y)", &["echo <(rm x) >(rm y)", "rm x", "rm y"]),
            ("ls > >(rm x)", &["ls", "rm x"]),
            ("ls > $(rm x)", &["ls", "rm x"]),
            ("ls 2>&1 >`rm x`", &["ls", "rm x"]),
            ("cat <<< $(rm x)", &["cat", "rm x"]),
            ("X=$(rm x)", &["rm x"]),
            ("X=$(rm x) make", &["make", "rm x"]),
            ("a=( $(rm x) )", &["rm x"]),
            ("a+=(b [$(rm x)]=c)", &["rm x"]),
            ("a[$(rm x)]=1", &["rm x"]),
            ("export X=$(rm x)", &["? export X=$(rm x)", "rm x"]),
            (
                "f() { local y=$(rm x); }; f",
                &["? local y=$(rm x)", "rm x", "? f"],
            ),
            ("for i in $(rm x); do :; done", &["rm x", "? :"]),
            ("$(echo rm) x", &["$(echo rm) x !dynamic", "echo rm"]),
            ("ls !(a|$(rm x))", &["ls !(a|$(rm x))", "rm x"]),
            (
                "echo $((echo a); (rm x))",
                &["echo $((echo a); (rm x))", "echo a", "rm x", "!unparseable"],
            ),
            (
                "echo $(case a in a) rm x;; esac)",
                &["echo $(case a in a) rm x;; esac)", "rm x"],
            ),
            ("echo $(# c )\nrm x\n)", &["echo $(# c )\nrm x\n)", "rm x"]),
        ],
        units,
    );
}

#[test]
fn heredocs_are_read_where_they_stand() {
    all_hold(
        &[
            ("cat <<'EOF'\n$(rm x)\nEOF\nls", &["? cat", "ls"][..]),
            (
                "cat <<EOF\n$(rm x) `rm y` \\$(a) \\`b\\`\nEOF",
                &["cat", "rm x", "rm y"],
            ),
            ("cat <<EOF\nrm x\nEOF", &["? cat"]),
            ("cat <<\"EOF\"\n$(rm x)\nEOF", &["? cat"]),
            ("cat <<E\\OF\n$(rm x)\nEOF", &["? cat"]),
            ("cat <<-EOF\n\ta\n\tEOF\nrm x", &["? cat", "rm x"]),
            ("cat <<'EOF'\nEOF \nrm x\nEOF", &["? cat"]),
            ("cat <<EOF && rm x\na\nEOF", &["? cat", "rm x"]),
            ("cat <<EOF; rm x\na\nEOF\nls", &["? cat", "rm x", "ls"]),
            ("cat <<EOF 2>&1 | rm x\na\nEOF", &["cat", "rm x"]),
            (
                "git commit -F - <<'M' 2>&1 | rm x\nm\nM",
                &["git commit -F -", "rm x"],
            ),
            ("cat <<A <<B\na $(a)\nA\n$(rm x)\nB", &["cat", "a", "rm x"]),
            ("cat <<A; cat <<B\na\nA\nb\nB\nrm x", &["? cat", "? cat", "rm x"]),
            (
                "echo $(cat <<EOF\n$(rm x)\nEOF\n)",
                &["echo $(cat <<EOF\n$(rm x)\nEOF\n)", "cat", "rm x"],
            ),
            ("if cat <<EOF\na\nEOF\nthen rm x; fi", &["? cat", "rm x"]),
            ("cat <<EOF\na\\\nEOF\nEOF\nrm x", &["? cat", "rm x"]),
            ("cat <<'EOF'\na\\\nEOF\nrm x", &["? cat", "rm x"]),
            ("{ cat; rm x; } <<EOF\n$(ls)\nEOF", &["ls", "cat", "rm x"]),
            ("cat <<EOF\nit's \"$(rm x)\"\nEOF", &["cat", "rm x"]),
            ("cat <<''\nrm x\n\nls", &["? cat", "ls"]),
        ],
        units,
    );
}

#[test]
fn quoted_text_that_bash_evaluates_is_code() {
    all_hold(
        &[
            ("let 'a[$(rm x)]=1'", &["let 'a[$(rm x)]=1'", "rm x"][..]),
            ("declare 'a[$(rm x)]=1'", &["? declare 'a[$(rm x)]=1'", "rm x"]),
            ("read 'a[$(rm x)]'", &["read 'a[$(rm x)]'", "rm x"]),
            ("printf -v 'a[`rm x`]' 1", &["printf -v 'a[`rm x`]' 1", "rm x"]),
            ("[[ -v 'a[$(rm x)]' ]]", &["rm x"]),
            ("[[ 'a[$(rm x)]' -eq 1 ]]", &["rm x"]),
            ("[[ '$(rm x)' == 1 ]]", &[]),
            ("test -v 'a[$(rm x)]'", &["? test -v 'a[$(rm x)]'", "rm x"]),
            ("x='a[$(rm x)]'; echo $((x))", &["echo $((x))", "rm x"]),
            ("x='$(rm x)'; echo ${x@P}", &["echo ${x@P}", "rm x"]),
            ("x='$(rm x)'; echo $x", &["echo $x"]),
            ("unset 'a[$(rm x)]'", &["? unset 'a[$(rm x)]'", "rm x"]),
        ],
        units,
    );
}

#[test]
fn the_text_of_a_unit_leaves_out_redirections_and_leading_assignments() {
    all_hold(
        &[
            ("A=1 B=2 rm x", "rm x"),
            ("> out rm x", "rm x"),
            ("rm >a x <b y", "rm x y"),
            ("rm x 2>&1 >o", "rm x"),
            ("rm \\\n  -rf x", "rm   -rf x"),
            ("  rm   x  ", "rm   x"),
            ("'rm' \"x y\"", "'rm' \"x y\""),
            ("A=1 >o", ">o"),
        ],
        |text| read(text).units[0].text.clone(),
    );
}

#[test]
fn what_a_wrapper_runs_follows_it() {
    all_hold(
        &[
            ("bash -c 'rm x; ls'", &["~ bash -c 'rm x; ls'", "rm x", "ls"][..]),
            ("eval 'rm x' ls", &["~ eval 'rm x' ls", "rm x ls"]),
            ("eval \"$x\"", &["eval \"$x\" !opaque"]),
            (
                "timeout 5 nice rm x",
                &["~ timeout 5 nice rm x", "~ nice rm x", "rm x"],
            ),
            ("bash <<'E'\nrm x\nE", &["~ bash", "rm x"]),
            ("bash <<< 'rm x'", &["~ bash", "rm x"]),
            ("{ bash; } <<'E'\nrm x\nE", &["~ bash", "rm x"]),
            (
                "bash -c \"bash -c 'rm x'\"",
                &["~ bash -c \"bash -c 'rm x'\"", "~ bash -c 'rm x'", "rm x"],
            ),
            ("x=y; eval \"rm $x\"", &["~ eval \"rm $x\"", "rm y"]),
            ("command cd a && ls", &["~ command cd a", "cd a", "ls"]),
        ],
        units,
    );
}

#[test]
fn a_unit_says_where_it_runs() {
    for (text, expected) in [
        ("rm x", &[][..]),
        ("echo $(rm x)", &["inside $( ) of echo"]),
        ("f() { rm x; }", &["body of f"]),
        (
            "bash -c 'echo `rm x`'",
            &["run by bash", "inside backquotes of echo"],
        ),
        ("diff <(rm x) y", &["inside <( ) of diff"]),
        ("trap 'rm x' EXIT", &["run by a trap"]),
        ("X=$(rm x)", &["inside $( ) of an assignment"]),
    ] {
        let program = read(text);
        let unit = program.units.iter().find(|unit| unit.text == "rm x").unwrap();
        let context: Vec<&str> = unit.context.iter().map(|context| context.text.as_str()).collect();
        assert_eq!(context, expected, "{text:?}");
    }
}

#[test]
fn spans_are_those_of_the_command_that_was_handed_in() {
    for text in [
        "ls; rm x",
        "echo $(rm x)",
        "A=1 rm x >y",
        "if a; then rm x; fi",
        "cat <<E\n$(rm x)\nE",
        "f() { rm x; }",
    ] {
        let program = read(text);
        let unit = program.units.iter().find(|unit| unit.text == "rm x").unwrap();
        assert_eq!(&text[unit.span.start..unit.span.end], "rm x", "{text:?}");
    }
}
