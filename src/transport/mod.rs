//! Frames and stdio: how bytes come in and go out. Nothing here knows what a message says.
