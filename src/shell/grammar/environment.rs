//! Which assignments bend what runs.
//!
//! Sources: the GNU Bash manual ("Bash Variables"), `ld.so(8)`, `dyld(1)`, the `ENVIRONMENT` sections of
//! `git(1)`, `ssh(1)`, `less(1)`, `more(1)`, `man(1)`, `perlrun(1)`, `python(1)`, `ruby(1)`, `vim(1)`, `rsync(1)`,
//! `cvs(1)`, `zip(1)`, `R` (`?Startup`), `php(1)`, `lua(1)`, the Node.js, npm, Cargo, Go, Maven, pytest, `CMake`,
//! ccache, Terraform, Helm, Ansible, AWS and .NET references, `gcc(1)`, GNU make, OpenSSL, GTK.

use crate::shell::{Floor, HoleKind, Part, Sentinel, Word};

/// What is known of the folder in which an assignment is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place<'a> {
    /// The working folder of the session, absolute.
    pub cwd: &'a str,
    /// The line has changed its folder, so that a relative entry need not lie below `cwd`.
    pub moved: bool,
    /// The text that the spans of the words point into, by which `PATH=$PATH:…` is told from
    /// `PATH=$OTHER:…`. Empty where it is not at hand.
    pub source: &'a str,
}

/// Names that bend what runs by any assignment: the shell itself or the next command acts on them.
const ALWAYS: [&str; 30] = [
    "BASHOPTS",
    "BASH_ALIASES",
    "BASH_CMDS",
    "BASH_ENV",
    "BASH_LOADABLES_PATH",
    "BASH_XTRACEFD",
    "CDPATH",
    "DIRSTACK",
    "ENV",
    "EXECIGNORE",
    "FCEDIT",
    "FPATH",
    "GLOBIGNORE",
    "HISTFILE",
    "HOME",
    "IFS",
    "LD_AUDIT",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "MAILPATH",
    "PATH",
    "POSIXLY_CORRECT",
    "PROMPT_COMMAND",
    "PS0",
    "PS4",
    "SHELL",
    "SHELLOPTS",
    "ZDOTDIR",
    "fpath",
    "histchars",
];

/// Names that bend the programs they reach.
const EXPORTED: [&str; 120] = [
    "ANSIBLE_CONFIG",
    "ANT_ARGS",
    "AR",
    "AS",
    "AWKPATH",
    "AWS_CONFIG_FILE",
    "BROWSER",
    "BUNDLE_GEMFILE",
    "CARGO_BUILD_RUSTC",
    "CARGO_BUILD_RUSTDOC",
    "CC",
    "CCACHE_COMPILER",
    "CCACHE_PREFIX",
    "CMAKE_C_COMPILER_LAUNCHER",
    "CMAKE_GENERATOR",
    "CMAKE_TOOLCHAIN_FILE",
    "CONFIG_SITE",
    "CORECLR_PROFILER",
    "COR_PROFILER",
    "COVERAGE_PROCESS_START",
    "CPP",
    "CVS_RSH",
    "CXX",
    "DOCKER_CONFIG",
    "DOCKER_HOST",
    "EDITOR",
    "EXINIT",
    "FC",
    "GCONV_PATH",
    "GEM_HOME",
    "GEM_PATH",
    "GETCONF_DIR",
    "GIO_EXTRA_MODULES",
    "GOCACHEPROG",
    "GOENV",
    "GOPROXY",
    "GOROOT",
    "GOTOOLCHAIN",
    "GOTOOLDIR",
    "GTK_MODULES",
    "GUILE_LOAD_PATH",
    "GVIMINIT",
    "HELM_PLUGINS",
    "IRBRC",
    "JAVACMD",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "KUBECONFIG",
    "KUBECTL_EXTERNAL_DIFF",
    "LESS",
    "LESSCLOSE",
    "LESSEDIT",
    "LESSKEY",
    "LESSKEYIN",
    "LESSKEY_CONTENT",
    "LESSOPEN",
    "LOCPATH",
    "LUA_INIT",
    "MAKE",
    "MAKEFILES",
    "MAKEFLAGS",
    "MANOPT",
    "MANROFFOPT",
    "MAVEN_ARGS",
    "MORE",
    "MYVIMRC",
    "NIX_CONFIG",
    "NODE_OPTIONS",
    "NODE_REPL_EXTERNAL_MODULE",
    "NVIM_APPNAME",
    "ODBCSYSINI",
    "OPENSSL_CONF",
    "OPENSSL_ENGINES",
    "OPENSSL_MODULES",
    "PAGER",
    "PERL5DB",
    "PERL5OPT",
    "PERL5SHELL",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "PIP_CONFIG_FILE",
    "PIP_INDEX_URL",
    "PKG_CONFIG",
    "PYTEST_ADDOPTS",
    "PYTEST_PLUGINS",
    "PYTHONBREAKPOINT",
    "PYTHONHOME",
    "PYTHONINSPECT",
    "PYTHONPLATLIBDIR",
    "PYTHONSTARTUP",
    "PYTHONUSERBASE",
    "PYTHONWARNINGS",
    "RSH",
    "RSYNC_CONNECT_PROG",
    "RSYNC_RSH",
    "RUBYOPT",
    "RUSTC",
    "RUSTC_WRAPPER",
    "RUSTDOC",
    "R_ENVIRON",
    "R_ENVIRON_USER",
    "R_PROFILE",
    "R_PROFILE_USER",
    "SSH_ASKPASS",
    "SSH_SK_PROVIDER",
    "SUDO_ASKPASS",
    "SVN_SSH",
    "TAPE",
    "TERMINFO",
    "TF_CLI_CONFIG_FILE",
    "TF_REATTACH_PROVIDERS",
    "UNZIPOPT",
    "UV_CONFIG_FILE",
    "VIM",
    "VIMINIT",
    "VIMRUNTIME",
    "VISUAL",
    "WGETRC",
    "ZIPOPT",
    "_JAVA_OPTIONS",
];

