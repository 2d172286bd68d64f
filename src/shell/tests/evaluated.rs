//! Text that is code although it stands where text stands. A line is a command that runs `rm x`: the last
//! unit has to be that, or a floor has to say that what runs is not known.

use super::{Sentinel, Standing, all_hold, read, units};

/// Whether `rm x` is a unit of full standing, and the sentinels.
fn finds(text: &str) -> &'static str {
    let program = read(text);
    let found = program.units.iter().any(|unit| {
        unit.standing == Standing::Full
            && unit
                .words
                .iter()
                .map_while(super::Word::literal)
                .collect::<Vec<_>>()
                == ["rm", "x"]
    });
    let mut floors = program
        .floors
        .iter()
        .chain(program.units.iter().flat_map(|unit| &unit.floors));
    let sentinel = floors.next().map(|floor| floor.sentinel);
    match (found, sentinel) {
        (true, _) => "runs",
        (false, Some(Sentinel::OpaqueWrapper)) => "opaque",
        (false, Some(Sentinel::EnvironmentOverride)) => "environment",
        (false, Some(_)) => "floor",
        (false, None) => "nothing",
    }
}

#[test]
fn what_a_variable_of_numbers_takes_is_code() {
    all_hold(
        &[
            ("RANDOM='a[$(rm x)]'", "runs"),
            ("RANDOM='a[$(rm x)]' :", "runs"),
            ("x='a[$(rm x)]'; SRANDOM=x", "runs"),
            ("x='a[$(rm x)]'; SRANDOM=$x", "runs"),
            ("HISTCMD='a[$(rm x)]'", "runs"),
            ("OPTIND='a[`rm x`]'", "runs"),
            ("export OPTIND='a[$(rm x)]'", "runs"),
            ("read OPTIND <<< 'a[$(rm x)]'", "runs"),
            ("printf -v RANDOM %s 'a[$(rm x)]'", "runs"),
            ("for RANDOM in 'a[$(rm x)]'; do :; done", "runs"),
            (": ${RANDOM:='a[$(rm x)]'}", "runs"),
            (": ${OPTIND:=\"a[\\$(rm x)]\"}", "runs"),
            ("x='a[$(rm x)]'; OPTIND=1", "nothing"),
            ("x='a[$(rm x)]'; OPTARG=x", "nothing"),
        ],
        finds,
    );
}

#[test]
fn what_an_expansion_puts_in_the_place_of_a_value_is_code() {
    all_hold(
        &[
            (": ${y:='a[$(rm x)]'}; ((y))", "runs"),
            (": ${y='a[`rm x`]'}; ((y))", "runs"),
            ("y=${z:-'a[$(rm x)]'}; ((y))", "runs"),
            ("y=${z+a[\\$(rm x)]}; ((y))", "runs"),
            ("y=\"${z:-a[\\$(rm x)]}\"; ((y))", "runs"),
            ("y=${z:-\"a[\\$(rm x)]\"}; ((y))", "runs"),
            ("y=\"${z:-\"a[\\`rm x\\`]\"}\"; ((y))", "runs"),
            ("y=${z:-$'a[\\x24(rm x)]'}; ((y))", "runs"),
            ("y=${z/b/'a[$(rm x)]'}; ((y))", "runs"),
            ("y=${z:-'a[$(rm x)]'}; echo y", "nothing"),
            ("y=${z:-'rm x'}; ((y))", "nothing"),
        ],
        finds,
    );
}

#[test]
fn what_comes_of_an_empty_number_is_code() {
    all_hold(
        &[
            ("eval \"$! rm x\"", "opaque"),
            ("bash -c \"$!rm x\"", "opaque"),
            ("sh -c 'eval \"$RANDOM rm x\"'", "opaque"),
            ("eval \"$COLUMNS rm x\"", "opaque"),
            // Digits in front of a descriptor, in quotes or in braces are not what they are elsewhere.
            ("eval \"rm x $?>a; rm x\"", "runs"),
            ("eval \"echo '$?'; rm y\"", "opaque"),
            ("eval \"echo {1..$?}; rm y\"", "opaque"),
            ("bash -c \"cat <<'E'\n$?\nE\nrm y\"", "opaque"),
            ("y & eval \"echo $!; rm x\"", "runs"),
            ("eval \"echo $?; rm x\"", "runs"),
        ],
        finds,
    );
}

