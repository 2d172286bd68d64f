//! The commands of the handed cases, altered: quoted otherwise, joined, wrapped, or with a slip of the hand.

use super::generator::{Generator, Rng};
use std::collections::BTreeSet;

/// What must not run even where every program is a marker: what bash itself does to other processes, and what
/// never ends.
const LEFT_OUT: [&str; 9] = [
    "kill",
    "/dev/tcp",
    "/dev/udp",
    "ulimit",
    "while true",
    "while :",
    "for ((;;",
    "until false",
    ":|",
];

/// The commands that cases hand in.
pub struct Handed {
    commands: Vec<String>,
    names: BTreeSet<String>,
}

impl Handed {
    /// Reads `tests/cases`.
    pub fn read() -> Self {
        let mut commands = Vec::new();
        for text in [
            include_str!("../cases/handed.jsonl"),
            include_str!("../cases/own.jsonl"),
        ] {
            for line in text.lines() {
                let case: serde_json::Value = serde_json::from_str(line).unwrap();
                if let Some(command) = case
                    .pointer("/call/input/command")
                    .and_then(|value| value.as_str())
                    && command.len() < 2000
                    && !LEFT_OUT.iter().any(|word| command.contains(word))
                {
                    commands.push(command.to_owned());
                }
            }
        }
        commands.sort();
        commands.dedup();
        let letter = |letter: char| letter.is_ascii_alphanumeric() || "_-.+".contains(letter);
        let names = commands
            .iter()
            .flat_map(|command| command.split(|at| !letter(at)))
            .filter(|name| !name.is_empty() && name.len() < 32 && !name.starts_with(['-', '.']))
            // What a login shell of this machine runs before anything else.
            .filter(|name| !matches!(*name, "id" | "time" | "run-parts" | "locale" | "tty"))
            .map(str::to_owned)
            .chain(["rm", "touch", "cp", "mv", "tee", "sed", "git", "cat"].map(str::to_owned))
            .collect();
        Self { commands, names }
    }

    /// Every word that could be the name of a program.
    pub fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    fn one(&self, rng: &mut Rng) -> String {
        let at = rng.below(self.commands.len());
        self.commands.get(at).cloned().unwrap_or_default()
    }

    /// One of them, altered.
    pub fn altered(&self, generator: &mut Generator) -> String {
        let mut text = self.one(&mut generator.rng);
        let rng = &mut generator.rng;
        for _ in 0..rng.below(3) {
            text = match rng.below(6) {
                0 => format!("{text}; {}", self.one(rng)),
                1 => format!("{text} && {}", self.one(rng)),
                2 => format!("{text} | {}", self.one(rng)),
                3 => format!("{text}\n{}", self.one(rng)),
                _ => wrapped(&text, rng),
            };
        }
        for _ in 0..rng.below(3) {
            text = slipped(&text, rng);
        }
        harmless(&text)
    }

    /// A generated command with slips of the hand.
    pub fn slipped(generator: &mut Generator) -> String {
        let mut text = generator.program();
        for _ in 0..=generator.rng.below(2) {
            text = slipped(&text, &mut generator.rng);
        }
        harmless(&text)
    }

    /// A generated command whose lines are continued where it comes.
    pub fn continued(generator: &mut Generator) -> String {
        let mut text = generator.program();
        for _ in 0..=generator.rng.below(3) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = places.get(generator.rng.below(places.len().max(1))).copied();
            text.insert_str(at.unwrap_or(0), "\\\n");
        }
        harmless(&text)
    }
}

/// A command in another that runs it.
fn wrapped(text: &str, rng: &mut Rng) -> String {
    let quoted = text.replace('\'', "'\\''");
    match rng.below(20) {
        0 => format!("bash -c '{quoted}'"),
        1 => format!("eval '{quoted}'"),
        2 => format!("({text}\n)"),
        3 => format!("{{ {text}\n}}"),
        4 => format!("echo $({text}\n)"),
        5 => format!("x=\"$({text}\n)\""),
        6 => format!("if {text}\nthen :; fi"),
        7 => format!("for i in 1; do {text}\ndone"),
        8 => format!("bash <<'END_OF'\n{text}\nEND_OF"),
        9 => format!("fn_() {{ {text}\n}}; fn_"),
        10 => format!("timeout 5 bash -c '{quoted}'"),
        11 => format!("case x in x) {text}\n;; esac"),
        12 => format!("cat <(\n{text}\n)"),
        13 => format!("trap '{quoted}' EXIT"),
        14 => format!("cat <<END_OF\n$({text}\n)\nEND_OF"),
        15 => format!("env A=1 sh -c '{quoted}'"),
        16 => format!("! {text}"),
        17 => format!("time {text}"),
        18 => format!("bash -c \"$(cat <<'END_OF'\n{text}\nEND_OF\n)\""),
        _ => format!("xargs -r bash -c '{quoted}' <<< x"),
    }
}

/// One slip of the hand, or one thing spelled otherwise.
fn slipped(text: &str, rng: &mut Rng) -> String {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let Some(&at) = places.get(rng.below(places.len().max(1))) else {
        return text.to_owned();
    };
    let (before, after) = text.split_at(at);
    let mut rest = after.chars();
    let here = rest.next().unwrap_or(' ');
    let rest = rest.as_str();
    let signs = [
        "'", "\"", "`", "$", "(", ")", "{", "}", ";", "&", "|", "<", ">", "\\", "#", "!", "*", "?", "~", "=",
        " ", "\n", "\t", "[", "]", "$(", "${", "<<", ";;", "\\\n", "''", "\"\"", "&&", "||", "2>", "<(",
        "$'", "$\"", "((", "))", "[[", "]]", "time ", "! ", "do ", "done ", "fi ", "then ", "esac ", "in ",
        "<<-",
    ];
    match rng.below(8) {
        0 => format!("{before}{rest}"),
        1 => format!("{before}{here}{here}{rest}"),
        2 => format!("{before}{}{after}", rng.pick(&signs)),
        3 => format!("{before}{}{rest}", rng.pick(&signs)),
        4 if here == ' ' => format!("{before} \\\n {rest}"),
        5 if here.is_ascii_alphabetic() => format!("{before}\\{after}"),
        6 if here.is_ascii_alphabetic() => format!("{before}'{here}'{rest}"),
        7 if here.is_ascii_alphabetic() => format!("{before}\"\"{after}"),
        // The tail of it somewhere else.
        _ => {
            let other = places.get(rng.below(places.len())).copied().unwrap_or(0);
            format!("{}{}", text.get(..other).unwrap_or_default(), after)
        }
    }
}

/// The same where nothing leads out of the folder: what is left of a path is a name.
fn harmless(text: &str) -> String {
    if LEFT_OUT.iter().any(|word| text.contains(word)) {
        return ":".to_owned();
    }
    // Numbers of characters could spell a `/`.
    let coded = text
        .split('\\')
        .skip(1)
        .any(|rest| rest.starts_with(|next: char| "xuU01234567".contains(next)));
    if coded || text.contains('\0') {
        return ":".to_owned();
    }
    text.split("/dev/null")
        .map(|piece| piece.replace("..", "._").replace('/', "_"))
        .collect::<Vec<_>>()
        .join("/dev/null")
}
