//! git: its global options, what its settings run, and what its subcommands do with their operands.
//!
//! Sources: the manual pages of git 2.47 (`git(1)`, `git-config(1)` and one per subcommand).

use super::option::{Act, Grammar, Opt, Style, flag, glued, value};

/// Options in front of the subcommand.
pub static GLOBALS: Grammar = Grammar {
    flags: "pP",
    longs: &[
        "paginate", "no-pager", "bare", "no-replace-objects", "no-lazy-fetch", "literal-pathspecs",
        "glob-pathspecs", "noglob-pathspecs", "icase-pathspecs", "no-optional-locks", "no-advice",
    ],
    values: "",
    long_values: &["namespace", "super-prefix", "attr-source", "list-cmds"],
    special: &[
        value(b'C', "", Act::Folder),
        value(b'c', "", Act::Assign),
        value(0, "config-env", Act::Assign),
        glued(0, "exec-path", Act::Run),
        value(0, "git-dir", Act::Touch),
        value(0, "work-tree", Act::Touch),
        flag(0, "html-path", Act::Stop),
        flag(0, "man-path", Act::Stop),
        flag(0, "info-path", Act::Stop),
        flag(b'v', "version", Act::Stop),
        flag(b'h', "help", Act::Stop),
    ],
    style: Style::Leading,
    numbers: false,
};

/// Whether a setting (lower case) makes git load programs or settings from a place that it names.
pub(super) fn loads(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    matches!(name, "core.hookspath" | "include.path" | "init.templatedir")
        || (name.starts_with("includeif.") && last == "path")
        || (name.starts_with("protocol.") && last == "allow")
}

/// Whether the value of a setting (lower case) is a command that git may run.
pub(super) fn runs(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    matches!(
        name,
        "core.pager" | "core.editor" | "core.sshcommand" | "core.fsmonitor" | "core.askpass" | "core.gitproxy"
            | "core.alternaterefscommand" | "sequence.editor" | "diff.external" | "gpg.program"
            | "credential.helper" | "interactive.difffilter" | "uploadpack.packobjectshook" | "web.browser"
            | "man.viewer" | "help.browser" | "instaweb.httpd" | "sendemail.smtpserver" | "sendemail.sendmailcmd"
            | "sendemail.tocmd" | "sendemail.cccmd" | "imap.tunnel" | "notes.rewriteref" | "gc.recentobjectshook"
    ) || name.starts_with("pager.")
        || (name.contains('.')
            && matches!(
                last,
                "command" | "cmd" | "program" | "driver" | "helper" | "textconv" | "clean" | "smudge" | "process"
                    | "uploadpack" | "receivepack" | "vcs" | "editor" | "sshcommand" | "askpass" | "defaultkeycommand"
            ))
}

/// Values that run nothing, or nothing but a filter.
pub(super) fn inert_value(value: &str) -> bool {
    matches!(
        value,
        "" | "cat" | "less" | "less -R" | "less -FRX" | "true" | "false" | ":" | "0" | "1" | "no" | "yes" | "off" | "on"
            | "ssh" | "never" | "store" | "cache" | "osxkeychain" | "manager" | "gpg" | "user" | "always"
    )
}

const fn running_options(special: &'static [Opt]) -> Grammar {
    Grammar {
        flags: "",
        longs: &[],
        values: "",
        long_values: &[],
        special,
        style: Style::Mixed,
        numbers: false,
    }
}

static REBASE: Grammar = Grammar {
    flags: "ifnqvmkr",
    values: "sXC",
    ..running_options(&[value(b'x', "exec", Act::Run)])
};
static DIFFTOOL: Grammar = Grammar {
    flags: "gdy",
    values: "t",
    ..running_options(&[value(b'x', "extcmd", Act::Run)])
};
static TRANSFER: Grammar = Grammar {
    flags: "avqnlsftpkm",
    values: "jobd",
    ..running_options(&[
        value(0, "upload-pack", Act::Run),
        value(0, "receive-pack", Act::Run),
        value(0, "exec", Act::Run),
    ])
};
static CLONE: Grammar = Grammar {
    flags: "lsqvn",
    values: "objb",
    ..running_options(&[
        value(b'u', "upload-pack", Act::Run),
        value(b'c', "config", Act::Assign),
    ])
};
static GREP: Grammar = Grammar {
    flags: "aIrwviEGPFhHnlLzocpWq",
    values: "mCABef",
    ..running_options(&[glued(b'O', "open-files-in-pager", Act::Run)])
};
static FILTER_BRANCH: Grammar = running_options(&[
    value(0, "setup", Act::Run),
    value(0, "env-filter", Act::Run),
    value(0, "tree-filter", Act::Run),
    value(0, "index-filter", Act::Run),
    value(0, "parent-filter", Act::Run),
    value(0, "msg-filter", Act::Run),
    value(0, "commit-filter", Act::Run),
    value(0, "tag-name-filter", Act::Run),
]);

