//! How many words of a command say what it does: `git checkout main` is a `git checkout`, `npm run dev` an
//! `npm run dev`.
//!
//! A suggestion covers commands that do the same with other operands, so it keeps these words and leaves the
//! rest open. What is not listed is only suggested as it is.

/// How far a suggestion for a command may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arity {
    /// This many words name what is done; the rest are operands.
    Words(usize),
    /// Its operands may run or configure anything, so only the command as it is may be suggested.
    Exact,
}

use Arity::{Exact, Words};

/// Leading words and the arity of what begins with them; the longest match counts. Each block names the
/// manual that lists the subcommands.
const TABLE: &[(&[&str], Arity)] = &[
    // https://git-scm.com/docs/git#_git_commands
    (&["git"], Words(2)),
    (&["git", "bisect"], Words(3)),
    (&["git", "notes"], Words(3)),
    (&["git", "remote"], Words(3)),
    (&["git", "stash"], Words(3)),
    (&["git", "submodule"], Words(3)),
    (&["git", "worktree"], Words(3)),
    // https://git-scm.com/docs/git-config: aliases, pagers and hooks are configuration, and run commands.
    (&["git", "config"], Exact),
    (&["git", "submodule", "foreach"], Exact),
    (&["git", "filter-branch"], Exact),
    // https://docs.npmjs.com/cli/commands
    (&["npm"], Words(2)),
    (&["npm", "run"], Words(3)),
    (&["npm", "run-script"], Words(3)),
    (&["npm", "exec"], Exact),
    (&["npm", "config"], Exact),
    (&["npx"], Words(2)),
    // https://pnpm.io/pnpm-cli
    (&["pnpm"], Words(2)),
    (&["pnpm", "run"], Words(3)),
    (&["pnpm", "dlx"], Words(3)),
    (&["pnpm", "exec"], Exact),
    // https://yarnpkg.com/cli
    (&["yarn"], Words(2)),
    (&["yarn", "run"], Words(3)),
    (&["yarn", "workspace"], Words(4)),
    (&["yarn", "exec"], Exact),
    // https://bun.sh/docs/cli/run
    (&["bun"], Words(2)),
    (&["bun", "run"], Words(3)),
    (&["bun", "x"], Words(3)),
    // https://docs.deno.com/runtime/reference/cli/
    (&["deno"], Words(2)),
    (&["deno", "task"], Words(3)),
    (&["deno", "run"], Exact),
    (&["deno", "eval"], Exact),
    // https://doc.rust-lang.org/cargo/commands/
    (&["cargo"], Words(2)),
    (&["cargo", "run"], Exact),
    // https://rust-lang.github.io/rustup/
    (&["rustup"], Words(2)),
    (&["rustup", "run"], Exact),
    // https://pkg.go.dev/cmd/go
    (&["go"], Words(2)),
    (&["go", "mod"], Words(3)),
    (&["go", "tool"], Words(3)),
    (&["go", "work"], Words(3)),
    (&["go", "run"], Exact),
    (&["go", "generate"], Exact),
    (&["go", "env"], Exact),
    // https://docs.docker.com/reference/cli/docker/
    (&["docker"], Words(2)),
    (&["docker", "builder"], Words(3)),
    (&["docker", "compose"], Words(3)),
    (&["docker", "container"], Words(3)),
    (&["docker", "image"], Words(3)),
    (&["docker", "network"], Words(3)),
    (&["docker", "volume"], Words(3)),
    (&["docker", "run"], Exact),
    (&["docker", "exec"], Exact),
    // https://kubernetes.io/docs/reference/kubectl/
    (&["kubectl"], Words(2)),
    (&["kubectl", "get"], Words(3)),
    (&["kubectl", "describe"], Words(3)),
    (&["kubectl", "rollout"], Words(3)),
    (&["kubectl", "exec"], Exact),
    (&["kubectl", "run"], Exact),
    // https://helm.sh/docs/helm/
    (&["helm"], Words(2)),
    // https://cli.github.com/manual/
    (&["gh"], Words(3)),
    (&["gh", "api"], Exact),
    (&["gh", "alias"], Exact),
    (&["gh", "extension"], Exact),
    // https://docs.aws.amazon.com/cli/latest/reference/
    (&["aws"], Words(3)),
    // https://cloud.google.com/sdk/gcloud/reference
    (&["gcloud"], Words(4)),
    // https://developer.hashicorp.com/terraform/cli/commands
    (&["terraform"], Words(2)),
    // https://docs.brew.sh/Manpage
    (&["brew"], Words(2)),
    // https://manpages.debian.org/bookworm/apt/apt.8.en.html
    (&["apt"], Words(2)),
    (&["apt-get"], Words(2)),
    (&["apt-cache"], Words(2)),
    // https://pip.pypa.io/en/stable/cli/
    (&["pip"], Words(2)),
    (&["pip3"], Words(2)),
    // https://docs.astral.sh/uv/reference/cli/
    (&["uv"], Words(2)),
    (&["uv", "pip"], Words(3)),
    (&["uv", "tool"], Words(3)),
    (&["uv", "run"], Exact),
    // https://python-poetry.org/docs/cli/
    (&["poetry"], Words(2)),
    (&["poetry", "run"], Exact),
    // https://docs.pytest.org/en/stable/reference/reference.html#command-line-flags
    (&["pytest"], Words(1)),
    // https://docs.astral.sh/ruff/configuration/#full-command-line-interface
    (&["ruff"], Words(2)),
    // https://bundler.io/man/bundle.1.html
    (&["bundle"], Words(2)),
    (&["bundle", "exec"], Exact),
    // https://getcomposer.org/doc/03-cli.md
    (&["composer"], Words(2)),
    // https://learn.microsoft.com/dotnet/core/tools/
    (&["dotnet"], Words(2)),
    (&["dotnet", "run"], Exact),
    // https://maven.apache.org/ref/current/maven-embedder/cli.html
    (&["mvn"], Words(2)),
    // https://docs.gradle.org/current/userguide/command_line_interface.html
    (&["gradle"], Words(2)),
    (&["./gradlew"], Words(2)),
    // https://www.gnu.org/software/make/manual/html_node/Goals.html
    (&["make"], Words(2)),
    // https://just.systems/man/en/
    (&["just"], Words(2)),
    // https://www.freedesktop.org/software/systemd/man/latest/systemctl.html
    (&["systemctl"], Words(2)),
    (&["journalctl"], Words(1)),
    // https://www.typescriptlang.org/docs/handbook/compiler-options.html
    (&["tsc"], Words(1)),
    // https://eslint.org/docs/latest/use/command-line-interface
    (&["eslint"], Words(1)),
    // https://prettier.io/docs/cli
    (&["prettier"], Words(1)),
    // https://www.gnu.org/software/coreutils/manual/
    (&["basename"], Words(1)),
    (&["cat"], Words(1)),
    (&["cksum"], Words(1)),
    (&["cut"], Words(1)),
    (&["date"], Words(1)),
    (&["df"], Words(1)),
    (&["dirname"], Words(1)),
    (&["du"], Words(1)),
    (&["echo"], Words(1)),
    (&["head"], Words(1)),
    (&["ls"], Words(1)),
    (&["mkdir"], Words(1)),
    (&["nl"], Words(1)),
    (&["printf"], Words(1)),
    (&["pwd"], Words(1)),
    (&["readlink"], Words(1)),
    (&["realpath"], Words(1)),
    (&["seq"], Words(1)),
    (&["sha256sum"], Words(1)),
    (&["sleep"], Words(1)),
    (&["stat"], Words(1)),
    (&["tail"], Words(1)),
    (&["touch"], Words(1)),
    (&["tr"], Words(1)),
    (&["uniq"], Words(1)),
    (&["wc"], Words(1)),
    (&["whoami"], Words(1)),
    // https://www.gnu.org/software/diffutils/manual/
    (&["cmp"], Words(1)),
    (&["diff"], Words(1)),
    // https://www.gnu.org/software/grep/manual/
    (&["grep"], Words(1)),
    // https://jqlang.org/manual/
    (&["jq"], Words(1)),
    // https://man7.org/linux/man-pages/man1/cd.1p.html
    (&["cd"], Words(1)),
    // https://man7.org/linux/man-pages/man1/ps.1.html
    (&["ps"], Words(1)),
    // https://man7.org/linux/man-pages/man1/file.1.html
    (&["file"], Words(1)),
    // https://man7.org/linux/man-pages/man1/which.1.html
    (&["which"], Words(1)),
];

