//! Secrets that only the program in front of them makes one: `mysql -pSECRET`, `redis-cli -a SECRET`.

use super::command_words::{commands, unquoted};
use std::ops::Range;

/// Where a program takes a secret.
struct Taker {
    /// Its names.
    programs: &'static [&'static str],
    /// A word that the command must hold, for a program of many uses.
    with: Option<&'static str>,
    /// How.
    how: How,
}

/// How a secret stands behind a program.
enum How {
    /// As the next word behind one of these.
    Behind(&'static [&'static str]),
    /// Glued to one of these.
    Glued(&'static [&'static str]),
    /// As `user:password` (or with another mark between) behind one of these.
    Login(&'static [&'static str], char),
    /// As `name=value` behind one of these, or glued to it with `=`.
    Named(&'static [&'static str]),
    /// As the last word.
    Last,
}

use How::{Behind, Glued, Last, Login, Named};

const fn taker(programs: &'static [&'static str], how: How) -> Taker {
    Taker {
        programs,
        with: None,
        how,
    }
}

const fn with(programs: &'static [&'static str], word: &'static str, how: How) -> Taker {
    Taker {
        programs,
        with: Some(word),
        how,
    }
}

const REGISTRIES: &[&str] = &[
    "docker", "podman", "helm", "nerdctl", "buildah", "skopeo", "crane", "oras", "regctl",
];

/// The programs, each by its manual page or its own help.
const TAKERS: &[Taker] = &[
    // curl(1)
    taker(
        &["curl"],
        Login(&["-u", "--user", "-U", "--proxy-user", "-E", "--cert"], ':'),
    ),
    taker(&["curl"], Named(&["-b", "--cookie"])),
    taker(
        &["curl"],
        Behind(&["--oauth2-bearer", "--pass", "--proxy-pass", "--tlspassword"]),
    ),
    // httpie: `http --auth`
    taker(&["http", "https", "xh"], Login(&["-a", "--auth"], ':')),
    // mysql(1), mariadb(1)
    taker(
        &[
            "mysql",
            "mysqldump",
            "mysqladmin",
            "mysqlimport",
            "mysqlshow",
            "mariadb",
            "mariadb-dump",
            "mariadb-admin",
        ],
        Glued(&["-p"]),
    ),
    with(&["mysqladmin", "mariadb-admin"], "password", Last),
    // mongosh, mongodump; cqlsh; twine; influx; sqlcmd; ipmitool(1)
    taker(
        &[
            "mongo",
            "mongosh",
            "mongodump",
            "mongorestore",
            "cqlsh",
            "twine",
            "influx",
            "evil-winrm",
        ],
        Behind(&["-p"]),
    ),
    taker(&["sqlcmd", "bcp", "ipmitool"], Behind(&["-P"])),
    // redis-cli
    taker(&["redis-cli", "valkey-cli"], Behind(&["-a", "--pass"])),
    // sshpass(1)
    taker(&["sshpass"], Behind(&["-p"])),
    taker(&["sshpass"], Glued(&["-p"])),
    // docker-login(1) and its kin; skopeo(1)
    with(REGISTRIES, "login", Behind(&["-p", "--password"])),
    taker(
        &["skopeo", "buildah", "podman"],
        Login(&["--creds", "--src-creds", "--dest-creds"], ':'),
    ),
    // az(1)
    with(&["az"], "login", Behind(&["-p"])),
    // ldapsearch(1) and its kin
    taker(
        &[
            "ldapsearch",
            "ldapadd",
            "ldapmodify",
            "ldapdelete",
            "ldapwhoami",
            "ldappasswd",
        ],
        Behind(&["-w", "-s"]),
    ),
    // smbclient(1), rpcclient(1)
    taker(
        &["smbclient", "rpcclient", "smbget"],
        Login(&["-U", "--user"], '%'),
    ),
    // lftp(1)
    taker(&["lftp"], Login(&["-u"], ',')),
    // zip(1), unzip(1); 7z; rar
    taker(&["zip", "unzip"], Behind(&["-P"])),
    taker(&["7z", "7za", "7zz", "rar", "unrar"], Glued(&["-p", "-hp"])),
    // openssl(1), "Pass phrase options"
    taker(&["openssl"], Glued(&["pass:"])),
    taker(&["openssl"], Behind(&["-k", "-K"])),
    with(&["openssl"], "passwd", Last),
    // htpasswd(1), useradd(8), usermod(8)
    with(&["htpasswd"], "-b", Last),
    with(&["htpasswd"], "-nb", Last),
    with(&["htpasswd"], "-bn", Last),
    with(&["htpasswd"], "-cb", Last),
    with(&["htpasswd"], "-bc", Last),
    taker(&["useradd", "usermod"], Behind(&["-p"])),
    // kubectl create secret; gh secret set; vault login, vault operator unseal
    taker(&["kubectl", "oc"], Named(&["--from-literal"])),
    with(&["gh"], "secret", Behind(&["-b", "--body"])),
    with(&["vault"], "login", Last),
    with(&["vault"], "unseal", Last),
    // security(1) of macOS; xfreerdp(1)
    taker(&["security"], Behind(&["-w", "-p"])),
    taker(&["xfreerdp", "xfreerdp3"], Glued(&["/p:"])),
    // keytool(1), jarsigner(1)
    taker(
        &["keytool", "jarsigner"],
        Behind(&["-storepass", "-keypass", "-srcstorepass", "-deststorepass"]),
    ),
];

