//! Programs that read their operands, or leave them alone. Only what is listed is permitted: an option
//! that is not here leaves the direction unproven.
//!
//! Sources: `--help` and manual pages of coreutils 9.1, grep 3.8, findutils 4.9, diffutils 3.8, util-linux
//! 2.38, file 5.44, jq 1.6, ripgrep 14, fd 9, bat 0.24, eza 0.18, GNU sed 4.9, gawk 5.2, and the BSD
//! manuals where letters differ.

mod listing;
mod search;
mod shell;
mod text;

use super::program::Program;
use listing::{DU, FILE, LS, PLAIN, STAT, TREE};
use search::{AG, AWK, BAT, FD, FIND, GREP, JQ, RG, RGREP, SED};
use shell::{CD, HISTORY, LESS, MAN, SHAPED, SOURCE, TEST, TEXT};
use text::{BASE64, CAT, COMM, CUT, DIFF, DUMP, FIELDS, HEAD_TAIL, JOIN, SHUF, SORT, SUMS, UNIQ, WC, XXD};

/// The reader of that base name.
pub(super) fn lookup(name: &str) -> Option<&'static Program> {
    Some(match name {
        "cat" | "gcat" | "tac" | "nl" | "rev" | "zcat" | "bzcat" | "xzcat" | "zstdcat" | "gzcat" => &CAT,
        "head" | "tail" | "ghead" | "gtail" => &HEAD_TAIL,
        "wc" | "gwc" => &WC,
        "sort" | "gsort" => &SORT,
        "uniq" => &UNIQ,
        "shuf" => &SHUF,
        "cut" => &CUT,
        "comm" => &COMM,
        "join" => &JOIN,
        "paste" | "fold" | "fmt" | "expand" | "unexpand" | "column" | "pr" | "look" => &FIELDS,
        "base64" | "base32" | "basenc" => &BASE64,
        "od" | "hexdump" | "hd" | "strings" | "objdump" | "nm" | "readelf" | "size" => &DUMP,
        "xxd" => &XXD,
        "md5sum" | "sha1sum" | "sha224sum" | "sha256sum" | "sha384sum" | "sha512sum" | "b2sum" | "cksum" | "sum"
        | "shasum" | "md5" => &SUMS,
        "diff" | "cmp" | "colordiff" | "diff3" | "sdiff" => &DIFF,
        "ls" | "dir" | "vdir" | "gls" | "eza" | "exa" | "lsd" => &LS,
        "tree" => &TREE,
        "du" | "gdu" => &DU,
        "stat" | "gstat" => &STAT,
        "file" => &FILE,
        "readlink" | "realpath" | "df" | "lsattr" | "getfacl" | "more" | "namei" | "ldd" => &PLAIN,
        "bat" | "batcat" => &BAT,
        "less" => &LESS,
        "man" => &MAN,
        "grep" | "egrep" | "fgrep" | "ggrep" | "zgrep" => &GREP,
        "rgrep" => &RGREP,
        "rg" | "ripgrep" => &RG,
        "ag" | "ack" | "ack-grep" => &AG,
        "fd" | "fdfind" => &FD,
        "sed" | "gsed" => &SED,
        "awk" | "gawk" | "mawk" | "nawk" => &AWK,
        "jq" | "gojq" | "jaq" => &JQ,
        "find" | "gfind" => &FIND,
        "test" | "[" | "[[" => &TEST,
        "cd" | "pushd" => &CD,
        "source" | "." => &SOURCE,
        "history" => &HISTORY,
        "echo" | "printf" | "true" | "false" | ":" | "seq" | "sleep" | "whoami" | "id" | "uname" | "yes"
        | "expr" | "tr" | "which" | "type" | "whereis" | "basename" | "dirname" | "kill"
        | "killall" | "ps" | "free" | "uptime" | "printenv" | "nproc" | "arch" | "tty" | "export" | "declare"
        | "typeset" | "local" | "readonly" | "unset" | "set" | "shift" | "exit" | "return" | "break" | "continue"
        | "wait" | "jobs" | "fg" | "bg" | "disown" | "ulimit" | "umask" | "alias" | "unalias" | "shopt" | "let"
        | "read" | "getopts" | "times" | "pwd" | "popd" | "dirs" | "help" | "factor" | "numfmt" | "ping"
        | "host" | "nslookup" | "traceroute" | "ss" | "netstat" | "trap" | "eval"
        | "notify-send" | "tput" | "clear" | "reset" | "stty" | "groups" | "cal" | "uuidgen"
        | "mapfile" | "readarray" | "locale" | "getent" | "getconf" => &TEXT,
        "date" | "hostname" | "pkill" | "pgrep" | "dig" | "logger" | "users" | "who" | "bc" | "lsof" | "ip" | "ifconfig" | "hash" | "systemctl" | "journalctl" | "dmesg"
        | "lsblk" | "sysctl" | "top" => &SHAPED,
        _ => return None,
    })
}

/// Programs without file operands that change nothing, whatever words they get.
pub(super) fn harmless(name: &str) -> bool {
    matches!(
        name,
        "echo" | "printf" | "true" | "false" | ":" | "seq" | "expr" | "which" | "basename" | "dirname" | "test" | "["
    )
}
