//! Heuristics for SMT-LIB 2: by the sorts of terms, as ddSMT does.

pub mod lets;
pub mod quantifier;
mod sort;
pub mod value;
pub mod width;
