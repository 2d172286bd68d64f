//! Whether a small program in `awk` or `sed` does no more than filter text. Only what is understood
//! entirely is inert; every doubt is a no.

/// Whether a `sed` script neither runs, reads nor writes anything but its input. Commands from the POSIX
/// and GNU sed 4.9 manuals.
pub fn sed(script: &str) -> bool {
    let mut at = Scan::new(script);
    loop {
        at.skip(|byte| byte.is_ascii_whitespace() || byte == b';' || byte == b'{' || byte == b'}');
        if at.done() {
            return true;
        }
        if at.peek() == Some(b'#') {
            at.line();
            continue;
        }
        if !sed_addresses(&mut at) {
            return false;
        }
        let Some(command) = at.next() else {
            return false;
        };
        let good = match command {
            b'{' | b'}' | b'=' | b'd' | b'D' | b'g' | b'G' | b'h' | b'H' | b'n' | b'N' | b'p' | b'P'
            | b'x' | b'z' | b'F' => true,
            b'l' | b'q' | b'Q' | b'L' => {
                at.skip(|byte| byte == b' ');
                at.skip(|byte| byte.is_ascii_digit());
                true
            }
            b'a' | b'i' | b'c' => {
                at.text();
                true
            }
            b':' | b'b' | b't' | b'T' => {
                at.skip(|byte| byte != b';' && byte != b'\n' && byte != b'}');
                true
            }
            b's' => sed_substitution(&mut at),
            b'y' => at
                .next()
                .is_some_and(|delimiter| at.delimited(delimiter, false) && at.delimited(delimiter, false)),
            _ => false,
        };
        if !good {
            return false;
        }
    }
}

/// Zero to two addresses and an optional `!`.
fn sed_addresses(at: &mut Scan<'_>) -> bool {
    loop {
        at.skip(|byte| byte == b' ' || byte == b'\t');
        match at.peek() {
            Some(b'0'..=b'9' | b'$' | b'+' | b'~' | b',' | b'!') => {
                at.next();
            }
            Some(delimiter @ (b'/' | b'\\')) => {
                at.next();
                let delimiter = if delimiter == b'\\' {
                    at.next()
                } else {
                    Some(delimiter)
                };
                if !delimiter.is_some_and(|delimiter| at.delimited(delimiter, true)) {
                    return false;
                }
                at.skip(|byte| byte == b'I' || byte == b'M');
            }
            Some(_) => return true,
            None => return false,
        }
    }
}

/// What follows `s`.
fn sed_substitution(at: &mut Scan<'_>) -> bool {
    let Some(delimiter) = at.next() else {
        return false;
    };
    if delimiter == b'\n' || delimiter == b'\\' {
        return false;
    }
    if !at.delimited(delimiter, true) || !at.delimited(delimiter, false) {
        return false;
    }
    at.skip(|byte| matches!(byte, b'g' | b'p' | b'i' | b'I' | b'm' | b'M' | b'0'..=b'9'));
    at.skip(|byte| byte == b' ' || byte == b'\t');
    matches!(at.peek(), None | Some(b';' | b'\n' | b'}' | b'#'))
}

