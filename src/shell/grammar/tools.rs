//! Programs with subcommands: which of their options name files, and which operands behind a subcommand do.
//!
//! Only what matters for paths is listed. An option that is not here may still take a path: its value counts
//! where it looks like one or names an entry, and its direction is not known.
//!
//! Sources: `--help` and the references of Cargo 1.8x, Go 1.2x, GNU make 4.3, `CMake` 3.2x, Ninja, Maven 3,
//! Gradle 8, npm 10, pnpm 9, Yarn 1, Bun 1, pip 24, uv, Poetry, Docker 27, kubectl 1.3x, Helm 3, Terraform 1,
//! AWS CLI 2, GitHub CLI 2, `psql(1)`, `mysql(1)`, esbuild, Deno 2, .NET 8.

use super::option::{Act, Arg, Opt, Style, flag, value};

/// What the operands behind a subcommand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Names of targets, packages, images; what looks like a path counts.
    Names,
    /// Sources, then what they are copied to; `place:path` and what has a scheme are elsewhere.
    Copy,
    /// So many names, then a folder or file that is made.
    Makes(usize),
    /// A folder that is made, the working one without an operand.
    MakesHere,
    /// A folder whose content is sent away, but for what an ignore file names.
    Context,
    /// Files that are read.
    Reads,
    /// Files that are written.
    Writes,
    /// Files of which it is not known what is done with them.
    Files,
}

/// The operands and options behind a subcommand.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The words of the subcommand.
    pub sub: &'static [&'static str],
    /// Its operands.
    pub place: Place,
    /// Its options.
    pub special: &'static [Opt],
}

/// A program with subcommands.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// `Single`: long options with one dash as well.
    pub style: Style,
    /// Options wherever they stand.
    pub special: &'static [Opt],
    /// Its subcommands, the longest first.
    pub rows: &'static [Row],
}

const fn tool(special: &'static [Opt], rows: &'static [Row]) -> Tool {
    Tool { style: Style::Mixed, special, rows }
}

const fn row(sub: &'static [&'static str], place: Place, special: &'static [Opt]) -> Row {
    Row { sub, place, special }
}