/// Search paths of interpreters and linkers: inert where every entry lies below the working folder.
const SEARCH: [&str; 16] = [
    "CLASSPATH",
    "C_INCLUDE_PATH",
    "CPATH",
    "CPLUS_INCLUDE_PATH",
    "DENO_DIR",
    "GOPATH",
    "LIBRARY_PATH",
    "LUA_CPATH",
    "LUA_PATH",
    "MYPYPATH",
    "NODE_PATH",
    "PERL5LIB",
    "PERLLIB",
    "PKG_CONFIG_PATH",
    "PYTHONPATH",
    "RUBYLIB",
];

/// Names that fit a dangerous shape and are none.
const INERT: [&str; 25] = [
    "GIT_AUTHOR_DATE",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_NAME",
    "GIT_COMMITTER_DATE",
    "GIT_COMMITTER_EMAIL",
    "GIT_COMMITTER_NAME",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_ICASE_PATHSPECS",
    "GIT_LFS_SKIP_SMUDGE",
    "GIT_LITERAL_PATHSPECS",
    "GIT_MERGE_AUTOEDIT",
    "GIT_OPTIONAL_LOCKS",
    "GIT_PAGER_IN_USE",
    "GIT_TERMINAL_PROMPT",
    "GIT_TRACE",
    "GIT_TRACE_PACKET",
    "GIT_TRACE_PERFORMANCE",
    "GIT_TRACE_SETUP",
    "LESSCHARSET",
    "NODE_ENV",
    "TEST_PATH",
    "npm_config_loglevel",
    "npm_config_yes",
    "npm_config_update_notifier",
];

/// Whether an assignment to `name` floors the command. `value` is `None` where it is not known (`read`,
/// `for` over unknown words). `exported`: the value reaches another program (a prefix, `export`,
/// `declare -x`, `env`). The span of the floor is the value's, else empty: the caller knows better.
pub fn judge(name: &str, value: Option<&Word>, exported: bool, place: &Place<'_>) -> Option<Floor> {
    let appends = name.ends_with('+');
    let name = name.trim_end_matches('+');
    let name = name.split('[').next().unwrap_or(name);
    let bad = if name == "PATH" {
        !(value
            .is_some_and(|value| appends_path(value, appends, place) && refers_to_itself(name, value, place)))
    } else if SEARCH.contains(&name) {
        exported
            && !value.is_some_and(|value| below_cwd(value, place) && refers_to_itself(name, value, place))
    } else if ALWAYS.contains(&name) {
        !is_harmless(name, value)
    } else if INERT.contains(&name) {
        false
    } else if exported && (EXPORTED.contains(&name) || is_dangerous_shape(name)) {
        !is_harmless(name, value)
    } else {
        exported
            && (name.ends_with("FLAGS") || name.ends_with("OPTS"))
            && !value.is_some_and(names_no_program)
    };
    bad.then(|| Floor {
        sentinel: Sentinel::EnvironmentOverride,
        span: value.map(|word| word.span).unwrap_or_default(),
        why: format!("{name} bends what runs"),
        released_by: Vec::new(),
    })
}

