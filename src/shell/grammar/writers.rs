//! Programs that write their operands, and ordinary ones whose operands' places are known.
//!
//! Sources: `--help` and manual pages of coreutils 9.1, GNU tar 1.34, Info-ZIP, gzip 1.12, rsync 3.2,
//! OpenSSH 9, curl 8, GNU Wget 1.21, patch 2.7, and the command-line references of the tools named.

use super::option::{Act, Grammar, flag, glued, value};
use super::program::{Below, Operands, Program, options};

static CP: Program = Program {
    operands: Operands::Copy(Act::Read),
    below: Below::Told,
    leaves_alone: false,
    ..Program::reader(options(
        "bdfHiLlnPpsuvxZcX",
        &[
            "attributes-only", "backup", "copy-contents", "force", "interactive", "link", "dereference",
            "no-clobber", "no-dereference", "preserve", "parents", "reflink", "remove-destination", "sparse",
            "strip-trailing-slashes", "symbolic-link", "update", "verbose", "one-file-system", "context", "help",
            "version", "keep-directory-symlink", "debug",
        ],
        "S",
        &["suffix", "no-preserve"],
        &[
            flag(b'r', "recursive", Act::Descend),
            flag(b'R', "", Act::Descend),
            flag(b'a', "archive", Act::Descend),
            value(b't', "target-directory", Act::Into),
            flag(b'T', "no-target-directory", Act::Inert),
        ],
    ))
};

static MV: Program = Program {
    operands: Operands::Copy(Act::Write),
    below: Below::Always,
    leaves_alone: false,
    ..Program::reader(options(
        "bfinuvZTh",
        &[
            "backup", "force", "interactive", "no-clobber", "strip-trailing-slashes", "no-target-directory",
            "update", "verbose", "context", "help", "version", "exchange", "no-copy", "debug",
        ],
        "S",
        &["suffix"],
        &[value(b't', "target-directory", Act::Into)],
    ))
};

static LN: Program = Program {
    operands: Operands::Copy(Act::Touch),
    below: Below::Told,
    leaves_alone: false,
    ..Program::reader(options(
        "bdFfiLnPrTvhw",
        &[
            "backup", "directory", "force", "interactive", "logical", "no-dereference", "physical", "relative",
            "no-target-directory", "verbose", "help", "version",
        ],
        "S",
        &["suffix"],
        &[
            flag(b's', "symbolic", Act::Descend),
            value(b't', "target-directory", Act::Into),
        ],
    ))
};

static RM: Program = Program {
    below: Below::Told,
    ..Program::writer(options(
        "fiIvdxPW",
        &[
            "force", "interactive", "one-file-system", "no-preserve-root", "preserve-root", "dir", "verbose", "help",
            "version",
        ],
        "",
        &[],
        &[
            flag(b'r', "recursive", Act::Descend),
            flag(b'R', "", Act::Descend),
        ],
    ))
};

static TOUCH: Program = Program::writer(options(
    "acfhmpv",
    &[
        "no-create", "no-dereference", "parents", "verbose", "help", "version", "mkpath", "ignore-fail-on-non-empty",
    ],
    "dtA",
    &["date", "time"],
    &[value(b'r', "reference", Act::Read)],
));

static MKDIR: Program = Program::writer(options(
    "pvZ",
    &["parents", "verbose", "context", "help", "version", "ignore-fail-on-non-empty"],
    "m",
    &["mode"],
    &[],
));

/// `chmod`, `chown`, `chgrp`: the mode or owner first.
static MODE: Program = Program {
    operands: Operands::After(1, Act::Write),
    below: Below::Told,
    ..Program::writer(options(
        "cfvhHLPrwxXstugoaEn",
        &[
            "changes", "quiet", "silent", "verbose", "dereference", "no-dereference", "no-preserve-root",
            "preserve-root", "help", "version",
        ],
        "",
        &["from"],
        &[
            value(0, "reference", Act::PatternFile),
            flag(b'R', "recursive", Act::Descend),
        ],
    ))
};

