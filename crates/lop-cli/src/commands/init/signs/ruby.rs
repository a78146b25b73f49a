//! Ruby: `place:in 'method': message (Class)`, and crashes of the interpreter.

use super::frames::innermost;
use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const OWN: &str = "the exception comes from the input itself: another one with the same words counts as well";
/// Functions of the interpreter that tell of a crash.
const HANDLERS: [&str; 6] = [
    "rb_vm_bugreport",
    "rb_bug_for_fatal_signal",
    "rb_bug",
    "sigsegv",
    "rb_print_backtrace",
    "__restore",
];

fn find(said: &Said<'_>) -> Option<Sign> {
    bug(said).or_else(|| exception(said))
}

fn exception(said: &Said<'_>) -> Option<Sign> {
    let is_head = |line: &&&str| !line.starts_with(char::is_whitespace) && split(line).is_some();
    let number = said.lines().iter().position(|line| is_head(&line))?;
    let (place, message, class) = split(said.lines()[number])?;
    let outer = said
        .after(number)
        .iter()
        .filter_map(|line| line.trim_start().strip_prefix("from "));
    let is_library =
        |frame: &str| frame.contains("/lib/ruby/") && !frame.contains("/gems/") || frame.starts_with("<internal:");
    let frame = innermost([place].into_iter().chain(outer), said, is_library).and_then(Pattern::literal);
    let mut parts = said
        .message(message)
        .map_or(Vec::new(), |message| message.parts().to_vec());
    parts.push(format!("({class})"));
    let doubt = frame.is_none().then_some(OWN);
    Sign::new(
        "the exception and the innermost frame of the tool",
        Pattern::of(&parts).into_iter().chain(frame),
    )
    .map(|sign| sign.with_doubt(doubt))
}

/// The place, the message and the class of `t.rb:2:in 'f': message (Class)`.
fn split(line: &str) -> Option<(&str, &str, &str)> {
    let rest = line.strip_suffix(')')?;
    let (rest, class) = rest.rsplit_once(" (")?;
    let end = rest.find("': ")? + 1;
    let place = &rest[..end];
    let is_class = class.starts_with(|letter: char| letter.is_ascii_uppercase()) && !class.contains(' ');
    (is_class && place.contains(":in ")).then(|| (place, &rest[end + 2..], class))
}

/// `[BUG] Segmentation fault at 0x0`, and the innermost function of the interpreter that is named.
fn bug(said: &Said<'_>) -> Option<Sign> {
    let (_, message) = said.first("[BUG] ")?;
    let told = said.message_after("[BUG] ", message);
    let (number, _) = said.first("C level backtrace information")?;
    let functions = said.after(number).iter().filter_map(|line| {
        let (_, rest) = line.split_once('(')?;
        rest.split_once("+0x").map(|(name, _)| name)
    });
    let mut own =
        functions.filter(|name| !name.is_empty() && !HANDLERS.iter().any(|handler| name.starts_with(handler)));
    let frame = own.next().and_then(|name| Pattern::literal(&format!("({name}+")));
    Sign::new(
        "a crash of Ruby itself, and its innermost function",
        told.into_iter().chain(frame),
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn an_exception_is_known_by_class_message_and_frame() {
        let output = "/opt/tool/parse.rb:41:in `next_token': undefined method `foo' for nil:NilClass (NoMethodError)\n\n x.foo\n  ^^^^\n\tfrom /opt/tool/main.rb:3:in `<main>'\n";
        assert_eq!(
            sign(output, ""),
            [
                "undefined method `foo' for nil:NilClass … (NoMethodError)",
                "/opt/tool/parse.rb:41:in `next_token'"
            ]
        );
        let new = "/opt/t.rb:2:in 'Parser#f': no rule for 'abc' (ArgumentError)\n\tfrom /opt/m.rb:1:in '<main>'\n";
        assert_eq!(
            sign(new, "abc"),
            ["no rule for ' … (ArgumentError)", "/opt/t.rb:2:in 'Parser#f'"]
        );
        let own = "a.c:2:in `f': oh (RuntimeError)\n\tfrom a.c:4:in `<main>'\n";
        assert!(is_doubtful(own, ""));
    }

    #[test]
    fn a_crash_of_the_interpreter_is_known_by_its_function() {
        let output = "\
a.c:3: [BUG] Segmentation fault at 0x0000000000000010
ruby 3.1.2p20 (2022-04-12 revision 4491bb740a) [x86_64-linux-gnu]

-- C level backtrace information -------------------------------------------
/lib/libruby-3.1.so.3.1(rb_vm_bugreport+0x5b0) [0x7f1] ./vm_dump.c:759
/lib/libruby-3.1.so.3.1(rb_bug_for_fatal_signal+0xf0) [0x7f2] ./error.c:821
/lib/libruby-3.1.so.3.1(sigsegv+0x4a) [0x7f3] ./signal.c:964
/lib/libruby-3.1.so.3.1(rb_ary_splice+0x3c) [0x7f4] ./array.c:2041
";
        assert_eq!(sign(output, ""), ["[BUG] Segmentation fault at", "(rb_ary_splice+"]);
    }
}
