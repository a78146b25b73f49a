//! Everything that observes a reduction, told of each event in turn.

use lop_core::{Event, Observer, Stop};

use super::display::Display;
use super::recorder::Recorder;
use super::stats::Summary;
use super::trace::Trace;

/// The observers of a reduction. They learn its course from events only.
pub(super) struct Observers {
    pub trace: Trace,
    pub summary: Summary,
    pub display: Display,
    pub recorder: Recorder,
}

impl Observer for Observers {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        self.trace.observe(event)?;
        self.summary.observe(event)?;
        self.display.observe(event)?;
        self.recorder.observe(event)
    }
}
