//! The least that a server on stdio can do: it answers each frame with one of a given length, and reads nothing.

use std::io::{BufRead, BufReader, Write};

/// Answers the n-th frame with as many bytes as the n-th line of the file `lengths` says, round and round.
pub fn serve(lengths: &str) -> anyhow::Result<()> {
    let lengths: Vec<usize> = std::fs::read_to_string(lengths)?
        .lines()
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let longest = lengths.iter().copied().max().unwrap_or_default();
    let filler = "x".repeat(longest);
    let mut next = lengths.iter().cycle();
    answer(|frame| {
        let length = next.next().copied().unwrap_or_default();
        frame.extend_from_slice(filler.as_bytes().get(..length).unwrap_or_default());
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