#[test]
fn a_prompt_that_is_expanded_is_code() {
    all_hold(
        &[
            ("x='$(rm x)'; echo \"${x@P}\"", "runs"),
            ("x='`rm x`'; echo ${x@P}", "runs"),
            ("a=('$(rm x)'); echo \"${a[@]@P}\"", "runs"),
            ("a=(b '$(rm x)'); echo \"${a[1]@P}\"", "runs"),
            ("a+=('$(rm x)'); echo \"${a[*]@P}\"", "runs"),
            ("a[0]='$(rm x)'; echo \"${a@P}\"", "runs"),
            ("set -- '$(rm x)'; echo \"${1@P}\"", "runs"),
            ("set -- '$(rm x)'; echo \"${@@P}\" \"${*@P}\"", "runs"),
            ("f() { echo \"${1@P}\"; }; f '$(rm x)'", "runs"),
            ("bash -c 'echo \"${1@P}\"' _ '$(rm x)'", "runs"),
            ("read y <<< '$(rm x)'; echo \"${y@P}\"", "runs"),
            ("read y <<'E'\n$(rm x)\nE\necho \"${y@P}\"", "runs"),
            (
                "echo '$(rm x)' | while read -r y; do echo \"${y@P}\"; done",
                "runs",
            ),
            ("for y in '$(rm x)'; do echo \"${y@P}\"; done", "runs"),
            ("x='$(rm x)'; y=x; echo \"${!y@P}\"", "runs"),
            ("x='$'; x+='(rm x)'; echo ${x@P}", "runs"),
            ("x='$'; y='(rm x)'; z=$x$y; echo ${z@P}", "runs"),
            ("x='${ rm x; }'; echo ${x@P}", "runs"),
            ("echo \"${y@P}\"", "opaque"),
            ("echo \"${PS1@P}\"", "opaque"),
            ("read y; echo \"${y@P}\"", "opaque"),
            ("x='\\u'; echo ${x@P}", "nothing"),
            ("x='$(rm x)'; echo \"${x@\\\nP}\"", "floor"),
            ("x='$(rm x)'; echo ${x@Q}", "nothing"),
            ("PS4='$(rm x)'; set -x; ls", "runs"),
            ("PS4+='`rm x`'; set -x; ls", "runs"),
            ("PS4='$(rm x)' bash -xc ls", "runs"),
            ("env PS4='$(rm x)' bash -xc ls", "runs"),
            ("read PS4 <<< '$(rm x)'; set -x; ls", "runs"),
            ("for PS4 in '$(rm x)'; do set -x; done", "runs"),
            ("PS4=$y; set -x; ls", "environment"),
            ("PS4='+ $LINENO '; set -x; ls", "nothing"),
        ],
        finds,
    );
}

#[test]
fn arithmetic_evaluates_the_values_of_names() {
    let takers = [
        "echo $((y))",
        "echo $[y+1]",
        "((y))",
        "let y",
        "[[ y -eq 1 ]]",
        "[[ $y -gt 1 ]]",
        "declare -i n=y",
        "declare -i n; n=y",
        "echo ${z:y}",
        "echo ${z:0:y}",
        "echo \"${@:y}\"",
        "echo ${z[y]}",
        "z[y]=1",
        "z=([y]=1)",
        "read 'z[y]'",
        "read -r z[y]",
        "unset 'z[y]'",
        "printf -v 'z[y]' 1",
        "wait -n -p 'z[y]'",
        "mapfile 'z[y]'",
        "getopts a 'z[y]'",
        "declare 'z[y]=1'",
        "export 'z[y]=1'",
        "test -v 'z[y]'",
        "[ -v z[y] ]",
        "[[ -v z[y] ]]",
        "for ((i=y;i<1;i++)); do :; done",
        "echo ${!y}",
        "declare -n r=y; echo $r",
        "w=y; echo $((w))",
        "f() { ((y)); }; f",
        "export y; bash -c '((y))'",
    ];
    for taker in takers {
        let text = format!("y='a[$(rm x)]'; {taker}");
        assert_eq!(finds(&text), "runs", "{text}");
        let text = format!("y=\"a[\\`rm x\\`]\"; {taker}");
        assert_eq!(finds(&text), "runs", "{text}");
    }
    all_hold(
        &[
            ("y='a[$(rm x)]' bash -c '((y))'", "runs"),
            ("env y='a[$(rm x)]' bash -c '((y))'", "runs"),
            ("y=$(echo 'a[$(rm x)]'); ((y))", "runs"),
            ("y=$(cat <<'E'\na[$(rm x)]\nE\n); ((y))", "runs"),
            ("set -- 'a[$(rm x)]'; (($1))", "runs"),
            ("y=('a[$(rm x)]'); ((y))", "runs"),
            ("printf -v y %s 'a[$(rm x)]'; ((y))", "runs"),
            ("select y in 'a[$(rm x)]'; do ((y)); done", "runs"),
            ("y='a[b[\\$(rm x)]]'; ((y))", "runs"),
            ("let 'a[b[\\$(rm x)]]'", "runs"),
            // Numbers evaluate nothing, and nobody takes what is only written.
            (
                "y='a[$(rm x)]'; echo $((1+2)) ${y:0:7} ${z[0]} \"${z[@]}\"",
                "nothing",
            ),
            ("echo 'use $(rm x)'; ((n++))", "nothing"),
            ("git commit -m 'use `rm x`'; ((n++))", "nothing"),
            ("n=$(awk '{print $(rm x)}' f); [ \"$n\" -gt 3 ]", "nothing"),
            ("read -p '`rm x`: ' y; ((y))", "nothing"),
            ("printf '%d' 'a[$(rm x)]'", "nothing"),
        ],
        finds,
    );
}