static TEE: Program = Program::writer(options(
    "aip",
    &["append", "ignore-interrupts", "output-error", "help", "version"],
    "",
    &[],
    &[],
));

static WRITE: Program = Program::writer(options(
    "cofuvznafikx",
    &["no-create", "io-blocks", "force", "verbose", "zero", "exact", "remove", "help", "version"],
    "sn",
    &["size", "iterations"],
    &[value(b'r', "reference", Act::Read)],
));

static DD: Program = Program {
    operands: Operands::Assignments,
    leaves_alone: false,
    ..Program::text(Grammar::NONE)
};

static INSTALL: Program = Program {
    operands: Operands::Copy(Act::Read),
    leaves_alone: false,
    ..Program::reader(options(
        "bcCDpsTvZ",
        &[
            "backup", "compare", "preserve-timestamps", "strip", "no-target-directory", "verbose",
            "preserve-context", "context", "help", "version", "debug",
        ],
        "gmoSBf",
        &["group", "mode", "owner", "suffix", "strip-program"],
        &[
            flag(b'd', "directory", Act::Edit),
            value(b't', "target-directory", Act::Into),
        ],
    ))
};

static RSYNC: Program = Program {
    operands: Operands::Remote(Act::Read),
    below: Below::Always,
    leaves_alone: false,
    runs: true,
    ..Program::reader(options(
        "vqcabuldlLkKHpEXAogDtOJSnWxhzCPFyimrRN08",
        &[
            "verbose", "quiet", "checksum", "archive", "recursive", "relative", "no-implied-dirs", "backup",
            "update", "inplace", "append", "append-verify", "dirs", "mkpath", "links", "copy-links",
            "copy-unsafe-links", "safe-links", "munge-links", "copy-dirlinks", "keep-dirlinks", "hard-links", "perms",
            "executability", "acls", "xattrs", "owner", "group", "devices", "specials", "times", "atimes",
            "omit-dir-times", "omit-link-times", "super", "fake-super", "sparse", "preallocate", "dry-run",
            "whole-file", "one-file-system", "existing", "ignore-existing", "remove-source-files", "del", "delete",
            "delete-before", "delete-during", "delete-delay", "delete-after", "delete-excluded",
            "ignore-missing-args", "delete-missing-args", "ignore-errors", "force", "partial", "delay-updates",
            "prune-empty-dirs", "numeric-ids", "ignore-times", "size-only", "fuzzy", "compress", "cvs-exclude",
            "from0", "stats", "human-readable", "progress", "itemize-changes", "list-only", "no-motd", "ipv4",
            "ipv6", "version", "help", "no-perms", "no-owner", "no-group", "no-times", "no-compress",
            "no-recursive", "no-relative",
        ],
        "B@M",
        &[
            "suffix", "chmod", "chown", "block-size", "rsync-path", "max-delete", "max-size", "min-size", "usermap",
            "groupmap", "timeout", "contimeout", "modify-window", "compress-choice", "compress-level",
            "skip-compress", "port", "sockopts", "outbuf", "out-format", "log-file-format", "bwlimit",
            "stop-after", "stop-at", "protocol", "iconv", "checksum-seed", "include", "info", "debug", "filter",
            "checksum-choice", "remote-option", "address",
        ],
        &[
            value(b'e', "rsh", Act::Run),
            value(0, "exclude", Act::Exclude),
            value(0, "exclude-from", Act::Read),
            value(0, "include-from", Act::Read),
            value(0, "files-from", Act::Read),
            value(0, "password-file", Act::Read),
            value(0, "log-file", Act::Write),
            value(b'T', "temp-dir", Act::Write),
            value(0, "backup-dir", Act::Write),
            value(0, "partial-dir", Act::Write),
            value(0, "compare-dest", Act::Read),
            value(0, "copy-dest", Act::Read),
            value(0, "link-dest", Act::Read),
            value(0, "write-batch", Act::Write),
            value(0, "read-batch", Act::Read),
            value(b'f', "", Act::Exclude),
        ],
    ))
};

