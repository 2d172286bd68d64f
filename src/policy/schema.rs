//! JSON Schemas of both policy files.
