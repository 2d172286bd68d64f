//! Clients of containers, clusters, clouds, forges and databases.

use super::{Place, Tool, row, tool};
use crate::shell::grammar::option::{Act, Opt, Style, flag, value};

pub(super) static DOCKER: Tool = tool(
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
pub(super) static COMPOSE: Tool = tool(
    &[
        value(b'f', "file", Act::Read),
        value(0, "env-file", Act::Read),
        value(0, "project-directory", Act::Read),
    ],
    &[row(&["cp"], Place::Copy, &[])],
);

pub(super) static KUBECTL: Tool = tool(
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

pub(super) static HELM: Tool = tool(
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
    &[
        row(&["create"], Place::Makes(0), &[]),
        row(&["template"], Place::Charts, &[]),
        row(&["install"], Place::Charts, &[]),
        row(&["upgrade"], Place::Charts, &[]),
        row(&["lint"], Place::Charts, &[]),
        row(&["package"], Place::Charts, &[]),
        row(&["show"], Place::Charts, &[]),
    ],
);

pub(super) static TERRAFORM: Tool = Tool {
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

pub(super) static AWS: Tool = tool(
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

pub(super) static GCLOUD: Tool = tool(
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

pub(super) static GSUTIL: Tool = tool(
    &[],
    &[
        row(&["cp"], Place::Copy, &[]),
        row(&["mv"], Place::Copy, &[]),
        row(&["rsync"], Place::Copy, &[]),
    ],
);

pub(super) static GH: Tool = tool(
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

pub(super) static PSQL: Tool = tool(
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

pub(super) static MYSQL: Tool = tool(
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
