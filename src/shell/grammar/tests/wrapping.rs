//! Command → how it stands to what it runs, its floors and what that is.

use std::fmt::Write as _;

use crate::shell::grammar::testing::{show, words};
use crate::shell::grammar::{Command, Declared, Entered, Inner, Place, analyze, is_proven_reader};
use crate::shell::{Redirect, RedirectOp, RedirectTarget, Sentinel, Span, Words, WrapperClass};

/// `class [floors] | inner | inner`, or `-` for an ordinary program.
fn ran(text: &str, piped: bool) -> String {
    let mut all = words(text);
    let mut redirects = Vec::new();
    // `<<< word` at the end is a here-string, `< file` an input redirect.
    let body = all
        .iter()
        .position(|word| show(word) == "<<<" || show(word) == "<");
    if let Some(at) = body {
        let rest = all.split_off(at);
        let (op, target) = if show(&rest[0]) == "<" {
            (RedirectOp::Read, RedirectTarget::File(rest[1].clone()))
        } else {
            (RedirectOp::Here, RedirectTarget::Body(rest[1].clone()))
        };
        redirects.push(Redirect {
            op,
            target,
            stdin: true,
            span: Span::default(),
            base: 0,
        });
    }
    let mut declared = Declared {
        cwd: "/home/u/proj".to_owned(),
        ..Declared::default()
    };
    declared.wrappers.insert("mywrap".to_owned(), 0);
    declared.wrappers.insert("inenv".to_owned(), 1);
    let all = Words::from(all);
    let command = Command {
        words: &all,
        assignments: &[],
        redirects: &redirects,
        piped,
        appends: false,
        span: Span::default(),
        place: Place {
            cwd: "/home/u/proj",
            moved: false,
            source: text,
        },
    };
    let Some(wrapping) = analyze(&command, &declared) else {
        return "-".to_owned();
    };
    let class = match wrapping.class {
        WrapperClass::Transparent => "transparent",
        WrapperClass::Feeding => "feeding",
        WrapperClass::Raising => "raising",
        WrapperClass::Opaque => "opaque",
        WrapperClass::Runner => "runner",
    };
    let mut line = class.to_owned();
    for floor in wrapping.floors.iter().chain(&wrapping.unless_readers) {
        let name = match floor.sentinel {
            Sentinel::OpaqueWrapper => "opaque",
            Sentinel::IndirectionWrapper => "indirect",
            Sentinel::EnvironmentOverride => "environment",
            Sentinel::Unparseable => "unparseable",
            Sentinel::DynamicCommand => "dynamic",
        };
        write!(line, " !{name}({})", floor.released_by.join(",")).unwrap();
    }
    match &wrapping.folder {
        Some(Entered::Folder(folder)) => write!(line, " in {}", show(folder)).unwrap(),
        Some(Entered::Unknown) => line.push_str(" in ◌"),
        None => {}
    }
    for inner in &wrapping.inner {
        let text = match inner {
            Inner::Words { words } => words.iter().map(show).collect::<Vec<_>>().join(" "),
            Inner::Rest { start } => all[*start..].iter().map(show).collect::<Vec<_>>().join(" "),
            Inner::Reread { start, .. } => format!(
                "`{}`",
                all[*start..].iter().map(show).collect::<Vec<_>>().join(" ")
            ),
            Inner::Script { text, .. } => format!("`{}`", show(text)),
            Inner::StdinScript { text, .. } => format!("<`{}`", show(text)),
        };
        write!(line, " | {text}").unwrap();
    }
    if wrapping.appends {
        line.push_str(" …");
    }
    line
}