/// Whether an `awk` program neither runs, reads nor writes anything but its input. Grammar from POSIX awk
/// and the gawk 5 manual.
pub fn awk(program: &str) -> bool {
    let mut at = Scan::new(program);
    // Whether a `/` here begins a regular expression, and whether a `print` is open at which depth.
    let mut operand = true;
    let mut print: Option<usize> = None;
    let mut depth = 0usize;
    // A `/` behind `)` divides or begins a regular expression, and implementations disagree about a `/`
    // in brackets: then the bare text must not hold anything that could do more.
    let mut closed = false;
    let mut before = b'\n';
    let plain = || {
        let runs = ["system", "getline", "|", "@"]
            .iter()
            .any(|word| program.contains(word));
        let prints = program.contains('>') && program.contains("print");
        !runs && !prints
    };
    while let Some(byte) = at.next() {
        if byte == b'/' && closed && !plain() {
            return false;
        }
        let last = before;
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
        closed = byte == b')' || (closed && byte.is_ascii_whitespace());
        match byte {
            b'#' => at.line(),
            b'"' => {
                if !at.delimited(b'"', false) {
                    return false;
                }
                operand = false;
            }
            b'/' if operand => {
                if !at.delimited(b'/', true) || (at.slash_in_brackets && !plain()) {
                    return false;
                }
                operand = false;
            }
            b'|' if at.peek() == Some(b'|') => {
                at.next();
                operand = true;
            }
            // A pipe, gawk's directives and indirect calls, a stray backslash or quote.
            b'|' | b'@' | b'\'' | b'`' => return false,
            b'\\' if at.peek() != Some(b'\n') => return false,
            b'\\' => {
                at.next();
            }
            b'>' if print == Some(depth) => return false,
            b'(' | b'[' => {
                depth += 1;
                operand = true;
            }
            b')' | b']' => {
                depth = depth.saturating_sub(1);
                operand = false;
            }
            b';' | b'\n' | b'{' | b'}' => {
                // A statement goes on in the next line behind these.
                let goes_on = byte == b'\n' && matches!(last, b',' | b'&' | b'|');
                print = print.filter(|_| goes_on);
                operand = true;
            }
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                let word = at.name();
                match word {
                    // What stands in `ARGV` is opened.
                    "system" | "getline" | "extension" | "close" | "fflush" | "ARGV" | "ARGC" => {
                        return false;
                    }
                    "print" | "printf" => {
                        print = Some(depth);
                        operand = true;
                    }
                    "return" | "in" | "else" | "do" | "exit" | "case" => operand = true,
                    _ => operand = false,
                }
            }
            b'0'..=b'9' | b'.' => operand = false,
            byte if byte.is_ascii_whitespace() => {}
            b'+' | b'-' if at.peek() == Some(byte) => {
                at.next();
            }
            _ => operand = true,
        }
    }
    true
}

/// Whether a `jq` program reads nothing but its input: modules and data come in by directives at its
/// beginning (<https://jqlang.org/manual/#modules>).
pub fn jq(program: &str) -> bool {
    let mut rest = program.trim_start();
    while let Some(comment) = rest.strip_prefix('#') {
        rest = comment.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    !["import", "include", "module"].iter().any(|directive| {
        rest.strip_prefix(directive).is_some_and(|rest| {
            rest.starts_with(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '{' | '#'))
        })
    })
}