static SCP: Program = Program {
    operands: Operands::Remote(Act::Read),
    below: Below::Told,
    leaves_alone: false,
    ..Program::reader(options(
        "346ABCOpqRTv",
        &[],
        "cDJloPX",
        &[],
        &[
            flag(b'r', "", Act::Descend),
            value(b'F', "", Act::Read),
            value(b'i', "", Act::Read),
            value(b'S', "", Act::Touch),
        ],
    ))
};

static TAR: Program = Program {
    operands: Operands::Tar,
    below: Below::Always,
    leaves_alone: false,
    runs: true,
    ..Program::reader(TAR_OPTIONS)
};

/// `tar`'s options; the mode letters are read apart.
pub(super) const TAR_OPTIONS: Grammar = options(
        "AcdrtuxGnSkUWOmpsjJzZalhPvwoiBMRhv",
        &[
            "catenate", "concatenate", "create", "diff", "compare", "delete", "append", "list", "test-label",
            "update", "extract", "get", "check-device", "incremental", "no-check-device", "ignore-failed-read",
            "seek", "no-seek", "sparse", "hole-detection", "keep-newer-files", "keep-old-files", "no-overwrite-dir",
            "overwrite", "overwrite-dir", "recursive-unlink", "remove-files", "skip-old-files", "unlink-first",
            "verify", "ignore-command-error", "to-stdout", "delay-directory-restore", "no-same-owner",
            "no-same-permissions", "same-owner", "same-permissions", "numeric-owner", "preserve-permissions",
            "touch", "acls", "no-acls", "xattrs", "no-xattrs", "selinux", "force-local", "multi-volume",
            "ignore-zeros", "read-full-records", "old-archive", "portability", "posix", "bzip2", "xz", "lzip",
            "lzma", "lzop", "gzip", "gunzip", "ungzip", "zstd", "compress", "auto-compress", "no-auto-compress",
            "backup", "dereference", "hard-dereference", "no-null", "null", "no-recursion", "recursion",
            "no-unquote", "unquote", "absolute-names", "anchored", "no-anchored", "ignore-case", "no-ignore-case",
            "no-wildcards", "wildcards", "no-wildcards-match-slash", "wildcards-match-slash", "checkpoint",
            "full-time", "block-number", "show-defaults", "show-omitted-dirs", "show-stored-names",
            "show-transformed-names", "totals", "utc", "verbose", "interactive", "confirmation", "help", "usage",
            "version", "exclude-vcs", "exclude-caches", "exclude-caches-all", "exclude-backups",
            "exclude-vcs-ignores", "one-file-system", "no-verbatim-files-from", "verbatim-files-from", "sort",
            "one-top-level", "warning", "atime-preserve", "no-xattrs-include",
        ],
        "bHLNgVK",
        &[
            "blocking-factor", "record-size", "format", "tape-length", "newer", "after-date", "newer-mtime", "label",
            "level", "owner", "group", "mode", "mtime", "pax-option", "strip-components", "transform", "xform",
            "suffix", "index-file-x", "starting-file", "quoting-style", "occurrence", "owner-map", "group-map",
            "clamp-mtime", "quote-chars", "no-quote-chars",
        ],
        &[
            value(b'f', "file", Act::Touch),
            value(b'C', "directory", Act::Folder),
            flag(0, "cd", Act::Inert),
            value(b'T', "files-from", Act::Read),
            value(b'X', "exclude-from", Act::Read),
            value(0, "exclude", Act::Exclude),
            value(0, "listed-incremental", Act::Write),
            value(0, "index-file", Act::Write),
            value(0, "volno-file", Act::Write),
            value(b'I', "use-compress-program", Act::Run),
            value(0, "to-command", Act::Run),
            value(0, "checkpoint-action", Act::Run),
            value(b'F', "info-script", Act::Run),
            value(0, "new-volume-script", Act::Run),
            value(0, "rsh-command", Act::Run),
            value(0, "rmt-command", Act::Run),
        ],
    );

