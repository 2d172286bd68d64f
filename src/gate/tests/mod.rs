//! Clause by clause: what a call comes to under a policy.

#[rustfmt::skip]
mod answers;
#[rustfmt::skip]
mod authorities;
#[rustfmt::skip]
mod commands;
#[rustfmt::skip]
mod explanation;
#[rustfmt::skip]
mod paths;
#[rustfmt::skip]
mod tools;

use super::Verdict;
use super::testing::{Given, command, given, unit};
use crate::access::Access;
use crate::rule::Action;

/// A name, the rules, the call, the state, and the pattern that decides where it matters.
type Rows<'a, T> = &'a [(&'a str, &'a [&'a str], T, Action, Option<&'a str>)];

/// Holds every row, and says all that are wrong at once.
fn hold<T: Copy>(rows: Rows<'_, T>, verdict: impl Fn(Given, T) -> Verdict) {
    let mut wrong = Vec::new();
    for (name, lines, call, state, pattern) in rows {
        let verdict = verdict(given(lines), *call);
        let matched = verdict.deciding.matched_pattern.as_deref();
        if verdict.state != *state || (pattern.is_some() && matched != *pattern) {
            wrong.push(format!("{name}: {:?}", verdict.deciding));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn one(text: &str) -> Access {
    command(vec![unit(text)])
}
