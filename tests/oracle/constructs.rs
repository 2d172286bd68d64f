//! The constructs of the language, one in another.

use super::generator::Generator;

/// Programs that run what follows them.
const PREFIXES: &[&str] = &[
    "command",
    "command --",
    "env",
    "env A=1",
    "env -u A --",
    "nohup",
    "timeout 5",
    "timeout -k 1 5",
    "timeout --signal=KILL 5",
    "nice",
    "nice -n 5",
    "nice -5",
    "ionice -c 3",
    "stdbuf -oL",
    "stdbuf -o L -e 0",
    "setsid",
    "setsid -w",
    "taskset -c 0",
    "flock f",
    "exec -a x env",
    "setpriv --no-new-privs",
    "xargs -r",
    "xargs -I{} nice",
    "time env",
    "nice timeout 5 env",
    "find a -exec",
];

impl Generator {
    fn quoted(&mut self, depth: usize) -> String {
        self.nested(depth).replace('\'', "'\\''")
    }

    /// A command of at most `depth` levels.
    pub fn command(&mut self, depth: usize) -> String {
        if self.plain {
            return if self.rng.below(3) == 0 && depth > 0 {
                format!("{}{}", self.marker(), self.redirect())
            } else {
                self.marker()
            };
        }
        if depth == 0 {
            return match self.rng.below(8) {
                0 => self.write(),
                1 => self.evaluated(),
                2 => self.valued(),
                _ => self.marker(),
            };
        }
        match self.rng.below(40) {
            0..=2 => self.marker(),
            3..=4 => self.write(),
            5..=6 => self.valued(),
            7 => self.evaluated(),
            8..=15 => self.simple(depth),
            16..=30 => self.compound(depth),
            _ => self.shelled(depth),
        }
    }

    /// A simple command with something around it.
    fn simple(&mut self, depth: usize) -> String {
        let less = depth - 1;
        match self.rng.below(14) {
            0 => format!("{}{}", self.marker(), self.redirect()),
            1 => format!(
                "{}{}{}",
                self.marker(),
                self.heredoc(depth),
                self.compound_redirect()
            ),
            2 => format!("{} {}", self.redirect(), self.marker()),
            3 | 4 => {
                let marker = self.marker();
                format!("{marker} {}", self.expansion(less))
            }
            5 => format!("v={}", self.expansion(less)),
            6 => {
                let value = self.expansion(less);
                format!("v={value} {}", self.marker())
            }
            7 => format!("declare v={}", self.expansion(less)),
            8 => format!("arr=(a {} [3]=b)", self.expansion(less)),
            9 => format!("export v+={}", self.expansion(less)),
            10 => format!("{} <<< {}", self.marker(), self.expansion(less)),
            11 => {
                let number = self.number();
                format!("x=m; $x {number}")
            }
            12 => format!("{{m,{}}}", self.number()),
            _ => {
                let (one, two) = (self.heredoc(depth), self.heredoc(depth));
                format!("{}{one}{two}", self.marker())
            }
        }
    }

    fn compound(&mut self, depth: usize) -> String {
        let less = depth - 1;
        match self.rng.below(22) {
            0 => format!("({}){}", self.nested(depth), self.compound_redirect()),
            1 => format!("{{ {}}}{}", self.body(less), self.compound_redirect()),
            2 => {
                let (one, two) = (self.body(less), self.body(less));
                format!("if {one}then {two}fi{}", self.compound_redirect())
            }
            3 => {
                let (one, two, three) = (self.body(less), self.body(less), self.body(less));
                format!("if {one}then {two}else {three}fi")
            }
            4 => {
                let (one, two, three) = (self.body(less), self.body(less), self.body(less));
                format!("if ! {one}then {two}elif {three}then :; fi")
            }
            5 => {
                let words = self.expansion(less);
                let body = self.body(less);
                format!("for i in a {words}; do {body}done{}", self.compound_redirect())
            }
            6 => format!("while {}false; do {}done", self.body(less), self.body(less)),
            7 => format!("until {}true\ndo {}done", self.body(less), self.body(less)),
            8 | 9 => self.case(less),
            10 | 11 => self.function(less),
            12 => format!("[[ -n {} && a == a ]]", self.expansion(less)),
            13 => format!("[[ x =~ {} || ! -e a ]]", self.expansion(less)),
            14 => format!("(( $({} >/dev/null; echo 1) + 1 ))", self.nested(less)),
            15 => format!(
                "for ((i=$({} >/dev/null; echo 1); i<2; i++)); do {}done",
                self.nested(less),
                self.body(less)
            ),
            16 => match self.rng.below(4) {
                0 => format!("coproc ({}); wait", self.nested(less)),
                1 => format!("coproc N if {}then :; fi; wait", self.body(less)),
                _ => format!("coproc {}; wait", self.marker()),
            },
            17 => format!("coproc N {{ {}}}; wait", self.body(less)),
            18 => match self.rng.below(4) {
                0 => format!("{{ {} }} <<< {}", self.assigned(less), self.expansion(less)),
                1 => format!(
                    "if {} then {} fi{}",
                    self.assigned(less),
                    self.assigned(less),
                    self.redirect()
                ),
                2 => format!(
                    "case a in {}) {}{};; esac",
                    self.expansion(less),
                    self.assigned(less),
                    self.redirect()
                ),
                _ => format!("time {{ {}}}", self.body(less)),
            },
            19 => format!(
                "select i in {}; do {}break; done <<< 1",
                self.expansion(less),
                self.body(less)
            ),
            20 => {
                let body = self.body(less);
                format!("for i in m; do $i {}; {body}done", self.number())
            }
            _ => {
                let body = self.body(less);
                format!("cd d && {{ {body}cd ..; }}")
            }
        }
    }