/// Compressors in place: the operand is replaced.
static COMPRESS: Program = Program {
    below: Below::Told,
    ..Program::writer(Grammar {
        numbers: true,
        ..options(
            "acdfhklLnNqtvVzeMC",
            &[
                "stdout", "decompress", "uncompress", "force", "keep", "list", "no-name", "name", "quiet", "test",
                "verbose", "rsyncable", "best", "fast", "help", "version", "to-stdout", "long", "ultra", "rm",
                "compress", "extreme", "synchronous",
            ],
            "STD",
            &["suffix", "threads", "format", "check", "memlimit"],
            &[
                flag(b'r', "recursive", Act::Descend),
                value(b'o', "output", Act::Write),
            ],
        )
    })
};

// `zip archive files`.
static ZIP: Program = Program {
    operands: Operands::Archive,
    below: Below::Told,
    leaves_alone: false,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "AcdDeEfFgjJklLmoqSTuvXyz@",
            &["quiet", "recurse-patterns", "junk-paths", "symlinks", "encrypt", "update", "freshen", "delete"],
            "nPtsZ",
            &["suffixes", "password", "compression-method"],
            &[
                flag(b'r', "recurse-paths", Act::Descend),
                flag(b'R', "", Act::Descend),
                value(b'b', "temp-path", Act::Write),
                value(b'O', "output-file", Act::Write),
            ],
        )
    })
};

// `unzip archive [members] [-d folder]`, into the working folder without one.
static UNZIP: Program = Program {
    operands: Operands::Unpack,
    below: Below::Always,
    leaves_alone: false,
    ..Program::reader(options(
        "ZlptvzabCDjLnoqUVXKMfu:",
        &[],
        "xPOI",
        &[],
        &[value(b'd', "", Act::Into)],
    ))
};

