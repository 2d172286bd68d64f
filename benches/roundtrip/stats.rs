//! Quantiles, and a table to print them in.

use std::time::Duration;

/// Microseconds.
pub fn us(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

/// The `q`-quantile, 0 ≤ q ≤ 1, of what need not be sorted.
pub fn quantile(values: &[f64], q: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index below the number of calls of a benchmark"
    )]
    let index = ((sorted.len().saturating_sub(1)) as f64 * q).round() as usize;
    sorted.get(index).copied().unwrap_or(f64::NAN)
}

/// The middle.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Prints a Markdown table.
pub fn table(title: &str, head: &[&str], rows: &[Vec<String>]) {
    println!("### {title}\n\n| {} |", head.join(" | "));
    println!("|{}", " --- |".repeat(head.len()));
    for row in rows {
        println!("| {} |", row.join(" | "));
    }
    println!();
}

/// A number with as many digits as are worth reading.
pub fn number(value: f64) -> String {
    if value >= 100.0 {
        format!("{value:.0}")
    } else if value >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    }
}
