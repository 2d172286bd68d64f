//! JSON Schemas of both policy files, from the types of this room. They say what the loader takes as far as a
//! schema can: an unknown surface is a tool's name to both, and which of two patterns decides is no matter
//! of form.

use super::Options;
use super::surfaces::{FILE_TOOLS, PATH_KEYS};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// The schema of `policy.jsonc`.
pub fn policy() -> Value {
    generate::<PolicyFile>("policy.jsonc of Portcullis")
}

/// The schema of `hard-guards.jsonc`.
pub fn guards() -> Value {
    generate::<GuardsFile>("hard-guards.jsonc of Portcullis")
}

fn generate<T: JsonSchema>(title: &str) -> Value {
    let mut schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>();
    schema.insert("title".to_owned(), json!(title));
    // Editors that read the file as JSON with comments take these as well.
    schema.insert("allowTrailingCommas".to_owned(), json!(true));
    schema.to_value()
}

/// What an agent may do on this machine. Each key under `permission` is a surface, each value an action or a
/// map of patterns to actions; the most specific pattern that matches decides.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct PolicyFile {
    /// The schema of this file, for editors.
    #[serde(default, rename = "$schema")]
    #[schemars(with = "String")]
    schema: Option<String>,
    /// Surfaces, patterns and actions.
    #[serde(default)]
    #[schemars(with = "Permission<true>")]
    permission: Option<()>,
    #[serde(flatten)]
    options: Options,
    /// Ignored: `promptMaxRows` and `promptFieldMaxWidth` bound what a prompt shows.
    #[serde(default)]
    #[deprecated]
    #[schemars(with = "Anything")]
    tool_input_preview_max_length: Option<()>,
    /// Ignored: `promptMaxRows` and `promptFieldMaxWidth` bound what a prompt shows.
    #[serde(default)]
    #[deprecated]
    #[schemars(with = "Anything")]
    tool_text_summary_max_length: Option<()>,
}

/// What nobody may do: no rule, grant, authorizer or human loosens a deny of this file.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct GuardsFile {
    /// The schema of this file, for editors.
    #[serde(default, rename = "$schema")]
    #[schemars(with = "String")]
    schema: Option<String>,
    /// Surfaces, patterns and actions. An allow only carves an exception out of a wider deny of this file.
    #[serde(default)]
    #[schemars(with = "Permission<false>")]
    permission: Option<()>,
    /// Path patterns of files that only a human may let change. The policy, guard and agent files and Portcullis'
    /// own state are always among them.
    #[serde(default)]
    #[schemars(inner(pattern(r"\S")))]
    protected_writes: Vec<String>,
}

struct Anything;

impl JsonSchema for Anything {
    fn schema_name() -> Cow<'static, str> {
        "Anything".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({})
    }
}

/// Surfaces and what stands under them; `ASKS` says whether `ask` is among the actions.
struct Permission<const ASKS: bool>;

/// What the known surfaces are for.
const SURFACES: [(&str, &str); 6] = [
    ("path", "Every path of every tool and command, read or written."),
    ("path_read", "Every path that is read."),
    (
        "path_write",
        "Every path that is written, created, moved or removed.",
    ),
    ("bash", "Commands, each simple command by itself."),
    (
        "mcp",
        "MCP tools: `server:tool`, `server_tool`, a server's name or an operation such as `mcp_list`.",
    ),
    ("skill", "Skills, by name."),
];

impl<const ASKS: bool> JsonSchema for Permission<ASKS> {
    fn schema_name() -> Cow<'static, str> {
        "Permission".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let surface = generator.subschema_for::<Surface<ASKS>>();
        let mut properties = Map::new();
        let mut describe = |name: &str, text: String, schema: &Value| {
            properties.insert(name.to_owned(), json!({ "description": text, "allOf": [schema] }));
        };
        let fallback = generator.subschema_for::<Action<ASKS>>().to_value();
        let text = if ASKS {
            "What nothing else speaks of. Without it: `ask`."
        } else {
            "What nothing else speaks of."
        };
        describe("*", text.to_owned(), &fallback);
        let surface = surface.to_value();
        for (name, text) in SURFACES {
            describe(name, text.to_owned(), &surface);
        }
        for name in FILE_TOOLS {
            describe(name, format!("The `{name}` tool, by path."), &surface);
        }
        let paths = PATH_KEYS.join("`, `");
        json_schema!({
            "type": "object",
            "description": format!(
                "Surfaces: `{paths}`, `bash`, `mcp`, `skill`, or the name of a tool; a name may hold wildcards."
            ),
            "propertyNames": { "pattern": r"\S", "not": { "const": "__proto__" } },
            "properties": properties,
            "additionalProperties": surface,
        })
    }
}

/// A plain action, or patterns.
struct Surface<const ASKS: bool>;

impl<const ASKS: bool> JsonSchema for Surface<ASKS> {
    fn schema_name() -> Cow<'static, str> {
        "Surface".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let action = generator.subschema_for::<Action<ASKS>>();
        let rule = generator.subschema_for::<Rule<ASKS>>();
        json_schema!({
            "anyOf": [
                action,
                {
                    "type": "object",
                    "description": "Patterns and their actions. `*` is any text, `?` one character.",
                    "propertyNames": { "pattern": r"\S", "not": { "const": "__proto__" } },
                    "additionalProperties": rule,
                },
            ],
        })
    }
}

/// An action, with or without more words.
struct Rule<const ASKS: bool>;

impl<const ASKS: bool> JsonSchema for Rule<ASKS> {
    fn schema_name() -> Cow<'static, str> {
        "Rule".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let action = generator.subschema_for::<Action<ASKS>>();
        let examples =
            json!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] });
        let described = |text: &str| json!({ "description": text, "allOf": [examples] });
        json_schema!({
            "anyOf": [
                action,
                {
                    "type": "object",
                    "required": ["action"],
                    "properties": {
                        "action": action,
                        "reason": {
                            "type": "string",
                            "pattern": r"\S",
                            "description": "Why it is denied: the agent is told. Only beside `deny`.",
                        },
                        "match": described("Calls that this pattern should match: commands, paths, names. They are held to it when the policy is loaded, and by `portcullis lint`."),
                        "notMatch": described("Calls that this pattern should not match. They are held to it when the policy is loaded, and by `portcullis lint`."),
                    },
                    "additionalProperties": false,
                    "if": { "required": ["reason"] },
                    "then": { "properties": { "action": { "const": "deny" } } },
                },
            ],
        })
    }
}

/// The words of an action.
struct Action<const ASKS: bool>;

impl<const ASKS: bool> JsonSchema for Action<ASKS> {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let all = [
            ("allow", "The call runs."),
            ("ask", "Somebody with authority is asked first."),
            ("deny", "The call does not run."),
        ];
        let words = all.into_iter().filter(|(word, _)| ASKS || *word != "ask");
        let words: Vec<Value> = words
            .map(|(word, text)| json!({ "const": word, "description": text }))
            .collect();
        json_schema!({ "type": "string", "oneOf": words })
    }
}