    /// An assignment and nothing else, with its separator.
    fn assigned(&mut self, less: usize) -> String {
        let bodies = std::mem::take(&mut self.bodies);
        let value = self.expansion(less);
        self.bodies = bodies;
        match self.rng.below(4) {
            0 => format!("v=(a {value});"),
            1 => format!("v+={value} w={value};"),
            2 => format!("[[ -n {value} ]];"),
            _ => format!("v={value};"),
        }
    }

    fn case(&mut self, less: usize) -> String {
        let end = self.rng.pick(&[";;", ";&", ";;&"]);
        let word = if self.rng.below(2) == 0 {
            "a".to_owned()
        } else {
            self.expansion(less)
        };
        let (one, two) = (self.body(less), self.body(less));
        let one = one.trim_end_matches("; ");
        let two = two.trim_end_matches("; ");
        let gap = |text: &str| if text.ends_with('\n') { "" } else { " " }.to_owned();
        format!(
            "case {word} in a|b) {one}{}{end} (*) {two}{};; esac",
            gap(one),
            gap(two)
        )
    }

    fn function(&mut self, less: usize) -> String {
        self.functions += 1;
        let name = format!("f{}", self.functions);
        let body = self.body(less);
        let head = match self.rng.below(6) {
            0 => format!("{name}() {{ {body}}}"),
            1 => format!("function {name} {{ {body}}}"),
            2 => format!("function {name} () ( {body})"),
            3 => format!("{name} ()\n{{ {body}}}"),
            4 => format!("{name} () if :; then {body}fi >o"),
            _ => format!("{name}() {{ local v=1; {body}}} 2>&1"),
        };
        if self.one_line && head.contains('\n') {
            return self.marker();
        }
        let call = match self.rng.below(5) {
            0 => format!("v=$({name})"),
            1 => format!("{name} | {name} b"),
            2 => format!("eval {name}"),
            3 => format!("unset -f {name}; {name}"),
            _ => format!("{name} a"),
        };
        format!("{head}; {call}")
    }

    /// Something that another shell, or this one once more, reads as code.
    fn shelled(&mut self, depth: usize) -> String {
        let less = depth - 1;
        match self.rng.below(16) {
            0 | 1 => format!("eval '{}'", self.quoted(less)),
            2..=4 => {
                let inner = self.quoted(less);
                let shell = self.rng.pick(&[
                    "bash -c",
                    "sh -c",
                    "bash -ec",
                    "env bash -c",
                    "command bash -c",
                    "bash -lc",
                    "bash -o pipefail -c",
                    "timeout 5 bash -c",
                    "nice bash -c",
                    "flock f -c",
                    "xargs -r bash -c",
                    "find a -exec bash -c",
                    "bash --norc -c",
                    "builtin eval",
                ]);
                let end = if shell.starts_with("find") { " \\;" } else { "" };
                format!("{shell} '{inner}'{end}")
            }
            5..=8 => {
                let prefix = self.rng.pick(PREFIXES);
                let end = if prefix.starts_with("find") { " \\;" } else { "" };
                format!("{prefix} {}{end}", self.marker().replace('\\', ""))
            }
            9 => {
                let marker = self.marker();
                format!("echo a | xargs {marker}")
            }
            10 => {
                let number = self.number();
                format!("bash <<'B{number}'\nm {number}\nB{number}\n:")
            }
            11 => {
                let (number, body) = (self.number(), self.nested(less));
                if self.one_line || body.contains("\nB") {
                    return self.marker();
                }
                format!("bash -s x <<'B{number}'\n{body}\nB{number}\n:")
            }
            12 => format!("env -S 'm {}'", self.number()),
            13 => format!("(exec {})", self.marker()),
            14 => {
                let number = self.number();
                if self.one_line {
                    return self.marker();
                }
                format!("shopt -s expand_aliases\nalias q{number}='m {number}'\nq{number} x")
            }
            _ => format!("echo {} | xargs -I{{}} m {} {{}}", self.number(), self.number()),
        }
    }
}
