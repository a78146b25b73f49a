//! How C and C++ programs are ended by their libraries: uncaught exceptions, a broken heap or stack.

use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const THROWN: &str = "terminate called after throwing an instance of ";
const LIBCXX: &str = "uncaught exception of type ";
const WHERE: &str = "only the words are known, not where it happened: compare the result with what you reported";
/// What glibc says of a heap or stack that was overwritten.
const GLIBC: [&str; 9] = [
    "free(): ",
    "malloc(): ",
    "realloc(): ",
    "munmap_chunk(): ",
    "double free or corruption",
    "corrupted size vs. prev_size",
    "malloc_consolidate(): ",
    "*** stack smashing detected ***",
    "*** buffer overflow detected ***",
];

fn find(said: &Said<'_>) -> Option<Sign> {
    let patterns: Vec<Pattern> = match (said.first(THROWN), said.first(LIBCXX)) {
        (Some((number, class)), _) => {
            let what = said
                .after(number)
                .iter()
                .find_map(|line| line.trim_start().strip_prefix("what():"));
            let what = what.and_then(|what| said.message(what.trim()));
            Pattern::literal(&format!("{THROWN}{class}"))
                .into_iter()
                .chain(what)
                .collect()
        }
        (_, Some((_, class))) => {
            let (class, message) = class.split_once(": ").unwrap_or((class, ""));
            let head = Pattern::literal(&format!("{LIBCXX}{class}"));
            head.into_iter().chain(said.message(message)).collect()
        }
        _ => {
            let lines = said.lines();
            let line = lines
                .iter()
                .find(|line| GLIBC.iter().any(|words| line.contains(words)))?;
            said.message(line).into_iter().collect()
        }
    };
    Sign::new("how the tool's library ended it", patterns).map(|sign| sign.with_doubt(Some(WHERE)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::sign;

    #[test]
    fn an_exception_is_known_by_its_class_and_what_it_says() {
        let output = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 7) >= this->size() (which is 3)\n";
        assert_eq!(
            sign(output, ""),
            [
                "terminate called after throwing an instance of 'std::out_of_range'",
                "vector::_M_range_check: __n (which is  … ) >= this->size() (which is"
            ]
        );
        let libcxx = "libc++abi: terminating due to uncaught exception of type std::bad_alloc: std::bad_alloc\n";
        assert_eq!(sign(libcxx, "")[0], "uncaught exception of type std::bad_alloc");
        assert_eq!(sign("free(): invalid pointer\n", ""), ["free(): invalid pointer"]);
    }
}
