//! The papers and theses that algorithms come from, by author and year.
//!
//! A table entry's `reference` names them by their keys, with the place: `gharachorlu2023, chapter 4`. What comes from a
//! tool has the tool's name there, and what is our own says `lop`.

/// A published work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// The first author's family name and the year, with a word of the title where that is not enough.
    pub key: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Where it was published.
    pub venue: &'static str,
    /// When it was published.
    pub year: u16,
}

/// All works that are referred to, by their keys.
pub static REFERENCES: &[Reference] = &[
    Reference {
        key: "bointner2025",
        authors: "Markus Bointner",
        title: "Delta Debugging for CUE Configurations",
        venue: "diploma thesis, TU Wien",
        year: 2025,
    },
    Reference {
        key: "gharachorlu2021",
        authors: "Golnaz Gharachorlu and Nick Sumner",
        title: "Leveraging Models to Reduce Test Cases in Software Repositories",
        venue: "MSR",
        year: 2021,
    },
    Reference {
        key: "gharachorlu2023",
        authors: "Golnaz Gharachorlu",
        title: "Accelerating Test Case Reduction",
        venue: "PhD thesis, Simon Fraser University",
        year: 2023,
    },
    Reference {
        key: "gharachorlu2023batched",
        authors: "Golnaz Gharachorlu and Nick Sumner",
        title: "Type Batched Program Reduction",
        venue: "ISSTA",
        year: 2023,
    },
    Reference {
        key: "kalhauge2019",
        authors: "Christian Gram Kalhauge and Jens Palsberg",
        title: "Binary Reduction of Dependency Graphs",
        venue: "ESEC/FSE",
        year: 2019,
    },
    Reference {
        key: "tian2023",
        authors: "Yongqiang Tian and others",
        title: "On the Caching Schemes to Speed Up Program Reduction",
        venue: "TOSEM",
        year: 2023,
    },
    Reference {
        key: "wang2021",
        authors: "Guancheng Wang and others",
        title: "Probabilistic Delta Debugging",
        venue: "ESEC/FSE",
        year: 2021,
    },
    Reference {
        key: "xu2023",
        authors: "Zhenyang Xu and others",
        title: "Pushing the Limit of 1-Minimality of Language-Agnostic Program Reduction",
        venue: "OOPSLA",
        year: 2023,
    },
    Reference {
        key: "xu2024",
        authors: "Zhenyang Xu and others",
        title: "T-Rec: Fine-Grained Language-Agnostic Program Reduction Guided by Lexical Syntax",
        venue: "TOSEM",
        year: 2024,
    },
    Reference {
        key: "xu2025",
        authors: "Zhenyang Xu and others",
        title: "Boosting Program Reduction with the Missing Piece of Syntax-Guided Transformations",
        venue: "OOPSLA",
        year: 2025,
    },
    Reference {
        key: "zhang2025",
        authors: "Mengxiao Zhang and others",
        title: "Toward a Better Understanding of Probabilistic Delta Debugging",
        venue: "ICSE",
        year: 2025,
    },
    Reference {
        key: "zhou2025",
        authors: "Xintong Zhou and others",
        title: "WDD: Weighted Delta Debugging",
        venue: "ICSE",
        year: 2025,
    },
];

impl Reference {
    /// A work by its key.
    pub fn named(key: &str) -> Option<&'static Reference> {
        REFERENCES.iter().find(|reference| reference.key == key)
    }

    /// The works that a text names, in its order.
    pub fn cited(text: &str) -> impl Iterator<Item = &'static Reference> {
        text.split(|character: char| !character.is_ascii_alphanumeric())
            .filter_map(Reference::named)
    }
}
