//! One turn of a conversation: what the person said in it, and how the reviewer has fared.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Bytes of a transcript that are kept, the latest first.
const KEPT: usize = 32 * 1024;
/// What an entry costs beside its words.
const ENTRY: usize = 32;
/// Bytes that are kept of each end of something long.
const END: usize = 4 * 1024;

/// Denials in a row that open the breaker.
const IN_A_ROW: usize = 3;
/// Reviews that are looked back on, and the denials among them that open the breaker.
const LOOKED_AT: usize = 50;
const AMONG_THEM: usize = 10;

/// Something a person said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Utterance {
    /// Whether it answers a question of the runtime; else it is a message.
    pub is_answer: bool,
    /// The words.
    pub text: String,
}

/// A turn. A new one is begun with each `turnStart`; a review that is still out when it ends counts for the
/// old one.
#[derive(Debug, Default)]
pub struct Turn {
    transcript: Vec<Utterance>,
    breaker: Mutex<Breaker>,
}

impl Turn {
    /// A turn before which this was said. Of a long transcript the end is kept.
    pub fn new(mut transcript: Vec<Utterance>) -> Self {
        for utterance in &mut transcript {
            shorten(&mut utterance.text);
        }
        let mut left = KEPT;
        let mut first = transcript.len();
        for utterance in transcript.iter().rev() {
            let Some(rest) = left.checked_sub(utterance.text.len() + ENTRY) else {
                break;
            };
            left = rest;
            first -= 1;
        }
        transcript.drain(..first);
        Self {
            transcript,
            breaker: Mutex::default(),
        }
    }

    /// What was said, oldest first.
    pub fn transcript(&self) -> &[Utterance] {
        &self.transcript
    }

    /// Whether the reviewer has denied so much that it is not asked any more before the next turn.
    pub fn is_paused(&self) -> bool {
        self.breaker().open
    }

    /// The reviewer gave a verdict; what failed gave none.
    pub fn reviewed(&self, denied: bool) {
        self.breaker().note(denied);
    }

    fn breaker(&self) -> std::sync::MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes out the middle of a long text, and says so.
fn shorten(text: &mut String) {
    if text.len() <= 2 * END {
        return;
    }
    let boundary = |at: usize| (at..text.len()).find(|at| text.is_char_boundary(*at));
    let (Some(from), Some(to)) = (boundary(END), boundary(text.len() - END)) else {
        return;
    };
    text.replace_range(from..to, " […] ");
}

/// Counts denials. A reviewer that denies everything is either right, and the agent must be stopped by a human,
/// or wrong, and a human must see it.
#[derive(Debug, Default)]
struct Breaker {
    /// The latest verdicts, whether each was a denial.
    latest: VecDeque<bool>,
    /// Once open it stays so: what was still out when it opened closes nothing.
    open: bool,
}

impl Breaker {
    fn note(&mut self, denied: bool) {
        if self.latest.len() == LOOKED_AT {
            self.latest.pop_front();
        }
        self.latest.push_back(denied);
        let in_a_row = self.latest.iter().rev().take_while(|denied| **denied).count();
        let among_them = self.latest.iter().filter(|denied| **denied).count();
        self.open |= in_a_row >= IN_A_ROW || among_them >= AMONG_THEM;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Utterance {
        Utterance {
            is_answer: false,
            text: text.to_owned(),
        }
    }

    #[test]
    fn the_end_of_a_long_conversation_is_kept() {
        let turn = Turn::new((0..100).map(|at| said(&format!("{at:01000}"))).collect());
        let kept = turn.transcript();
        assert_eq!(kept.last().unwrap().text, format!("{:01000}", 99));
        assert_eq!(kept.len(), KEPT / (1000 + ENTRY));
        let silent = Turn::new(vec![said(""); 100_000]);
        assert_eq!(
            silent.transcript().len(),
            KEPT / ENTRY,
            "also where nothing was said"
        );
    }

    #[test]
    fn of_a_long_text_both_ends_are_kept() {
        let text = format!("first{}last", "ä".repeat(50_000));
        let turn = Turn::new(vec![said("before"), said(&text)]);
        let [before, long] = turn.transcript() else {
            panic!("both are there")
        };
        assert_eq!(before.text, "before");
        assert!(long.text.starts_with("first") && long.text.ends_with("last") && long.text.contains("[…]"));
        assert!(long.text.len() <= 2 * END + 20);
    }

    #[test]
    fn the_breaker_opens_by_denials_and_stays_open() {
        #[rustfmt::skip]
        let cases: &[(String, bool)] = &[
            // d: denied, -: anything else
            ("dd".to_owned(),                                          false),
            ("ddd".to_owned(),                                         true),
            ("dd-dd-dd-dd-d".to_owned(),                               false),
            ("dd-dd-dd-dd-dd".to_owned(),                              true),
            ("ddd----------".to_owned(),                               true),
            (format!("{}d", "d----".repeat(9)),                        true),
            // the first of ten lies more than fifty reviews back
            (format!("d{}{}", "-".repeat(30), "d--".repeat(9)),        false),
            ("d-".repeat(9),                                           false),
        ];
        for (verdicts, expected) in cases {
            let turn = Turn::default();
            for verdict in verdicts.chars() {
                turn.reviewed(verdict == 'd');
            }
            assert_eq!(turn.is_paused(), *expected, "{verdicts}");
        }
    }
}
