//! Drawing the screen.
//!
//! Only the terminal's own colours are used, and none of them for what has to be read: bold, dim and reverse do
//! on light and dark backgrounds, and without any colours.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Block, Borders, Chart, Clear, Dataset, GraphType, Paragraph, Wrap};

use super::super::course::MOST;
use super::board::{Board, Title, View};
use super::clock;
use super::program::Program;

/// The figures stand in columns that are so wide, and in so many rows. By eye, not measured.
const FIGURE_COLUMNS: u16 = 25;
const FIGURE_ROWS: u16 = 4;
/// A notice has so many rows at most. By eye, not measured.
const NOTICE_ROWS: u16 = 3;
/// With fewer queries no remaining time is shown. Not measured.
const LEAST_QUERIES: usize = 20;

const HELP: &str = "\
q       quit and keep the best program
s       skip this stage
p       pause: no new test is begun
g, b    show or hide the graph, the program
tab     graph and program, either, both
arrows  scroll; home, end, page up and down too
f       follow the last change again
?       this help

Marked lines are those of the last change.
\"yes\" is the share of the queries that were
interesting, \"known\" the part that needed no
run. \"left\" is the time until the round is over
if nothing more is found: as many queries
for each token as in the round before (or
one), at the present rate. Whatever is found
makes it longer. \"gone\" says when most of the
tokens were gone that are gone by now: what
comes after that is little.";

/// The data of a picture.
pub(super) struct Scene<'a> {
    pub title: &'a Title,
    pub board: &'a Board,
    pub program: &'a Program,
    /// Queries per second.
    pub rate: f64,
    pub message: Option<&'a str>,
}

/// What is shown, and where.
pub(super) struct Panes {
    has_graph: bool,
    has_program: bool,
    has_help: bool,
    /// The first line that is shown, unless the last change is followed.
    top: Option<usize>,
    shown_top: usize,
    shown_rows: usize,
}

impl Default for Panes {
    fn default() -> Self {
        Panes {
            has_graph: true,
            has_program: true,
            has_help: false,
            top: None,
            shown_top: 0,
            shown_rows: 0,
        }
    }
}

impl Panes {
    /// Handles a key; returns whether it has a meaning.
    pub(super) fn press(&mut self, key: KeyCode, lines: usize) -> bool {
        let page = self.shown_rows.max(1);
        match key {
            KeyCode::Char('?' | 'h') => self.has_help = !self.has_help,
            KeyCode::Esc => self.has_help = false,
            KeyCode::Char('g') => self.has_graph = !self.has_graph,
            KeyCode::Char('b') => self.has_program = !self.has_program,
            KeyCode::Tab => {
                (self.has_graph, self.has_program) = match (self.has_graph, self.has_program) {
                    (true, true) => (true, false),
                    (true, false) => (false, true),
                    _ => (true, true),
                }
            }
            KeyCode::Char('f') => self.top = None,
            KeyCode::Up | KeyCode::Char('k') => self.scroll(self.shown_top.saturating_sub(1), lines),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(self.shown_top + 1, lines),
            KeyCode::PageUp => self.scroll(self.shown_top.saturating_sub(page), lines),
            KeyCode::PageDown => self.scroll(self.shown_top + page, lines),
            KeyCode::Home => self.scroll(0, lines),
            KeyCode::End => self.scroll(lines, lines),
            _ => return false,
        }
        true
    }

    fn scroll(&mut self, top: usize, lines: usize) {
        self.top = Some(top.min(lines.saturating_sub(self.shown_rows)));
    }
}

/// Draws everything.
pub(super) fn scene(frame: &mut Frame<'_>, scene: &Scene<'_>, panes: &mut Panes) {
    let area = frame.area();
    let notice = notice(scene.board);
    let notice_rows = notice_rows(&notice, area.width);
    let [title, figures, middle, notice_area, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(FIGURE_ROWS),
        Constraint::Fill(1),
        Constraint::Length(notice_rows),
        Constraint::Length(1),
    ])
    .areas(area);
    draw_title(frame, title, scene);
    draw_figures(frame, figures, scene);
    let graph_rows = match (panes.has_graph, panes.has_program) {
        (true, true) => (middle.height * 2 / 5).min(14),
        (true, false) => middle.height,
        (false, _) => 0,
    };
    let [graph, program] = Layout::vertical([Constraint::Length(graph_rows), Constraint::Fill(1)]).areas(middle);
    if panes.has_graph {
        draw_graph(frame, graph, scene);
    }
    if panes.has_program {
        draw_program(frame, program, scene, panes);
    }
    frame.render_widget(Paragraph::new(notice).wrap(Wrap { trim: false }), notice_area);
    draw_keys(frame, keys);
    if panes.has_help {
        draw_help(frame, area);
    }
}

