//! Scripts as bad as users write them. After each run no process and no file of it is left.

use lop_core::Verdict;
use lop_exec::{Mixed, Outcome, sanity};

use lop_exec::testing::Bench;

fn script(body: &str) -> Bench {
    Bench::new(body, env!("CARGO_BIN_EXE_lop-exec-runner"))
}

fn verdict(body: &str) -> Verdict {
    script(body).run("text").verdict()
}

#[test]
fn the_candidate_is_where_the_script_expects_it() {
    let body = r#"[ "$1" = "$LOP_FILE" ] && [ "$1" = "$PWD/input.txt" ] && [ "$(cat input.txt)" = text ] &&
        [ "$(ls -A)" = input.txt ] && [ -z "$(ls -A "$TMPDIR")" ] && mktemp && : > other"#;
    assert_eq!(verdict(body), Verdict::Interesting);
}

#[test]
fn a_script_that_ignores_signals_is_ended() {
    let bench = script("trap '' TERM INT HUP; sleep 60; sleep 60").time_out_ms(200);
    assert_eq!(bench.run("text").outcome, Outcome::TimedOut { was_busy: false });
}

#[test]
fn an_answer_after_the_time_out_is_no_answer() {
    let run = script("sleep 1; exit 0").time_out_ms(100).run("text");
    assert_eq!(run.verdict(), Verdict::Unresolved);
}

/// A test that computes without end would also do so alone; one that sleeps may be waiting for another process.
#[test]
fn a_script_that_never_ends_and_was_never_kept_waiting_is_an_answer() {
    // Several of them, as other tests want a processor too.
    let body = "for one in 1 2 3 4 5 6; do sh -c 'while :; do :; done' & done; wait";
    let run = script(body).time_out_ms(1000).run("text");
    assert!(matches!(run.outcome, Outcome::TimedOut { .. }));
    assert_eq!(run.verdict(), Verdict::Uninteresting);
}

#[test]
fn a_daemon_that_left_its_session_twice_is_ended() {
    let body = r#"setsid sh -c 'setsid sh -c ": > started; sleep 60" &' &
        while ! [ -e started ]; do :; done"#;
    assert_eq!(verdict(body), Verdict::Interesting);
}

#[test]
fn a_background_process_that_holds_the_pipe_is_not_waited_for() {
    let run = script("sleep 60 & echo said").run("text");
    assert_eq!(run.verdict(), Verdict::Interesting);
    assert_eq!(run.output, b"said\n");
}

#[test]
fn a_fork_bomb_is_ended() {
    let mut bench = script(
        r#"bomb() { [ "$1" = 0 ] || { bomb $(($1 - 1)) & bomb $(($1 - 1)) & }; sleep 60; }
        bomb 7"#,
    );
    bench.setup.processes = 100;
    assert_eq!(bench.run("text").outcome, Outcome::TooManyProcesses);
}

#[test]
fn a_fork_bomb_that_never_pauses_is_ended() {
    let mut bench = script("bomb() { bomb | bomb & bomb; }\nbomb");
    bench.setup.processes = 100;
    for _ in 0..3 {
        let outcome = bench.run("text").outcome;
        assert!(outcome != Outcome::Code(0), "{outcome:?}");
    }
}

#[test]
fn a_fork_bomb_that_leaves_its_session_with_each_fork_is_ended() {
    let mut bench = script(
        r#"generation=${generation:-6}
        if [ "$generation" != 0 ]; then
            generation=$((generation - 1)) setsid "$0" & generation=$((generation - 1)) setsid "$0" &
        fi
        sleep 60"#,
    );
    bench.setup.processes = 50;
    assert_eq!(bench.run("text").outcome, Outcome::TooManyProcesses);
}

#[test]
fn of_a_gigabyte_of_output_the_end_is_kept() {
    let run = script("head -c 1073741824 /dev/zero; echo the end").run("text");
    assert_eq!(run.verdict(), Verdict::Interesting);
    assert!(run.output.ends_with(b"the end\n") && run.output.len() <= 64 * 1024);
}