static CURL: Program = Program {
    leaves_alone: false,
    ..Program::text(Grammar {
        numbers: true,
        ..options(
            "aBfGgIijJkLlMNnpqsSvVZ0123460O",
            &[
                "append", "anyauth", "basic", "ca-native", "cert-status", "compressed", "compressed-ssh",
                "create-dirs", "crlf", "digest", "disable", "disable-eprt", "disable-epsv",
                "disallow-username-in-url", "doh-insecure", "fail", "fail-early", "fail-with-body", "false-start",
                "form-escape", "ftp-create-dirs", "get", "globoff", "head", "http0.9", "http1.0", "http1.1",
                "http2", "http2-prior-knowledge", "http3", "ignore-content-length", "include", "insecure", "ipv4",
                "ipv6", "junk-session-cookies", "list-only", "location", "location-trusted", "negotiate", "netrc",
                "netrc-optional", "next", "no-alpn", "no-buffer", "no-keepalive", "no-progress-meter",
                "no-sessionid", "no-clobber", "ntlm", "parallel", "path-as-is", "post301", "post302", "post303",
                "progress-bar", "proxytunnel", "raw", "remote-header-name", "remote-name", "remote-name-all",
                "remote-time", "retry-all-errors", "retry-connrefused", "show-error", "silent", "ssl", "ssl-reqd",
                "sslv3", "styled-output", "tcp-fastopen", "tcp-nodelay", "tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2",
                "tlsv1.3", "tr-encoding", "use-ascii", "verbose", "xattr", "help", "version", "manual",
                "show-headers", "remove-on-error", "skip-existing", "trace-time", "trace-ids",
            ],
            "ACehHmPQrtuUwxXyYz",
            &[
                "abstract-unix-socket", "alt-svc-x", "aws-sigv4", "ciphers", "connect-timeout", "connect-to",
                "continue-at", "curves", "delegation", "dns-interface", "dns-ipv4-addr", "dns-servers", "doh-url",
                "expect100-timeout", "form-string", "ftp-account", "ftp-method", "ftp-port", "happy-eyeballs-timeout-ms",
                "hostpubmd5", "interface", "ip-tos", "json-x", "keepalive-time", "krb", "limit-rate", "local-port",
                "login-options", "mail-auth", "mail-from", "mail-rcpt", "max-filesize", "max-redirs", "max-time",
                "noproxy", "oauth2-bearer", "parallel-max", "pass", "pinnedpubkey-x", "preproxy", "proto",
                "proto-default", "proto-redir", "proxy", "proxy-user", "proxy-header", "pubkey-x", "quote", "range",
                "rate", "referer", "request", "request-target", "resolve", "retry", "retry-delay", "retry-max-time",
                "sasl-authzid", "service-name", "socks4", "socks4a", "socks5", "socks5-hostname", "speed-limit",
                "speed-time", "telnet-option", "tftp-blksize", "time-cond", "tls-max", "tls13-ciphers", "tlsuser",
                "url-query", "user", "user-agent", "cert-type", "key-type", "engine", "variable",
            ],
            &[
                value(b'o', "output", Act::Write),
                value(0, "output-dir", Act::Write),
                value(b'D', "dump-header", Act::Write),
                value(b'c', "cookie-jar", Act::Write),
                value(0, "trace", Act::Write),
                value(0, "trace-ascii", Act::Write),
                value(0, "stderr", Act::Write),
                value(0, "libcurl", Act::Write),
                value(0, "etag-save", Act::Write),
                value(0, "hsts", Act::Write),
                value(0, "alt-svc", Act::Write),
                value(0, "etag-compare", Act::Read),
                value(b'T', "upload-file", Act::Read),
                value(b'K', "config", Act::Read),
                value(b'E', "cert", Act::Read),
                value(0, "key", Act::Read),
                value(0, "cacert", Act::Read),
                value(0, "capath", Act::Read),
                value(0, "crlfile", Act::Read),
                value(0, "netrc-file", Act::Read),
                value(0, "pubkey", Act::Read),
                value(0, "pinnedpubkey", Act::Shaped),
                value(0, "proxy-cacert", Act::Read),
                value(0, "unix-socket", Act::Touch),
                value(b'd', "data", Act::Attached),
                value(0, "data-ascii", Act::Attached),
                value(0, "data-binary", Act::Attached),
                value(0, "data-urlencode", Act::Attached),
                value(0, "data-raw", Act::Inert),
                value(0, "json", Act::Attached),
                value(b'F', "form", Act::Attached),
                value(b'H', "header", Act::Attached),
                value(b'b', "cookie", Act::Shaped),
                value(b'w', "write-out", Act::Attached),
                value(0, "url", Act::Inert),
            ],
        )
    })
};

