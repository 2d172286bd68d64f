//! The codes of findings. Like those of problems they are part of the interface: each has a page in
//! `docs/diagnostics/`.

/// A text that a rule should match and doesn't.
pub const EXAMPLE_NOT_MATCHED: &str = "example-not-matched";
/// A text that a rule should not match and does.
pub const EXAMPLE_MATCHED: &str = "example-matched";
/// A text that a rule matches, but another rule of its surface decides.
pub const EXAMPLE_DECIDED_ELSEWHERE: &str = "example-decided-elsewhere";
/// A rule that can't decide any call.
pub const NEVER_WINS: &str = "never-wins";
/// A rule without which every verdict would be the same.
pub const REDUNDANT_RULE: &str = "redundant-rule";
/// Two rules are equally specific and say different things of one text.
pub const TIE_BY_ORDER: &str = "tie-by-order";
/// Two path rules meet, and neither is an exception to the other.
pub const CROSSING_RULES: &str = "crossing-rules";
/// An allow that a wider deny seems to forbid.
pub const DENY_LIFTED: &str = "deny-lifted";
/// A shell operator in a pattern for commands.
pub const OPERATOR_IN_PATTERN: &str = "operator-in-pattern";
/// A redirection in a pattern for commands.
pub const REDIRECT_IN_PATTERN: &str = "redirect-in-pattern";
/// A leading assignment in a pattern for commands.
pub const ASSIGNMENT_IN_PATTERN: &str = "assignment-in-pattern";
/// A command name in quotes.
pub const QUOTED_COMMAND_NAME: &str = "quoted-command-name";
/// Blanks that no spelling of a command has.
pub const BLANKS_IN_PATTERN: &str = "blanks-in-pattern";
/// A folder without what is in it.
pub const TRAILING_SLASH: &str = "trailing-slash";
/// `**/`, which asks for one folder at least.
pub const DOUBLE_STAR: &str = "double-star";
/// A name under `mcp` that no call has.
pub const MCP_NAME: &str = "mcp-name";
/// A name under `skill` that no skill has.
pub const SKILL_NAME: &str = "skill-name";
/// A denied folder, wherever it lies, that what descends from above does not see.
pub const FOLDER_NOT_REACHED: &str = "folder-not-reached";
/// An option behind a `*` that is missed where it comes first.
pub const OPTION_BEHIND_STAR: &str = "option-behind-star";
/// A command name that goes on with anything.
pub const OPEN_ENDED_NAME: &str = "open-ended-name";
/// An end of a name that other names have as well.
pub const SUFFIX_HITS_OTHERS: &str = "suffix-hits-others";
/// An allow on a program that runs whatever it is given.
pub const BROAD_ALLOW: &str = "broad-allow";
/// A fallback that allows every command.
pub const ALLOW_EVERYTHING: &str = "allow-everything";
/// A file that `read` may not read and `bash` may.
pub const READ_WITHOUT_PATH: &str = "read-without-path";
/// A rule for a value that nothing names.
pub const VALUE_WITHOUT_NAME: &str = "value-without-name";
/// A guard that denies nothing.
pub const GUARD_WITHOUT_DENY: &str = "guard-without-deny";
/// An allow in a file that can only tighten.
pub const PROJECT_FILE_LOOSENS: &str = "project-file-loosens";
/// A name in `authorizerChain` that is probably misspelt.
pub const UNKNOWN_AUTHORIZER: &str = "unknown-authorizer";
/// `auto-review` without a model.
pub const REVIEWER_WITHOUT_MODEL: &str = "reviewer-without-model";
/// A file with the name of one that counts, which lies elsewhere.
pub const NOT_IN_FORCE: &str = "not-in-force";

/// Every code of this room.
pub const ALL: [&str; 30] = [
    ALLOW_EVERYTHING,
    ASSIGNMENT_IN_PATTERN,
    BLANKS_IN_PATTERN,
    BROAD_ALLOW,
    CROSSING_RULES,
    DENY_LIFTED,
    DOUBLE_STAR,
    EXAMPLE_DECIDED_ELSEWHERE,
    EXAMPLE_MATCHED,
    EXAMPLE_NOT_MATCHED,
    FOLDER_NOT_REACHED,
    GUARD_WITHOUT_DENY,
    MCP_NAME,
    NEVER_WINS,
    NOT_IN_FORCE,
    OPEN_ENDED_NAME,
    OPERATOR_IN_PATTERN,
    OPTION_BEHIND_STAR,
    PROJECT_FILE_LOOSENS,
    QUOTED_COMMAND_NAME,
    READ_WITHOUT_PATH,
    REDIRECT_IN_PATTERN,
    REDUNDANT_RULE,
    REVIEWER_WITHOUT_MODEL,
    SKILL_NAME,
    SUFFIX_HITS_OTHERS,
    TIE_BY_ORDER,
    TRAILING_SLASH,
    UNKNOWN_AUTHORIZER,
    VALUE_WITHOUT_NAME,
];
