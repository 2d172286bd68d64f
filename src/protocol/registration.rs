//! `permissions/registerTool`, `permissions/registerAuthorizer`, `permissions/unregister`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a tool of the runtime accesses.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterToolParams {
    /// The tool's name.
    pub tool: String,
    /// What it accesses.
    #[serde(default, deserialize_with = "super::object::optional")]
    pub access: Option<Access>,
    /// What to show of its input.
    #[serde(default, deserialize_with = "super::object::list")]
    pub evidence: Option<Vec<EvidencePointer>>,
}

/// JSON Pointers into a tool's input.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Access {
    /// Local paths.
    pub path: Option<Pointers>,
    /// The value that the tool's surface is matched by.
    pub value: Option<String>,
    /// Its paths are not local.
    pub remote: Option<bool>,
    /// A shell command.
    #[serde(deserialize_with = "super::object::optional")]
    pub shell: Option<ShellPointers>,
}

/// One pointer or several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Pointers {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

/// Where a command stands.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShellPointers {
    /// Pointer to the command.
    pub command: String,
    /// Pointer to its working folder.
    #[serde(default)]
    pub workdir: Option<String>,
}

/// One labelled piece of evidence.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvidencePointer {
    /// Its label.
    pub label: String,
    /// Pointer to it.
    pub pointer: String,
}

/// A link of the authorizer chain.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterAuthorizerParams {
    /// Its name; it grants nothing until `authorizerChain` names it.
    pub name: String,
}

/// The id of a registration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationResult {
    /// A lower-case UUID of version 7.
    pub registration_id: String,
}

/// A registration is taken back.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnregisterParams {
    /// Which; a stale one removes nothing.
    pub registration_id: String,
}
