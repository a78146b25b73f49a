//! Patience: when work that only fails is aborted.

/// How many uninteresting results in a row work may have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    most: usize,
    failures: usize,
    is_for_sequences: bool,
}

impl Patience {
    /// So many uninteresting results in a row of each sequence of steps, those that needed no query among them.
    pub(crate) fn for_sequences(most: usize) -> Self {
        Patience {
            most,
            failures: 0,
            is_for_sequences: true,
        }
    }

    /// So many queries in all the work that remove nothing in a row. What is answered without a query takes no patience, so that
    /// the next turn gets further.
    pub(crate) fn for_queries(most: usize) -> Self {
        Patience {
            most,
            failures: 0,
            is_for_sequences: false,
        }
    }

    /// Takes notice of a new sequence of steps.
    pub(super) fn begin(&mut self) {
        if self.is_for_sequences {
            self.failures = 0;
        }
    }

    /// Takes notice of a result: whether it is interesting, whether tokens went, and whether it needed a query.
    pub(super) fn note(&mut self, is_interesting: bool, pays: bool, was_asked: bool) {
        let is_success = if self.is_for_sequences { is_interesting } else { pays };
        if is_success {
            self.failures = 0;
        } else if self.is_for_sequences || was_asked {
            self.failures += 1;
        }
    }

    /// Whether it is for queries, and over.
    pub(super) fn ends_queries(self) -> bool {
        !self.is_for_sequences && self.is_over()
    }

    pub(super) fn is_over(self) -> bool {
        self.failures >= self.most
    }
}