static SEND_EMAIL: Grammar = running_options(&[
    value(0, "sendmail-cmd", Act::Run),
    value(0, "to-cmd", Act::Run),
    value(0, "cc-cmd", Act::Run),
    value(0, "header-cmd", Act::Run),
    // A path is a program; a host name comes to a command that does not exist.
    value(0, "smtp-server", Act::Run),
]);
static INSTAWEB: Grammar = Grammar {
    flags: "l",
    values: "pm",
    ..running_options(&[value(b'd', "httpd", Act::Run), value(b'b', "browser", Act::Run)])
};

/// The grammar of a subcommand that has options which run programs. Only those options count; the rest is
/// read as far as it must be to find them.
pub(super) fn running(subcommand: &str) -> Option<&'static Grammar> {
    Some(match subcommand {
        "rebase" => &REBASE,
        "difftool" => &DIFFTOOL,
        "fetch" | "pull" | "push" | "ls-remote" | "fetch-pack" | "send-pack" | "archive" => &TRANSFER,
        "clone" => &CLONE,
        "grep" => &GREP,
        "filter-branch" => &FILTER_BRANCH,
        "send-email" => &SEND_EMAIL,
        "instaweb" => &INSTAWEB,
        _ => return None,
    })
}

/// What the operands of a subcommand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Names, revisions, messages; paths only behind `--`.
    Names,
    /// Paths.
    Paths,
    /// Revisions or paths: an existing entry is a path, and what stands behind `--`.
    Revisions,
    /// A search pattern, then revisions or paths.
    Pattern,
    /// Repositories and folders behind so many names, where they look like a path.
    Places,
}

/// What a subcommand does with its words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sub {
    pub(super) grammar: Grammar,
    pub(super) kind: Kind,
    pub(super) act: Act,
    pub(super) skip: usize,
    pub(super) descends: bool,
}

const fn sub(kind: Kind, act: Act, grammar: Grammar) -> Sub {
    Sub {
        grammar,
        kind,
        act,
        skip: 0,
        descends: false,
    }
}

const fn texts(flags: &'static str, values: &'static str, long_values: &'static [&'static str]) -> Grammar {
    Grammar {
        flags,
        longs: &[],
        values,
        long_values,
        special: &[],
        style: Style::Mixed,
        numbers: true,
    }
}

static LOG: Sub = sub(
    Kind::Revisions,
    Act::Read,
    Grammar {
        special: &[
            value(0, "output", Act::Write),
            value(b'O', "", Act::Read),
            value(b'o', "output-directory", Act::Write),
            value(0, "contents", Act::Read),
            value(0, "ignore-revs-file", Act::Read),
        ],
        ..texts(
            "pPuszcmrRtaibwWqgEFivlfe",
            "nSGLUMCBDX",
            &[
                "grep", "author", "committer", "since", "after", "until", "before", "format", "max-count", "skip",
                "diff-filter", "date", "branches", "tags", "remotes", "glob", "exclude", "inter-hunk-context", "unified",
                "in-reply-to", "subject-prefix", "to", "cc", "from",
            ],
        )
    },
);

// `-S` names a file of revisions here.
static BLAME: Sub = sub(
    Kind::Revisions,
    Act::Read,
    Grammar {
        special: &[
            value(b'S', "", Act::Read),
            value(0, "contents", Act::Read),
            value(0, "ignore-revs-file", Act::Read),
        ],
        ..texts(
            "bcflstepwknC",
            "LM",
            &["since", "after", "until", "before", "date", "abbrev", "ignore-rev", "reverse"],
        )
    },
);

static GREP_SUB: Sub = Sub {
    descends: true,
    ..sub(
        Kind::Pattern,
        Act::Read,
        Grammar {
            special: &[value(b'f', "", Act::Read), glued(b'O', "open-files-in-pager", Act::Run)],
            ..texts("aIrwviEGPFhHnlLzocpWq", "mCABe", &["max-depth", "threads", "context"])
        },
    )
};

static ADD: Sub = Sub {
    descends: true,
    ..sub(
        Kind::Paths,
        Act::Read,
        Grammar {
            special: &[value(0, "pathspec-from-file", Act::Read)],
            ..texts("nvfipeuAN", "", &["chmod"])
        },
    )
};

