//! Pictures of runs, on logarithmic scales.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::record::{Outcome, Record};
use super::table::{Row, SECONDS, TOKENS, mean_ratio, pairs};

/// Of middling brightness, to be seen on light and on dark ground.
const COLORS: [&str; 8] = [
    "#2f81f7", "#d9730d", "#2da44e", "#c03bc4", "#cf222e", "#8a6d00", "#0e8a8a", "#7a5cff",
];
const GREY: &str = "#767676";

/// The place and size of a diagram in its picture, by eye.
const LEFT: f64 = 76.0;
const TOP: f64 = 44.0;
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 320.0;
/// Where the names of the configurations begin.
const LEGEND: f64 = LEFT + WIDTH + 24.0;

struct Chart<'a> {
    title: String,
    x_label: &'a str,
    y_label: &'a str,
    x: Axis,
    y: Axis,
}

/// A logarithmic axis from its least to its greatest value.
struct Axis {
    least: f64,
    greatest: f64,
}

impl Axis {
    /// An axis for all values, with a little room at the ends.
    fn of(values: impl Iterator<Item = f64>) -> Axis {
        let (least, greatest) = values
            .filter(|value| *value > 0.0)
            .fold((f64::INFINITY, 0.0_f64), |(least, greatest), value| {
                (least.min(value), greatest.max(value))
            });
        if greatest == 0.0 {
            return Axis {
                least: 0.1,
                greatest: 10.0,
            };
        }
        Axis {
            least: least / 1.15,
            greatest: greatest * 1.15,
        }
    }

    /// Where a value lies, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.least, self.greatest);
        (value / self.least).ln() / (self.greatest / self.least).ln()
    }

    /// Round values: powers of ten, and between them 2 and 5 where there is room.
    fn ticks(&self) -> Vec<f64> {
        let decades = (self.greatest / self.least).log10();
        let steps: &[f64] = if decades > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let powers = self.least.log10().floor() as i32..=self.greatest.log10().ceil() as i32;
        let ticks = powers.flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
        ticks
            .filter(|tick| (self.least..=self.greatest).contains(tick))
            .collect()
    }
}

impl Chart<'_> {
    fn at_x(&self, x: f64) -> f64 {
        LEFT + self.x.place(x) * WIDTH
    }

    fn at_y(&self, y: f64) -> f64 {
        TOP + HEIGHT - self.y.place(y) * HEIGHT
    }

    /// A line that stays at a point's height until the next, with a dot at its end.
    fn steps(&self, points: &[(f64, f64)], color: &str, fill: &str) -> String {
        let mut path = String::new();
        let (mut x, mut y) = (0.0, 0.0);
        for point in points {
            (x, y) = (self.at_x(point.0), self.at_y(point.1));
            let _ = if path.is_empty() {
                write!(path, "M{x:.1} {y:.1}")
            } else {
                write!(path, "H{x:.1}V{y:.1}")
            };
        }
        format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{color}\" stroke-width=\"2\"/>\n"
        )
    }

    /// The drawing around its contents.
    fn svg(&self, contents: &str) -> String {
        let Chart {
            title,
            x_label,
            y_label,
            ..
        } = self;
        let (right, bottom, middle) = (LEFT + WIDTH, TOP + HEIGHT, TOP + HEIGHT / 2.0);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 780 430\" font-family=\"sans-serif\" \
             font-size=\"13\" fill=\"{GREY}\">\n<title>{title}</title>\n\
             <text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">{title}</text>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x_label}</text>\n\
             <text transform=\"translate(18 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{y_label}</text>\n",
            TOP - 18.0,
            LEFT + WIDTH / 2.0,
            bottom + 44.0,
        );
        for tick in self.x.ticks() {
            let x = self.at_x(tick);
            let _ = writeln!(
                text,
                "<path d=\"M{x:.1} {TOP:.1}V{bottom:.1}\" stroke=\"{GREY}\" stroke-opacity=\"0.3\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 20.0,
                shown(tick)
            );
        }
        for tick in self.y.ticks() {
            let y = self.at_y(tick);
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT:.1} {y:.1}H{right:.1}\" stroke=\"{GREY}\" stroke-opacity=\"0.3\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + 4.5,
                shown(tick)
            );
        }
        text.push_str(contents);
        text.push_str("</svg>\n");
        text
    }
}