/// A place in a text.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    slash_in_brackets: bool,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            slash_in_brackets: false,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn done(&self) -> bool {
        self.at >= self.text.len()
    }

    fn skip(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    /// To behind the end of the line.
    fn line(&mut self) {
        self.skip(|byte| byte != b'\n');
        self.next();
    }

    /// The text of `a`, `i` and `c`: to the end of the line, a backslash protecting a newline.
    fn text(&mut self) {
        while let Some(byte) = self.next() {
            match byte {
                b'\\' => {
                    self.next();
                }
                b'\n' => return,
                _ => {}
            }
        }
    }

    /// The name whose first byte has just been read.
    fn name(&mut self) -> &'a str {
        let start = self.at.saturating_sub(1);
        self.skip(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// To behind the next `delimiter` that no backslash protects; in a `regex` none within brackets counts.
    fn delimited(&mut self, delimiter: u8, regex: bool) -> bool {
        while let Some(byte) = self.next() {
            if byte == delimiter {
                return true;
            }
            match byte {
                b'\\' if self.next().is_none() => return false,
                b'[' if regex && !self.bracket() => return false,
                _ => {}
            }
        }
        false
    }

    /// To behind the `]` of a bracket expression whose `[` has just been read.
    fn bracket(&mut self) -> bool {
        if self.peek() == Some(b'^') {
            self.at += 1;
        }
        if self.peek() == Some(b']') {
            self.at += 1;
        }
        while let Some(byte) = self.next() {
            match byte {
                b']' => return true,
                b'/' => self.slash_in_brackets = true,
                b'[' if matches!(self.peek(), Some(b':' | b'.' | b'=')) => {
                    let class = self.next();
                    loop {
                        match self.next() {
                            None => return false,
                            found if found == class && self.peek() == Some(b']') => {
                                self.at += 1;
                                break;
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{awk, jq, sed};

    #[test]
    fn jq_programs() {
        for program in [
            ".a",
            ".[] | .import",
            "include",
            ".include \"x\"",
            "# import\n.",
            "importance",
        ] {
            assert!(jq(program), "{program}");
        }
        for program in [
            "import \"a\" as b; .",
            " include \"a\";.",
            "#c\nimport \"x\" as $d; $d",
            "module {};.",
        ] {
            assert!(!jq(program), "{program}");
        }
    }

    #[test]
    fn sed_scripts_that_only_filter() {
        for script in [
            "s/a/b/",
            "s/a/b/g",
            "1,5p",
            "$d",
            "/x/d",
            "/x/,/y/p",
            "s|/usr|/opt|g",
            "s/[^/]*$//",
            "1~2d",
            "10q",
            "/^$/d;s/ *$//",
            "y/abc/xyz/",
            "/a/{s/x/y/;p}",
            "s/[/]/w/g",
            "s/[[:space:]/]/w/",
            "$!N;s/\\n/ /",
            ":a;N;$!ba;s/\\n/,/g",
            "s/e/w/2",
            "1i\\\nhead",
            "a text w file",
            "\\|x|d",
            "s/a/b/I;p",
            "1!G;h;$!d",
            "n;d",
        ] {
            assert!(sed(script), "{script}");
        }
    }

    #[test]
    fn sed_scripts_that_do_more() {
        for script in [
            "e",
            "1e id",
            "s/a/id/e",
            "s/a/b/ge",
            "w out",
            "s/a/b/w out",
            "r f",
            "R f",
            "W f",
            "/x/w out",
            "s/a/b/;e id",
            "p;e",
            "/[/]x/e",
            "s/a",
            "{w out\n}",
            "s/[/]/w/e",
            "1,2{p;e id}",
            "a text\ne id",
        ] {
            assert!(!sed(script), "{script}");
        }
    }

    #[test]
    fn awk_programs_that_only_filter() {
        for program in [
            "{print $1}",
            "NR==1",
            "$3 > 5 {print $1, $2}",
            "/a|b/ {n++} END {print n}",
            "{if ($1 > 2) print $1}",
            "BEGIN{FS=\":\"} {print $1 \"|\" $2}",
            "{s += $1} END {printf \"%d\\n\", s/NR}",
            "$1 ~ /x\\/y/",
            "NF > 0 || NR > 2",
            "{print ($1 > 2)}",
            "!seen[$0]++",
            "{gsub(/\"/, \"\"); print}",
            "length > 80",
            "{print; next}",
            "{ x = $1 / 2; print x / 3 }",
        ] {
            assert!(awk(program), "{program}");
        }
    }

    #[test]
    fn awk_programs_that_do_more() {
        for program in [
            "BEGIN{system(\"id\")}",
            "{print | \"sh\"}",
            "{print > \"out\"}",
            "{print $1 >> \"out\"}",
            "BEGIN{\"id\" | getline x; print x}",
            "{getline < \"f\"}",
            "BEGIN{@f(1)}",
            "@load \"x\"",
            "{printf \"x\" > $1}",
            "{print $1, $2 > \"f\"}",
            "BEGIN { while ((\"id\" |& getline l) > 0) print l }",
            "(x) /\"/ { system(\"id\") } /\"/",
            "/[/]\"/ { system(\"id\") } /\"/",
            "{print $1,\n $2 > \"f\"}",
            "{print $1 \\\n > \"f\"}",
            "{print \"a",
            "{ x = a / b; system(c) / d }",
            "BEGIN{ARGV[1]=\".env\"; ARGC=2} {print}",
        ] {
            assert!(!awk(program), "{program}");
        }
    }
}