static LS_FILES: Sub = sub(
    Kind::Paths,
    Act::Read,
    Grammar {
        special: &[value(b'X', "exclude-from", Act::Read)],
        ..texts("zctdmoiksuvfqn", "x", &["exclude", "exclude-per-directory", "with-tree", "abbrev", "format"])
    },
);

static COMMIT: Sub = sub(
    Kind::Paths,
    Act::Read,
    Grammar {
        special: &[
            value(b'F', "file", Act::Read),
            value(b't', "template", Act::Read),
            value(0, "pathspec-from-file", Act::Read),
            glued(b'S', "", Act::Inert),
            glued(b'u', "", Act::Inert),
        ],
        ..texts(
            "aspvqneoiz",
            "mcC",
            &[
                "message", "author", "date", "reuse-message", "reedit-message", "fixup", "squash", "cleanup", "trailer",
            ],
        )
    },
);

static REMOVE: Sub = Sub {
    descends: true,
    ..sub(Kind::Paths, Act::Write, texts("frnqxXdeikv", "", &["exclude"]))
};

static RESTORE: Sub = Sub {
    descends: true,
    ..sub(
        Kind::Paths,
        Act::Write,
        Grammar {
            special: &[value(0, "pathspec-from-file", Act::Read)],
            ..texts("pWSqmU", "s", &["source", "conflict", "unified"])
        },
    )
};

static CHECKOUT: Sub = Sub {
    descends: true,
    ..sub(
        Kind::Revisions,
        Act::Write,
        Grammar {
            special: PATHSPECS,
            ..texts("qflpmdtN", "bB", &["orphan", "conflict"])
        },
    )
};

const PATHSPECS: &[Opt] = &[value(0, "pathspec-from-file", Act::Read)];

static STASH: Sub = Sub {
    skip: 1,
    ..sub(
    Kind::Revisions,
    Act::Write,
    Grammar {
        special: PATHSPECS,
        ..texts("pkuaqSz", "m", &["message"])
    },
    )
};

// `reset` moves the index; with paths it leaves the files alone.
static RESET: Sub = sub(Kind::Revisions, Act::Read, Grammar { special: PATHSPECS, ..texts("qpN", "", &[]) });

static NAMES: Sub = sub(
    Kind::Names,
    Act::Inert,
    Grammar {
        special: &[
            value(b'F', "file", Act::Read),
            value(0, "global-file", Act::Read),
            glued(b'S', "gpg-sign", Act::Inert),
        ],
        ..texts(
            "adDmMcClrvqfnkspiteugxzhP",
            "msXbUo",
            &[
                "message", "strategy", "strategy-option", "onto", "exec", "format", "sort", "contains", "points-at",
                "set-upstream-to", "push-option", "repo", "depth", "deepen", "shallow-since", "refmap",
                "server-option", "jobs", "local-user", "merged", "no-merged", "no-contains", "author", "type", "default",
            ],
        )
    },
);

// Mail boxes or patches; what they change stands in them.
static AM: Sub = sub(
    Kind::Paths,
    Act::Read,
    Grammar {
        special: &[glued(b'S', "gpg-sign", Act::Inert)],
        ..texts("3bciklmqsuR", "pC", &["exclude", "include", "directory", "whitespace", "patch-format", "empty"])
    },
);

// What a tree holds is written below `--prefix`.
static TREE: Sub = sub(
    Kind::Names,
    Act::Touch,
    Grammar {
        special: &[
            value(0, "prefix", Act::Write),
            value(0, "index-output", Act::Write),
            value(0, "exclude-per-directory", Act::Inert),
        ],
        ..texts("afnmquziv", "", &["stage"])
    },
);

static MAIL: Sub = sub(
    Kind::Paths,
    Act::Read,
    Grammar {
        special: &[
            value(0, "sendmail-cmd", Act::Run),
            value(0, "to-cmd", Act::Run),
            value(0, "cc-cmd", Act::Run),
            value(0, "header-cmd", Act::Run),
            value(0, "smtp-server", Act::Run),
            value(0, "smtp-ssl-cert-path", Act::Read),
        ],
        ..texts(
            "",
            "",
            &[
                "to", "cc", "bcc", "from", "subject", "in-reply-to", "reply-to", "compose-encoding", "transfer-encoding",
                "envelope-sender", "smtp-user", "smtp-pass", "smtp-encryption", "smtp-domain", "smtp-server-port",
                "smtp-server-option", "smtp-auth", "confirm", "suppress-cc", "batch-size", "relogin-delay", "identity",
            ],
        )
    },
);

