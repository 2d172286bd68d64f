//! Programs that build and test.

use super::{Place, Tool, row, tool};
use crate::shell::grammar::option::{Act, Style, flag, value};

pub(super) static CARGO: Tool = tool(
    &[
        value(b'C', "", Act::Folder),
        value(0, "manifest-path", Act::Touch),
        value(0, "lockfile-path", Act::Touch),
        value(0, "target-dir", Act::Into),
        value(0, "artifact-dir", Act::Into),
        value(0, "out-dir", Act::Into),
        value(0, "root", Act::Into),
        value(0, "path", Act::Read),
        value(0, "index", Act::Inert),
        value(b'p', "package", Act::Inert),
        value(0, "features", Act::Inert),
        value(b'F', "", Act::Inert),
        value(0, "bin", Act::Inert),
        value(0, "example", Act::Inert),
        value(0, "test", Act::Inert),
        value(0, "bench", Act::Inert),
        value(0, "target", Act::Shaped),
        value(0, "profile", Act::Inert),
        value(b'j', "jobs", Act::Inert),
        value(0, "message-format", Act::Inert),
        value(0, "color", Act::Inert),
    ],
    &[
        row(&["new"], Place::Makes(0), &[value(0, "name", Act::Inert), value(0, "edition", Act::Inert)]),
        row(&["init"], Place::MakesHere, &[value(0, "name", Act::Inert), value(0, "edition", Act::Inert)]),
        row(&["vendor"], Place::Makes(0), &[value(b's', "sync", Act::Read)]),
    ],
);

pub(super) static GO: Tool = Tool {
    style: Style::Single,
    ..tool(
        &[
            value(b'C', "", Act::Folder),
            value(b'o', "", Act::Write),
            value(0, "exec", Act::Run),
            value(0, "toolexec", Act::Run),
            value(0, "vettool", Act::Run),
            value(0, "coverprofile", Act::Write),
            value(0, "cpuprofile", Act::Write),
            value(0, "memprofile", Act::Write),
            value(0, "blockprofile", Act::Write),
            value(0, "mutexprofile", Act::Write),
            value(0, "trace", Act::Write),
            value(0, "outputdir", Act::Into),
            value(0, "modfile", Act::Touch),
            value(0, "overlay", Act::Read),
            value(0, "pgo", Act::Shaped),
            value(0, "pkgdir", Act::Into),
            value(0, "modcacherw", Act::Inert),
            value(0, "run", Act::Inert),
            value(0, "bench", Act::Inert),
            value(0, "skip", Act::Inert),
            value(0, "list", Act::Inert),
            value(0, "count", Act::Inert),
            value(0, "timeout", Act::Inert),
            value(0, "tags", Act::Inert),
            value(b'p', "", Act::Inert),
        ],
        &[
            row(&["mod", "vendor"], Place::Names, &[value(b'o', "", Act::Into)]),
            row(&["work", "use"], Place::Reads, &[]),
            row(&["fmt"], Place::Names, &[]),
        ],
    )
};

pub(super) static MAKE: Tool = tool(
    &[
        value(b'C', "directory", Act::Folder),
        value(b'f', "file", Act::Read),
        value(0, "makefile", Act::Read),
        value(b'I', "include-dir", Act::Read),
        value(b'o', "old-file", Act::Read),
        value(b'W', "what-if", Act::Read),
        value(0, "assume-new", Act::Read),
        value(0, "assume-old", Act::Read),
        flag(b'j', "", Act::Inert),
        flag(b'k', "", Act::Inert),
        flag(b'n', "", Act::Inert),
        flag(b's', "", Act::Inert),
        flag(b'B', "", Act::Inert),
    ],
    &[],
);

pub(super) static NINJA: Tool = tool(
    &[
        value(b'C', "", Act::Folder),
        value(b'f', "", Act::Read),
        value(b't', "", Act::Inert),
        value(b'j', "", Act::Inert),
        value(b'k', "", Act::Inert),
        value(b'l', "", Act::Inert),
        value(b'd', "", Act::Inert),
    ],
    &[],
);

pub(super) static MESON: Tool = tool(&[value(b'C', "", Act::Folder)], &[row(&["setup"], Place::Makes(0), &[])]);