fn hold(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(text, wanted)| {
            let found = ran(text, false);
            (found != *wanted).then(|| format!("{text}\n  wanted {wanted}\n  found  {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn transparent_wrappers_are_what_they_run() {
    hold(&[
        ("env FOO=1 rm x", "transparent | rm x"),
        ("env -u FOO rm x", "transparent | rm x"),
        ("env -i A=1 B=2 rm x", "transparent | rm x"),
        ("env -S 'rm x'", "transparent | rm x"),
        ("env --split-string='rm x'", "transparent | rm x"),
        ("env -S 'A=1 rm' x", "transparent | rm x"),
        ("env -S '-i rm x'", "transparent | rm x"),
        ("env -C sub rm x", "transparent in sub | rm x"),
        ("env --chdir=sub rm x", "transparent in sub | rm x"),
        (
            "env /bin/sh -c 'echo probe'",
            "transparent | /bin/sh -c echo probe",
        ),
        ("env - A=1 rm x", "transparent | rm x"),
        ("env", "-"),
        ("env --version", "-"),
        ("timeout 5 rm x", "transparent | rm x"),
        ("timeout -s KILL 5 rm x", "transparent | rm x"),
        ("timeout -k 2 5s rm -rf out", "transparent | rm -rf out"),
        (
            "timeout --signal=KILL --kill-after 3 5 rm x",
            "transparent | rm x",
        ),
        ("timeout --sig KILL 5 rm x", "transparent | rm x"),
        ("timeout --foreground 5 sudo rm x", "transparent | sudo rm x"),
        ("time rm x", "transparent | rm x"),
        ("time -p rm x", "transparent | rm x"),
        ("nohup rm x", "transparent | rm x"),
        ("nice rm x", "transparent | rm x"),
        ("nice -n 10 rm x", "transparent | rm x"),
        ("nice -n10 rm x", "transparent | rm x"),
        ("nice -5 rm x", "transparent | rm x"),
        ("ionice -c 2 -n 7 rm x", "transparent | rm x"),
        ("ionice -c2 -n7 rm x", "transparent | rm x"),
        ("ionice -p 12", "-"),
        ("chrt -f 10 rm x", "transparent | rm x"),
        ("taskset -c 0-3 rm x", "transparent | rm x"),
        ("taskset 0x1 rm x", "transparent | rm x"),
        ("taskset -p 12", "-"),
        ("setsid -w rm x", "transparent | rm x"),
        ("stdbuf -oL -e 0 rm x", "transparent | rm x"),
        ("flock /tmp/l rm -rf out", "transparent | rm -rf out"),
        ("flock -n /tmp/l -c 'rm x'", "transparent | `rm x`"),
        ("flock -w 5 9", "-"),
        ("command rm x", "transparent | rm x"),
        ("command -p rm x", "transparent | rm x"),
        ("command -v rm", "-"),
        ("command -V rm", "-"),
        ("builtin cd x", "transparent | cd x"),
        ("exec rm x", "transparent | rm x"),
        ("exec -a name rm x", "transparent | rm x"),
        ("exec", "-"),
        ("/usr/bin/env rm x", "transparent | rm x"),
        ("mywrap git add -A", "transparent | git add -A"),
        ("inenv prod git push", "transparent | git push"),
    ]);
}

#[test]
fn an_option_that_is_not_known_is_opaque() {
    hold(&[
        ("env --weird rm x", "opaque !opaque()"),
        ("timeout --frob 5 rm x", "opaque !opaque()"),
        ("nice -Z rm x", "opaque !opaque()"),
        ("sudo --frob rm x", "opaque !opaque()"),
        ("xargs --frob rm", "opaque !opaque()"),
        ("bash --frob -c 'rm x'", "opaque !opaque()"),
        ("bash --rcfile x -c 'rm x'", "opaque !opaque()"),
        ("timeout $T rm x", "opaque !opaque()"),
        ("nice -n $N rm x", "opaque !opaque()"),
        ("env -S \"$X\"", "opaque !opaque()"),
        ("mywrap -v git add", "opaque !opaque()"),
        ("git --frob status", "opaque !opaque()"),
    ]);
    assert_eq!(ran("timeout \"$T\" rm x", false), "transparent | rm x");
}

#[test]
fn shells_run_their_payload() {
    hold(&[
        ("bash -c 'rm x'", "transparent | `rm x`"),
        ("sh -c \"ls; rm x\"", "transparent | `ls; rm x`"),
        ("/bin/bash -c 'rm x'", "transparent | `rm x`"),
        ("bash -lc 'rm x'", "transparent | `rm x`"),
        ("bash -ec 'true; rm x'", "transparent | `true; rm x`"),
        ("bash -euo pipefail -c 'rm x'", "transparent | `rm x`"),
        ("bash -o pipefail -c 'rm x'", "transparent | `rm x`"),
        ("bash -c -e 'rm x'", "transparent | `rm x`"),
        ("bash +e -c 'rm x' _ a", "transparent | `rm x`"),
        ("bash --norc --noprofile -c 'rm x'", "transparent | `rm x`"),
        ("zsh -c 'rm x'", "transparent | `rm x`"),
        ("dash -c 'rm x'", "transparent | `rm x`"),
        ("bash -c \"cd $HOME\"", "transparent | `cd $HOME`"),
        ("bash -c \"$X\"", "opaque !opaque()"),
        ("bash -c \"rm $X\"", "opaque !opaque()"),
        ("bash -c", "opaque !opaque()"),
        ("bash", "opaque !opaque()"),
        ("bash -s", "opaque !opaque()"),
        ("bash --version", "-"),
        ("bash ./build.sh", "-"),
        ("bash -x scripts/ci.sh a b", "-"),
        ("bash \"$X\"", "opaque !opaque()"),
        ("bash /dev/stdin", "opaque !opaque()"),
        ("bash -s <<< 'rm x'", "transparent | <`rm x`"),
        ("bash <<< \"$X\"", "opaque !opaque()"),
        ("bash < build.sh", "opaque !opaque()"),
        ("bash -s < build.sh", "opaque !opaque()"),
        ("bash /dev/fd/3", "opaque !opaque()"),
        ("bash //dev/./stdin", "opaque !opaque()"),
        ("bash -k -c ls", "opaque !opaque()"),
        ("bash -o keyword -c ls", "opaque !opaque()"),
        ("bash -O dotglob -c ls", "opaque !opaque()"),
        ("bash -O extglob -c ls", "transparent | `ls`"),
        (". /dev/stdin < f", "opaque !opaque()"),
        (". /proc/self/fd/5", "opaque !opaque()"),
        ("bash < $X", "opaque !opaque()"),
        ("eval rm x", "transparent | `rm x`"),
        ("eval \"rm -rf out\"", "transparent | `rm -rf out`"),
        ("eval \"$CMD\"", "opaque !opaque()"),
        ("source .env", "-"),
        (". ./env.sh", "-"),
        ("source \"$X\"", "opaque !opaque()"),
        ("source /dev/stdin", "opaque !opaque()"),
    ]);
    assert_eq!(ran("sh", true), "opaque !opaque()");
    assert_eq!(ran("bash < build.sh", true), "opaque !opaque()");
}

#[test]
fn feeding_wrappers_ask_unless_named_or_reading() {
    hold(&[
        ("xargs rm", "feeding !indirect(xargs) | rm …"),
        ("xargs -0 -n1 rm -f", "feeding !indirect(xargs) | rm -f …"),
        ("xargs -I {} -P 4 rm {}", "feeding !indirect(xargs) | rm ◌"),
        ("xargs -I% sh -c 'rm %'", "feeding !indirect(xargs) | sh -c rm ◌"),
        ("xargs -i rm {}", "feeding !indirect(xargs) | rm ◌"),
        ("xargs -d '\\n' -r rm", "feeding !indirect(xargs) | rm …"),
        ("xargs", "feeding | echo …"),
        ("find . -name '*.tmp'", "-"),
        ("find . -name rm", "-"),
        ("find . -type f -exec rm {} \\;", "feeding !indirect(find) | rm ◌"),
        (
            "find . -type f -execdir rm {} ';'",
            "feeding !indirect(find) in ◌ | rm ◌",
        ),
        (
            "find . -exec echo {} + -exec rm {} +",
            "feeding !indirect(find) | echo ◌ | rm ◌",
        ),
        ("find . -ok rm {} \\;", "feeding !indirect(find) | rm ◌"),
        ("find . -exec rm {}", "feeding !opaque() !indirect(find)"),
        (
            "find . -exec sh -c 'rm \"$1\"' _ {} \\;",
            "feeding !indirect(find) | sh -c rm \"$1\" _ ◌",
        ),
        ("fd -e log -x rm", "feeding !indirect(fd) | rm …"),
        ("fd -e log -X rm {}", "feeding !indirect(fd) | rm ◌"),
        ("fd foo", "-"),
        ("watch -n 1 rm x", "feeding !indirect(watch) | `rm x`"),
        ("watch -x rm x", "feeding !indirect(watch) | rm x"),
        ("parallel rm ::: a b", "feeding !indirect(parallel) | `rm`"),
        (
            "parallel 'ls; rm {}' ::: a b",
            "feeding !indirect(parallel) | `ls; rm {}`",
        ),
        (
            "parallel -j4 ::: 'rm x' 'ls'",
            "feeding !indirect(parallel) | `rm x` | `ls`",
        ),
        ("parallel", "opaque !opaque()"),
        ("strace -f -o out rm x", "feeding !indirect(strace) | rm x"),
        (
            "script -q -c 'rm x' /dev/null",
            "feeding !indirect(script) | `rm x`",
        ),
        ("busybox rm x", "feeding !indirect(busybox) | rm x"),
        ("rg --pre ./x.sh TODO src", "feeding !indirect(rg) | `./x.sh`"),
        ("rg TODO src", "-"),
        ("tar xf a.tar", "-"),
        ("tar -I zstd -xf a.tar.zst", "-"),
        ("tar -I 'zstd -19 -T0' -cf a.tar.zst d", "-"),
        ("tar -I ./x -xf a.tar", "feeding !indirect(tar) | `./x`"),
        ("tar xf a.tar --to-command='sh'", "feeding !indirect(tar) | `sh`"),
        (
            "tar cf x.tar src --checkpoint=1 --checkpoint-action=exec=sh",
            "feeding !indirect(tar) | `sh`",
        ),
        ("tar cf x.tar src --checkpoint=1 --checkpoint-action=dot", "-"),
        ("sort --compress-program=gzip a", "-"),
        ("sort --compress-program=./x a", "feeding !indirect(sort) | `./x`"),
        ("split --filter='rm x' a", "feeding !indirect(split) | `rm x`"),
        ("man -P ./x ls", "feeding !indirect(man) | `./x`"),
        ("rsync -e 'ssh -p 22' a h:b", "-"),
    ]);
}

#[test]
fn git_runs_what_its_settings_name() {
    hold(&[
        ("git status", "-"),
        ("git -C sub log", "-"),
        ("git -c user.name=x commit -m y", "-"),
        ("git -c core.pager=cat log", "-"),
        ("git --no-pager -c color.ui=always diff", "-"),
        (
            "git -c core.fsmonitor=./hook.sh status",
            "feeding !indirect(git) | `./hook.sh`",
        ),
        (
            "git -c core.pager='less; rm x' log",
            "feeding !indirect(git) | `less; rm x`",
        ),
        ("git -c core.hooksPath=/tmp/h commit", "feeding !opaque()"),
        (
            "git -c alias.x='!rm -rf .' x",
            "feeding !indirect(git) | `rm -rf .`",
        ),
        (
            "git -c alias.x='push --force' x origin",
            "feeding !indirect(git) | git push --force origin",
        ),
        ("git --exec-path=/tmp/x status", "feeding !opaque()"),
        ("git --exec-path", "-"),
        ("git bisect run make test", "feeding !indirect(git) | make test"),
        ("git bisect good", "-"),
        (
            "git rebase -x 'make test' main",
            "feeding !indirect(git) | `make test`",
        ),
        ("git rebase -i main", "-"),
        (
            "git submodule foreach 'git pull'",
            "feeding !indirect(git) in ◌ | `git pull`",
        ),
        ("git fetch --upload-pack=./x o", "feeding !indirect(git) | `./x`"),
        ("git push -u origin main", "-"),
        (
            "git clone -c core.fsmonitor=./x u",
            "feeding !indirect(git) | `./x`",
        ),
        ("git grep -O./x foo", "feeding !indirect(git) | `./x`"),
        (
            "git -c credential.helper='!rm x' fetch",
            "feeding !indirect(git) | `rm x`",
        ),
        ("git -c \"$X\" status", "feeding !opaque()"),
    ]);
}

#[test]
fn raising_wrappers_ask_unless_named() {
    hold(&[
        ("sudo rm x", "raising !indirect(sudo) | rm x"),
        ("sudo -u deploy rm x", "raising !indirect(sudo) | rm x"),
        ("sudo -nu root rm x", "raising !indirect(sudo) | rm x"),
        (
            "sudo -u build -- rm -rf out",
            "raising !indirect(sudo) | rm -rf out",
        ),
        ("sudo --user=x rm x", "raising !indirect(sudo) | rm x"),
        ("sudo A=1 rm x", "raising !indirect(sudo) | rm x"),
        (
            "sudo LD_PRELOAD=x rm x",
            "raising !environment() !indirect(sudo) | rm x",
        ),
        ("sudo -i rm x", "raising !indirect(sudo) | `rm x`"),
        ("sudo -D /srv rm x", "raising !indirect(sudo) in /srv | rm x"),
        ("sudo bash -s", "raising !indirect(sudo) | bash -s"),
        ("sudo -l", "-"),
        ("doas rm x", "raising !indirect(doas) | rm x"),
        ("doas -u x rm x", "raising !indirect(doas) | rm x"),
        ("su -c 'rm x' bob", "raising !indirect(su) | `rm x`"),
        ("su - bob -c 'rm x'", "raising !indirect(su) | `rm x`"),
        ("runuser -u bob -- rm x", "raising !indirect(runuser) | rm x"),
        ("runuser bob -c 'rm x'", "raising !indirect(runuser) | `rm x`"),
        ("pkexec rm x", "raising !indirect(pkexec) | rm x"),
        ("ssh host rm x", "raising !indirect(ssh) | `rm x`"),
        (
            "ssh -p 22 u@host 'ls; rm x'",
            "raising !indirect(ssh) | `ls; rm x`",
        ),
        (
            "ssh -oProxyCommand='rm x' host",
            "raising !indirect(ssh) !opaque()",
        ),
        ("docker exec -it c rm x", "raising !indirect(docker) | rm x"),
        (
            "docker exec -u root c sh -c 'rm x'",
            "raising !indirect(docker) | sh -c rm x",
        ),
        (
            "docker run --rm -v $PWD:/w img rm x",
            "raising !indirect(docker) | rm x",
        ),
        ("docker run --env-file ./.env img", "raising !indirect(docker)"),
        (
            "docker compose exec -T web rm x",
            "raising !indirect(docker) | rm x",
        ),
        ("docker ps", "-"),
        ("docker build -t x .", "-"),
        ("podman run img rm x", "raising !indirect(podman) | rm x"),
        (
            "kubectl exec -it pod -n ns -- rm x",
            "raising !indirect(kubectl) | rm x",
        ),
        ("kubectl get pods", "-"),
        ("chroot /mnt rm x", "raising !indirect(chroot) | rm x"),
        ("nsenter -t 1 -m rm x", "raising !indirect(nsenter) | rm x"),
        ("unshare -r rm x", "raising !indirect(unshare) | rm x"),
        ("setpriv --reuid 1 rm x", "raising !indirect(setpriv) | rm x"),
    ]);
}

#[test]
fn interpreters_with_inline_programs_are_opaque() {
    hold(&[
        ("python3 -c 'print(1)'", "opaque !opaque(python3)"),
        (
            "/usr/bin/python3 -c 'print(1)'",
            "opaque !opaque(python3,/usr/bin/python3)",
        ),
        ("python -Bc 'print(1)'", "opaque !opaque(python)"),
        ("python3.11 -c 'print(1)'", "opaque !opaque(python3.11)"),
        ("python3 - <<< 'print(1)'", "opaque !opaque(python3)"),
        ("python3 <<< 'print(1)'", "opaque !opaque(python3)"),
        ("python3", "opaque !opaque(python3)"),
        ("python -m pytest -q", "-"),
        ("python script.py -c x", "-"),
        ("python3 -u tools/x.py", "-"),
        ("python3 --version", "-"),
        ("python3 < x.py", "-"),
        ("node -e 'f()'", "opaque !opaque(node)"),
        ("node -pe 'f()'", "opaque !opaque(node)"),
        ("node --eval='f()'", "opaque !opaque(node)"),
        ("node --require ./x --frob -e 'f()'", "opaque !opaque(node)"),
        ("node --frob x -e 'f()'", "opaque !opaque(node)"),
        ("node server.js -e prod", "-"),
        ("node --test", "-"),
        ("perl -ne 'print'", "opaque !opaque(perl)"),
        ("perl -pi -e 's/a/b/' f", "opaque !opaque(perl)"),
        ("perl x.pl", "-"),
        ("ruby -e 'f'", "opaque !opaque(ruby)"),
        ("php -r 'f();'", "opaque !opaque(php)"),
        ("deno eval 'f()'", "opaque !opaque(deno)"),
        ("deno test a.ts", "-"),
        ("osascript -e 'f'", "opaque !opaque(osascript)"),
        ("fish -c 'rm x'", "opaque !opaque()"),
        ("bun run x", "-"),
        ("gdb -batch -ex 'shell rm x'", "opaque !opaque(gdb)"),
    ]);
    assert_eq!(ran("python3", true), "opaque !opaque(python3)");
    assert_eq!(ran("python3 x.py", true), "-");
}

#[test]
fn filters_are_opaque_unless_proven_inert() {
    hold(&[
        ("awk '{print $1}' f", "-"),
        ("awk -F: '{print $1}' /etc/passwd", "-"),
        ("awk -v n=3 'NR==n' f", "-"),
        ("awk 'BEGIN{system(\"id\")}'", "opaque !opaque(awk)"),
        ("awk -f x.awk f", "-"),
        ("awk \"$P\" f", "opaque !opaque(awk)"),
        ("sed -n '1,5p' f", "-"),
        ("sed -i 's/a/b/' f", "-"),
        ("sed -e 's/a/b/' -i conf.ini", "-"),
        ("sed 's/a/b/e' f", "opaque !opaque(sed)"),
        ("sed -n '/x/w out' f", "opaque !opaque(sed)"),
        ("sed --expression='1e id' f", "opaque !opaque(sed)"),
        ("sed -i \"s/$A/b/\" f", "opaque !opaque(sed)"),
        ("jq '.a' f", "-"),
    ]);
}

#[test]
fn runners_are_ordinary_programs() {
    hold(&[
        ("make test", "-"),
        ("make SHELL=./x", "opaque !opaque()"),
        ("make --eval='x:;rm x'", "opaque !opaque()"),
        ("npm run build", "-"),
        ("npm test", "-"),
        ("just x", "-"),
        ("./scripts/x.sh", "-"),
        ("npx prettier --check .", "runner | prettier --check ."),
        ("npx -y -p pkg cmd a", "runner | cmd a"),
        ("npx -c 'rm x'", "runner | `rm x`"),
        ("npm exec -- rm x", "runner | rm x"),
        ("pnpm dlx rm x", "runner | rm x"),
        ("bunx rm x", "runner | rm x"),
        ("uvx ruff check", "runner | ruff check"),
        ("uv run pytest -q", "runner | pytest -q"),
        ("uv run --with x python -c 'f'", "runner | python -c f"),
        ("uv run -m pytest", "-"),
        ("uv pip install x", "-"),
        ("poetry run rm x", "runner | rm x"),
        ("pipenv run rm x", "runner | rm x"),
        ("direnv exec . rm x", "runner | rm x"),
        ("nix-shell -p jq --run 'rm x'", "runner | `rm x`"),
        ("bundle exec rspec", "runner | rspec"),
        ("cargo test", "-"),
        ("go test ./...", "-"),
    ]);
}

#[test]
fn hash_and_enable_replace_names() {
    hold(&[
        ("hash -p /tmp/x ls", "opaque !environment()"),
        ("hash -r", "-"),
        ("enable -f ./x.so ls", "opaque !environment()"),
        ("enable -n test", "-"),
    ]);
}

#[test]
fn readers_that_are_proven() {
    let declared = Declared::default();
    for text in [
        "cat",
        "grep -l foo",
        "wc -l",
        "head -5",
        "ls -la",
        "sha256sum",
        "stat",
        "file",
        "basename",
        "sed -n 1p",
        "jq .a",
        "/usr/bin/cat",
    ] {
        assert!(is_proven_reader(&words(text), &declared), "{text}");
    }
    for text in [
        "rm",
        "sed -i s/a/b/",
        "sort -o x",
        "cp",
        "tee",
        "./cat",
        "kill",
        "foo",
        "grep --frob",
        "sh -c x",
        "env",
        "rg --pre x",
    ] {
        assert!(!is_proven_reader(&words(text), &declared), "{text}");
    }
}
