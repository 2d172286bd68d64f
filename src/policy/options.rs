//! The options that stand beside `permission` in `policy.jsonc`, typed and with their defaults.

use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// All options. `Default` is what holds where the file says nothing. The texts on the fields are shown to
/// people who write the file.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own in the file"
)]
pub struct Options {
    /// Every ask is answered with allow, except where only a human may answer. A deny stays a deny.
    pub yolo_mode: bool,
    /// Names of authorizers that are asked, in this order, before the human is; `auto-review` is built in. Each
    /// may allow, deny or defer to the next.
    #[schemars(inner(pattern(r"\S")))]
    pub authorizer_chain: Vec<String>,
    /// The model that answers as `auto-review`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AutoReview")]
    pub auto_review: Option<AutoReview>,
    /// Milliseconds after which an authorizer that says nothing defers.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub authorizer_timeout_ms: u64,
    /// Milliseconds after which an ask that was forwarded to a parent session ends as a deny.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub forwarding_timeout_ms: u64,
    /// Tools beside `bash` that take a shell command, by name: their command is judged under `bash`.
    pub shell_tools: BTreeMap<String, ShellTool>,
    /// What a tool accesses, by name, for tools whose input does not say so by the usual field names.
    pub tool_access: BTreeMap<String, ToolAccess>,
    /// Programs beyond the built-in ones that run their operands and change nothing about them, by name: the
    /// command they run is judged in their place.
    pub wrappers: BTreeMap<String, WrapperDeclaration>,
    /// What a program does to the files named on its command line: `["read"]`, `["write"]` or `[]` for neither.
    #[schemars(with = "BTreeMap<String, Effects>")]
    pub command_effects: BTreeMap<String, Vec<String>>,
    /// Rows of a prompt.
    #[schemars(range(min = 1, max = 10_000))]
    pub prompt_max_rows: u32,
    /// Columns of one field of a prompt.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub prompt_field_max_width: u32,
    /// Characters of one text in the review log.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub review_log_field_max_width: u32,
    /// Whether decisions are written to `review.jsonl`.
    pub permission_review_log: bool,
    /// Whether `debug.jsonl` is written.
    pub debug_log: bool,
    /// Whether `portcullis inbox` may answer asks.
    pub inbox: bool,
}

/// What a program does to the files named on its command line.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Effects(#[schemars(length(max = 1))] Vec<Effect>);

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
enum Effect {
    /// It reads them.
    Read,
    /// It writes them.
    Write,
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

/// A model that reviews what would be asked.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AutoReview {
    /// Who serves the model, as the runtime names it.
    #[schemars(pattern(r"\S"))]
    pub provider: String,
    /// Which model.
    #[schemars(pattern(r"\S"))]
    pub model: String,
    /// Where it is served, for a runtime that has no model access of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", pattern(r"\S"))]
    pub endpoint: Option<String>,
    /// The environment variable that holds the key to the endpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", pattern(r"\S"))]
    pub api_key_env: Option<String>,
    /// Milliseconds after which it defers.
    #[serde(default = "thirty_seconds")]
    #[schemars(range(min = 1, max = 86_400_000))]
    pub timeout_ms: u64,
    /// Words to the reviewer beside what it is told anyway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", pattern(r"\S"))]
    pub instructions: Option<String>,
}

pub(super) const fn thirty_seconds() -> u64 {
    30_000
}

/// A tool that takes a shell command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShellTool {
    /// The name of the input field that holds the command.
    #[schemars(pattern(r"\S"))]
    pub command_argument: String,
    /// The name of the input field that holds the working folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", pattern(r"\S"))]
    pub workdir_argument: Option<String>,
}

/// What a tool accesses: JSON Pointers into its input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToolAccess {
    /// Local paths: one pointer or several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PointerOrSeveral")]
    pub path: Option<Pointers>,
    /// The value that the tool's own surface is matched by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Pointer")]
    pub value: Option<String>,
    /// The paths it takes are not local, so no path rule speaks of them.
    #[serde(default)]
    pub remote: bool,
    /// A shell command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ShellAccess")]
    pub shell: Option<ShellAccess>,
    /// What a prompt shows of the input.
    #[serde(default)]
    #[schemars(with = "Vec<Evidence>")]
    pub evidence: Vec<(String, String)>,
}

/// One pointer or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pointers(pub Vec<String>);

/// Where a tool's input holds a shell command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShellAccess {
    /// Pointer to the command.
    #[schemars(with = "Pointer")]
    pub command: String,
    /// Pointer to the working folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Pointer")]
    pub workdir: Option<String>,
}

/// A JSON Pointer (RFC 6901), such as `/path` or `/items/0/name`.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Pointer(#[schemars(pattern(r"^(/([^~]|~[01])*)?$"))] String);

#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum PointerOrSeveral {
    One(Pointer),
    Several(Vec<Pointer>),
}

/// A labelled part of a tool's input.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct Evidence {
    /// What it is called in the prompt.
    #[schemars(pattern(r"\S"))]
    label: String,
    /// Where it stands.
    pointer: Pointer,
}

/// A program that runs its operands and changes nothing about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WrapperDeclaration {
    /// Always true: only such wrappers can be declared.
    #[schemars(extend("const" = true))]
    pub transparent: bool,
    /// Operands of its own in front of the command.
    #[serde(default)]
    #[schemars(range(max = 64))]
    pub skip: u32,
}
