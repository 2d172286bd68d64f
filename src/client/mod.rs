//! A small client.
