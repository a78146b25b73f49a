//! What this process has used, and how that grows.

/// How long this process has run on a processor.
pub(crate) fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("this is Linux");
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.expect("the first number is the time") / 1e9
}

/// A line of the kernel's report on the memory of this process, in bytes.
pub(crate) fn memory(line: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("this is Linux");
    let number = text.lines().find_map(|text| text.strip_prefix(line));
    let number = number.and_then(|text| text.trim().strip_suffix(" kB"));
    number
        .and_then(|text| text.parse::<f64>().ok())
        .expect("a number of kB follows")
        * 1024.0
}

/// How a quantity grows: one where it doubles with the size, two where it quadruples.
pub(crate) fn exponent(before: (f64, f64), after: (f64, f64)) -> f64 {
    (after.1 / before.1).ln() / (after.0 / before.0).ln()
}
