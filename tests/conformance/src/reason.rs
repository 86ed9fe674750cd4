//! Why a test failed, in one line: the first error in what it printed.

/// Longer reasons are cut.
const LONGEST: usize = 180;

/// The first line that names an error, with the line of the test it came from.
pub(crate) fn of(output: &str) -> Option<String> {
    let lines: Vec<&str> = output.lines().map(str::trim).collect();
    // The program's own errors are told without a name.
    let at = lines.iter().position(|line| is_error(line) || line.starts_with("error: "))?;
    let mut reason = lines[at].trim_start_matches("Uncaught ").trim_start_matches("FAIL: ").to_owned();
    // What differs is told below a sentence that ends in a colon.
    if reason.ends_with(':') && reason.contains("ERR_ASSERTION") {
        let differs = |line: &&&str| line.starts_with("+ ") || line.starts_with("- ") || line.contains(" !== ");
        let shown = lines[at + 1..].iter().filter(|line| !line.contains("actual")).filter(differs).take(4);
        let shown: Vec<String> = shown.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        reason = format!("{reason} {}", shown.join(" "));
    }
    let mut reason = cut(reason.trim());
    if let Some(line) = lines[at..].iter().find_map(|line| place(line)) {
        reason.push_str(&format!(" (line {line})"));
    }
    Some(reason)
}

/// `1..0 # Skipped: …`, which a test prints when it finds that it cannot run here.
pub(crate) fn skipped_itself(output: &str) -> Option<String> {
    let reason = output.lines().find_map(|line| line.strip_prefix("1..0 # Skipped: "))?;
    Some(format!("skips itself: {}", cut(reason.trim())))
}

fn is_error(line: &str) -> bool {
    let line = line.trim_start_matches("Uncaught ");
    let Some((name, rest)) = line.split_once([':', ' ']) else { return false };
    let name_ends = name.ends_with("Error") || name.ends_with("Exception") || name == "mustCall" || name == "FAIL";
    let is_name = !name.is_empty() && name.chars().all(char::is_alphanumeric);
    is_name && name_ends && (line[name.len()..].starts_with(':') || rest.starts_with('[') || rest.starts_with('('))
}

/// The line of a test in a frame of a stack.
fn place(line: &str) -> Option<u32> {
    let frame = line.strip_prefix("at ")?;
    let at = frame.find("test/parallel/")?;
    let mut numbers = frame[at..].trim_end_matches(')').rsplit(':');
    numbers.next()?;
    numbers.next()?.parse().ok()
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_the_first_error_and_its_line() {
        let output = "some output\nnode:x:1\n    throw 1;\n\nTypeError [ERR_X]: no good\n    at f (node:y:1:1)\n    \
            at Object.<anonymous> (test/parallel/test-x.js:12:3)\nError: later\n";
        assert_eq!(of(output).as_deref(), Some("TypeError [ERR_X]: no good (line 12)"));
        assert_eq!(of("mustCall: expected 1 call, had 0\n").as_deref(), Some("mustCall: expected 1 call, had 0"));
        assert_eq!(of("nothing"), None);
    }

    #[test]
    fn a_difference_is_told() {
        let output =
            "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n+ actual - expected\n\n+ 1\n- 2\n";
        let told = "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: + 1 - 2";
        assert_eq!(of(output).as_deref(), Some(told));
    }

    #[test]
    fn a_test_can_skip_itself() {
        assert_eq!(skipped_itself("1..0 # Skipped: missing crypto\n").as_deref(), Some("skips itself: missing crypto"));
        assert_eq!(skipped_itself("ok\n"), None);
    }
}
