//! A text on one line, so that nothing in it can push what stands behind it out of sight.

use super::visible::{ELISION, visible};

/// Blanks in a row that are shown as they are.
const BLANKS: usize = 3;

/// `text` on one line, line ends as pictures and a longer run of blanks as one blank and a mark; whether a run was
/// shortened.
pub(super) fn one_line(text: &str) -> (String, bool) {
    let is_blank = |character: char| matches!(character, ' ' | '\t' | '\n' | '\r');
    let mut shown = String::with_capacity(text.len());
    let mut squeezed = false;
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(is_blank).unwrap_or(rest.len());
        let (head, tail) = rest.split_at(word);
        shown.push_str(&visible(head));
        let run = tail.find(|character| !is_blank(character)).unwrap_or(tail.len());
        let (blanks, next) = tail.split_at(run);
        if blanks.len() > BLANKS {
            squeezed = true;
            let first = blanks.get(..1).unwrap_or(" ");
            shown.push_str(&visible(first));
            shown.push_str(ELISION);
            shown.push(' ');
        } else {
            shown.push_str(&visible(blanks));
        }
        rest = next;
    }
    (shown, squeezed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_gives_way_and_says_so() {
        #[rustfmt::skip]
        let cases = [
            // text                                         on one line           shortened
            ("ls -la",                                      "ls -la",             false),
            ("ls\nrm x",                                    "ls␊rm x",            false),
            ("a   b",                                       "a   b",              false),
            ("ls                              ; rm -rf /",  "ls … ; rm -rf /",    true),
            ("ls\n\n\n\n\n\n\n\n\nrm -rf /",                "ls␊… rm -rf /",      true),
            ("ls \t \t \t rm",                              "ls … rm",            true),
            ("rm                    ",                      "rm … ",              true),
        ];
        for (text, shown, shortened) in cases {
            assert_eq!(one_line(text), (shown.to_owned(), shortened), "{text:?}");
        }
    }
}
