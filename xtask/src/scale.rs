//! How time and memory grow with the size of a file.
//!
//! Every size is measured in a process of its own, so that its peak of memory is its own too.

use std::fmt::Write;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use lop_syntax::{lang, parse};

use crate::usage::{cpu_seconds, exponent, memory};
use crate::{generate, records};

const LANGUAGES: [&str; 2] = ["c", "json"];
const SIZES: [usize; 5] = [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];
/// Every file is parsed at least so often, and small ones more often: until so much time has passed.
const MIN_TIMES: usize = 3;
const MIN_SECONDS: f64 = 1.0;

/// What is known of one file.
#[derive(Clone, Copy)]
struct Measurement {
    bytes: f64,
    tokens: f64,
    /// CPU time of a parse, the median of several.
    seconds: f64,
    /// What the tree says it occupies, in bytes.
    tree: f64,
    /// How much more memory the process had at its peak than before the parse, in bytes.
    peak: f64,
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let svg = match words[..] {
        ["--one", language, bytes] => return one(language, bytes.parse().unwrap_or(0)),
        ["--svg", path] => Some(path),
        [] => None,
        _ => {
            eprintln!("usage: cargo xtask scale [--svg PATH]");
            return ExitCode::from(2);
        }
    };
    let mut rows = Vec::new();
    for language in LANGUAGES {
        for bytes in SIZES {
            let Some(measurement) = measure_apart(language, bytes) else {
                eprintln!("cannot measure {bytes} bytes of {language}");
                return ExitCode::FAILURE;
            };
            rows.push((language, measurement));
        }
    }
    print!("{}", table(&rows));
    if let Some(path) = svg
        && let Err(error) = std::fs::write(path, plot(&rows))
    {
        eprintln!("cannot write {path}: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Measures one file in a process of its own.
fn measure_apart(language: &str, bytes: usize) -> Option<Measurement> {
    let program = std::env::current_exe().ok()?;
    let size = bytes.to_string();
    let output = Command::new(program)
        .args(["scale", "--one", language, &size])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let numbers: Vec<f64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let [bytes, tokens, seconds, tree, peak] = numbers[..] else {
        return None;
    };
    Some(Measurement {
        bytes,
        tokens,
        seconds,
        tree,
        peak,
    })
}

/// Measures one file in this process and prints the numbers.
fn one(language: &str, bytes: usize) -> ExitCode {
    let text = match language {
        "c" => generate::c(bytes),
        "json" => records::json(bytes),
        _ => return ExitCode::from(2),
    };
    let language = lang::named(language).expect("the language is built in");
    let syntax = language.syntax().expect("a shipped grammar compiles");
    let source: Arc<[u8]> = text.into_bytes().into();
    // From here on the peak is that of the parse. Where that cannot be said, it is the peak of all.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let before = memory("VmRSS:");
    let start = cpu_seconds();
    let tree = parse(source.clone(), &syntax);
    let mut times = vec![cpu_seconds() - start];
    let peak = memory("VmHWM:") - before;
    assert!(!tree.is_broken(), "a generated file is well formed");
    while times.len() < MIN_TIMES || times.iter().sum::<f64>() < MIN_SECONDS {
        let start = cpu_seconds();
        let again = parse(source.clone(), &syntax);
        times.push(cpu_seconds() - start);
        drop(again);
    }
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    println!("{} {} {median} {} {peak}", source.len(), tree.tokens(), tree.memory());
    ExitCode::SUCCESS
}

fn table(rows: &[(&str, Measurement)]) -> String {
    let mut text = String::from(
        "| language | MB | tokens | parse, CPU s | exponent | tree, MB | exponent | peak growth, MB | exponent |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let mut before: Option<(&str, Measurement)> = None;
    for (language, now) in rows {
        let cell = |of: fn(&Measurement) -> f64| match before {
            Some((other, before)) if other == *language => {
                format!("{:.2}", exponent((before.bytes, of(&before)), (now.bytes, of(now))))
            }
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "| {language} | {:.2} | {} | {:.3} | {} | {:.1} | {} | {:.1} | {} |",
            now.bytes / 1e6,
            now.tokens,
            now.seconds,
            cell(|row| row.seconds),
            now.tree / 1e6,
            cell(|row| row.tree),
            now.peak / 1e6,
            cell(|row| row.peak),
        );
        before = Some((language, *now));
    }
    text
}

/// One line of a plot.
struct Series {
    name: String,
    color: &'static str,
    dashes: &'static str,
    points: Vec<(f64, f64)>,
}

/// Where a panel stands in the drawing, and how large it is.
const PANEL_TOP: f64 = 44.0;
const PANEL_WIDTH: f64 = 300.0;
const PANEL_HEIGHT: f64 = 300.0;

/// Both panels. The colours are of middling brightness, to be seen on light and on dark ground.
fn plot(rows: &[(&str, Measurement)]) -> String {
    let color = |language: &str| if language == "c" { "#2f81f7" } else { "#d9730d" };
    let series = |of: fn(&Measurement) -> f64, name: &str, dashes: &'static str| -> Vec<Series> {
        let of_language = |language: &'static str| Series {
            name: format!("{language}{name}"),
            color: color(language),
            dashes,
            points: rows
                .iter()
                .filter(|(other, _)| *other == language)
                .map(|(_, row)| (row.bytes / 1e6, of(row)))
                .collect(),
        };
        LANGUAGES.into_iter().map(of_language).collect()
    };
    let times = series(|row| row.seconds, "", "none");
    let mut memories = series(|row| row.peak / 1e6, ", peak growth", "none");
    memories.extend(series(|row| row.tree / 1e6, ", tree", "6 3"));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 400\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#767676\">\n\
         <title>Time and memory of a parse by the size of the file, on logarithmic scales</title>\n\
         {}{}</svg>\n",
        panel(60.0, "Parse, CPU seconds", &times),
        panel(460.0, "Memory, MB", &memories)
    )
}

/// One panel with logarithmic axes; a dotted line shows what linear growth looks like.
fn panel(left: f64, title: &str, series: &[Series]) -> String {
    let points = || series.iter().flat_map(|series| series.points.iter().copied());
    let lowest = points().map(|(_, y)| y).fold(f64::INFINITY, f64::min);
    let highest = points().map(|(_, y)| y).fold(0.0, f64::max);
    let (first_x, last_x) = (SIZES[0] as f64 / 1e6, SIZES[SIZES.len() - 1] as f64 / 1e6);
    let (low_x, high_x) = (first_x.log10(), (last_x * 1.1).log10());
    let (low_y, high_y) = (lowest.log10().floor(), highest.log10().ceil());
    let bottom = PANEL_TOP + PANEL_HEIGHT;
    let at_x = |x: f64| left + (x.log10() - low_x) / (high_x - low_x) * PANEL_WIDTH;
    let at_y = |y: f64| bottom - (y.log10() - low_y) / (high_y - low_y) * PANEL_HEIGHT;
    let mut text = format!(
        "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{title}</text>\n",
        PANEL_TOP - 16.0
    );
    let right = left + PANEL_WIDTH;
    for power in low_y as i32..=high_y as i32 {
        let value = 10_f64.powi(power);
        let y = at_y(value);
        let _ = writeln!(
            text,
            "<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"#767676\" stroke-opacity=\"0.35\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            left - 8.0,
            y + 4.5
        );
    }
    for size in SIZES {
        let size = size as f64 / 1e6;
        let x = at_x(size);
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} {PANEL_TOP:.1}V{bottom:.1}\" stroke=\"#767676\" stroke-opacity=\"0.35\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{size}</text>",
            bottom + 20.0
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">size of the file, MB</text>",
        left + PANEL_WIDTH / 2.0,
        bottom + 42.0
    );
    // The largest file is measured best, so the line goes through its point.
    let last = series.first().and_then(|series| series.points.last());
    let linear = last.map(|(x, y)| {
        let start = (10_f64.powf(low_y) / y * x).max(first_x);
        Series {
            name: "linear growth".to_owned(),
            color: "#767676",
            dashes: "2 4",
            points: vec![(start, start / x * y), (*x, *y)],
        }
    });
    for (index, line) in series.iter().chain(&linear).enumerate() {
        let Series {
            name,
            color,
            dashes,
            points,
        } = line;
        let places: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{:.1},{:.1}", at_x(*x), at_y(*y)))
            .collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>",
            places.join(" ")
        );
        // Only what was measured is marked.
        for (x, y) in points.iter().filter(|_| index < series.len()) {
            let _ = writeln!(
                text,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.2\" fill=\"{color}\"/>",
                at_x(*x),
                at_y(*y)
            );
        }
        let y = PANEL_TOP + 20.0 + 19.0 * index as f64;
        let _ = writeln!(
            text,
            "<path d=\"M{:.1} {:.1}h24\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>\
             <text x=\"{:.1}\" y=\"{y:.1}\" fill=\"{color}\">{name}</text>",
            left + 12.0,
            y - 4.5,
            left + 43.0
        );
    }
    text
}
