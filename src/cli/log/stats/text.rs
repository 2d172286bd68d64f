//! The counts for a terminal.

use super::gathered::{End, Stats};
use crate::cli::paint::Paint;
use crate::presentation::{columns, visible};
use std::fmt::Write as _;

/// What each end is called.
pub(super) const ENDS: [(End, &str); 5] = [
    (End::Approved, "allowed by an answer"),
    (End::Standing, "allowed by a grant or yolo mode"),
    (End::Refused, "refused by an answer"),
    (End::Unanswered, "asked, but nobody could answer"),
    (End::Blocked, "refused by a rule"),
];

/// Rules and deciders that are listed.
const LISTED: usize = 10;

/// The whole report.
pub(super) fn report(stats: &Stats, top: usize, paint: Paint) -> String {
    let mut out = String::new();
    let Some((first, last)) = &stats.span else {
        return "Nothing was decided yet.\n".to_owned();
    };
    let _ = writeln!(
        out,
        "{}  {} to {}\n",
        paint.bold(&format!(
            "{} calls, {} questions",
            stats.total(),
            stats.questions()
        )),
        first.get(..16).unwrap_or(first).replace('T', " "),
        last.get(..16).unwrap_or(last).replace('T', " ")
    );
    let mut rows = vec![(stats.plain, "allowed by a rule, without asking".to_owned())];
    rows.extend(
        ENDS.iter()
            .map(|(end, words)| (stats.ended(*end), (*words).to_owned())),
    );
    counts(&mut out, &rows);

    heading(&mut out, "Who decided", paint);
    let mut deciders: Vec<_> = stats.deciders.iter().collect();
    deciders.sort_by_key(|(_, (yes, no))| std::cmp::Reverse(yes + no));
    let rows: Vec<_> = deciders
        .iter()
        .take(LISTED)
        .map(|(who, (yes, no))| {
            (
                yes + no,
                format!("{}  ({yes} allowed, {no} refused)", visible(who)),
            )
        })
        .collect();
    counts(&mut out, &rows);

    heading(
        &mut out,
        "Asked most, and the rule that would answer as you did",
        paint,
    );
    let asked = stats.most_asked(top);
    for question in &asked {
        let _ = writeln!(
            out,
            "{:>7}  {}  {}",
            question.times,
            patterns(&question.patterns),
            paint.dim(&format!(
                "({} allowed, {} refused)",
                question.allowed, question.refused
            ))
        );
        let rule = question.rule();
        let rule = rule
            .as_deref()
            .map_or("no rule can be written for it".into(), visible);
        let _ = writeln!(out, "         {}", paint.yellow(&rule));
    }
    if asked.is_empty() {
        let _ = writeln!(out, "         nothing");
    }

    heading(&mut out, "Rules that allowed most", paint);
    let mut rules: Vec<_> = stats.rules.iter().collect();
    rules.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    let rows: Vec<_> = rules
        .iter()
        .take(LISTED)
        .map(|((surface, pattern), n)| (**n, patterns(&[(surface.clone(), pattern.clone())])))
        .collect();
    counts(&mut out, &rows);
    out
}

fn heading(out: &mut String, text: &str, paint: Paint) {
    let _ = writeln!(out, "\n{}", paint.bold(text));
}

/// Numbers with words, the numbers aligned and a bar for each.
fn counts(out: &mut String, rows: &[(u64, String)]) {
    const BAR: u64 = 24;
    let most = rows.iter().map(|(n, _)| *n).max().unwrap_or_default().max(1);
    let widest = rows
        .iter()
        .map(|(_, words)| columns(words))
        .max()
        .unwrap_or_default();
    for (n, words) in rows {
        let bar = usize::try_from(n * BAR / most).unwrap_or_default();
        let pad = " ".repeat(widest.saturating_sub(columns(words)));
        let row = format!("{n:>7}  {words}{pad}  {}", "▪".repeat(bar));
        let _ = writeln!(out, "{}", row.trim_end());
    }
    if rows.is_empty() {
        let _ = writeln!(out, "         nothing");
    }
}

/// `bash git push *, path_write /x/*`
pub(super) fn patterns(patterns: &[(String, String)]) -> String {
    let shown: Vec<String> = patterns
        .iter()
        .map(|(surface, pattern)| {
            format!("{} {}", visible(surface), visible(pattern))
                .trim_end()
                .to_owned()
        })
        .collect();
    shown.join(", ")
}
