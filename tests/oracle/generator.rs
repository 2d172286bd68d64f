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

    pub fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        let at = self.below(of.len());
        of.get(at).copied().unwrap_or("")
    }
}

/// Makes commands.
pub struct Generator {
    pub rng: Rng,
    next: u32,
    pub functions: u32,
    /// Inside backquotes, where quotes would have to be escaped.
    pub plain: bool,
    /// Heredoc bodies that follow at the end of the line.
    pub bodies: Vec<String>,
    /// Where no line may end.
    pub one_line: bool,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            // Numbers of its own, so that what another command left behind is not taken for its.
            next: Self::numbers(seed).start,
            functions: 0,
            plain: false,
            bodies: Vec::new(),
            one_line: false,
        }
    }

    /// The numbers of its markers.
    pub fn numbers(seed: u64) -> std::ops::Range<u32> {
        let first = 1000 + u32::try_from(seed % 4000).unwrap_or(0) * 1000;
        first..first + 1000
    }

    /// A whole command line.
    pub fn program(&mut self) -> String {
        let depth = [0, 0, 1, 1, 1, 2].get(self.rng.below(6)).copied().unwrap_or(1);
        let mut text = self.list(depth);
        self.flush(&mut text);
        text
    }

    pub fn flush(&mut self, text: &mut String) {
        if !self.bodies.is_empty() {
            text.push('\n');
            for body in std::mem::take(&mut self.bodies) {
                text.push_str(&body);
            }
        }
    }

    pub fn list(&mut self, depth: usize) -> String {
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
    pub fn body(&mut self, depth: usize) -> String {
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
            .pick(&[
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "! ",
                "! ",
                "time ",
                "time ",
                "time -p ",
                "time -p ",
                "! ! ",
                "time ! ",
                "! time ",
                "time -- ",
                "time -p -- ",
                "! time -p ",
            ])
            .to_owned();
        text.push_str(&self.command(depth));
        while self.rng.below(4) == 0 {
            text.push_str(self.rng.pick(&[" | ", "|", " |& "]));
            text.push_str(&self.command(depth));
        }
        text
    }

    pub fn number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// A marker, spelled one way or another.
    pub fn marker(&mut self) -> String {
        let number = self.number();
        let (first, last) = (number / 10, number % 10);
        match self.rng.below(if self.plain { 3 } else { 20 }) {
            12 => format!("m\t{number}"),
            13 => format!("m {number}\r"),
            14 => format!("m $\"{number}\""),
            15 => format!("$'\\x6d' {number}"),
            16 => format!("m {number} $'a\\tb' \"c\t\""),
            17 => format!("m {number} {{a,b}}{{1..2}} ~ *"),
            18 => format!("m {number} $((2-5)) \"$?\" $!"),
            19 => format!("\"\"m {number} '' \"\""),
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

    pub fn redirect(&mut self) -> String {
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
                " >d/n",
                " >'o p'",
                " >\"q\"",
                " 1>>a",
                " &>>o",
                " 3<>p",
                " <a",
                " 4<b",
                " >l",
                " 2>d/x",
                " >&a",
                " > ./d/../w",
            ])
            .to_owned()
    }

    pub fn heredoc(&mut self, depth: usize) -> String {
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

    pub fn compound_redirect(&mut self) -> String {
        if self.rng.below(4) == 0 {
            self.redirect()
        } else {
            String::new()
        }
    }
}
