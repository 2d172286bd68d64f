//! A prompt on a terminal, as plain as it can be: the lines, the choices with numbers, one line of answer.

use crate::cli::paint::Paint;
use crate::presentation::{PromptPayload, terminal, visible};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// Columns where the terminal does not say.
const COLUMNS: u16 = 80;

/// Columns in front of each row.
const MARGIN: usize = 4;

/// How wide a prompt may be.
pub(super) fn columns() -> u16 {
    rustix::termios::tcgetwinsize(std::io::stdout())
        .ok()
        .map(|size| size.ws_col)
        .filter(|columns| *columns > 20)
        .unwrap_or(COLUMNS)
}

/// Shows a prompt and reads the answer; the end of input is no answer, which denies.
pub(super) fn ask(params: &Value, paint: Paint) -> std::io::Result<Value> {
    let mut out = std::io::stdout().lock();
    writeln!(out)?;
    for line in full(params) {
        writeln!(out, "  {} {}", paint.yellow("│"), visible(&line))?;
    }
    let none = Vec::new();
    let options = params.get("options").and_then(Value::as_array).unwrap_or(&none);
    for (number, option) in (1..).zip(options) {
        let label = option.get("label").and_then(Value::as_str).unwrap_or_default();
        writeln!(out, "  {} {number}  {}", paint.yellow("│"), visible(label))?;
    }
    loop {
        write!(out, "  {} ", paint.yellow("?"))?;
        out.flush()?;
        let Some(answer) = line()? else {
            writeln!(out)?;
            return Ok(json!({"choice": null}));
        };
        let chosen = answer
            .trim()
            .parse::<usize>()
            .ok()
            .and_then(|number| options.get(number.checked_sub(1)?))
            .and_then(|option| option.get("id")?.as_str());
        match chosen {
            Some("deny_with_reason") => {
                write!(out, "  reason: ")?;
                out.flush()?;
                let reason = line()?.unwrap_or_default();
                return Ok(json!({"choice": "deny_with_reason", "reason": reason.trim(), "via": "select"}));
            }
            Some(choice) => return Ok(json!({"choice": choice, "via": "select"})),
            None => writeln!(out, "  a number from 1 to {}", options.len())?,
        }
    }
}

/// The whole of what is asked; of a payload that can't be read, the lines that came with it.
fn full(params: &Value) -> Vec<String> {
    let payload = params.get("payload").map(PromptPayload::deserialize);
    if let Some(Ok(payload)) = payload {
        return terminal(&payload, usize::from(columns()).saturating_sub(MARGIN)).lines;
    }
    let lines = params
        .get("lines")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    lines.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// One line of standard input; `None` at its end.
fn line() -> std::io::Result<Option<String>> {
    let mut line = String::new();
    let count = std::io::stdin().lock().read_line(&mut line)?;
    Ok((count > 0).then_some(line))
}