pub(super) static JUST: Tool = tool(
    &[
        value(b'f', "justfile", Act::Read),
        value(b'd', "working-directory", Act::Folder),
        value(0, "dotenv-path", Act::Read),
        value(0, "dotenv-filename", Act::Read),
    ],
    &[],
);

pub(super) static TASK: Tool = tool(
    &[
        value(b'd', "dir", Act::Folder),
        value(b't', "taskfile", Act::Read),
    ],
    &[],
);

pub(super) static CMAKE: Tool = tool(
    &[
        value(b'S', "", Act::Read),
        value(b'B', "", Act::Into),
        value(b'C', "", Act::Read),
        value(b'P', "", Act::Read),
        value(b'G', "", Act::Inert),
        value(b'T', "", Act::Inert),
        value(b'A', "", Act::Inert),
        value(0, "build", Act::Into),
        value(0, "install", Act::Read),
        value(0, "open", Act::Read),
        value(0, "prefix", Act::Into),
        value(0, "install-prefix", Act::Into),
        value(0, "toolchain", Act::Read),
        value(0, "graphviz", Act::Write),
        value(0, "trace-redirect", Act::Write),
        value(0, "profiling-output", Act::Write),
        value(0, "target", Act::Inert),
        value(0, "config", Act::Inert),
        value(0, "preset", Act::Inert),
        value(b'j', "parallel", Act::Inert),
        value(b't', "", Act::Inert),
    ],
    &[
        row(&["cat"], Place::Reads, &[]),
        row(&["copy"], Place::Copy, &[]),
        row(&["copy_directory"], Place::Copy, &[]),
        row(&["copy_if_different"], Place::Copy, &[]),
        row(&["create_symlink"], Place::Files, &[]),
        row(&["make_directory"], Place::Writes, &[]),
        row(&["remove"], Place::Writes, &[]),
        row(&["remove_directory"], Place::Writes, &[]),
        row(&["rename"], Place::Writes, &[]),
        row(&["rm"], Place::Writes, &[]),
        row(&["touch"], Place::Writes, &[]),
        row(&["tar"], Place::Files, &[]),
    ],
);

pub(super) static MAVEN: Tool = Tool {
    style: Style::Single,
    ..tool(
        &[
            value(b'f', "file", Act::Read),
            value(b's', "settings", Act::Read),
            value(0, "gs", Act::Read),
            value(0, "global-settings", Act::Read),
            value(b't', "toolchains", Act::Read),
            value(b'l', "log-file", Act::Write),
            value(0, "pl", Act::Inert),
            value(0, "projects", Act::Inert),
            value(b'P', "activate-profiles", Act::Inert),
            value(b'T', "threads", Act::Inert),
            value(b'b', "builder", Act::Inert),
            value(0, "rf", Act::Inert),
        ],
        &[],
    )
};

pub(super) static GRADLE: Tool = tool(
    &[
        value(b'p', "project-dir", Act::Folder),
        value(b'b', "build-file", Act::Read),
        value(b'c', "settings-file", Act::Read),
        value(b'I', "init-script", Act::Read),
        value(b'g', "gradle-user-home", Act::Into),
        value(0, "project-cache-dir", Act::Into),
        value(0, "include-build", Act::Read),
        value(b'x', "exclude-task", Act::Inert),
        value(0, "tests", Act::Inert),
    ],
    &[],
);

pub(super) static DOTNET: Tool = tool(
    &[
        value(b'o', "output", Act::Into),
        value(0, "project", Act::Read),
        value(b'c', "configuration", Act::Inert),
        value(b'f', "framework", Act::Inert),
        value(b'v', "verbosity", Act::Inert),
        value(b'r', "runtime", Act::Inert),
        value(0, "results-directory", Act::Into),
        value(0, "artifacts-path", Act::Into),
        value(0, "configfile", Act::Read),
    ],
    &[],
);

pub(super) static BAZEL: Tool = tool(
    &[
        value(0, "output_base", Act::Into),
        value(0, "output_user_root", Act::Into),
        value(0, "bazelrc", Act::Read),
        value(0, "run_under", Act::Run),
    ],
    &[],
);

pub(super) static NIX: Tool = tool(
    &[
        value(b'o', "out-link", Act::Write),
        value(b'f', "file", Act::Read),
        value(b'I', "", Act::Shaped),
    ],
    &[],
);