#[test]
fn a_gigabyte_of_files_is_removed() {
    let body = "head -c 536870912 /dev/zero > one; mkdir deep; head -c 536870912 /dev/zero > $TMPDIR/two; exit 0";
    assert_eq!(verdict(body), Verdict::Interesting);
}

#[test]
fn a_directory_that_is_locked_up_is_removed() {
    let body = "mkdir -p a/b $TMPDIR/c; : > a/b/file; chmod 0 a/b a . $TMPDIR ..; exit 0";
    let bench = script(body);
    let mut runners = bench.start();
    assert_eq!(Bench::judge(&mut runners, "text"), Verdict::Interesting);
    assert_eq!(Bench::judge(&mut runners, "text"), Verdict::Interesting);
    bench.assert_tidy();
    drop(runners);
    bench.assert_gone();
}

#[test]
fn a_script_that_removes_its_directory_does_not_disturb_the_next_run() {
    for removed in ["$PWD", "${PWD%/*}", "${PWD%/*/*}"] {
        let bench = script(&format!("grep -q good input.txt || exit 1; rm -rf \"{removed}\""));
        let mut runners = bench.start();
        for (text, verdict) in [
            ("good", Verdict::Interesting),
            ("bad", Verdict::Uninteresting),
            ("good", Verdict::Interesting),
        ] {
            assert_eq!(Bench::judge(&mut runners, text), verdict, "{removed}");
        }
        bench.assert_tidy();
        drop(runners);
        bench.assert_gone();
    }
}

#[test]
fn a_script_that_changes_its_input_changes_only_its_own() {
    let bench = script("grep -q text input.txt && echo other > input.txt && chmod 0 input.txt");
    let mut runners = bench.start();
    assert_eq!(Bench::judge(&mut runners, "text"), Verdict::Interesting);
    assert_eq!(Bench::judge(&mut runners, "text"), Verdict::Interesting);
}

#[test]
fn a_script_that_reads_its_input_reads_nothing() {
    assert_eq!(verdict("[ -z \"$(cat)\" ]"), Verdict::Interesting);
}

#[test]
fn a_script_has_no_terminal() {
    assert_eq!(verdict("! true < /dev/tty"), Verdict::Interesting);
}

#[test]
fn a_crash_is_no() {
    let run = script("kill -SEGV $$").run("text");
    assert_eq!(
        (run.outcome, run.verdict()),
        (Outcome::Signal(11), Verdict::Uninteresting)
    );
}

#[test]
fn exit_codes_other_than_0_are_no() {
    for code in [1, 77, 126, 127, 255] {
        let run = script(&format!("exit {code}")).run("text");
        assert_eq!(
            (run.outcome, run.verdict()),
            (Outcome::Code(code), Verdict::Uninteresting)
        );
    }
}

#[test]
fn a_script_that_flips_its_answer_is_found_out() {
    let bench = script(r#"read count < ${0%/*}/count; echo $((count + 1)) > ${0%/*}/count; exit $((count % 2))"#);
    std::fs::write(bench.home.path().join("count"), "0\n").unwrap();
    let mut mixed = Mixed::new(bench.start());
    let found = sanity::check_input(&mut mixed, "input.txt".as_ref(), b"text", None).unwrap();
    assert!(found.is_flaky());
}

#[test]
fn a_script_that_ends_its_runner_gets_no_answer_and_leaves_nothing() {
    let bench = script("setsid sleep 60 & sleep 60 & kill -KILL $PPID; sleep 60");
    let mut runners = bench.start();
    assert_eq!(Bench::judge(&mut runners, "text"), Verdict::Unresolved);
    assert_eq!(runners.counts().lost_runners, 3);
    bench.assert_tidy();
}

#[test]
fn a_process_that_needs_more_memory_than_allowed_does_not_get_it() {
    let body = "dd if=/dev/zero of=/dev/null bs=268435456 count=1";
    assert_eq!(verdict(body), Verdict::Interesting);
    let mut bench = script(body);
    bench.setup.memory_bytes = Some(100 << 20);
    assert_eq!(bench.run("text").verdict(), Verdict::Uninteresting);
}
