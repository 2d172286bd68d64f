//! Assignment → whether it floors what reaches another program, and what does not.

use crate::shell::grammar::environment::{Place, judge};
use crate::shell::grammar::testing::words;

/// Whether `NAME=value` floors.
fn floors(text: &str, exported: bool) -> bool {
    let (name, value) = text.split_once('=').unwrap();
    let place = Place {
        cwd: "/home/u/proj",
        moved: false,
        source: value,
    };
    let mut all = words(if value.is_empty() { "''" } else { value });
    for word in &mut all {
        word.span.end = value.len();
    }
    judge(name, all.first(), exported, &place).is_some()
}

#[test]
fn values_that_reach_other_programs() {
    for text in [
        "LD_PRELOAD=./x.so",
        "LD_LIBRARY_PATH=.",
        "DYLD_INSERT_LIBRARIES=x",
        "GIT_SSH_COMMAND='sh -c id'",
        "GIT_PAGER='sh -c id'",
        "GIT_EXTERNAL_DIFF=x",
        "GIT_CONFIG_COUNT=1",
        "BASH_ENV=x",
        "ENV=x",
        "BASH_FUNC_x=y",
        "npm_config_script_shell=x",
        "PATH=.:$PATH",
        "PATH=/tmp/x:$PATH",
        "PATH=$PATH:/home/u/proj/bin",
        "PATH=$PATH:.",
        "PATH=/usr/bin",
        "PAGER='less -+x; rm y'",
        "EDITOR=vim",
        "MANPAGER=x",
        "NODE_OPTIONS='--require ./x.js'",
        "JAVA_TOOL_OPTIONS=-javaagent:x",
        "RUSTC_WRAPPER=./x",
        "PROMPT_COMMAND=x",
        "MY_HOOK=x",
        "LESS='+!id'",
        "MANOPT=-Px",
        "VIMINIT=x",
        "RSYNC_RSH=./x",
        "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=./x",
        "CARGO_BUILD_RUSTC=./x",
        "MAVEN_OPTS=-javaagent:x.jar",
        "PYTEST_ADDOPTS='-p x'",
        "TF_CLI_ARGS_plan=-x",
        "HOME=/tmp",
        "CARGO_HOME=/tmp",
        "IFS=/",
        "VIM_RC=x",
        "PYTHONPATH=/tmp/x",
        "PYTHONPATH=../x",
        "NODE_PATH=$X",
        "PATH=$X:/usr/bin",
        "PATH=$PATHS:/usr/bin",
        "GOFLAGS=-toolexec=./x",
        "RUSTFLAGS='-C linker=./x'",
        "LESSOPEN='|x %s'",
        "PERL5OPT=-Mx",
        "PYTHONSTARTUP=x",
        "SHELL=/tmp/x",
        "CC=./x",
    ] {
        assert!(floors(text, true), "{text}");
    }
    for text in [
        "FOO=1",
        "NODE_ENV=test",
        "LESS=-FRX",
        "MAVEN_OPTS=-Xmx2g",
        "PYTHONWARNINGS=ignore",
        "CI=true",
        "CI=",
        "PAGER=cat",
        "GIT_PAGER=cat",
        "GIT_PAGER=",
        "GIT_TERMINAL_PROMPT=0",
        "GIT_EDITOR=true",
        "GIT_SEQUENCE_EDITOR=:",
        "GIT_AUTHOR_NAME=x",
        "GOFLAGS=-mod=vendor",
        "CFLAGS='-O2 -g'",
        "RUSTFLAGS='-D warnings'",
        "RUST_BACKTRACE=1",
        "RUST_LOG=debug",
        "DEBUG=x",
        "PYTHONPATH=src",
        "PYTHONPATH=.",
        "PYTHONPATH=/home/u/proj/src:lib",
        "PYTHONPATH=src:$PYTHONPATH",
        "PYTHONPATH=$PWD/src",
        "NODE_OPTIONS=--max-old-space-size=4096",
        "PATH=$PATH:/usr/local/go/bin",
        "PATH=$PATH:$HOME/go/bin",
        "PATH=\"$PATH:/opt/x/bin\"",
        "CGO_ENABLED=0",
        "GOOS=linux",
        "TZ=UTC",
        "LC_ALL=C",
        "TERM=dumb",
        "FORCE_COLOR=1",
        "DATABASE_URL=postgres://x",
        "PYTHONUNBUFFERED=1",
        "PYTHONDONTWRITEBYTECODE=1",
        "CARGO_TARGET_DIR=/tmp/x",
        "CARGO_TERM_COLOR=never",
    ] {
        assert!(!floors(text, true), "{text}");
    }
}

#[test]
fn values_that_stay_in_the_shell() {
    for text in [
        "PATH=/tmp/x",
        "IFS=a",
        "BASH_ENV=x",
        "LD_PRELOAD=x",
        "PROMPT_COMMAND=x",
        "ENV=x",
    ] {
        assert!(floors(text, false), "{text}");
    }
    for text in [
        "MY_PATH=/x",
        "IFS=",
        "IFS=,",
        "EDITOR=vim",
        "SCRIPT_PATH=x",
        "OPTIONS=x",
        "CFLAGS=-B.",
        "GIT_DIR=x",
        "x=1",
    ] {
        assert!(!floors(text, false), "{text}");
    }
}

#[test]
fn a_value_that_is_not_known() {
    let place = Place::default();
    for name in ["PATH", "LD_PRELOAD", "PYTHONPATH", "GIT_PAGER", "GOFLAGS"] {
        assert!(judge(name, None, true, &place).is_some(), "{name}");
    }
    for name in ["line", "f", "NODE_ENV", "x"] {
        assert!(judge(name, None, true, &place).is_none(), "{name}");
    }
}
