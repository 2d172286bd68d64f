//! Runners of packages and environments: ordinary programs whose command tightens.

use super::{ENDS, Wrapper, leading, runner};
use crate::shell::grammar::option::{Act, Grammar, Style, flag, value};

pub(super) static NPX: Wrapper = runner(leading(
    "yq",
    &["yes", "no", "no-install", "quiet", "ignore-existing", "workspaces", "include-workspace-root", "silent"],
    "pw",
    &["package", "workspace", "cache", "userconfig", "loglevel"],
    &[
        value(b'c', "call", Act::Run),
        value(0, "prefix", Act::Touch),
        flag(b'h', "help", Act::Stop),
        flag(b'v', "version", Act::Stop),
    ],
));

pub(super) static BUNX: Wrapper = runner(leading("", &["bun", "silent", "verbose", "no-install"], "p", &["package"], ENDS));

pub(super) static PNPM_DLX: Wrapper = runner(leading(
    "cs",
    &["shell-mode", "silent", "recursive"],
    "",
    &["package", "reporter", "allow-build"],
    ENDS,
));

/// `uv run`, `uvx`, `uv tool run`.
pub(super) static UV_RUN: Wrapper = runner(leading(
    "qvsU",
    &[
        "quiet", "verbose", "all-extras", "no-dev", "only-dev", "dev", "all-groups", "no-default-groups",
        "no-editable", "inexact", "exact", "isolated", "active", "no-sync", "locked", "frozen", "script",
        "gui-script", "all-packages", "no-project", "no-config", "offline", "no-cache", "refresh", "upgrade",
        "reinstall", "no-build", "no-binary", "no-index", "managed-python", "no-managed-python",
        "no-python-downloads", "no-progress", "native-tls", "no-env-file", "no-build-isolation", "no-sources",
        "compile-bytecode", "lfs",
    ],
    "pPiwfC",
    &[
        "extra", "no-extra", "group", "no-group", "only-group", "with", "package", "python", "from", "index",
        "default-index", "index-url", "extra-index-url", "prerelease", "resolution", "color", "link-mode",
        "config-setting", "python-platform", "upgrade-package", "reinstall-package", "exclude-newer", "torch-backend",
    ],
    &[
        flag(b'm', "module", Act::Stop),
        value(0, "env-file", Act::Read),
        value(0, "with-editable", Act::Touch),
        value(0, "with-requirements", Act::Read),
        value(b'c', "constraints", Act::Read),
        value(0, "overrides", Act::Read),
        value(b'b', "build-constraints", Act::Read),
        value(b'f', "find-links", Act::Shaped),
        value(0, "directory", Act::Folder),
        value(0, "project", Act::Touch),
        value(0, "config-file", Act::Read),
        value(0, "cache-dir", Act::Write),
        flag(b'h', "help", Act::Stop),
        flag(b'V', "version", Act::Stop),
    ],
));

pub(super) static PLAIN_RUN: Wrapper = runner(leading("qvn", &["quiet", "verbose", "no-interaction"], "", &[], ENDS));

pub(super) static DIRENV_EXEC: Wrapper = Wrapper {
    skip: 1,
    own: Act::Read,
    ..runner(leading("", &[], "", &[], ENDS))
};

pub(super) static NIX_SHELL: Wrapper = Wrapper {
    own: Act::Shaped,
    ..runner(Grammar {
        style: Style::Mixed,
        ..leading(
            "pQvqK",
            &["packages", "pure", "impure", "keep", "verbose", "quiet", "no-build-output", "expr"],
            "EAIijk",
            &["attr", "exclude", "include", "max-jobs", "cores"],
            &[
                value(0, "run", Act::Run),
                value(0, "command", Act::Run),
                flag(b'h', "help", Act::Stop),
                flag(0, "version", Act::Stop),
            ],
        )
    })
};

pub(super) static MISE_EXEC: Wrapper = runner(leading("qvy", &["quiet", "verbose", "yes", "raw"], "jC", &["jobs"], ENDS));
