//! How much a cache keeps in the course of a search.

use super::Usage;

/// At most this many samples are kept.
const MAX_SAMPLES: usize = 64;

/// What a cache kept when so many questions had been asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sample {
    /// Questions so far.
    pub asked: usize,
    /// Answers.
    pub entries: usize,
    /// Bytes on the heap.
    pub bytes: usize,
}

/// Samples at even distances, which double when there are too many of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Course {
    last: Sample,
    /// The sum over all questions.
    bytes: u64,
    doublings: u32,
    samples: Vec<Sample>,
}

impl Course {
    /// Takes notice of what is kept after a question.
    pub fn note(&mut self, usage: Usage) {
        self.last = Sample {
            asked: self.last.asked + 1,
            entries: usage.entries,
            bytes: usage.bytes,
        };
        self.bytes += usage.bytes as u64;
        if self.samples.len() == MAX_SAMPLES {
            self.doublings += 1;
            let distance = self.distance();
            self.samples.retain(|sample| sample.asked.is_multiple_of(distance));
        }
        if self.last.asked.is_multiple_of(self.distance()) {
            self.samples.push(self.last);
        }
    }

    /// What was kept, the mean over all questions.
    pub fn mean_bytes(&self) -> u64 {
        self.bytes / self.last.asked.max(1) as u64
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
                bytes,
                peak_bytes: bytes,
            });
        }
        course
    }

    #[test]
    fn the_mean_is_over_all_questions_also_those_without_a_sample() {
        assert_eq!(course(std::iter::empty()).mean_bytes(), 0);
        assert_eq!(course([7, 0, 2].into_iter()).mean_bytes(), 3);
        assert_eq!(course(1..=9_999).mean_bytes(), 5_000);
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
                assert_eq!((sample.entries, sample.bytes), (sample.asked, 10 * sample.asked));
            }
            assert_eq!(samples.last().map(|sample| sample.asked), Some(length));
        }
    }
}