/// A tick without zeros that say nothing.
fn shown(tick: f64) -> String {
    let text = format!("{tick:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The colour of a configuration, by its place among all.
fn color(place: usize) -> &'static str {
    COLORS[place % COLORS.len()]
}

/// The name of a configuration beside the drawing.
fn legend(line: usize, color: &str, name: &str) -> String {
    let y = TOP + 14.0 + 20.0 * line as f64;
    format!(
        "<circle cx=\"{LEGEND:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{color}\"/>\
         <text x=\"{:.1}\" y=\"{y:.1}\" fill=\"{color}\">{}</text>\n",
        y - 4.5,
        LEGEND + 12.0,
        escape(name)
    )
}

/// Size over time, one picture to a case, by the case's name. A dot is the end of a run, filled if it ended by itself.
pub(crate) fn convergence(records: &[Record], configurations: &[String]) -> BTreeMap<String, String> {
    let mut cases: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records.iter().filter(|record| record.repeat == 0) {
        if !record.improvements.is_empty() && configurations.contains(&record.configuration) {
            let case = cases.entry(&record.case).or_default();
            case.retain(|other| other.configuration != record.configuration);
            case.push(record);
        }
    }
    cases
        .into_iter()
        .map(|(case, runs)| (case.to_owned(), converging(case, &runs, configurations)))
        .collect()
}

fn converging(case: &str, runs: &[&Record], configurations: &[String]) -> String {
    // A configuration has the same colour in all pictures, also where others did not run.
    let places = configurations.iter().enumerate();
    let placed: Vec<(usize, &Record)> = places
        .filter_map(|(place, name)| Some((place, *runs.iter().find(|run| run.configuration == *name)?)))
        .collect();
    let points = || runs.iter().flat_map(|run| run.improvements.iter().copied());
    let ends = || runs.iter().map(|run| run.duration());
    let chart = Chart {
        title: format!("{}: smallest interesting candidate", escape(case)),
        x_label: "seconds",
        y_label: "bytes",
        x: Axis::of(points().map(|(seconds, _)| seconds.max(0.01)).chain(ends())),
        y: Axis::of(points().map(|(_, bytes)| bytes as f64)),
    };
    let mut text = String::new();
    for (line, (place, run)) in placed.into_iter().enumerate() {
        let color = color(place);
        let least = run.improvements.last().map_or(0, |(_, bytes)| *bytes);
        let points = run.improvements.iter().copied().chain([(run.duration(), least)]);
        let points: Vec<(f64, f64)> = points.map(|(seconds, bytes)| (seconds, bytes as f64)).collect();
        let fill = if run.outcome == Outcome::Done { color } else { "none" };
        text.push_str(&chart.steps(&points, color, fill));
        text.push_str(&legend(line, color, &run.configuration));
    }
    chart.svg(&text)
}

/// Lines by their names: something that changes with the queries that were asked.
pub(crate) fn courses(title: &str, y_label: &str, lines: &[(&str, Vec<(f64, f64)>)]) -> Option<String> {
    let points = || lines.iter().flat_map(|(_, points)| points.iter().copied());
    points().next()?;
    let chart = Chart {
        title: escape(title),
        x_label: "queries",
        y_label,
        x: Axis::of(points().map(|(asked, _)| asked)),
        y: Axis::of(points().map(|(_, figure)| figure)),
    };
    let mut text = String::new();
    let drawn = lines.iter().enumerate().filter(|(_, (_, points))| !points.is_empty());
    for (line, (place, (name, points))) in drawn.enumerate() {
        let color = color(place);
        text.push_str(&chart.steps(points, color, color));
        text.push_str(&legend(line, color, name));
    }
    Some(chart.svg(&text))
}

/// Size and time of all rows relative to the first configuration; a ring is the geometric mean.
pub(crate) fn scatter(rows: &[Row], configurations: &[String]) -> Option<String> {
    let first = configurations.first()?;
    let relative: Vec<Vec<(f64, f64)>> = configurations
        .iter()
        .map(|name| {
            let tokens = pairs(&rows.iter(), name, first, TOKENS);
            let seconds = pairs(&rows.iter(), name, first, SECONDS);
            let both = seconds
                .iter()
                .zip(&tokens)
                .map(|(time, size)| (time.0 / time.1, size.0 / size.1));
            both.filter(|(x, y)| *x > 0.0 && *y > 0.0 && x.is_finite() && y.is_finite())
                .collect()
        })
        .collect();
    let points = || relative.iter().flatten().copied();
    points().next()?;
    let chart = Chart {
        title: format!("Size and time relative to {}", escape(first)),
        x_label: "seconds, ratio",
        y_label: "tokens, ratio",
        x: Axis::of(points().map(|(x, _)| x).chain([0.5, 2.0])),
        y: Axis::of(points().map(|(_, y)| y).chain([0.5, 2.0])),
    };
    let mut text = String::new();
    for (index, (name, points)) in configurations.iter().zip(&relative).enumerate() {
        let color = color(index);
        for (x, y) in points {
            let _ = writeln!(
                text,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"{color}\" fill-opacity=\"0.7\"/>",
                chart.at_x(*x),
                chart.at_y(*y)
            );
        }
        let mean =
            |of: fn(&(f64, f64)) -> f64| mean_ratio(&points.iter().map(|point| (of(point), 1.0)).collect::<Vec<_>>());
        if let Some((x, y)) = mean(|point| point.0).zip(mean(|point| point.1)) {
            let _ = writeln!(
                text,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"9\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.5\"/>",
                chart.at_x(x),
                chart.at_y(y)
            );
            text.push_str(&legend(index, color, name));
        }
    }
    Some(chart.svg(&text))
}

#[cfg(test)]
mod tests {
    use super::super::record::testing::record;
    use super::super::table::rows;
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_axis() {
        let axis = Axis {
            least: 0.9,
            greatest: 60.0,
        };
        assert_eq!(axis.ticks(), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0]);
        assert_eq!((axis.place(0.9), axis.place(60.0)), (0.0, 1.0));
        assert_eq!(axis.place(0.0), 0.0);
    }

    #[test]
    fn every_case_has_a_picture_of_its_newest_runs() {
        let names = ["lop".to_owned(), "a<b".to_owned()];
        let records = [
            record("x", "lop", 5, 5),
            record("x", "lop", 9, 4),
            record("x", "a<b", 7, 7),
        ];
        let pictures = convergence(&records, &names);
        let picture = &pictures["x"];
        assert_eq!(picture.matches("stroke-width=\"2\"/><circle").count(), 2, "{picture}");
        assert!(picture.contains("a&lt;b"));
        let scatter = scatter(&rows(&records, &names, &[]), &names).unwrap();
        assert_eq!(scatter.matches("r=\"9\"").count(), 2);
    }

    #[test]
    fn a_configuration_has_its_colour_where_others_did_not_run() {
        let names = ["lop".to_owned(), "other".to_owned()];
        let pictures = convergence(&[record("x", "other", 5, 5)], &names);
        assert!(pictures["x"].contains(COLORS[1]) && !pictures["x"].contains(COLORS[0]));
    }

    #[test]
    fn a_line_is_flat_until_the_next_point_and_has_the_colour_of_its_place() {
        let lines = [("a", Vec::new()), ("b<c", vec![(1.0, 10.0), (10.0, 100.0)])];
        let picture = courses("x", "bytes", &lines).unwrap();
        let chart = Chart {
            title: String::new(),
            x_label: "",
            y_label: "",
            x: Axis::of([1.0, 10.0].into_iter()),
            y: Axis::of([10.0, 100.0].into_iter()),
        };
        let (left, right) = (chart.at_x(1.0), chart.at_x(10.0));
        let (low, high) = (chart.at_y(10.0), chart.at_y(100.0));
        let path = format!("\"M{left:.1} {low:.1}H{right:.1}V{high:.1}\"");
        assert!(picture.contains(&path), "{picture}");
        assert!(picture.contains("b&lt;c") && picture.contains(COLORS[1]) && !picture.contains(COLORS[0]));
    }

    #[test]
    fn nothing_to_show_is_no_picture() {
        assert_eq!(courses("x", "bytes", &[("a", Vec::new())]), None);
        assert_eq!(scatter(&[], &["lop".to_owned()]), None);
        assert!(convergence(&[], &[]).is_empty());
    }
}
