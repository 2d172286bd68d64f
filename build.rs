//! Links the binary so that a session starts quickly and takes little memory, as far as the tools at hand allow it.
//! Nothing here changes what the program does; where a tool does not know an option, the binary is linked without it.
//!
//! **Packed relocations.** The tables of the `shell` room hold some 25,000 addresses that the loader has to set at each
//! start. Packed they take a few kilobytes of the file in place of 600, which is a fifth of a millisecond at each start
//! and 2 MiB of resident memory. glibc reads them since 2.36 (its NEWS file, under `DT_RELR`); a binary that is built
//! against a newer glibc is not promised to run on an older one anyway.
//!
//! **Layout.** The kernel maps the pages around one that is touched, 64 KiB at a time. What a session runs is a sixth of
//! the code, but strewn over the file it touches two thirds of these pieces. `layout/functions.txt` names the functions
//! that a session runs (`layout/record` makes it), and the linker puts them side by side: 6 MiB less of resident memory.
//! A name that is no longer there is passed over, so an old list is never wrong, only less good.

use std::path::Path;
use std::process::Command;

/// The first glibc that reads packed relocations.
const FIRST: (u32, u32) = (2, 36);

/// The functions that a session runs, one to a line.
const FUNCTIONS: &str = "layout/functions.txt";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={FUNCTIONS}");
    let is_native = variable("HOST") == variable("TARGET");
    let is_linux = variable("CARGO_CFG_TARGET_OS") == "linux";
    if !is_native || !is_linux {
        return;
    }
    let is_glibc = variable("CARGO_CFG_TARGET_ENV") == "gnu";
    if is_glibc && glibc().is_some_and(|version| version >= FIRST) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    // Only in an optimised build are the functions those of the list.
    let list = Path::new(&variable("CARGO_MANIFEST_DIR")).join(FUNCTIONS);
    if variable("OPT_LEVEL") == "3" && list.exists() {
        let options = [
            format!("-Wl,--symbol-ordering-file={}", list.display()),
            "-Wl,--no-warn-symbol-ordering".to_owned(),
        ];
        if links_with(&options) {
            for option in options {
                println!("cargo::rustc-link-arg-bins={option}");
            }
        }
    }
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// The version of this machine's glibc.
fn glibc() -> Option<(u32, u32)> {
    let said = Command::new("getconf")
        .arg("GNU_LIBC_VERSION")
        .output()
        .ok()?
        .stdout;
    let said = String::from_utf8(said).ok()?;
    let mut numbers = said.split_whitespace().nth(1)?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Whether a program of no lines can be linked with `options`, by the compiler, the linker and the flags of this build.
fn links_with(options: &[String]) -> bool {
    let folder = variable("OUT_DIR");
    let source = Path::new(&folder).join("probe.rs");
    if std::fs::write(&source, "fn main() {}\n").is_err() {
        return false;
    }
    let mut probe = Command::new(variable("RUSTC"));
    probe
        .args(["--edition", "2024", "-o"])
        .arg(Path::new(&folder).join("probe"));
    probe.arg(&source);
    let linker = variable("RUSTC_LINKER");
    if !linker.is_empty() {
        probe.arg(format!("-Clinker={linker}"));
    }
    let flags = variable("CARGO_ENCODED_RUSTFLAGS");
    probe.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    probe.args(options.iter().map(|option| format!("-Clink-arg={option}")));
    probe.output().is_ok_and(|done| done.status.success())
}
