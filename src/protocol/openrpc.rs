//! The `OpenRPC` document of this protocol, generated from the types.

use super::method::{Direction, METHODS, Method, OBSERVER_METHODS};
use super::{ClientPermissions, InitializationOptions, ServerPermissions, VERSION, code};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

/// The document, as it stands in `schema/openrpc.json`.
pub fn document() -> Value {
    // What a client sends and what the server sends differ in which fields must be there.
    let mut reads = generator(SchemaSettings::draft07());
    let mut writes = generator(SchemaSettings::draft07().for_serialize());
    let methods: Vec<Value> = METHODS
        .iter()
        .map(|method| describe(method, &mut reads, &mut writes))
        .collect();
    let initialize = json!({
        "initializationOptions": reads.subschema_for::<InitializationOptions>(),
        "capabilities.experimental.permissions of the client": reads.subschema_for::<ClientPermissions>(),
        "capabilities.experimental.permissions of the server": writes.subschema_for::<ServerPermissions>(),
    });
    let observer: Vec<Value> = OBSERVER_METHODS
        .iter()
        .map(|method| describe(method, &mut reads, &mut writes))
        .collect();
    let mut schemas = writes.take_definitions(true);
    for (name, schema) in reads.take_definitions(true) {
        debug_assert!(
            schemas.get(&name).is_none_or(|known| *known == schema),
            "{name} is read and written in different shapes"
        );
        schemas.insert(name, schema);
    }
    json!({
        "openrpc": "1.3.2",
        "info": {
            "title": "Portcullis",
            "version": VERSION.to_string(),
            "description": "JSON-RPC 2.0 in Content-Length frames on stdin and stdout. `initialize`, \
                `initialized`, `shutdown` and `exit` are those of LSP; what they carry beyond it is under \
                `x-initialize`. `x-direction` says who sends a message. What is spoken on the observer \
                socket (WebSocket) is under `x-observer-socket`.",
        },
        "methods": methods,
        "components": {"schemas": schemas, "errors": errors()},
        "x-initialize": initialize,
        "x-observer-socket": observer,
    })
}

fn generator(settings: SchemaSettings) -> SchemaGenerator {
    settings
        .with(|s| s.definitions_path = "/components/schemas".into())
        .into_generator()
}

fn describe(method: &Method, reads: &mut SchemaGenerator, writes: &mut SchemaGenerator) -> Value {
    let (params, results) = match method.direction {
        Direction::ToServer => (reads, writes),
        Direction::ToClient => (writes, reads),
    };
    let mut described = Map::new();
    described.insert("name".into(), method.name.into());
    described.insert("summary".into(), method.summary.into());
    described.insert("paramStructure".into(), "by-name".into());
    described.insert("params".into(), by_name((method.params)(params).into()));
    if let Some(result) = method.result {
        described.insert(
            "result".into(),
            json!({"name": "result", "schema": result(results)}),
        );
        described.insert("errors".into(), error_references());
    }
    described.insert(
        "x-direction".into(),
        match method.direction {
            Direction::ToServer => "client-to-server".into(),
            Direction::ToClient => "server-to-client".into(),
        },
    );
    Value::Object(described)
}

/// The properties of an object's schema as `OpenRPC` content descriptors.
fn by_name(mut schema: Value) -> Value {
    let required: Vec<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| {
            names
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect()
        })
        .unwrap_or_default();
    let properties = match schema.get_mut("properties").map(Value::take) {
        Some(Value::Object(properties)) => properties,
        _ => Map::new(),
    };
    properties
        .into_iter()
        .map(|(name, schema)| json!({"required": required.contains(&name), "name": name, "schema": schema}))
        .collect()
}

const ERRORS: &[(&str, i64, &str)] = &[
    ("ParseError", code::PARSE, "No JSON, no UTF-8, or nested over 128"),
    (
        "InvalidRequest",
        code::INVALID_REQUEST,
        "A batch, a fractional id, a second initialize, an id in flight",
    ),
    ("MethodNotFound", code::METHOD_NOT_FOUND, "Unknown method"),
    (
        "InvalidParams",
        code::INVALID_PARAMS,
        "Params that can't be taken; data is {field, problem}",
    ),
    (
        "InternalError",
        code::INTERNAL,
        "An internal failure; never from a method that decides",
    ),
    (
        "NotInitialized",
        code::NOT_INITIALIZED,
        "A request before initialize",
    ),
    ("Cancelled", code::CANCELLED, "The request was cancelled"),
    ("Refused", code::REFUSED, "Refused; data is {limit} or {reason}"),
];

fn errors() -> Value {
    ERRORS
        .iter()
        .map(|(name, code, message)| ((*name).to_owned(), json!({"code": code, "message": message})))
        .collect::<Map<_, _>>()
        .into()
}

fn error_references() -> Value {
    ERRORS
        .iter()
        .map(|(name, ..)| json!({"$ref": format!("#/components/errors/{name}")}))
        .collect()
}
