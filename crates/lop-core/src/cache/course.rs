//! The size of a cache over the course of a search.

use super::Usage;

/// At most this many samples are kept: enough for a curve in a report. Not measured.
const MAX_SAMPLES: usize = 64;

/// The size of a cache after so many queries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sample {
    /// Queries so far.
    pub asked: usize,
    /// Candidates.
    pub entries: usize,
    /// Bytes that they take.
    pub answer_bytes: usize,
}

/// Samples at even distances, which double when there are too many of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Course {
    last: Sample,
    /// The sum over all queries.
    sum: u64,
    peak: usize,
    doublings: u32,
    samples: Vec<Sample>,
}

impl Course {
    /// Adds the size after a query.
    pub fn note(&mut self, usage: Usage) {
        self.last = Sample {
            asked: self.last.asked + 1,
            entries: usage.entries,
            answer_bytes: usage.answer_bytes,
        };
        self.sum += usage.answer_bytes as u64;
        self.peak = self.peak.max(usage.answer_bytes);
        if self.samples.len() == MAX_SAMPLES {
            self.doublings += 1;
            let distance = self.distance();
            self.samples.retain(|sample| sample.asked.is_multiple_of(distance));
        }
        if self.last.asked.is_multiple_of(self.distance()) {
            self.samples.push(self.last);
        }
    }

    /// Bytes of candidates, the mean over all queries.
    pub fn mean_answer_bytes(&self) -> u64 {
        self.sum / self.last.asked.max(1) as u64
    }

    /// The most bytes of candidates after any query.
    pub fn peak_answer_bytes(&self) -> usize {
        self.peak
    }

    /// From the first sample to the end.
    pub fn samples(&self) -> impl Iterator<Item = Sample> + '_ {
        let is_new = self.samples.last().is_some_and(|sample| *sample != self.last);
        self.samples.iter().copied().chain(is_new.then_some(self.last))
    }

    fn distance(&self) -> usize {
        1 << self.doublings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(bytes: impl Iterator<Item = usize>) -> Course {
        let mut course = Course::default();
        for bytes in bytes {
            course.note(Usage {
                entries: bytes / 10,
                answer_bytes: bytes,
                ..Usage::default()
            });
        }
        course
    }

    #[test]
    fn mean_and_peak_are_of_all_queries_also_those_without_a_sample() {
        assert_eq!(course(std::iter::empty()).mean_answer_bytes(), 0);
        assert_eq!(course([7, 0, 2].into_iter()).mean_answer_bytes(), 3);
        assert_eq!(course(1..=9_999).mean_answer_bytes(), 5_000);
        let once = course((1..=9_999).map(|asked| if asked == 4_321 { 77 } else { 1 }));
        assert_eq!(once.peak_answer_bytes(), 77);
        assert!(once.samples().all(|sample| sample.answer_bytes == 1));
    }

    #[test]
    fn samples_are_few_and_even_and_the_last_is_the_end() {
        for length in 1..2_000 {
            let course = course((1..=length).map(|asked| 10 * asked));
            let samples: Vec<Sample> = course.samples().collect();
            assert!(samples.len() <= MAX_SAMPLES + 1 && samples.len() >= length.min(MAX_SAMPLES / 2));
            let distance = samples[0].asked;
            for (place, sample) in samples.iter().enumerate() {
                assert_eq!(sample.asked, (distance * (place + 1)).min(length));
                assert_eq!((sample.entries, sample.answer_bytes), (sample.asked, 10 * sample.asked));
            }
            assert_eq!(samples.last().map(|sample| sample.asked), Some(length));
        }
    }
}
