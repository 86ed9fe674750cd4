//! What all commands print with: JSON documents, pages of titles, lines and tables, and the wording of times and sizes. It must not know
//! what is printed.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, presets};
use serde::Serialize;

use crate::Failure;
use crate::args::Format;

/// Prints a document, in the versioned envelope all of them have.
pub(crate) fn print_json(body: &impl Serialize) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Envelope<'a, Body> {
        lazuli: u32,
        #[serde(flatten)]
        body: &'a Body,
    }
    let mut text = serde_json::to_string_pretty(&Envelope { lazuli: 1, body })
        .map_err(|error| Failure::new(format!("cannot write the document as JSON: {error}")))?;
    text.push('\n');
    print(&text)
}

/// Writes to standard output. A reader that went away has seen enough.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        result => result.map_err(|error| Failure::io("cannot write to standard output", &error)),
    }
}

/// Writes a remark beside the data.
pub(crate) fn note(text: &str) {
    // When stderr is gone, nobody is left to tell.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// What standard output can show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    unicode: bool,
    colour: bool,
    width: Option<u16>,
    markdown: bool,
}

impl Look {
    pub(crate) fn of_stdout(format: Format) -> Self {
        let markdown = format == Format::Markdown;
        let terminal = std::io::stdout().is_terminal() && !markdown;
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        Look { unicode: is_utf8(), colour: terminal && !plain, width: if terminal { width() } else { None }, markdown }
    }

    /// A time with three digits.
    pub(crate) fn time(self, time: Duration) -> String {
        let micros = time.as_nanos() as f64 / 1000.0;
        match micros {
            1e6.. => format!("{} s", three_digits(micros / 1e6)),
            1e3.. => format!("{} ms", three_digits(micros / 1e3)),
            _ if self.unicode => format!("{} µs", three_digits(micros)),
            _ => format!("{} us", three_digits(micros)),
        }
    }

    /// `share` of a bar of `cells` characters.
    pub(crate) fn bar(self, share: f64, cells: usize) -> String {
        const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        let eighths = (share.clamp(0.0, 1.0) * cells as f64 * 8.0).round() as usize;
        if self.unicode {
            format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
        } else {
            "#".repeat((eighths + 4) / 8)
        }
    }

    /// Plus or minus.
    pub(crate) fn plus_minus(self) -> &'static str {
        if self.unicode { "±" } else { "+-" }
    }

    /// An arrow.
    pub(crate) fn arrow(self) -> &'static str {
        if self.unicode { "→" } else { "->" }
    }

    fn paint(self, text: &str, on: &str) -> String {
        if self.colour { format!("\x1b[{on}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// A size in powers of ten.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        1_000_000.. => format!("{} MB", three_digits(bytes as f64 / 1e6)),
        1000.. => format!("{} kB", three_digits(bytes as f64 / 1e3)),
        _ => format!("{bytes} B"),
    }
}

/// `1 builtin`, `2 builtins`.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A time for JSON.
pub(crate) fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1000.0
}

