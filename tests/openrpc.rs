//! `schema/openrpc.json` says what the types say.

use std::path::Path;

/// Run with `PORTCULLIS_UPDATE_SCHEMA=1` to write the document anew.
#[test]
fn the_openrpc_document_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/openrpc.json");
    let document = serde_json::to_string_pretty(&portcullis::protocol::document()).unwrap() + "\n";
    if std::env::var_os("PORTCULLIS_UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &document).unwrap();
    }
    let checked_in = std::fs::read_to_string(&path).unwrap();
    assert!(
        checked_in == document,
        "stale: run PORTCULLIS_UPDATE_SCHEMA=1 cargo test --test openrpc"
    );
}