/// Shapes of names that some program acts on.
fn is_dangerous_shape(name: &str) -> bool {
    if name.ends_with("FLAGS") {
        return false;
    }
    ["LD_", "DYLD_", "GIT_", "BASH_", "npm_config_", "NPM_CONFIG_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
        || [
            "PATH", "PRELOAD", "COMMAND", "SHELL", "PAGER", "EDITOR", "HOOK", "WRAPPER", "EXEC", "STARTUP",
            "OPTIONS",
        ]
        .iter()
        .any(|piece| has_piece(name, piece))
        || name.ends_with("HOME")
        || name.ends_with("IFS")
        || name.ends_with("_RC")
        || name.ends_with("BASHRC")
        || (name.starts_with("CARGO_")
            && (name.ends_with("_RUNNER")
                || name.ends_with("_LINKER")
                || name.starts_with("CARGO_ALIAS_")
                || name.ends_with("_CREDENTIAL_PROVIDER")))
        || name.ends_with("_BROWSER")
        || name.ends_with("_ASKPASS")
        || (name.starts_with("CMAKE_") && name.ends_with("_COMPILER"))
        || name.starts_with("TF_CLI_ARGS")
}

/// Whether a name holds the piece.
fn has_piece(name: &str, piece: &str) -> bool {
    name.contains(piece)
}

/// Values that run nothing.
fn is_harmless(name: &str, value: Option<&Word>) -> bool {
    let Some(text) = value.and_then(Word::literal) else {
        return false;
    };
    match name {
        "PAGER" | "GIT_PAGER" | "MANPAGER" | "GH_PAGER" | "AWS_PAGER" | "SYSTEMD_PAGER" | "BAT_PAGER"
        | "DELTA_PAGER" => {
            matches!(
                text.as_str(),
                "cat" | "less" | "" | "more" | "less -R" | "less -FRX"
            )
        }
        "EDITOR" | "VISUAL" | "GIT_EDITOR" | "GIT_SEQUENCE_EDITOR" | "FCEDIT" => {
            matches!(text.as_str(), "true" | ":" | "cat" | "false" | "/bin/true")
        }
        "GIT_ASKPASS" | "SSH_ASKPASS" => matches!(
            text.as_str(),
            "" | "true" | "echo" | "false" | "/bin/true" | "/bin/echo"
        ),
        "CC" => matches!(text.as_str(), "cc" | "gcc" | "clang"),
        "CXX" => matches!(text.as_str(), "c++" | "g++" | "clang++"),
        "GOPROXY" => text == "off" || text == "direct",
        "GOTOOLCHAIN" => text == "local" || text == "auto",
        "NODE_OPTIONS" => text.split_ascii_whitespace().all(|option| {
            [
                "--max-old-space-size=",
                "--max_old_space_size=",
                "--stack-trace-limit=",
                "--unhandled-rejections=",
            ]
            .iter()
            .any(|known| option.starts_with(known))
                || matches!(
                    option,
                    "--experimental-vm-modules"
                        | "--enable-source-maps"
                        | "--no-warnings"
                        | "--trace-warnings"
                        | "--experimental-strip-types"
                        | "--no-deprecation"
                        | "--trace-deprecation"
                )
        }),
        "IFS" => !text.contains(|character: char| character.is_ascii_alphanumeric() || character == '/'),
        "MAKEFLAGS" => text
            .strip_prefix("-j")
            .is_some_and(|jobs| jobs.bytes().all(|byte| byte.is_ascii_digit())),
        "RUSTC_WRAPPER" | "PROMPT_COMMAND" | "BASH_ENV" | "ENV" | "LESSOPEN" | "LESSCLOSE" | "HISTFILE" => {
            text.is_empty()
                || (text == "sccache" && name == "RUSTC_WRAPPER")
                || (text == "/dev/null" && name == "HISTFILE")
        }
        // Options and a place to begin at; `+` gives a first command.
        "LESS" | "MORE" => {
            !text.contains(['+', '!', '|']) && !text.contains("-k") && !text.contains("lesskey")
        }
        "PYTEST_ADDOPTS" => {
            !text.contains("-p") && !text.contains("-c") && !text.contains("-o") && !text.contains('@')
        }
        "PYTHONWARNINGS" => !text.contains('.'),
        "CMAKE_GENERATOR" => matches!(text.as_str(), "Ninja" | "Unix Makefiles"),
        "RSYNC_RSH" | "CVS_RSH" | "SVN_SSH" => text == "ssh",
        // What it runs is found in its text.
        "PS4" => true,
        "MANOPT" | "MANROFFOPT" | "PYTHONINSPECT" | "POSIXLY_CORRECT" => text.is_empty(),
        "PYTHONBREAKPOINT" => text == "0",
        "GIT_CONFIG_GLOBAL" | "GIT_CONFIG_SYSTEM" => text == "/dev/null",
        "GIT_SSH_COMMAND" => text == "ssh" || text == "ssh -o BatchMode=yes",
        _ => false,
    }
}

/// Compiler and linker flags that name no program or plugin.
fn names_no_program(value: &Word) -> bool {
    let Some(text) = value.literal() else {
        return false;
    };
    ![
        "-toolexec",
        "-exec",
        "-fplugin",
        "-B",
        "-wrapper",
        "-linker",
        "linker=",
        "-extld",
        "-Xlinker",
        "-load",
        "-plugin",
        "-ccbin",
        "-specs",
        "@",
        "-fuse-ld",
        "-vettool",
        "-modcacherw=",
        "-overlay",
        "--ld-path",
        "link-self-contained",
        "runner=",
        "`",
        "$(",
        "-javaagent",
        "-agentlib",
        "-agentpath",
        "-Xrun",
        "OnError",
        "OnOutOfMemory",
        "-Xbootclasspath",
        "-Djava.security.manager",
        "--preview",
        "execute",
        "become",
        "--eval",
        "SHELL=",
    ]
    .iter()
    .any(|option| text.contains(option))
}

/// One entry of a search path, as far as it is known.
enum Entry {
    /// What the variable held before.
    Before,
    /// A literal folder.
    Text(String),
    /// The working folder and what follows it.
    Here(String),
    /// The home folder and what follows it.
    Home(String),
    /// Not known.
    Unknown,
}

/// The entries of a search path.
fn entries(value: &Word) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut current = Entry::Text(String::new());
    for part in &value.parts {
        match part {
            Part::Text { text, .. } => {
                for (index, piece) in text.split(':').enumerate() {
                    if index > 0 {
                        entries.push(std::mem::replace(&mut current, Entry::Text(String::new())));
                    }
                    if piece.is_empty() {
                        continue;
                    }
                    match &mut current {
                        Entry::Text(known) | Entry::Here(known) | Entry::Home(known) => known.push_str(piece),
                        // `$PATH/x` is not what the variable held before.
                        Entry::Before => current = Entry::Unknown,
                        Entry::Unknown => {}
                    }
                }
            }
            other => {
                let empty = matches!(&current, Entry::Text(text) if text.is_empty());
                current = match other {
                    Part::Pwd { .. } if empty => Entry::Here(String::new()),
                    Part::Home { .. } if empty => Entry::Home(String::new()),
                    Part::Tilde(user) if empty && user.is_empty() => Entry::Home(String::new()),
                    Part::Hole(HoleKind::Any | HoleKind::NoBlank) if empty => Entry::Before,
                    _ => Entry::Unknown,
                };
            }
        }
    }
    entries.push(current);
    entries
}