/// The arity of the command that begins with `words`; `None` where its program is not listed.
pub(super) fn arity(words: &[&str]) -> Option<Arity> {
    TABLE
        .iter()
        .filter(|(prefix, _)| words.starts_with(prefix))
        .max_by_key(|(prefix, _)| prefix.len())
        .map(|&(_, arity)| arity)
}

/// Whether a program has subcommands, so that its name alone says nothing of what it does.
pub(super) fn has_subcommands(program: &str) -> bool {
    matches!(arity(&[program]), Some(Words(2..)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_prefix_counts() {
        for (words, expected) in [
            (&["git", "checkout", "main"][..], Some(Words(2))),
            (&["git", "remote", "add"], Some(Words(3))),
            (&["git", "config", "alias.x"], Some(Exact)),
            (&["npm", "run", "dev"], Some(Words(3))),
            (&["npm", "install"], Some(Words(2))),
            (&["unheard-of"], None),
            (&[], None),
        ] {
            assert_eq!(arity(words), expected, "{words:?}");
        }
    }

    #[test]
    fn no_prefix_stands_twice() {
        for (index, (prefix, _)) in TABLE.iter().enumerate() {
            assert!(
                TABLE.iter().skip(index + 1).all(|(other, _)| other != prefix),
                "{prefix:?}"
            );
        }
    }
}
