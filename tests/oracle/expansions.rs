//! Words that run something.

use super::generator::Generator;

impl Generator {
    /// A list inside something that is closed on the same line or by itself.
    pub fn nested(&mut self, depth: usize) -> String {
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

    /// A marker that leaves a digit on its output.
    fn counted(&mut self) -> String {
        let number = self.number();
        format!("$(m {number} >/dev/null; echo 1)")
    }

    /// An expansion that runs something.
    pub fn expansion(&mut self, depth: usize) -> String {
        let inner = self.nested(depth);
        match self.rng.below(23) {
            0..=4 => format!("$({inner})"),
            5 => format!("\"$({inner})\""),
            6 => format!("\"a ${{v:-$({inner})}} b\""),
            7 => format!("${{v-$({inner})}}"),
            8 => format!("$(( $({inner} >/dev/null; echo 1) + 1 ))"),
            9 => format!("\"${{v:-\"$({inner})\"}}\""),
            10 => format!("x${{w%%$({inner})}}"),
            11 => format!("<({inner})"),
            12 => format!("${{w:=$({inner})}}"),
            13 => format!("${{PATH:+$({inner})}}"),
            14 => format!("$[ {} + 1 ]", self.counted()),
            15 => format!("${{w/$({inner})/x}}"),
            16 => format!("${{w:{}}}", self.counted()),
            17 => format!("${{arr[{}]}}", self.counted()),
            18 => format!("\"${{w//a/$({inner})}}\""),
            19 => format!("\"$( {inner} )${{w:-`m {}`}}\"", self.number()),
            20 if !self.plain => format!("\"${{w:-'$({inner})'}}\""),
            _ => self.backquoted(&inner),
        }
    }

    fn backquoted(&mut self, inner: &str) -> String {
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
        match self.rng.below(4) {
            0 => format!("`{marker}`"),
            1 => format!("\"`{marker}`\""),
            2 => format!("`{marker}; {}`", self.counted()),
            _ => {
                let number = self.number();
                format!("`{marker} \\`m {number}\\``")
            }
        }
    }

    /// A command that takes a text for code, with a text that runs a marker.
    pub fn evaluated(&mut self) -> String {
        let subscript = format!("a[{}]", self.counted());
        let number = self.number();
        match self.rng.below(64) {
            0 => format!("let '{subscript}=1'"),
            1 => format!("[[ -v '{subscript}' ]]"),
            2 => format!("v='$(m {number})'; : \"${{v@P}}\""),
            3 => format!("printf -v '{subscript}' x"),
            4 => format!("read '{subscript}' <<< x"),
            5 => format!("declare '{subscript}=1'"),
            6 => format!("unset '{subscript}'"),
            7 => format!("test -v '{subscript}'"),
            8 => format!("[[ '{subscript}' -eq 0 ]]"),
            9 => format!("x='{subscript}'; (( x ))"),
            10 => format!("x='{subscript}'; echo $((x + 1))"),
            11 => format!("declare -i y='{subscript}'"),
            12 => format!("declare -n r='{subscript}'; : $r"),
            13 => format!("mapfile -C 'm {number}' -c 1 arr <<< x"),
            14 => format!("(trap 'm {number}' EXIT)"),
            15 => format!("(PS4='$(m {number})'; set -x; :)"),
            16 => format!("compgen -C 'm {number}'"),
            17 => format!("compgen -W '$(m {number})'"),
            18 => format!("(trap 'm {number}' DEBUG; :)"),
            19 => format!("x='{subscript}'; arr=(1 2); echo ${{arr:x}}"),
            20 => format!("x='{subscript}'; for ((i=x; i<1; i++)); do :; done"),
            21 => format!("eval 'x=\"$(m {number})\"'"),
            22 => format!("eval m '\"{number}\"'"),
            23 => format!("wait -n -p '{subscript}'"),
            24 => format!("bash <<< 'm {number}'"),
            25 => format!("declare -n r; r='{subscript}'; : $r"),
            26 => format!("declare -n r; for r in '{subscript}'; do : $r; done"),
            27 => format!("fn() {{ local -n r='{subscript}'; : $r; }}; fn"),
            28 => format!("x='{subscript}'; : \"${{!x}}\""),
            29 => format!("x='{subscript}'; : ${{!x:-y}}"),
            30 => format!("x='{subscript}'; printf -v \"$x\" y"),
            31 => format!("x='{subscript}'; read \"$x\" <<< y"),
            32 => format!("read x <<< '{subscript}'; (( x ))"),
            33 => format!("mapfile -t x <<< '{subscript}'; (( x ))"),
            34 => format!("read -ra x <<< 'a {subscript}'; (( x[1] ))"),
            35 => format!("set -- '{subscript}'; (( $1 ))"),
            36 => format!("set -- '{subscript}'; : $(( ${{1}} ))"),
            37 => format!("declare -A h=([k]='{subscript}'); (( h[k] ))"),
            38 => format!("x=('{subscript}'); (( x ))"),
            39 => format!("x='{subscript}'; arr[x]=1"),
            40 => format!("x='{subscript}'; : ${{arr[x]}}"),
            41 => format!("x='{subscript}'; unset 'arr[x]'"),
            42 => format!("x='{subscript}'; declare -i y; y=x"),
            43 => format!("x='{subscript}'; declare -i y; read y <<< x"),
            44 => format!("x='{subscript}'; declare -i y; for y in x; do :; done"),
            45 => format!("x='{subscript}'; y=x; [[ y -lt 3 ]]"),
            46 => format!("x='{subscript}'; : ${{v:0:x}}"),
            47 => format!("RANDOM='{subscript}'"),
            48 => format!("x='{subscript}'; OPTIND=x"),
            49 => format!(": ${{y:='{subscript}'}}; (( y ))"),
            50 => format!("x=${{y-'{subscript}'}}; let x"),
            51 => format!("x='{subscript}'; x=${{x/a/b}}; (( x ))"),
            52 => format!("(trap 'm {number}' ERR; false)"),
            53 => format!("(set -T; trap 'm {number}' RETURN; fn() {{ :; }}; fn)"),
            54 => format!("(trap 'm {number}' USR1; kill -USR1 $BASHPID)"),
            55 => format!("(trap -- 'm {number}' 0)"),
            56 => format!("command_not_found_handle() {{ m {number}; }}; nothing_at_all"),
            57 => format!("arr=('$(m {number})'); : \"${{arr[@]@P}}\""),
            58 => format!("x='$(m {number})'; y=$x; : \"${{y@P}}\""),
            59 => format!("printf -v x %s '$(m {number})'; : ${{x@P}}"),
            60 => format!("x='m {number}'; $x"),
            61 => format!("x=$'\\x24(m {number})'; : ${{x@P}}"),
            62 => format!("x=\"m {number}\" bash -c 'eval \"$x\"'"),
            _ => format!("(( {subscript} ))"),
        }
    }
}
