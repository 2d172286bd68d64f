//! Bytes on stdin → frames → messages, handed over in pieces of any size: no panic, no frame longer than what came.

#![no_main]

use libfuzzer_sys::fuzz_target;
use portcullis::protocol::Message;
use portcullis::transport::{Decoder, Frame};

fuzz_target!(|given: (u8, &[u8])| {
    let (step, mut bytes) = given;
    let mut decoder = Decoder::default();
    let mut seen = 0;
    while !bytes.is_empty() {
        let room = decoder.room();
        let count = bytes.len().min(room.len()).min(usize::from(step) + 1);
        let (now, later) = bytes.split_at(count);
        room[..count].copy_from_slice(now);
        decoder.filled(count);
        bytes = later;
        loop {
            match decoder.next_frame() {
                Ok(Some(Frame::Body(body))) => {
                    seen += body.len();
                    let _ = Message::parse(body);
                }
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => return,
            }
        }
    }
    assert!(seen <= given.1.len());
});