fn draw_title(frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
    let Title { input, output } = scene.title;
    frame.render_widget(Line::from(format!(" lop {input} → {output}")).bold(), area);
    let state = if scene.board.is_paused {
        Some("paused")
    } else {
        scene.message
    };
    if let Some(state) = state {
        frame.render_widget(Line::from(format!(" {state} ").reversed()).right_aligned(), area);
    }
}

/// Figures row by row, the most important first; in a narrow terminal the last are left out.
fn draw_figures(frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
    let figures = figures(scene);
    let columns = (area.width / FIGURE_COLUMNS).clamp(1, 3);
    let widths = match columns {
        3 => vec![Constraint::Fill(1), Constraint::Length(20), Constraint::Length(24)],
        2 => vec![Constraint::Fill(1), Constraint::Length(24)],
        _ => vec![Constraint::Fill(1)],
    };
    let columns = usize::from(columns);
    for (at, column) in Layout::horizontal(widths).split(area).iter().enumerate() {
        let cells = figures.iter().skip(at).step_by(columns).take(FIGURE_ROWS.into());
        let width = cells.clone().map(|(label, _)| label.len()).max().unwrap_or(0);
        let lines: Vec<Line<'_>> = cells
            .map(|(label, value)| {
                let label = format!(" {label:width$} ");
                Line::from(vec![Span::styled(label, Modifier::DIM), Span::raw(value)])
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), *column);
    }
}

fn figures(scene: &Scene<'_>) -> Vec<(&'static str, String)> {
    let Scene { board, rate, .. } = scene;
    let counts = &board.counts;
    let of = |left: usize, first: usize| format!("{} of {} ({})", number(left), number(first), percent(left, first));
    let stage = match board.round {
        0 => board.stage.clone(),
        round => format!("{}, round {round}", board.stage),
    };
    let elapsed = board.course.elapsed();
    let found = match board.course.points() {
        [_, .., (at, _)] => format!("{} ago", clock(elapsed.saturating_sub(*at))),
        _ => "nothing yet".to_owned(),
    };
    let mostly_gone = match board.course.mostly_gone_after() {
        Some(at) => format!("{MOST} % after {}", clock(at)),
        None => "–".to_owned(),
    };
    let size = match board.view {
        View::Tokens => ("tokens", of(board.course.tokens(), board.course.first())),
        View::Files => ("files", of(board.left.0, board.left.1)),
    };
    vec![
        size,
        ("queries", number(counts.asked)),
        ("elapsed", clock(board.course.elapsed())),
        ("bytes", of(board.bytes, board.first.bytes)),
        ("a second", format!("{rate:.1}")),
        ("left", time_left(board, *rate)),
        ("stage", stage),
        ("yes", percent(counts.interesting, counts.asked)),
        (
            "workers",
            format!("{} of {} busy", board.busy_count(), board.busy.len()),
        ),
        ("found", found),
        ("known", percent(counts.cached, counts.asked + counts.cached)),
        ("gone", mostly_gone),
    ]
}

fn time_left(board: &Board, rate: f64) -> String {
    if rate <= 0.0 || board.round == 0 || board.counts.asked < LEAST_QUERIES {
        return "–".to_owned();
    }
    let queries = board.pace.queries_left(board.left.0, board.counts.asked);
    let left = Duration::try_from_secs_f64(queries as f64 / rate).unwrap_or(Duration::MAX);
    format!("{} or more", clock(left))
}

/// Tokens over time, the height by their logarithm: the last tokens count as much as the first.
fn draw_graph(frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
    let board = scene.board;
    let now = board.course.elapsed().as_secs_f64().max(1.0);
    let height = |tokens: usize| (tokens.max(1) as f64).log10();
    let mut points = Vec::with_capacity(2 * board.course.points().len() + 2);
    let mut level = height(board.course.first());
    for (at, tokens) in board.course.points() {
        points.push((at.as_secs_f64(), level));
        level = height(*tokens);
        points.push((at.as_secs_f64(), level));
    }
    points.push((now, level));
    let high = height(board.course.first());
    let low = points.iter().map(|(_, height)| *height).fold(high - 0.1, f64::min);
    let lowest = board
        .course
        .points()
        .iter()
        .map(|(_, tokens)| *tokens)
        .min()
        .unwrap_or(0);
    let dataset = Dataset::default()
        .marker(Marker::Braille)
        .graph_type(GraphType::Line)
        .style(Style::new().fg(Color::Green))
        .data(&points);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let times = [Span::raw("0:00"), Span::raw(clock(board.course.elapsed()))];
    let sizes = [Span::raw(number(lowest)), Span::raw(number(board.course.first()))];
    let chart = Chart::new(vec![dataset])
        .block(pane("tokens over time"))
        .x_axis(Axis::default().bounds([0.0, now]).labels(times).style(dim))
        .y_axis(Axis::default().bounds([low, high]).labels(sizes).style(dim));
    frame.render_widget(chart, area);
}