// `config` writes its own files, or the one that `-f` names.
static CONFIG: Sub = sub(
    Kind::Names,
    Act::Inert,
    Grammar {
        special: &[value(b'f', "file", Act::Touch)],
        ..texts("lez", "t", &["type", "default", "blob", "comment", "value", "url"])
    },
);

static CLONE_SUB: Sub = sub(
    Kind::Places,
    Act::Touch,
    Grammar {
        special: &[
            value(0, "template", Act::Read),
            value(0, "reference", Act::Read),
            value(0, "reference-if-able", Act::Read),
            value(0, "separate-git-dir", Act::Write),
            value(b'u', "upload-pack", Act::Run),
            value(b'c', "config", Act::Assign),
        ],
        ..texts(
            "lsqvn",
            "objb",
            &[
                "origin", "branch", "depth", "shallow-since", "shallow-exclude", "jobs", "filter", "initial-branch",
                "object-format", "shared",
            ],
        )
    },
);

static WORKTREE: Sub = Sub {
    skip: 1,
    ..sub(
        Kind::Places,
        Act::Write,
        texts("fdqnvz", "bB", &["reason", "expire", "orphan"]),
    )
};

static REMOTE: Sub = Sub {
    skip: 2,
    ..sub(Kind::Places, Act::Read, texts("vfnpd", "tm", &[]))
};

static APPLY: Sub = sub(
    Kind::Paths,
    Act::Read,
    Grammar {
        special: &[value(0, "build-fake-ancestor", Act::Write)],
        ..texts("3RvzNqksmicS", "pC", &["exclude", "include", "directory", "whitespace"])
    },
);

static MOVE: Sub = Sub {
    descends: true,
    ..sub(Kind::Paths, Act::Write, texts("fknv", "", &[]))
};

static ARCHIVE: Sub = sub(
    Kind::Revisions,
    Act::Read,
    Grammar {
        special: &[
            value(b'o', "output", Act::Write),
            value(0, "add-file", Act::Read),
        ],
        ..texts("lv", "", &["format", "prefix", "remote", "exec", "mtime"])
    },
);

static HASH: Sub = sub(Kind::Paths, Act::Read, texts("wqvnz", "t", &["path"]));

static TRAILERS: Sub = sub(
    Kind::Paths,
    Act::Read,
    Grammar {
        special: &[flag(0, "in-place", Act::Edit)],
        ..texts("", "", &["where", "if-exists", "if-missing", "trailer"])
    },
);

/// What a subcommand does with its words; `None` for one that is not known.
pub(super) fn subcommand(name: &str) -> Option<&'static Sub> {
    Some(match name {
        "log" | "show" | "diff" | "shortlog" | "rev-list" | "whatchanged" | "diff-tree"
        | "diff-index" | "diff-files" | "format-patch" | "range-diff" | "cherry" | "ls-tree" | "cat-file" | "rev-parse"
        | "difftool" | "describe" | "name-rev" | "merge-base" | "show-branch" => &LOG,
        "blame" | "annotate" => &BLAME,
        "grep" => &GREP_SUB,
        "add" | "stage" => &ADD,
        "ls-files" | "check-ignore" | "check-attr" | "status" => &LS_FILES,
        "commit" => &COMMIT,
        "rm" | "clean" => &REMOVE,
        "restore" => &RESTORE,
        "checkout" => &CHECKOUT,
        "stash" => &STASH,
        "reset" => &RESET,
        "branch" | "tag" | "merge" | "rebase" | "cherry-pick" | "revert" | "switch" | "fetch" | "pull" | "push" | "reflog"
        | "symbolic-ref" | "update-ref" | "show-ref" | "for-each-ref" | "notes" | "bisect" | "ls-remote" | "gc"
        | "prune" | "fsck" | "count-objects" | "maintenance" | "help" | "version" | "var" | "rerere" | "replace"
        | "pack-refs" | "repack" | "write-tree" | "commit-tree" | "mktag" | "lfs" | "flow" | "filter-branch"
        | "verify-commit" | "verify-tag" | "stripspace" | "column" | "credential" => &NAMES,
        "am" => &AM,
        "interpret-trailers" => &TRAILERS,
        "read-tree" | "checkout-index" => &TREE,
        "send-email" => &MAIL,
        "config" => &CONFIG,
        "clone" | "init" | "submodule" | "submodule--helper" | "bundle" | "subtree" => &CLONE_SUB,
        "worktree" => &WORKTREE,
        "remote" => &REMOTE,
        "apply" => &APPLY,
        "mv" => &MOVE,
        "archive" => &ARCHIVE,
        "hash-object" | "update-index" | "mergetool" | "merge-file" => &HASH,
        _ => return None,
    })
}