fn three_digits(number: f64) -> String {
    match number {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

fn is_utf8() -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    let name = locale.map(|value| value.to_string_lossy().to_ascii_lowercase());
    name.map_or(cfg!(not(unix)), |name| name.contains("utf-8") || name.contains("utf8"))
}

#[cfg(unix)]
fn width() -> Option<u16> {
    rustix::termios::tcgetwinsize(rustix::stdio::stdout()).ok().map(|size| size.ws_col).filter(|width| *width >= 40)
}

#[cfg(not(unix))]
fn width() -> Option<u16> {
    None
}

/// A text for people, as plain text or as Markdown, printed at once when it is complete.
#[derive(Debug)]
pub(crate) struct Page {
    look: Look,
    text: String,
}

impl Page {
    pub(crate) fn new(format: Format) -> Self {
        Page { look: Look::of_stdout(format), text: String::new() }
    }

    pub(crate) fn look(&self) -> Look {
        self.look
    }

    /// A title, with an empty line before all but the first.
    pub(crate) fn title(&mut self, text: &str) {
        self.gap();
        let line = if self.look.markdown { format!("## {}\n", escape(text)) } else { self.look.paint(text, "1") };
        self.text.push_str(&line);
        self.text.push('\n');
    }

    /// A line of its own.
    pub(crate) fn line(&mut self, text: &str) {
        if self.look.markdown {
            // Two lines in succession would be one paragraph.
            self.text.push_str(&format!("{}\n\n", escape(text)));
        } else {
            self.text.push_str(&format!("{text}\n"));
        }
    }

    /// An item of a list, below the last one of less depth.
    pub(crate) fn item(&mut self, depth: usize, text: &str) {
        let line = if self.look.markdown {
            format!("{}- {}\n", "  ".repeat(depth), escape(text))
        } else {
            format!("{}{text}\n", " ".repeat(2 + 4 * depth))
        };
        self.text.push_str(&line);
    }

    /// An empty line, unless there is one.
    pub(crate) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// A command to type.
    pub(crate) fn command(&mut self, command: &str, what_for: &str) {
        let line = if self.look.markdown {
            format!("- `{command}`: {what_for}\n")
        } else {
            format!("  {}\n      {what_for}\n", self.look.paint(command, "36"))
        };
        self.text.push_str(&line);
    }

    pub(crate) fn table(&mut self, grid: &Grid) {
        self.text.push_str(&grid.render(self.look));
        if self.look.markdown {
            // A line right below would be a row.
            self.text.push('\n');
        }
    }

    pub(crate) fn print(self) -> Result<(), Failure> {
        print(&format!("{}\n", self.text.trim_end()))
    }
}

/// Where a column's cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Rows under headings.
#[derive(Debug)]
pub(crate) struct Grid {
    columns: Vec<(&'static str, Align)>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    pub(crate) fn new(columns: impl Into<Vec<(&'static str, Align)>>) -> Self {
        Grid { columns: columns.into(), rows: Vec::new() }
    }

    pub(crate) fn row(&mut self, cells: impl Into<Vec<String>>) {
        self.rows.push(cells.into());
    }

    fn render(&self, look: Look) -> String {
        let mut table = Table::new();
        table.set_header(self.columns.iter().map(|(heading, _)| *heading).collect::<Vec<_>>());
        for row in &self.rows {
            let cell = |cell: &String| if look.markdown { escape(cell) } else { cell.clone() };
            table.add_row(row.iter().map(cell).collect::<Vec<_>>());
        }
        let rule = if look.unicode { '─' } else { '-' };
        let bare = TableStyle::new().header_separator(LineStyle::none().fill(rule).junction(rule));
        table.load_style(if look.markdown { presets::ASCII_MARKDOWN } else { bare });
        for (column, (_, align)) in table.column_iter_mut().zip(&self.columns) {
            column.set_cell_alignment(if *align == Align::Right { CellAlignment::Right } else { CellAlignment::Left });
            if !look.markdown {
                column.set_padding((0, 2));
            }
        }
        // Ids and numbers are of no use when they are broken; only a text in the last column is.
        match (look.width, self.columns.last()) {
            (Some(width), Some((_, Align::Left))) => {
                let last = self.columns.len() - 1;
                for column in table.column_iter_mut().take(last) {
                    column.set_constraint(ColumnConstraint::ContentWidth);
                }
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width)
            }
            _ => table.set_content_arrangement(ContentArrangement::Disabled),
        };
        let mut text = table.trim_fmt();
        text.push('\n');
        text
    }
}

/// A text that Markdown shows as it is.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut inside_word = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next_is_word = characters.peek().is_some_and(|next| next.is_alphanumeric());
        let special = match character {
            '\\' | '|' | '*' | '`' | '<' | '[' => true,
            // Within a word it is only itself.
            '_' => !(inside_word && next_is_word),
            _ => false,
        };
        if special {
            escaped.push('\\');
        }
        escaped.push(character);
        inside_word = character.is_alphanumeric();
    }
    escaped
}

/// An argument as a shell takes it.
pub(crate) fn shell_word(word: &str) -> String {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=:,@%+".contains(&byte);
    if !word.is_empty() && word.bytes().all(safe) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Look = Look { unicode: false, colour: false, width: None, markdown: false };
    const RICH: Look = Look { unicode: true, ..PLAIN };

    #[test]
    fn times_and_sizes_have_three_digits() {
        let times = [0, 950, 12_345, 999_000, 1_234_000, 45_600_000, 7_890_000_000];
        let told = times.map(|nanos| PLAIN.time(Duration::from_nanos(nanos)));
        assert_eq!(told, ["0.00 us", "0.95 us", "12.3 us", "999 us", "1.23 ms", "45.6 ms", "7.89 s"]);
        assert_eq!([0, 999, 1000, 48_620, 1_187_912].map(size), ["0 B", "999 B", "1.00 kB", "48.6 kB", "1.19 MB"]);
    }

    #[test]
    fn bars_are_blocks_or_ascii() {
        assert_eq!([0.0, 0.5, 1.0, 2.0].map(|share| PLAIN.bar(share, 4)), ["", "##", "####", "####"]);
        assert_eq!([0.0, 0.3, 1.0].map(|share| RICH.bar(share, 4)), ["", "█▎", "████"]);
    }

    #[test]
    fn markdown_shows_ids_and_values_as_they_are() {
        assert_eq!(escape("internal/main/run_main_module"), "internal/main/run_main_module");
        assert_eq!(escape("a|b _c_ [eval] <x>"), "a\\|b \\_c\\_ \\[eval] \\<x>");
    }

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(["a-b.js", "", "a b", "it's"].map(shell_word), ["a-b.js", "''", "'a b'", "'it'\\''s'"]);
    }
}