fn draw_program(frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>, panes: &mut Panes) {
    let program = scene.program;
    let rows = usize::from(area.height.saturating_sub(1));
    panes.shown_rows = rows;
    let last_top = program.len().saturating_sub(rows);
    let change = program.changed().first().copied().unwrap_or(0);
    // The last change stands a third from the top, unless the user looks elsewhere.
    let top = panes.top.unwrap_or(change.saturating_sub(rows / 3)).min(last_top);
    panes.shown_top = top;
    let name = match (scene.board.view, scene.board.file.as_str()) {
        (View::Files, _) => "files that are left".to_owned(),
        (View::Tokens, "") => "best program".to_owned(),
        (View::Tokens, file) => format!("best program: {file}"),
    };
    let shown = top..program.len().min(top + rows);
    let title = format!(
        "{name}, lines {} to {} of {}",
        shown.start + 1,
        shown.end,
        program.len()
    );
    let digits = program.len().to_string().len();
    let lines: Vec<Line<'_>> = shown
        .map(|line| {
            let is_changed = program.changed().binary_search(&line).is_ok();
            let text = program.line(line);
            let mark = if is_changed { "▶" } else { " " };
            let margin = format!("{mark}{:digits$} ", line + 1);
            let style = if is_changed {
                Style::new().fg(Color::Magenta).add_modifier(Modifier::BOLD)
            } else {
                Style::new()
            };
            let margin_style = if is_changed {
                style
            } else {
                style.add_modifier(Modifier::DIM)
            };
            Line::from(vec![Span::styled(margin, margin_style), Span::styled(text, style)])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines).block(pane(&title)), area);
}

fn pane(title: &str) -> Block<'static> {
    let title = Line::from(format!(" {title} ")).not_dim();
    Block::new()
        .borders(Borders::TOP)
        .border_style(Modifier::DIM)
        .title(title)
}

/// The last message for the user, and its age.
fn notice(board: &Board) -> Line<'_> {
    let Some((since, notice)) = &board.notice else {
        return Line::default();
    };
    let ago = format!(" {} ago: ", clock(since.elapsed()));
    Line::from(vec![
        Span::styled(ago, Modifier::DIM),
        Span::styled(notice, Modifier::BOLD),
    ])
}

/// How many rows it takes; lines that are broken between words are a little longer.
fn notice_rows(notice: &Line<'_>, columns: u16) -> u16 {
    match notice.width() as u16 {
        0 => 0,
        width => (width / (columns * 9 / 10).max(1) + 1).min(NOTICE_ROWS),
    }
}

fn draw_keys(frame: &mut Frame<'_>, area: Rect) {
    let keys = [
        ("q", "quit and keep"),
        ("s", "skip stage"),
        ("p", "pause"),
        ("tab", "panes"),
        ("↑↓", "scroll"),
        ("?", "help"),
    ];
    let mut line = Line::default();
    for (key, meaning) in keys {
        line.push_span(Span::raw(" "));
        line.push_span(Span::styled(key, Modifier::BOLD));
        line.push_span(Span::styled(format!(" {meaning} "), Modifier::DIM));
    }
    frame.render_widget(line, area);
}

fn draw_help(frame: &mut Frame<'_>, area: Rect) {
    let rows = HELP.lines().count() as u16 + 2;
    let columns = HELP.lines().map(|line| line.chars().count()).max().unwrap_or(0) as u16 + 4;
    let help = area.centered(Constraint::Length(columns), Constraint::Length(rows));
    let lines: Vec<Line<'_>> = HELP.lines().map(|line| Line::raw(format!(" {line}"))).collect();
    frame.render_widget(Clear, help);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" help ")), help);
}

/// With commas between thousands.
fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_people_do() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(number),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [0, 61, 3723].map(|seconds| clock(Duration::from_secs(seconds))),
            ["0:00", "1:01", "1:02:03"]
        );
        assert_eq!([percent(1, 3), percent(0, 0)], ["33.3 %", "–"]);
    }
}