static WGET: Program = Program {
    leaves_alone: false,
    ..Program::text(Grammar {
        numbers: true,
        ..options(
            "VhbdqvFcNSxHkKmpELr46nLxj",
            &[
                "version", "help", "background", "debug", "quiet", "verbose", "no-verbose", "force-html",
                "no-clobber", "continue", "show-progress", "no-netrc", "timestamping", "no-timestamping",
                "server-response", "spider", "inet4-only", "inet6-only", "retry-connrefused", "no-dns-cache",
                "no-directories", "force-directories", "no-host-directories", "protocol-directories", "no-cache",
                "no-cookies", "adjust-extension", "content-disposition", "trust-server-names", "https-only",
                "no-check-certificate", "recursive", "convert-links", "mirror", "page-requisites", "span-hosts",
                "relative", "no-parent", "compression", "no-hsts", "no-proxy", "random-wait", "ignore-case",
            ],
            "tTwQlADRnUI",
            &[
                "tries", "timeout", "wait", "waitretry", "quota", "limit-rate", "level", "accept", "reject",
                "domains", "exclude-domains", "progress", "user", "password", "header", "user-agent", "referer",
                "post-data", "method", "body-data", "cut-dirs", "max-redirect", "dns-timeout", "connect-timeout",
                "read-timeout", "secure-protocol", "http-user", "http-password", "proxy-user", "proxy-password",
                "execute-x", "regex-type", "accept-regex", "reject-regex", "include-directories",
                "exclude-directories", "base", "start-pos", "bind-address", "prefer-family", "restrict-file-names",
            ],
            &[
                value(b'O', "output-document", Act::Write),
                value(b'P', "directory-prefix", Act::Write),
                value(b'o', "output-file", Act::Write),
                value(b'a', "append-output", Act::Write),
                value(0, "save-cookies", Act::Write),
                value(b'i', "input-file", Act::Read),
                value(0, "load-cookies", Act::Read),
                value(0, "post-file", Act::Read),
                value(0, "body-file", Act::Read),
                value(0, "certificate", Act::Read),
                value(0, "private-key", Act::Read),
                value(0, "ca-certificate", Act::Read),
                value(0, "ca-directory", Act::Read),
                value(0, "config", Act::Read),
                value(b'B', "", Act::Inert),
                value(b'e', "execute", Act::Touch),
            ],
        )
    })
};

static PATCH: Program = Program {
    operands: Operands::Each(Act::Write),
    ..Program::writer(Grammar {
        numbers: true,
        ..options(
            "bcEeflNnRsTtuZ",
            &[
                "backup", "context", "remove-empty-files", "ed", "force", "ignore-whitespace", "forward", "normal",
                "reverse", "silent", "quiet", "batch", "unified", "dry-run", "posix", "binary", "verbose",
                "help", "version", "set-time", "set-utc", "merge",
            ],
            "BDFgpVxYz",
            &["prefix", "ifdef", "fuzz", "get", "strip", "version-control", "suffix", "basename-prefix"],
            &[
                value(b'i', "input", Act::Read),
                value(b'o', "output", Act::Write),
                value(b'r', "reject-file", Act::Write),
                value(b'd', "directory", Act::Folder),
            ],
        )
    })
};

// `split [file [prefix]]`.
static SPLIT: Program = Program {
    operands: Operands::Copy(Act::Read),
    leaves_alone: false,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "dexukszq",
            &["elide-empty-files", "unbuffered", "verbose", "numeric-suffixes", "hex-suffixes", "help", "version"],
            "abClnt",
            &["suffix-length", "bytes", "line-bytes", "lines", "number", "separator", "additional-suffix"],
            &[value(0, "filter", Act::Run)],
        )
    })
};

static GIT: Program = Program {
    operands: Operands::Git,
    runs: true,
    ..Program::text(Grammar::NONE)
};

/// Programs of which we know that the first operand is a subcommand, target or package and that they leave
/// paths on their command line alone.
static NAMED: Program = Program::named(Grammar::NONE);

/// The same, but the paths on their command line may be written.
static WRITES: Program = Program {
    leaves_alone: false,
    ..Program::named(Grammar::NONE)
};

/// Programs that look at the files they are given: tests, linters, checkers.
static CHECKS: Program = Program {
    operands: Operands::Each(Act::Shaped),
    ..Program::text(Grammar::NONE)
};

/// Compilers: sources are read, `-o` is written.
static COMPILE: Program = Program {
    operands: Operands::Each(Act::Read),
    leaves_alone: true,
    ..Program::text(options(
        "cSEvgwsPM",
        &["version", "help", "verbose", "save-temps", "shared", "static", "pedantic", "std", "test", "release"],
        "DUxluAT",
        &["edition", "crate-name", "crate-type", "target", "cfg", "emit", "explain", "cap-lints", "codegen"],
        &[
            value(b'o', "output", Act::Write),
            value(b'I', "", Act::Read),
            value(b'L', "", Act::Read),
            value(0, "out-dir", Act::Write),
            value(0, "sysroot", Act::Read),
            glued(b'O', "", Act::Inert),
            glued(b'W', "", Act::Inert),
            glued(b'f', "", Act::Inert),
            glued(b'm', "", Act::Inert),
            glued(b'p', "", Act::Inert),
            value(b'C', "", Act::Inert),
        ],
    ))
};

