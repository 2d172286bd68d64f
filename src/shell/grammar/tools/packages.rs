//! Managers of packages, and bundlers.

use super::{Place, Tool, row, tool};
use crate::shell::grammar::option::{Act, Style, flag, value};

pub(super) static NPM: Tool = tool(
    &[
        value(0, "prefix", Act::Touch),
        value(0, "dir", Act::Folder),
        value(0, "cwd", Act::Folder),
        value(b'C', "", Act::Folder),
        value(0, "cache", Act::Into),
        value(0, "cache-folder", Act::Into),
        value(0, "store-dir", Act::Into),
        value(0, "modules-folder", Act::Into),
        value(0, "global-folder", Act::Into),
        value(0, "lockfile-dir", Act::Into),
        value(0, "virtual-store-dir", Act::Into),
        value(0, "userconfig", Act::Touch),
        value(0, "globalconfig", Act::Touch),
        value(0, "pack-destination", Act::Into),
        value(0, "filename", Act::Write),
        value(0, "outfile", Act::Write),
        value(0, "outdir", Act::Into),
        value(0, "env-file", Act::Read),
        value(0, "script-shell", Act::Run),
        value(0, "shell", Act::Run),
        value(0, "workspace", Act::Shaped),
        value(b'w', "", Act::Shaped),
        value(0, "filter", Act::Inert),
        value(0, "registry", Act::Inert),
        value(0, "tag", Act::Inert),
        value(0, "access", Act::Inert),
        value(0, "otp", Act::Inert),
        value(0, "loglevel", Act::Inert),
        value(0, "depth", Act::Inert),
        value(0, "omit", Act::Inert),
        value(0, "include", Act::Inert),
    ],
    &[
        row(&["pack"], Place::Names, &[value(b'o', "out", Act::Write)]),
        row(&["publish"], Place::Files, &[]),
        row(&["link"], Place::Names, &[]),
    ],
);

pub(super) static PIP: Tool = tool(
    &[
        value(b'r', "requirement", Act::Read),
        value(b'c', "constraint", Act::Read),
        value(b'e', "editable", Act::Shaped),
        value(b't', "target", Act::Into),
        value(b'd', "dest", Act::Into),
        value(0, "prefix", Act::Into),
        value(0, "root", Act::Into),
        value(0, "src", Act::Into),
        value(b'w', "wheel-dir", Act::Into),
        value(0, "cache-dir", Act::Into),
        value(0, "log", Act::Write),
        value(0, "report", Act::Write),
        value(b'f', "find-links", Act::Shaped),
        value(0, "cert", Act::Read),
        value(0, "client-cert", Act::Read),
        value(b'i', "index-url", Act::Inert),
        value(0, "extra-index-url", Act::Inert),
    ],
    &[],
);

pub(super) static UV: Tool = tool(
    &[
        value(0, "directory", Act::Folder),
        value(0, "project", Act::Touch),
        value(0, "config-file", Act::Read),
        value(0, "env-file", Act::Read),
        value(0, "cache-dir", Act::Into),
        value(b'r', "requirements", Act::Read),
        value(0, "constraints", Act::Read),
        value(0, "overrides", Act::Read),
        value(b'e', "editable", Act::Shaped),
        value(b't', "target", Act::Into),
        value(0, "prefix", Act::Into),
        value(b'o', "output-file", Act::Write),
        value(0, "out-dir", Act::Into),
        value(0, "install-dir", Act::Into),
        value(b'p', "python", Act::Shaped),
        value(0, "index-url", Act::Inert),
        value(0, "group", Act::Inert),
        value(0, "extra", Act::Inert),
    ],
    &[
        row(&["venv"], Place::Makes(0), &[]),
        row(&["init"], Place::MakesHere, &[]),
        row(&["pip", "compile"], Place::Reads, &[]),
    ],
);

pub(super) static POETRY: Tool = tool(
    &[
        value(b'C', "directory", Act::Folder),
        value(b'P', "project", Act::Touch),
        value(b'o', "output", Act::Write),
    ],
    &[
        row(&["new"], Place::Makes(0), &[]),
        row(&["init"], Place::Names, &[]),
    ],
);

pub(super) static BUNDLER: Tool = Tool {
    style: Style::Single,
    ..tool(
        &[
            value(0, "outfile", Act::Write),
            value(0, "outdir", Act::Into),
            value(0, "metafile", Act::Write),
            value(0, "tsconfig", Act::Read),
            value(b'o', "", Act::Write),
            value(b'd', "dir", Act::Into),
            value(b'c', "config", Act::Read),
            value(0, "output-path", Act::Into),
        ],
        &[],
    )
};

pub(super) static DENO: Tool = tool(
    &[
        value(b'c', "config", Act::Read),
        value(0, "import-map", Act::Read),
        value(0, "lock", Act::Touch),
        value(b'o', "output", Act::Write),
        value(0, "env-file", Act::Read),
        value(0, "coverage", Act::Into),
        value(0, "cert", Act::Read),
    ],
    &[row(&["fmt"], Place::Writes, &[flag(0, "check", Act::NoPattern)])],
);

pub(super) static BUNDLE: Tool = tool(
    &[
        value(0, "gemfile", Act::Read),
        value(0, "path", Act::Into),
        value(b'i', "install-dir", Act::Into),
        value(b'n', "bindir", Act::Into),
        value(b'd', "working-dir", Act::Folder),
    ],
    &[],
);
