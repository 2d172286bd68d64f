//! The least that a server on stdio can do: it answers each frame with one of a given length, and reads nothing.

use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write};

/// What is done for one frame before it is answered.
#[derive(Serialize, Deserialize)]
pub struct Work {
    /// Bytes of the answer.
    pub length: usize,
    /// What is parsed; nothing where it is empty.
    pub command: String,
    /// Paths to resolve.
    pub paths: Vec<String>,
}

/// Does for the n-th frame what the n-th line of the file `work` says, round and round.
pub fn serve(work: &str) -> anyhow::Result<()> {
    let work: Vec<Work> = std::fs::read_to_string(work)?
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let longest = work.iter().map(|one| one.length).max().unwrap_or_default();
    let filler = "x".repeat(longest);
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into())?;
    let mut next = work.iter().cycle();
    answer(|frame| {
        let Some(one) = next.next() else { return };
        if !one.command.is_empty() {
            drop(std::hint::black_box(parser.parse(&one.command, None)));
        }
        for path in &one.paths {
            // Most paths of the corpus exist; one that does not is part of a decision too.
            let _ = std::hint::black_box(std::fs::canonicalize(path));
        }
        frame.extend_from_slice(filler.as_bytes().get(..one.length).unwrap_or_default());
    })
}

/// Answers every frame as the shortest JSON-RPC response.
pub fn serve_null() -> anyhow::Result<()> {
    answer(|frame| frame.extend_from_slice(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#))
}

fn answer(mut body: impl FnMut(&mut Vec<u8>)) -> anyhow::Result<()> {
    let mut input = BufReader::with_capacity(64 << 10, std::io::stdin().lock());
    // Unbuffered: one write a frame, as a server does.
    let mut output = std::fs::File::from(std::os::fd::AsFd::as_fd(&std::io::stdout()).try_clone_to_owned()?);
    let (mut request, mut reply, mut frame) = (Vec::new(), Vec::new(), Vec::new());
    while read_frame(&mut input, &mut request)? {
        reply.clear();
        body(&mut reply);
        frame.clear();
        write!(frame, "Content-Length: {}\r\n\r\n", reply.len())?;
        frame.extend_from_slice(&reply);
        output.write_all(&frame)?;
    }
    Ok(())
}

/// Reads one frame's body; false at the end of the stream.
pub fn read_frame(input: &mut impl BufRead, body: &mut Vec<u8>) -> anyhow::Result<bool> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(false);
        }
        let text = std::str::from_utf8(&line)?.trim();
        if text.is_empty() {
            break;
        }
        if let Some(value) = text.strip_prefix("Content-Length:") {
            length = Some(value.trim().parse::<usize>()?);
        }
    }
    let length = length.ok_or_else(|| anyhow::anyhow!("a frame without a length"))?;
    body.resize(length, 0);
    input.read_exact(body)?;
    Ok(true)
}