static CARGO: Tool = tool(
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

static GO: Tool = Tool {
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

static MAKE: Tool = tool(
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

static NINJA: Tool = tool(
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

static MESON: Tool = tool(&[value(b'C', "", Act::Folder)], &[row(&["setup"], Place::Makes(0), &[])]);

static JUST: Tool = tool(
    &[
        value(b'f', "justfile", Act::Read),
        value(b'd', "working-directory", Act::Folder),
        value(0, "dotenv-path", Act::Read),
        value(0, "dotenv-filename", Act::Read),
    ],
    &[],
);

static TASK: Tool = tool(
    &[
        value(b'd', "dir", Act::Folder),
        value(b't', "taskfile", Act::Read),
    ],
    &[],
);

static CMAKE: Tool = tool(
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

static MAVEN: Tool = Tool {
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

static GRADLE: Tool = tool(
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

static NPM: Tool = tool(
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

static PIP: Tool = tool(
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

static UV: Tool = tool(
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

static POETRY: Tool = tool(
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

static DOCKER: Tool = tool(
    &[
        value(0, "config", Act::Touch),
        value(0, "env-file", Act::Read),
        value(0, "tlscacert", Act::Read),
        value(0, "tlscert", Act::Read),
        value(0, "tlskey", Act::Read),
        value(0, "project-directory", Act::Read),
        value(0, "iidfile", Act::Write),
        value(0, "metadata-file", Act::Write),
        value(0, "cidfile", Act::Write),
        value(0, "format", Act::Inert),
        value(0, "filter", Act::Inert),
        value(0, "tag", Act::Inert),
        value(0, "platform", Act::Inert),
        value(0, "build-arg", Act::Inert),
        value(0, "target", Act::Inert),
        value(0, "tail", Act::Inert),
        value(0, "since", Act::Inert),
    ],
    &[
        row(&["container", "cp"], Place::Copy, &[]),
        row(&["compose", "cp"], Place::Copy, &[]),
        row(&["compose"], Place::Names, &[value(b'f', "file", Act::Read)]),
        row(&["buildx", "build"], Place::Context, BUILD),
        row(&["image", "build"], Place::Context, BUILD),
        row(&["image", "load"], Place::Names, &[value(b'i', "input", Act::Read)]),
        row(&["image", "save"], Place::Names, &[value(b'o', "output", Act::Write)]),
        row(&["stack"], Place::Names, &[value(b'c', "compose-file", Act::Read)]),
        row(&["cp"], Place::Copy, &[]),
        row(&["build"], Place::Context, BUILD),
        row(&["load"], Place::Names, &[value(b'i', "input", Act::Read)]),
        row(&["save"], Place::Names, &[value(b'o', "output", Act::Write)]),
        row(&["export"], Place::Names, &[value(b'o', "output", Act::Write)]),
        row(&["import"], Place::Files, &[]),
        row(&["create"], Place::Names, MOUNTS),
    ],
);

const BUILD: &[Opt] = &[
    value(b'f', "file", Act::Read),
    value(b'o', "output", Act::Shaped),
    value(0, "secret", Act::Shaped),
    value(0, "ssh", Act::Shaped),
    value(0, "build-context", Act::Shaped),
    value(0, "cache-from", Act::Shaped),
    value(0, "cache-to", Act::Shaped),
    value(b't', "tag", Act::Inert),
];

const MOUNTS: &[Opt] = &[
    value(b'v', "volume", Act::Shaped),
    value(0, "mount", Act::Shaped),
    value(0, "label-file", Act::Read),
];

// `docker-compose` by itself.
static COMPOSE: Tool = tool(
    &[
        value(b'f', "file", Act::Read),
        value(0, "env-file", Act::Read),
        value(0, "project-directory", Act::Read),
    ],
    &[row(&["cp"], Place::Copy, &[])],
);

static KUBECTL: Tool = tool(
    &[
        value(0, "kubeconfig", Act::Touch),
        value(b'k', "kustomize", Act::Read),
        value(0, "filename", Act::Read),
        value(0, "certificate-authority", Act::Read),
        value(0, "client-certificate", Act::Read),
        value(0, "client-key", Act::Read),
        value(0, "cache-dir", Act::Into),
        value(0, "output-directory", Act::Into),
        value(0, "env-file", Act::Read),
        value(0, "from-env-file", Act::Read),
        value(b'n', "namespace", Act::Inert),
        value(b'l', "selector", Act::Inert),
        value(b'o', "output", Act::Inert),
        value(0, "context", Act::Inert),
        value(b'c', "container", Act::Inert),
        value(0, "tail", Act::Inert),
        value(0, "since", Act::Inert),
    ],
    &[
        row(&["cp"], Place::Copy, &[]),
        row(&["apply"], Place::Names, &[value(b'f', "", Act::Read)]),
        row(&["create"], Place::Names, &[value(b'f', "", Act::Read), value(0, "from-file", Act::Shaped)]),
        row(&["delete"], Place::Names, &[value(b'f', "", Act::Read)]),
        row(&["replace"], Place::Names, &[value(b'f', "", Act::Read)]),
        row(&["diff"], Place::Names, &[value(b'f', "", Act::Read)]),
        row(&["get"], Place::Names, &[value(b'f', "", Act::Read)]),
    ],
);

static HELM: Tool = tool(
    &[
        value(b'f', "values", Act::Read),
        value(0, "kubeconfig", Act::Touch),
        value(0, "output-dir", Act::Into),
        value(b'd', "destination", Act::Into),
        value(0, "untardir", Act::Into),
        value(0, "set-file", Act::Shaped),
        value(0, "post-renderer", Act::Run),
        value(0, "keyring", Act::Read),
        value(b'n', "namespace", Act::Inert),
        value(0, "set", Act::Inert),
        value(b'o', "output", Act::Inert),
    ],
    &[row(&["create"], Place::Makes(0), &[])],
);

static TERRAFORM: Tool = Tool {
    style: Style::Single,
    ..tool(
        &[
            value(0, "chdir", Act::Folder),
            value(0, "out", Act::Write),
            value(0, "state", Act::Touch),
            value(0, "state-out", Act::Write),
            value(0, "backup", Act::Write),
            value(0, "var-file", Act::Read),
            value(0, "backend-config", Act::Shaped),
            value(0, "plugin-dir", Act::Read),
            value(0, "from-module", Act::Shaped),
            value(0, "generate-config-out", Act::Write),
            value(0, "var", Act::Inert),
            value(0, "target", Act::Inert),
        ],
        &[row(&["fmt"], Place::Writes, &[flag(0, "check", Act::NoPattern)])],
    )
};

static AWS: Tool = tool(
    &[
        value(0, "ca-bundle", Act::Read),
        value(0, "template-file", Act::Read),
        value(0, "output-template-file", Act::Write),
        value(0, "query", Act::Inert),
        value(0, "output", Act::Inert),
        value(0, "profile", Act::Inert),
        value(0, "region", Act::Inert),
        value(0, "exclude", Act::Inert),
        value(0, "include", Act::Inert),
    ],
    &[
        row(&["s3", "cp"], Place::Copy, &[flag(0, "recursive", Act::Descend)]),
        row(&["s3", "mv"], Place::Copy, &[flag(0, "recursive", Act::Descend)]),
        row(&["s3", "sync"], Place::Copy, &[]),
        row(&["s3api", "get-object"], Place::Writes, &[
            value(0, "bucket", Act::Inert),
            value(0, "key", Act::Inert),
        ]),
    ],
);

static GCLOUD: Tool = tool(
    &[
        value(0, "flags-file", Act::Read),
        value(0, "key-file", Act::Read),
        value(0, "format", Act::Inert),
        value(0, "project", Act::Inert),
    ],
    &[
        row(&["storage", "cp"], Place::Copy, &[]),
        row(&["storage", "mv"], Place::Copy, &[]),
        row(&["storage", "rsync"], Place::Copy, &[]),
        row(&["compute", "scp"], Place::Copy, &[]),
    ],
);

static GSUTIL: Tool = tool(
    &[],
    &[
        row(&["cp"], Place::Copy, &[]),
        row(&["mv"], Place::Copy, &[]),
        row(&["rsync"], Place::Copy, &[]),
    ],
);

static GH: Tool = tool(
    &[
        value(b'F', "body-file", Act::Read),
        value(0, "notes-file", Act::Read),
        value(0, "input", Act::Read),
        value(0, "env-file", Act::Read),
        value(0, "jq", Act::Inert),
        value(b'q', "", Act::Inert),
        value(b't', "title", Act::Inert),
        value(0, "template", Act::Inert),
        value(b'b', "body", Act::Inert),
        value(b'm', "", Act::Inert),
        value(b'n', "notes", Act::Inert),
        value(0, "json", Act::Inert),
        value(b'R', "repo", Act::Inert),
        value(b'B', "base", Act::Inert),
        value(b'H', "head", Act::Inert),
        value(b'L', "limit", Act::Inert),
        value(b'l', "label", Act::Inert),
        value(b'S', "search", Act::Inert),
        value(b's', "state", Act::Inert),
    ],
    &[
        row(&["api"], Place::Names, &[
            value(b'F', "field", Act::Attached),
            value(b'f', "raw-field", Act::Inert),
            value(b'H', "header", Act::Inert),
            value(b'X', "method", Act::Inert),
        ]),
        row(&["repo", "clone"], Place::Makes(1), &[]),
        row(&["gist", "clone"], Place::Makes(1), &[]),
        row(&["gist", "create"], Place::Reads, &[value(b'd', "desc", Act::Inert), value(b'f', "filename", Act::Inert)]),
        row(&["release", "download"], Place::Names, &[
            value(b'O', "output", Act::Write),
            value(b'D', "dir", Act::Into),
            value(b'p', "pattern", Act::Inert),
            value(b'A', "archive", Act::Inert),
        ]),
        row(&["release", "create"], Place::Names, &[]),
        row(&["release", "upload"], Place::Names, &[]),
        row(&["run", "download"], Place::Names, &[
            value(b'D', "dir", Act::Into),
            value(b'n', "name", Act::Inert),
            value(b'p', "pattern", Act::Inert),
        ]),
        row(&["codespace", "cp"], Place::Copy, &[]),
        row(&["ssh-key", "add"], Place::Reads, &[]),
        row(&["gpg-key", "add"], Place::Reads, &[]),
        row(&["secret", "set"], Place::Names, &[value(b'f', "", Act::Read)]),
        row(&["variable", "set"], Place::Names, &[value(b'f', "", Act::Read)]),
    ],
);

static PSQL: Tool = tool(
    &[
        value(b'f', "file", Act::Read),
        value(b'o', "output", Act::Write),
        value(b'L', "log-file", Act::Write),
        value(b'c', "command", Act::Inert),
        value(b'h', "host", Act::Shaped),
        value(b'd', "dbname", Act::Inert),
        value(b'U', "username", Act::Inert),
        value(b'p', "port", Act::Inert),
        value(b'v', "set", Act::Inert),
    ],
    &[],
);

static MYSQL: Tool = tool(
    &[
        value(0, "defaults-file", Act::Read),
        value(0, "defaults-extra-file", Act::Read),
        value(0, "tee", Act::Write),
        value(0, "socket", Act::Read),
        value(0, "result-file", Act::Write),
        value(b'e', "execute", Act::Inert),
        value(b'h', "host", Act::Inert),
        value(b'u', "user", Act::Inert),
        value(b'D', "database", Act::Inert),
    ],
    &[],
);

static BUNDLER: Tool = Tool {
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

static DENO: Tool = tool(
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

static DOTNET: Tool = tool(
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

static BUNDLE: Tool = tool(
    &[
        value(0, "gemfile", Act::Read),
        value(0, "path", Act::Into),
        value(b'i', "install-dir", Act::Into),
        value(b'n', "bindir", Act::Into),
        value(b'd', "working-dir", Act::Folder),
    ],
    &[],
);

static NIX: Tool = tool(
    &[
        value(b'o', "out-link", Act::Write),
        value(b'f', "file", Act::Read),
        value(b'I', "", Act::Shaped),
    ],
    &[],
);

static BAZEL: Tool = tool(
    &[
        value(0, "output_base", Act::Into),
        value(0, "output_user_root", Act::Into),
        value(0, "bazelrc", Act::Read),
        value(0, "run_under", Act::Run),
    ],
    &[],
);

/// What is known of a program with subcommands; nothing where it is not listed.
pub fn lookup(name: &str) -> Option<&'static Tool> {
    Some(match name {
        "cargo" => &CARGO,
        "go" => &GO,
        "make" | "gmake" => &MAKE,
        "ninja" => &NINJA,
        "meson" => &MESON,
        "just" => &JUST,
        "task" => &TASK,
        "cmake" => &CMAKE,
        "mvn" | "mvnw" => &MAVEN,
        "gradle" | "gradlew" => &GRADLE,
        "npm" | "pnpm" | "yarn" | "bun" | "npx" | "bunx" => &NPM,
        "pip" | "pip3" => &PIP,
        "uv" | "uvx" => &UV,
        "poetry" | "pipenv" | "composer" => &POETRY,
        "docker" | "podman" | "nerdctl" => &DOCKER,
        "docker-compose" | "podman-compose" => &COMPOSE,
        "kubectl" | "oc" => &KUBECTL,
        "helm" => &HELM,
        "terraform" | "tofu" => &TERRAFORM,
        "aws" => &AWS,
        "gcloud" => &GCLOUD,
        "gsutil" => &GSUTIL,
        "gh" | "glab" => &GH,
        "psql" => &PSQL,
        "mysql" => &MYSQL,
        "esbuild" | "rollup" | "webpack" | "vite" => &BUNDLER,
        "deno" => &DENO,
        "dotnet" => &DOTNET,
        "bundle" | "gem" => &BUNDLE,
        "nix" | "nix-build" | "nix-env" => &NIX,
        "bazel" => &BAZEL,
        _ => return None,
    })
}

/// The option that a word is, and where its glued value begins.
pub fn option(
    text: &str,
    tool: &'static Tool,
    row: Option<&'static Row>,
) -> Option<(&'static Opt, Option<usize>)> {
    let special = || row.into_iter().flat_map(|row| row.special).chain(tool.special);
    let dashes = if text.starts_with("--") { 2 } else { 1 };
    let (name, given) = match text.find('=') {
        Some(eq) => (text.get(dashes..eq)?, Some(eq + 1)),
        None => (text.get(dashes..)?, None),
    };
    if dashes == 2 || tool.style == Style::Single {
        let long = special().find(|opt| !opt.long.is_empty() && opt.long == name);
        if let Some(opt) = long {
            return Some((opt, given));
        }
    }
    if dashes == 2 {
        return None;
    }
    let letter = text.as_bytes().get(1).copied()?;
    let opt = special().find(|opt| opt.short == letter && letter != 0)?;
    match text.len() {
        2 => Some((opt, None)),
        _ if opt.arg == Arg::No => None,
        _ if tool.style == Style::Single => given.filter(|from| *from == 3).map(|from| (opt, Some(from))),
        _ => Some((opt, Some(if given == Some(3) { 3 } else { 2 }))),
    }
}
