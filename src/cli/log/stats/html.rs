//! The counts as one page that needs nothing but itself: no script, no font, no address.

use super::charts::{PARTS, bars, days};
use super::gathered::Stats;
use super::text::{ENDS, patterns};
use crate::presentation::visible;
use std::fmt::Write as _;

/// Surfaces, deciders and rules that are shown.
const SHOWN: usize = 12;

const STYLE: &str = include_str!("report.css");

/// The page.
pub(super) fn report(stats: &Stats, top: usize) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <title>Portcullis: what was decided</title><style>{STYLE}</style></head><body><main>"
    );
    head(&mut page, stats);
    if stats.span.is_some() {
        charts(&mut page, stats);
        questions(&mut page, stats, top);
        rules(&mut page, stats);
    }
    page.push_str("</main></body></html>\n");
    page
}

fn head(page: &mut String, stats: &Stats) {
    let span = stats.span.as_ref().map_or_else(
        || "Nothing was decided yet.".to_owned(),
        |(first, last)| {
            let day = |time: &str| time.get(..16).unwrap_or(time).replace('T', " ");
            format!("{} to {} (UTC)", day(first), day(last))
        },
    );
    let _ = write!(
        page,
        "<header><h1>What was decided</h1><p class=\"span\">{}</p></header><section class=\"cards\">",
        escaped(&span)
    );
    card(page, "calls", stats.total(), "");
    card(page, "questions", stats.questions(), "");
    card(page, "allowed by a rule, without asking", stats.plain, "plain");
    for (end, words) in ENDS {
        use super::gathered::End;
        let class = match end {
            End::Approved | End::Standing => "allow",
            End::Refused | End::Unanswered | End::Blocked => "deny",
        };
        card(page, words, stats.ended(end), class);
    }
    page.push_str("</section>");
}

fn card(page: &mut String, words: &str, n: u64, class: &str) {
    let _ = write!(
        page,
        "<div class=\"card {class}\"><b>{n}</b><span>{}</span></div>",
        escaped(words)
    );
}

fn charts(page: &mut String, stats: &Stats) {
    let mut legend = String::new();
    for (class, words) in PARTS {
        let _ = write!(
            legend,
            "<span class=\"key\"><i class=\"{class}\"></i>{words}</span>"
        );
    }
    let _ = write!(
        page,
        "<section><h2>Calls by day</h2><p class=\"legend\">{legend}</p>{}</section>",
        days(&stats.days)
    );
    let mut deciders: Vec<(String, [u64; 3])> = stats
        .deciders
        .iter()
        .map(|(who, (yes, no))| (visible(who).into_owned(), [0, *yes, *no]))
        .collect();
    sort(&mut deciders);
    let _ = write!(
        page,
        "<section><h2>Who decided</h2><p>Of all that no rule allowed outright.</p>{}</section>",
        bars("Who decided", &deciders)
    );
    let mut surfaces: Vec<(String, [u64; 3])> = stats
        .surfaces
        .iter()
        .map(|(surface, day)| {
            (
                visible(surface).into_owned(),
                [day.plain, day.allowed, day.denied],
            )
        })
        .collect();
    sort(&mut surfaces);
    let _ = write!(
        page,
        "<section><h2>Calls by surface</h2>{}</section>",
        bars("Calls by surface", &surfaces)
    );
}

fn sort(rows: &mut Vec<(String, [u64; 3])>) {
    rows.sort_by_key(|(_, parts)| std::cmp::Reverse(parts.iter().sum::<u64>()));
    rows.truncate(SHOWN);
}

fn questions(page: &mut String, stats: &Stats, top: usize) {
    page.push_str(
        "<section><h2>Asked most</h2><p>Each with the rule that would answer as was answered: an entry under \
         <code>permission</code> in <code>policy.jsonc</code>.</p><div class=\"wide\"><table><thead><tr><th \
         class=\"n\">times</th><th>what</th><th class=\"n\">allowed</th><th class=\"n\">refused</th><th>rule</th></tr>\
         </thead><tbody>",
    );
    for question in stats.most_asked(top) {
        let rule = question.rule().map_or_else(
            || "<em>none can be written</em>".to_owned(),
            |rule| format!("<code>{}</code>", escaped(&visible(&rule))),
        );
        let _ = write!(
            page,
            "<tr><td class=\"n\">{}</td><td><code>{}</code></td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td>{rule}</td></tr>",
            question.times,
            escaped(&patterns(&question.patterns)),
            question.allowed,
            question.refused
        );
    }
    page.push_str("</tbody></table></div></section>");
}

fn rules(page: &mut String, stats: &Stats) {
    let mut rules: Vec<_> = stats.rules.iter().collect();
    rules.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    page.push_str(
        "<section><h2>Rules that allowed most</h2><div class=\"wide\"><table><thead><tr><th \
         class=\"n\">times</th><th>surface</th><th>pattern</th></tr></thead><tbody>",
    );
    for ((surface, pattern), n) in rules.into_iter().take(SHOWN) {
        let _ = write!(
            page,
            "<tr><td class=\"n\">{n}</td><td>{}</td><td><code>{}</code></td></tr>",
            escaped(&visible(surface)),
            escaped(&visible(pattern))
        );
    }
    page.push_str("</tbody></table></div></section>");
}

/// Text within a page.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}