/// What reads its secret from standard input, and what it is told by: sudo(8), docker-login(1), chpasswd(8),
/// passwd(1), gh auth login.
const FED: &[(&str, &str)] = &[
    ("sudo", "-S"),
    ("docker", "--password-stdin"),
    ("podman", "--password-stdin"),
    ("helm", "--password-stdin"),
    ("nerdctl", "--password-stdin"),
    ("chpasswd", ""),
    ("passwd", "--stdin"),
    ("gh", "--with-token"),
    ("cryptsetup", "-"),
];

/// The names that make a text worth taking apart.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let takers = TAKERS.iter().flat_map(|taker| taker.programs.iter().copied());
    takers.chain(FED.iter().map(|(program, _)| *program))
}

/// The secrets that programs of `text` are given, as byte ranges in order.
pub(super) fn given(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for words in commands(text) {
        let word = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
        for taker in TAKERS {
            let program = words.iter().position(|range| {
                let name = word(range);
                taker.programs.contains(&name.rsplit('/').next().unwrap_or(name))
            });
            let Some(program) = program else { continue };
            let operands = words.get(program + 1..).unwrap_or_default();
            if taker
                .with
                .is_none_or(|needed| operands.iter().any(|range| word(range) == needed))
            {
                taken(text, &taker.how, operands, &mut found);
            }
        }
    }
    found.extend(fed(text));
    found.retain(|range| is_literal(text.get(range.clone()).unwrap_or_default()));
    found.sort_by_key(|range| (range.start, range.end));
    found
}

/// What `echo` and the like say to a program that takes it for a secret.
pub(super) fn fed(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut before: Option<Vec<Range<usize>>> = None;
    for words in commands(text) {
        let word = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
        let has = |name: &str| words.iter().any(|range| word(range) == name);
        if FED
            .iter()
            .any(|(program, mark)| has(program) && (mark.is_empty() || has(mark)))
            && let Some(said) = &before
            && said
                .first()
                .is_some_and(|range| matches!(word(range), "echo" | "printf"))
        {
            let operands = said.iter().skip(1).filter(|range| !word(range).starts_with('-'));
            found.extend(operands.map(|range| unquoted(text, range.clone())));
        }
        before = Some(words);
    }
    found
}

/// A variable, an option and a number are no secrets.
fn is_literal(text: &str) -> bool {
    let variable = text
        .strip_prefix('$')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '{' | '(')));
    !text.is_empty() && !variable && !text.starts_with('-')
}

fn taken(text: &str, how: &How, operands: &[Range<usize>], found: &mut Vec<Range<usize>>) {
    let word = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
    let mut behind = None;
    for range in operands {
        let said = word(range);
        let inner = unquoted(text, range.clone());
        let content = text.get(inner.clone()).unwrap_or_default();
        match how {
            Behind(options) => {
                if behind.take().is_some() {
                    found.push(inner);
                } else if options.contains(&said) {
                    behind = Some(());
                } else if let Some(at) = glued_with_equals(said, options) {
                    found.push(range.start + at..range.end);
                }
            }
            Glued(options) => {
                let option = options
                    .iter()
                    .filter(|option| content.starts_with(**option))
                    .max_by_key(|it| it.len());
                if let Some(option) = option
                    && content.len() > option.len()
                {
                    found.push(unquoted(text, inner.start + option.len()..inner.end));
                }
            }
            Login(options, mark) => {
                let login = if behind.take().is_some() {
                    Some(inner)
                } else if options.contains(&said) {
                    behind = Some(());
                    None
                } else {
                    glued_with_equals(said, options).map(|at| unquoted(text, range.start + at..range.end))
                };
                found.extend(login.and_then(|login| password(text, login, *mark)));
            }
            Named(options) => {
                let pair = if behind.take().is_some() {
                    Some(inner)
                } else if options.contains(&said) {
                    behind = Some(());
                    None
                } else {
                    glued_with_equals(said, options).map(|at| unquoted(text, range.start + at..range.end))
                };
                found.extend(pair.and_then(|pair| {
                    let at = text.get(pair.clone())?.find('=')?;
                    Some(unquoted(text, pair.start + at + 1..pair.end))
                }));
            }
            Last => {}
        }
    }
    if matches!(how, Last)
        && operands.len() > 1
        && let Some(range) = operands.last()
    {
        found.push(unquoted(text, range.clone()));
    }
}

/// Where the value of `--option=value` begins.
fn glued_with_equals(word: &str, options: &[&str]) -> Option<usize> {
    let at = word.find('=')?;
    options.contains(&word.get(..at)?).then_some(at + 1)
}

/// The password of `user:password`. `//` follows a scheme.
fn password(text: &str, login: Range<usize>, mark: char) -> Option<Range<usize>> {
    let at = text.get(login.clone())?.find(mark)?;
    let secret = login.start + at + mark.len_utf8()..login.end;
    let words = text.get(secret.clone())?;
    (!words.is_empty() && !words.starts_with("//")).then_some(secret)
}
