//! The options that stand beside `permission` in `policy.jsonc`, typed and with their defaults.

use std::collections::BTreeMap;

/// All options. `Default` is what holds where the file says nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Every ask is answered with allow, except where only a human may answer.
    pub yolo_mode: bool,
    /// Names of authorizer links, in the order in which they are asked.
    pub authorizer_chain: Vec<String>,
    /// The built-in reviewer.
    pub auto_review: Option<AutoReview>,
    /// Milliseconds after which a silent link defers.
    pub authorizer_timeout_ms: u64,
    /// Milliseconds after which a forwarded ask ends.
    pub forwarding_timeout_ms: u64,
    /// Tools that take a shell command.
    pub shell_tools: BTreeMap<String, ShellTool>,
    /// What a tool accesses, as a runtime may declare with `registerTool`.
    pub tool_access: BTreeMap<String, ToolAccess>,
    /// Wrappers beyond the built-in ones.
    pub wrappers: BTreeMap<String, WrapperDeclaration>,
    /// What a program does to its operands: each of `read`, `write`.
    pub command_effects: BTreeMap<String, Vec<String>>,
    /// Rows of a rendered prompt.
    pub prompt_max_rows: u32,
    /// Columns of one field of a rendered prompt.
    pub prompt_field_max_width: u32,
    /// Characters of one string of the review log.
    pub review_log_field_max_width: u32,
    /// Whether the review log is written.
    pub permission_review_log: bool,
    /// Whether the debug log is written.
    pub debug_log: bool,
    /// Whether an inbox may answer.
    pub inbox: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            yolo_mode: false,
            authorizer_chain: Vec::new(),
            auto_review: None,
            authorizer_timeout_ms: 30_000,
            forwarding_timeout_ms: 600_000,
            shell_tools: BTreeMap::new(),
            tool_access: BTreeMap::new(),
            wrappers: BTreeMap::new(),
            command_effects: BTreeMap::new(),
            prompt_max_rows: 24,
            prompt_field_max_width: 400,
            review_log_field_max_width: 1000,
            permission_review_log: true,
            debug_log: false,
            inbox: false,
        }
    }
}

/// `autoReview`.
#[derive(Clone, Debug, PartialEq)]
pub struct AutoReview {
    /// Who serves the model.
    pub provider: String,
    /// Which model.
    pub model: String,
    /// Where, for a runtime that has no model access of its own.
    pub endpoint: Option<String>,
    /// The environment variable that holds the key.
    pub api_key_env: Option<String>,
    /// Milliseconds.
    pub timeout_ms: u64,
    /// The operator's words to the reviewer.
    pub instructions: Option<String>,
}

/// A tool that takes a shell command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellTool {
    /// The name of the input field that holds the command.
    pub command_argument: String,
    /// The name of the input field that holds the working folder.
    pub workdir_argument: Option<String>,
}

/// What a tool accesses: JSON Pointers into its input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolAccess {
    /// Local paths.
    pub path: Option<Pointers>,
    /// The value that the tool's own surface is matched by.
    pub value: Option<String>,
    /// The paths it takes are not local.
    pub remote: bool,
    /// A shell command.
    pub shell: Option<ShellAccess>,
    /// Labelled evidence for a prompt.
    pub evidence: Vec<(String, String)>,
}

/// One pointer or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointers(pub Vec<String>);

/// Where a tool's input holds a shell command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellAccess {
    /// Pointer to the command.
    pub command: String,
    /// Pointer to the working folder.
    pub workdir: Option<String>,
}

/// `wrappers`: a program that runs its operands and changes nothing about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrapperDeclaration {
    /// Always true; a declaration without it is a problem.
    pub transparent: bool,
    /// Operands of its own in front of the command.
    pub skip: u32,
}
