//! The binary: parses its arguments and hands over.

use std::process::ExitCode;

fn main() -> ExitCode {
    portcullis::cli::run(std::env::args_os())
}
