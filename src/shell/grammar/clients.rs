//! Clients of databases: statements that are given with the command are inert unless they leave the database.
//!
//! Sources: `sqlite3` ("Command Line Shell For `SQLite`"), the reference of `psql` (meta-commands, `COPY … PROGRAM`),
//! the reference of `mysql` (client commands, `SELECT … INTO OUTFILE`, `LOAD DATA`), the guides of `DuckDB`.

use super::option::lead;
use super::wrapping::{Command, Wrapping};
use crate::shell::{RedirectOp, RedirectTarget, Word};

/// Whether `name` is such a client.
pub(super) fn is_client(name: &str) -> bool {
    matches!(name, "sqlite3" | "sqlite" | "psql" | "mysql" | "mariadb" | "duckdb")
}

/// The floor of statements that may run programs or reach files.
pub(super) fn analyze(command: &Command<'_>, name: &str, released: &[&str]) -> Option<Wrapping> {
    let judge: fn(&str) -> bool = match name {
        "sqlite3" | "sqlite" => sqlite,
        "psql" => psql,
        "duckdb" => |_| false,
        _ => mysql,
    };
    let statements = given(command, name);
    let body = command
        .redirects
        .iter()
        .filter(|redirect| redirect.op == RedirectOp::Here)
        .find_map(|redirect| match &redirect.target {
            RedirectTarget::Body(body) => Some(body),
            _ => None,
        });
    for word in statements.iter().copied().chain(body) {
        // What a variable holds is data far more often than a command of the client.
        let (text, _) = lead(word);
        if !judge(&text) {
            return Some(Wrapping::opaque(
                word.span,
                format!("{name} is given more than statements"),
                released,
            ));
        }
    }
    let fed = command.piped && statements.is_empty() && body.is_none();
    fed.then(|| Wrapping::opaque(command.span, format!("{name} runs what it reads"), released))
}

/// The words that are statements.
fn given<'w>(command: &Command<'w>, name: &str) -> Vec<&'w Word> {
    let words = command.words;
    let mut found = Vec::new();
    if name.starts_with("sqlite") || name == "duckdb" {
        let mut operands = 0;
        let mut value = false;
        for word in words.iter().skip(1) {
            let (text, _) = lead(word);
            let behind = std::mem::take(&mut value);
            if behind {
                continue;
            }
            if text.starts_with('-') {
                let option = text.trim_start_matches('-');
                value = matches!(
                    option,
                    "separator" | "newline" | "nullvalue" | "mmap" | "vfs" | "init" | "maxsize" | "heap"
                );
                if matches!(option, "cmd" | "c" | "s") {
                    operands = operands.max(1);
                }
                continue;
            }
            operands += 1;
            if operands > 1 {
                found.push(word);
            }
        }
        return found;
    }
    let mut takes = false;
    for word in words.iter().skip(1) {
        let (text, _) = lead(word);
        if std::mem::take(&mut takes) {
            found.push(word);
            continue;
        }
        let short = if name == "psql" { 'c' } else { 'e' };
        let long = if name == "psql" { "--command" } else { "--execute" };
        let cluster = text.starts_with('-') && !text.starts_with("--");
        if text == long || (cluster && text.ends_with(short)) {
            takes = true;
        } else if text.starts_with(&format!("{long}=")) || (cluster && text.get(1..2) == Some(&short.to_string())) {
            found.push(word);
        }
    }
    found
}

/// Whether `text` holds one of `words`, in lower case.
fn holds(text: &str, words: &[&str]) -> bool {
    let text = text.to_ascii_lowercase();
    words.iter().any(|word| text.contains(word))
}

fn sqlite(text: &str) -> bool {
    const INERT: [&str; 24] = [
        "bail", "changes", "databases", "dbinfo", "dump", "echo", "exit", "fullschema", "headers", "header", "help",
        "indexes", "indices", "lint", "mode", "nullvalue", "prompt", "quit", "schema", "separator", "show", "stats",
        "tables", "width",
    ];
    let commands = text.lines().map(str::trim_start).filter(|line| line.starts_with('.'));
    commands
        .map(|line| line.split_ascii_whitespace().next().unwrap_or_default().trim_start_matches('.'))
        .all(|command| INERT.contains(&command) || command == "timer")
        && !holds(text, &["load_extension", "writefile", "readfile", "edit(", "attach", "vacuum into", "fileio"])
}

fn psql(text: &str) -> bool {
    // Within quotes a backslash is text.
    let mut quoted = false;
    let commands = text.char_indices().filter_map(|(at, letter)| {
        quoted ^= letter == '\'';
        (letter == '\\' && !quoted).then(|| text.get(at + 1..).unwrap_or_default())
    });
    let commands: Vec<&str> = commands.collect();
    let plain = commands.into_iter().all(|command| {
        let end = command.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '+').unwrap_or(command.len());
        let name = command.get(..end).unwrap_or_default().trim_end_matches('+');
        (name.starts_with('d') && name.len() <= 4)
            || matches!(name, "" | "l" | "x" | "q" | "c" | "conninfo" | "timing" | "pset" | "a" | "t" | "H" | "z" | "encoding")
                && !command.starts_with('!')
    });
    plain && !holds(text, &["program", "pg_read_file", "pg_read_binary_file", "pg_ls_dir", "lo_import", "lo_export"])
}

fn mysql(text: &str) -> bool {
    let commands = text.split([';', '\n']).map(|statement| statement.trim_start().to_ascii_lowercase());
    let plain = commands.into_iter().all(|statement| {
        let first = statement.split_ascii_whitespace().next().unwrap_or_default();
        !matches!(first, "system" | "source" | "tee" | "pager" | "edit" | "\\." | "\\!" | "\\t" | "\\p" | "\\e")
            && !statement.starts_with('\\')
    });
    plain && !text.contains("\\!") && !holds(text, &["outfile", "dumpfile", "load_file", "load data", "infile"])
}

#[cfg(test)]
mod tests {
    use super::{mysql, psql, sqlite};

    #[test]
    fn statements_stay_in_the_database() {
        for text in ["select 1", ".tables", ".schema t\n.mode csv\nselect * from t;"] {
            assert!(sqlite(text), "{text}");
        }
        for text in ["select a/b from t", "\\dt", "\\d+ t", "\\l", "select E'a\\nb'"] {
            assert!(psql(text), "{text}");
        }
        for text in ["show tables", "select 1; select 2"] {
            assert!(mysql(text), "{text}");
        }
    }

    #[test]
    fn statements_that_leave_it() {
        for text in [".shell id", " .system id", ".read f", ".output f", "select load_extension('x')", "attach 'f' as g"] {
            assert!(!sqlite(text), "{text}");
        }
        for text in ["\\! id", "\\i f", "\\o f", "\\copy t to 'f'", "copy t to program 'id'", "select pg_read_file('f')"] {
            assert!(!psql(text), "{text}");
        }
        for text in ["system id", "\\! id", "select 1; source f", "select 1 into outfile 'f'", "tee f"] {
            assert!(!mysql(text), "{text}");
        }
    }
}