#[test]
fn operands_that_are_names_are_code() {
    all_hold(
        &[
            ("wait -p 'a[$(rm x)]' -n", "runs"),
            ("wait -np 'a[$(rm x)]'", "runs"),
            ("wait -p'a[$(rm x)]'", "runs"),
            ("printf -v'a[$(rm x)]' 1", "runs"),
            ("read -ra 'a[$(rm x)]'", "runs"),
            ("read -p y 'a[$(rm x)]'", "runs"),
            ("mapfile -t 'a[$(rm x)]'", "runs"),
            ("getopts a 'b[$(rm x)]'", "runs"),
            ("declare -i y='a[$(rm x)]'", "runs"),
            ("declare -n y='a[$(rm x)]'; echo $y", "runs"),
            ("declare -a 'y=([$(rm x)]=1)'", "runs"),
            ("readonly 'a[`rm x`]=1'", "runs"),
            ("export y='use `rm x`'", "nothing"),
            ("declare 'y=use `rm x`'", "nothing"),
        ],
        finds,
    );
}

#[test]
fn what_a_builtin_keeps_or_runs_is_code() {
    all_hold(
        &[
            ("compgen -C 'rm x'", "runs"),
            ("compgen -C'rm x' y", "runs"),
            ("compgen -W '$(rm x)'", "runs"),
            ("compgen -fW '`rm x`' -- y", "runs"),
            ("compgen -A file -W '$(rm x)'", "runs"),
            ("compgen -W \"$y\"", "opaque"),
            ("compgen -c rm", "nothing"),
            ("compgen -P '$(rm x)' -W y", "nothing"),
            ("complete -C 'rm x' y", "runs"),
            ("complete -W '$(rm x)' y", "runs"),
            ("history -s 'rm x'; fc -s", "runs"),
            ("history -s rm x", "runs"),
            ("fc -s", "opaque"),
            ("fc -e 'rm x'", "runs"),
            ("fc -e ed 1", "opaque"),
            ("fc", "opaque"),
            ("fc -l", "nothing"),
            ("bind -x '\"\\C-a\": rm x'", "runs"),
            ("bind -f y", "opaque"),
            ("bind -p", "nothing"),
            ("jobs -x rm x", "runs"),
            ("mapfile -tC 'rm x' a", "runs"),
            ("trap 'rm x' DEBUG", "runs"),
            ("trap -- 'rm x' EXIT ERR RETURN", "runs"),
            ("command_not_found_handle() { rm x; }; y", "runs"),
            ("PROMPT_COMMAND='rm x'", "runs"),
            ("BASH_ALIASES[ls]='rm x'; ls", "environment"),
            ("BASH_ALIASES=([ls]='rm x'); ls", "environment"),
            ("declare BASH_CMDS[ls]=/bin/rm; ls", "environment"),
            ("read BASH_ALIASES[ls] <<< rm", "environment"),
            ("printf -v 'BASH_CMDS[ls]' /bin/rm", "environment"),
            ("BASH_ENV=y bash -c ls", "environment"),
            ("enable -f ./y.so ls", "environment"),
            ("enable y", "environment"),
            ("enable -n echo", "nothing"),
            ("set -k; ls LD_PRELOAD=y", "environment"),
            ("set -eko pipefail; ls", "environment"),
            ("set -o keyword; ls", "environment"),
            ("shopt -so keyword; ls", "environment"),
            ("set -H; ls", "environment"),
            ("set -o history; ls", "environment"),
            ("set $y; ls", "environment"),
            ("set -- $y; ls", "nothing"),
            ("set -a; GIT_PAGER=y; git log", "environment"),
            ("set -a; A=1; set +a", "nothing"),
            ("bash -kc 'ls'", "opaque"),
        ],
        finds,
    );
}

