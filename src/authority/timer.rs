//! Time, behind a trait, so that a test can hold it still.

use super::BoxFuture;
use std::time::Duration;

/// Wakes after a while.
pub trait Timer: Send + Sync {
    /// Is ready once `duration` has passed.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;
}

/// The clock of the runtime.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuntimeTimer;

impl Timer for RuntimeTimer {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move { tokio::time::sleep(duration).await })
    }
}
