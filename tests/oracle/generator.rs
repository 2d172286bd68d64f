//! Commands that run nothing but markers (`m 17`), each with a number of its own.

/// A small generator of numbers, so that a seed names a run.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() >> 11) as usize % count
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        let at = self.below(of.len());
        of.get(at).copied().unwrap_or("")
    }
}

/// Makes commands.
pub struct Generator {
    pub rng: Rng,
    next: u32,
    functions: u32,
    /// Inside backquotes, where quotes would have to be escaped.
    plain: bool,
    /// Heredoc bodies that follow at the end of the line.
    bodies: Vec<String>,
    /// Where no line may end.
    one_line: bool,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            next: 10,
            functions: 0,
            plain: false,
            bodies: Vec::new(),
            one_line: false,
        }
    }

    /// A whole command line.
    pub fn program(&mut self) -> String {
        let depth = self.rng.below(3);
        let mut text = self.list(depth);
        self.flush(&mut text);
        text
    }

    fn flush(&mut self, text: &mut String) {
        if !self.bodies.is_empty() {
            text.push('\n');
            for body in std::mem::take(&mut self.bodies) {
                text.push_str(&body);
            }
        }
    }

    fn list(&mut self, depth: usize) -> String {
        let mut text = self.item(depth);
        for _ in 0..self.rng.below(3) {
            if self.bodies.is_empty() {
                let separator = if self.one_line {
                    "; "
                } else {
                    self.rng.pick(&["; ", "\n", " # c\n", ";\n", " ;"])
                };
                text.push_str(separator);
            } else {
                self.flush(&mut text);
            }
            text.push_str(&self.item(depth));
        }
        text
    }

    /// A list that can stand in front of `}`, `done` and their like.
    fn body(&mut self, depth: usize) -> String {
        let mut text = self.list(depth);
        if self.bodies.is_empty() {
            text.push_str("; ");
        } else {
            self.flush(&mut text);
        }
        text
    }

    fn item(&mut self, depth: usize) -> String {
        let mut text = self.pipeline(depth);
        while self.rng.below(3) == 0 {
            text.push_str(self.rng.pick(&[" && ", " || ", "&&", " ||"]));
            if self.bodies.is_empty() && !self.one_line && self.rng.below(6) == 0 {
                text.push('\n');
            }
            text.push_str(&self.pipeline(depth));
        }
        text
    }

    fn pipeline(&mut self, depth: usize) -> String {
        let mut text = self
            .rng
            .pick(&["", "", "", "", "", "! ", "time ", "time -p "])
            .to_owned();
        text.push_str(&self.command(depth));
        while self.rng.below(4) == 0 {
            text.push_str(self.rng.pick(&[" | ", "|", " |& "]));
            text.push_str(&self.command(depth));
        }
        text
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// A marker, spelled one way or another.
    fn marker(&mut self) -> String {
        let number = self.number();
        let (first, last) = (number / 10, number % 10);
        match self.rng.below(if self.plain { 3 } else { 12 }) {
            0 | 1 => format!("m {number}"),
            2 => format!("m  {number} x"),
            3 => format!("'m' {number}"),
            4 => format!("\\m {number}"),
            5 => format!("m \"{number}\""),
            6 => format!("m {first}\\\n{last}"),
            7 => format!("m $'{number}'"),
            8 => format!("m \\\n  {number}"),
            9 => format!("\"m\" '{number}'"),
            10 => format!("m {first}\"\"{last}"),
            _ => format!("m {number} a#b"),
        }
    }

    fn nested(&mut self, depth: usize) -> String {
        let bodies = std::mem::take(&mut self.bodies);
        // A substitution of several lines on the line of a heredoc is read differently from version to version.
        let one_line = self.one_line;
        self.one_line |= !bodies.is_empty();
        let mut text = self.list(depth.saturating_sub(1));
        if !self.bodies.is_empty() {
            self.flush(&mut text);
        }
        self.bodies = bodies;
        self.one_line = one_line;
        text
    }

    /// An expansion that runs something.
    fn expansion(&mut self, depth: usize) -> String {
        let inner = self.nested(depth);
        match self.rng.below(12) {
            0..=3 => format!("$({inner})"),
            4 => format!("\"$({inner})\""),
            5 => format!("\"a ${{v:-$({inner})}} b\""),
            6 => format!("${{v-$({inner})}}"),
            7 => format!("$(( $({inner} >/dev/null; echo 1) + 1 ))"),
            8 => format!("\"${{v:-\"$({inner})\"}}\""),
            9 => format!("x${{w%%$({inner})}}"),
            10 => format!("<({inner})"),
            _ => {
                if self.plain {
                    return format!("$({inner})");
                }
                self.plain = true;
                let one_line = std::mem::replace(&mut self.one_line, true);
                let bodies = std::mem::take(&mut self.bodies);
                let marker = self.marker();
                self.bodies = bodies;
                self.plain = false;
                self.one_line = one_line;
                match self.rng.below(3) {
                    0 => format!("`{marker}`"),
                    1 => format!("\"`{marker}`\""),
                    _ => {
                        let number = self.number();
                        format!("`{marker} \\`m {number}\\``")
                    }
                }
            }
        }
    }

    fn redirect(&mut self) -> String {
        self.rng
            .pick(&[
                " >o",
                " 2>&1",
                " >>o",
                " </dev/null",
                " 2>/dev/null",
                " &>o",
                " >|o",
                " <<<x",
                " 3>o",
                " {fd}>o",
                " <>o",
                " >&2",
                " 2>&-",
            ])
            .to_owned()
    }

    fn heredoc(&mut self, depth: usize) -> String {
        if self.one_line || depth == 0 {
            return self.redirect();
        }
        let tag = format!("E{}", self.number());
        match self.rng.below(4) {
            0 => {
                let number = self.number();
                self.bodies.push(format!("text $(m {number})\n{tag} \n{tag}\n"));
                format!(" <<'{tag}'")
            }
            1 => {
                self.bodies
                    .push(format!("\tit's `unset` \\$(x)\n\t{tag}\n").replace("`unset`", "x"));
                format!(" <<-{tag}")
            }
            2 => {
                let outer = std::mem::take(&mut self.bodies);
                let inner = self.nested(depth);
                self.bodies = outer;
                self.bodies.push(format!("a \"$({inner})\" '\n{tag}\n"));
                format!(" << {tag}")
            }
            _ => {
                let number = self.number();
                self.bodies
                    .push(format!("a `m {number}` \\`x\\` b\\\n{tag}\n{tag}\n"));
                format!(" <<{tag}")
            }
        }
    }

    fn compound_redirect(&mut self) -> String {
        if self.rng.below(4) == 0 {
            self.redirect()
        } else {
            String::new()
        }
    }

    #[expect(clippy::too_many_lines, reason = "a table of constructs, one arm each")]
    fn command(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.marker();
        }
        let less = depth - 1;
        match self.rng.below(if self.plain { 2 } else { 34 }) {
            0..=4 => self.marker(),
            5 => format!("{}{}", self.marker(), self.redirect()),
            6 => format!(
                "{}{}{}",
                self.marker(),
                self.heredoc(depth),
                self.compound_redirect()
            ),
            7 => {
                let redirect = self.redirect();
                format!("{redirect} {}", self.marker())
            }
            8 | 9 => {
                let marker = self.marker();
                format!("{marker} {}", self.expansion(less))
            }
            10 => format!("v={}", self.expansion(less)),
            11 => {
                let value = self.expansion(less);
                format!("v={value} {}", self.marker())
            }
            12 => format!("({}){}", self.nested(depth), self.compound_redirect()),
            13 => format!("{{ {}}}{}", self.body(less), self.compound_redirect()),
            14 => {
                let (one, two) = (self.body(less), self.body(less));
                format!("if {one}then {two}fi{}", self.compound_redirect())
            }
            15 => {
                let (one, two, three) = (self.body(less), self.body(less), self.body(less));
                format!("if {one}then {two}else {three}fi")
            }
            16 => {
                let words = self.expansion(less);
                let body = self.body(less);
                format!("for i in a {words}; do {body}done{}", self.compound_redirect())
            }
            17 => format!("while {}false; do {}done", self.body(less), self.body(less)),
            18 => format!("until {}true\ndo {}done", self.body(less), self.body(less)),
            19 => {
                let end = self.rng.pick(&[";;", ";&", ";;&"]);
                let (one, two) = (self.body(less), self.body(less));
                let one = one.trim_end_matches("; ");
                let two = two.trim_end_matches("; ");
                let break_ = |text: &str| if text.ends_with('\n') { "" } else { " " }.to_owned();
                format!(
                    "case a in a|b) {one}{}{end} (*) {two}{};; esac",
                    break_(one),
                    break_(two)
                )
            }
            20 => {
                self.functions += 1;
                let name = format!("f{}", self.functions);
                let body = self.body(less);
                let head = match self.rng.below(4) {
                    0 => format!("{name}() {{ {body}}}"),
                    1 => format!("function {name} {{ {body}}}"),
                    2 => format!("function {name} () ( {body})"),
                    _ => format!("{name} ()\n{{ {body}}}"),
                };
                if self.one_line && head.contains('\n') {
                    self.marker()
                } else {
                    format!("{head}; {name} a")
                }
            }
            21 => format!("[[ -n {} && a == a ]]", self.expansion(less)),
            22 => format!("(( $({} >/dev/null; echo 1) + 1 ))", self.nested(less)),
            23 => format!("declare v={}", self.expansion(less)),
            24 => format!("arr=(a {} b)", self.expansion(less)),
            25 => {
                let inner = self.nested(less).replace('\'', "'\\''");
                format!("eval '{inner}'")
            }
            26 => {
                let inner = self.nested(less).replace('\'', "'\\''");
                let shell =
                    self.rng
                        .pick(&["bash -c", "sh -c", "bash -ec", "env bash -c", "command bash -c"]);
                format!("{shell} '{inner}'")
            }
            27 => format!(
                "{} {}",
                self.rng
                    .pick(&["command", "env", "env A=1", "nohup", "timeout 5", "exec -a x env"]),
                self.marker()
            ),
            28 => format!("coproc {}; wait", self.marker()),
            29 => {
                let marker = self.marker();
                format!("echo a | xargs {marker}").replace('\n', "\n")
            }
            30 => format!(
                "for ((i=$({} >/dev/null; echo 1); i<2; i++)); do {}done",
                self.nested(less),
                self.body(less)
            ),
            31 => {
                let number = self.number();
                format!("let 'a[$(m {number} >/dev/null; echo 1)]=1'")
            }
            32 => {
                let number = self.number();
                format!("bash <<'B{number}'\nm {number}\nB{number}\n:")
            }
            _ => {
                let number = self.number();
                format!("x=m; $x {number}")
            }
        }
    }
}