#[test]
fn a_script_that_comes_from_elsewhere_is_not_known() {
    all_hold(
        &[
            (". /dev/stdin < f", "opaque"),
            (". /dev/fd/0 < f", "opaque"),
            (". //dev/./stdin < f", "opaque"),
            ("source /dev/fd/3 3< f", "opaque"),
            (". /proc/self/fd/0 < f", "opaque"),
            (". /dev/stdin <<< 'rm x'", "runs"),
            ("bash < f", "opaque"),
            ("bash -s < f", "opaque"),
            ("bash /dev/stdin < f", "opaque"),
            ("bash 3<<'E' <&3\nrm x\nE", "opaque"),
            ("bash 3<<'E'\nrm x\nE", "opaque"),
            ("bash 0<<'E'\nrm x\nE", "runs"),
            ("{ bash; } < f", "opaque"),
            ("while bash; do :; done < f", "opaque"),
            ("bash <<'E'\nexec < f\nls\nE", "opaque"),
            ("bash <<'E'\nexec 0<&3\nls\nE", "opaque"),
            ("bash <<'E'\nexec > f\nls\nE", "nothing"),
            ("exec < f; ls", "nothing"),
            ("exec < f; bash", "opaque"),
            ("bash f", "nothing"),
        ],
        finds,
    );
}

#[test]
fn a_function_stands_only_for_what_the_shell_itself_looks_up() {
    all_hold(
        &[
            ("rm() { :; }; rm x", "nothing"),
            ("rm() { :; }; trap 'rm x' EXIT", "nothing"),
            ("rm() { :; }; eval 'rm x'", "nothing"),
            ("rm() { :; }; command rm x", "runs"),
            ("rm() { :; }; builtin command rm x", "runs"),
            ("rm() { :; }; exec rm x", "runs"),
            ("rm() { :; }; env rm x", "runs"),
            ("rm() { :; }; nohup rm x", "runs"),
            ("rm() { :; }; bash -c 'rm x'", "runs"),
            ("rm() { :; }; bash <<< 'rm x'", "runs"),
            ("rm() { :; }; find . -exec rm x \\;", "runs"),
            ("rm() { :; }; unset -f rm; rm x", "runs"),
            ("rm() { :; }; unset rm; rm x", "runs"),
            ("rm() { :; }; 'unset' -f rm; rm x", "runs"),
            ("rm() { :; }; unset -f \"$y\"; rm x", "runs"),
            ("rm() { :; }; eval 'unset -f rm'; rm x", "runs"),
            ("rm() { :; }; trap 'unset -f rm' DEBUG; rm x", "runs"),
            ("rm() { :; }; for i in 1 2; do rm x; unset -f rm; done", "runs"),
            ("{ rm() { :; }; } | cat; rm x", "runs"),
            ("ls | rm() { :; }; rm x", "runs"),
            ("(rm() { :; }); rm x", "runs"),
            ("rm() { :; } & rm x", "runs"),
            ("false && rm() { :; }; rm x", "runs"),
            ("rm() { command rm x; }; rm", "runs"),
            ("rm() { :; }; unset y; rm x", "nothing"),
        ],
        finds,
    );
}

#[test]
fn what_evaluates_says_so_once() {
    assert_eq!(units("y='a[$(rm x)]'; echo $((y))"), ["echo $((y))", "rm x"]);
}
