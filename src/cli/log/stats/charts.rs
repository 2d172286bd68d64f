//! Charts as SVG, drawn with the colours of the page around them.

use super::gathered::Day;
use super::html::escaped;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Size of a chart of columns, in its own units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 220.0;
/// Room for the numbers at the left and the names below.
const LEFT: f64 = 52.0;
const BOTTOM: f64 = 26.0;
const TOP: f64 = 10.0;

/// The parts of a column, from the bottom up: class and name.
pub(super) const PARTS: [(&str, &str); 3] = [
    ("plain", "by a rule"),
    ("allow", "by an answer or grant"),
    ("deny", "denied"),
];

#[expect(clippy::cast_precision_loss, reason = "a chart is no ledger")]
fn float(n: u64) -> f64 {
    n as f64
}

/// A stacked column for each day.
pub(super) fn days(days: &BTreeMap<String, Day>) -> String {
    let highest = days
        .values()
        .map(|day| day.total())
        .max()
        .unwrap_or_default()
        .max(1);
    let step = nice(highest);
    let top = float(highest.div_ceil(step) * step);
    let inner = HEIGHT - TOP - BOTTOM;
    let height = |n: u64| float(n) / top * inner;
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Calls by day\">");
    let mut line = 0;
    while float(line) <= top {
        let y = TOP + inner - height(line);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{WIDTH}\" y2=\"{y:.1}\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{line}</text>",
            LEFT - 8.0,
            y + 4.0
        );
        line += step;
    }
    let count = u64::try_from(days.len()).unwrap_or(u64::MAX).max(1);
    let slot = (WIDTH - LEFT) / float(count);
    let bar = (slot * 0.7).min(56.0);
    // As many names as have room.
    let every = days.len().div_ceil(12).max(1);
    for (at, (day, counts)) in days.iter().enumerate() {
        let x = LEFT + slot * float(u64::try_from(at).unwrap_or_default()) + (slot - bar) / 2.0;
        let mut y = TOP + inner;
        for ((class, name), n) in PARTS.iter().zip([counts.plain, counts.allowed, counts.denied]) {
            if n == 0 {
                continue;
            }
            y -= height(n);
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{bar:.1}\" height=\"{:.1}\"><title>{}: {n} \
                 {name}</title></rect>",
                height(n).max(0.6),
                escaped(day)
            );
        }
        if at % every == 0 {
            let _ = write!(
                svg,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                x + bar / 2.0,
                HEIGHT - 8.0,
                escaped(day.get(5..).unwrap_or(day))
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// A bar of parts for each name, with its number behind it.
pub(super) fn bars(label: &str, rows: &[(String, [u64; 3])]) -> String {
    const ROW: f64 = 26.0;
    const NAMES: f64 = 190.0;
    const NUMBERS: f64 = 60.0;
    let most = rows
        .iter()
        .map(|(_, parts)| parts.iter().sum::<u64>())
        .max()
        .unwrap_or_default()
        .max(1);
    let height = ROW * float(u64::try_from(rows.len()).unwrap_or_default().max(1));
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
        escaped(label)
    );
    for (at, (name, parts)) in rows.iter().enumerate() {
        let y = ROW * float(u64::try_from(at).unwrap_or_default());
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            NAMES - 10.0,
            y + ROW / 2.0 + 4.0,
            escaped(&crate::presentation::fit(name, 26).0)
        );
        let mut x = NAMES;
        for ((class, words), n) in PARTS.iter().zip(parts) {
            let wide = float(*n) / float(most) * (WIDTH - NAMES - NUMBERS);
            if *n > 0 {
                let _ = write!(
                    svg,
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}: {n} \
                     {words}</title></rect>",
                    y + 4.0,
                    wide.max(1.0),
                    ROW - 8.0,
                    escaped(name)
                );
                x += wide.max(1.0);
            }
        }
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 8.0,
            y + ROW / 2.0 + 4.0,
            parts.iter().sum::<u64>()
        );
    }
    svg.push_str("</svg>");
    svg
}

/// A round distance of lines, so that there are two to five of them.
fn nice(highest: u64) -> u64 {
    let mut step = 1_u64;
    loop {
        for factor in [1, 2, 5] {
            if highest.div_ceil(step.saturating_mul(factor)) <= 5 {
                return step.saturating_mul(factor);
            }
        }
        step = step.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_at_round_numbers() {
        for (highest, step) in [
            (1, 1),
            (5, 1),
            (6, 2),
            (11, 5),
            (26, 10),
            (1_000, 200),
            (u64::MAX, nice(u64::MAX)),
        ] {
            assert_eq!(nice(highest), step, "{highest}");
        }
    }
}
