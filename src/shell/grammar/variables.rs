//! Variables whose value names a file or folder that ordinary programs read or write.
//!
//! Sources: the `ENVIRONMENT` sections of `git(1)` (`GIT_TRACE…`), `curl(1)`, `psql(1)`, `mysql(1)`, `sqlite3(1)`,
//! `less(1)`, `python(1)`, `malloc(3)`; NSS key logging (`SSLKEYLOGFILE`); the references of Cargo, Go, npm,
//! Node.js, pip, uv, coverage.py, LLVM, ccache, sccache, the AWS and Google clients; POSIX (`TMPDIR`).

use super::usage::{Does, Guard, Reach, When};

/// Files that are written.
const WRITTEN: [&str; 14] = [
    "COVERAGE_FILE",
    "GCOV_PREFIX",
    "LESSHISTFILE",
    "LLVM_PROFILE_FILE",
    "MALLOC_TRACE",
    "MYSQL_HISTFILE",
    "NODE_REPL_HISTORY",
    "PIP_LOG",
    "PSQL_HISTORY",
    "PYTHON_HISTORY",
    "SCCACHE_ERROR_LOG",
    "SQLITE_HISTORY",
    "SSLKEYLOGFILE",
    "UV_LOG_FILE",
];

/// Folders below which is written.
const FILLED: [&str; 26] = [
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_INSTALL_ROOT",
    "CARGO_TARGET_DIR",
    "CCACHE_DIR",
    "DESTDIR",
    "GOBIN",
    "GOCACHE",
    "GOCOVERDIR",
    "GOMODCACHE",
    "GOTMPDIR",
    "INSTALL_ROOT",
    "NODE_V8_COVERAGE",
    "PIP_CACHE_DIR",
    "PIP_PREFIX",
    "PIP_ROOT",
    "PIP_TARGET",
    "POETRY_CACHE_DIR",
    "PYTHONPYCACHEPREFIX",
    "SCCACHE_DIR",
    "TEMP",
    "TMP",
    "TMPDIR",
    "UV_CACHE_DIR",
    "UV_PROJECT_ENVIRONMENT",
    "UV_TOOL_BIN_DIR",
    "YARN_CACHE_FOLDER",
];

/// Files that are read.
const READ: [&str; 15] = [
    "AWS_CONFIG_FILE",
    "AWS_SHARED_CREDENTIALS_FILE",
    "COMPOSE_ENV_FILES",
    "COMPOSE_FILE",
    "CURL_CA_BUNDLE",
    "DOTENV_CONFIG_PATH",
    "ENV_FILE",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "NETRC",
    "NODE_EXTRA_CA_CERTS",
    "PGPASSFILE",
    "REQUESTS_CA_BUNDLE",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "UV_ENV_FILE",
];

/// How a file is used that a variable names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// When the value counts.
    pub when: When,
    /// What is done with it.
    pub does: Does,
    /// How far that reaches.
    pub reach: Reach,
    /// How protected writes see it.
    pub guard: Guard,
}

/// What the variable `name` is known to name, or is likely to by its name: then nothing but protected
/// writes are held against it.
pub fn names_file(name: &str) -> Option<Named> {
    let named = |when, does, reach, guard| {
        Some(Named {
            when,
            does,
            reach,
            guard,
        })
    };
    if name.starts_with("GIT_TRACE") {
        // `1` and `true` are no files; only an absolute path is one.
        return named(When::Written, Does::Writes, Reach::Itself, Guard::Usual);
    }
    if WRITTEN.contains(&name) {
        return named(When::Always, Does::Writes, Reach::Itself, Guard::Usual);
    }
    if FILLED.contains(&name) {
        return named(When::Always, Does::Writes, Reach::Below, Guard::Usual);
    }
    if READ.contains(&name) {
        return named(When::Likely, Does::Reads, Reach::Itself, Guard::Usual);
    }
    let likely = ["FILE", "LOG", "_DIR", "_OUT", "OUTPUT", "TRACE", "_PATH", "DEST"];
    likely.iter().any(|end| name.ends_with(end)).then_some(Named {
        when: When::Likely,
        does: Does::Unknown,
        reach: Reach::Itself,
        guard: Guard::Alone,
    })
}