/// Whether every expansion in a value is the variable's own.
fn refers_to_itself(name: &str, value: &Word, place: &Place<'_>) -> bool {
    if !value.is_dynamic() {
        return true;
    }
    let Some(source) = place.source.get(value.span.start..value.span.end) else {
        return false;
    };
    let rest = source
        .replace(&format!("${{{name}:+:${name}}}"), "")
        .replace(&format!("${{{name}:+:${{{name}}}}}"), "")
        .replace(&format!("${{{name}:-}}"), "")
        .replace(&format!("${{{name}}}"), "")
        .replace("$PWD", "")
        .replace("${PWD}", "")
        .replace("$HOME", "")
        .replace("${HOME}", "");
    let own = format!("${name}");
    let mut pieces = rest.split(own.as_str());
    let first = pieces.next().unwrap_or_default();
    let bare = pieces.all(|piece| {
        !piece.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '_')
            && !piece.contains(['$', '`'])
    });
    bare && !first.contains(['$', '`']) && !source.is_empty()
}

/// Whether every entry of a search path lies below the working folder. What the variable held before is
/// what it was.
fn below_cwd(value: &Word, place: &Place<'_>) -> bool {
    entries(value).iter().all(|entry| match entry {
        Entry::Before => true,
        Entry::Text(text) if text.is_empty() => !place.moved,
        Entry::Text(text) if text.starts_with('/') => {
            !has_dots(text)
                && !place.cwd.is_empty()
                && text
                    .strip_prefix(place.cwd)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }
        Entry::Text(text) | Entry::Here(text) => !place.moved && !has_dots(text),
        Entry::Home(_) | Entry::Unknown => false,
    })
}

fn has_dots(text: &str) -> bool {
    text.split('/').any(|piece| piece == "..")
}

/// Whether `PATH` is only appended to, with absolute folders outside the working folder.
fn appends_path(value: &Word, appends: bool, place: &Place<'_>) -> bool {
    let entries = entries(value);
    let outside = |text: &str| {
        text.starts_with('/')
            && !has_dots(text)
            && !text
                .strip_prefix(place.cwd)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let good = |entry: &Entry| match entry {
        Entry::Text(text) => outside(text),
        Entry::Home(rest) => !has_dots(rest) && !rest.is_empty(),
        _ => false,
    };
    if appends {
        let mut entries = entries.iter();
        return matches!(entries.next(), Some(Entry::Text(text)) if text.is_empty()) && entries.all(good);
    }
    let mut entries = entries.iter();
    matches!(entries.next(), Some(Entry::Before)) && entries.all(good)
}