/// The writer or ordinary program of that base name.
pub(super) fn lookup(name: &str) -> Option<&'static Program> {
    Some(match name {
        "cp" | "gcp" => &CP,
        "mv" | "gmv" => &MV,
        "ln" | "gln" | "link" => &LN,
        "rm" | "grm" | "unlink" | "trash" | "srm" => &RM,
        "touch" => &TOUCH,
        "mkdir" | "rmdir" => &MKDIR,
        "chmod" | "chown" | "chgrp" | "chflags" => &MODE,
        "tee" | "sponge" => &TEE,
        "truncate" | "shred" | "mkfifo" | "mknod" | "fallocate" => &WRITE,
        "dd" => &DD,
        "install" | "ginstall" => &INSTALL,
        "rsync" => &RSYNC,
        "scp" => &SCP,
        "tar" | "gtar" | "bsdtar" => &TAR,
        "gzip" | "gunzip" | "bzip2" | "bunzip2" | "xz" | "unxz" | "zstd" | "unzstd" | "lz4" | "compress"
        | "uncompress" | "pigz" => &COMPRESS,
        "zip" => &ZIP,
        "unzip" => &UNZIP,
        "curl" => &CURL,
        "wget" => &WGET,
        "patch" => &PATCH,
        "split" | "csplit" => &SPLIT,
        "git" => &GIT,
        "gcc" | "g++" | "cc" | "c++" | "clang" | "clang++" | "rustc" => &COMPILE,
        "cargo" | "go" | "npm" | "pnpm" | "yarn" | "bun" | "npx" | "bunx" | "uvx" | "uv" | "pip" | "pip3" | "poetry"
        | "pipenv" | "gh" | "glab" | "make" | "gmake" | "just" | "task" | "cmake" | "ninja" | "meson" | "bazel"
        | "gradle" | "gradlew" | "mvn" | "mvnw" | "sbt" | "dotnet" | "deno" | "rustup" | "kubectl" | "helm" | "docker" | "podman"
        | "docker-compose" | "terraform" | "tofu" | "aws" | "gcloud" | "az" | "nix" | "nix-build" | "nix-env" | "brew"
        | "apt" | "apt-get" | "dnf" | "yum" | "pacman" | "snap" | "dpkg" | "rpm"
       
        | "rake" | "bundle" | "gem" | "composer" | "mix" | "cabal"
        | "stack" | "zig" | "swift" | "flutter" | "dart" | "nvm" | "fnm" | "volta" | "mise" | "asdf" | "direnv"
        | "psql" | "mysql" | "redis-cli" | "code" | "open" | "xdg-open" | "hyperfine"
        | "ctest" | "nextest" | "vite" | "next" | "turbo" | "nx"
        | "lerna" | "webpack" | "rollup" | "esbuild" | "sqlite3" => &NAMED,
        "jest" | "vitest" | "mocha" | "playwright" | "tsc" | "mypy" | "pyright" | "pylint" | "flake8" | "shellcheck"
        | "hadolint" | "yamllint" | "pytest" | "tox" | "nox" | "rspec" | "phpunit" | "tokei" | "cloc" | "golangci-lint"
        | "staticcheck" | "govulncheck" | "ansible-lint" | "tflint" | "actionlint" | "bandit" => &CHECKS,
        "eslint" | "prettier" | "biome" | "ruff" | "black" | "isort" | "rubocop" | "gofmt" | "goimports" | "rustfmt"
        | "clang-format" | "clang-tidy" | "stylelint" | "shfmt" | "autopep8" | "yapf" | "taplo" | "dprint" => &WRITES,
        _ => return None,
    })
}
