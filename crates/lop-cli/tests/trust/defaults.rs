//! A `lop.toml` that another user put beside the input.

use std::os::unix::fs::chown;

use crate::case::{Case, FINDS_TARGET};

/// Lines that would run something, load code, write a file or reach another machine.
const HARMFUL: [&str; 9] = [
    "finish-with = \"touch $OLDPWD/owned;:\"",
    "grammar = \"grammar\"",
    "model = \"model\"",
    "rewrite-file = [\"/etc/passwd\"]",
    "stats = \"victim\"",
    "keep-logs = \"owned\"",
    "sandbox = false",
    "remote = \"grpc://attacker.example:1\"",
    "remote-include = \"/etc/passwd\"",
];

#[test]
fn a_file_beside_the_input_runs_loads_and_writes_nothing() {
    for line in HARMFUL {
        let case = Case::new(FINDS_TARGET);
        case.write("victim", "precious");
        case.write("lop.toml", &format!("jobs = 1\n{line}\n"));
        let said = case.stderr(&["./test.sh", "in.c"], 2);
        let key = line.split(' ').next().expect("a key");
        assert!(
            said.contains(&format!("\"{key}\" is not taken from a file beside the input")),
            "{said}"
        );
        assert!(!case.path("owned").exists(), "{line}");
        assert_eq!(case.read("victim"), "precious", "{line}");
        assert!(!case.path("in.reduced.c").exists(), "{line}");
    }
}

#[test]
fn the_user_s_own_configuration_may_say_the_same() {
    let case = Case::new(FINDS_TARGET);
    let owned = case.path("owned");
    case.write(
        "config/lop/lop.toml",
        &format!(
            "finish-with = \"touch {};:\"\nstats = \"{}\"\n",
            owned.display(),
            case.path("figures").display()
        ),
    );
    case.lop(&["./test.sh", "in.c"]).assert().success();
    assert!(owned.exists() && case.path("figures").exists());
}

#[test]
fn a_file_that_others_own_or_may_write_is_not_used() {
    let case = Case::new(FINDS_TARGET);
    for mode in [0o666, 0o664] {
        case.write("lop.toml", "algorithm = \"no such algorithm\"\n");
        case.set_mode("lop.toml", mode);
        let said = case.stderr(&["./test.sh", "in.c"], 0);
        assert!(
            said.contains("warning: lop.toml is not used: others may write it"),
            "{said}"
        );
    }
    case.set_mode("lop.toml", 0o644);
    // Only root can give a file away.
    if chown(case.path("lop.toml"), Some(12345), None).is_ok() {
        let said = case.stderr(&["./test.sh", "in.c"], 0);
        assert!(
            said.contains("warning: lop.toml is not used: it belongs to another user"),
            "{said}"
        );
    }
}

#[test]
fn a_pipe_called_like_the_file_is_not_waited_for() {
    let case = Case::new(FINDS_TARGET);
    let status = std::process::Command::new("mkfifo").arg(case.path("lop.toml")).status();
    assert!(status.expect("coreutils").success());
    let said = case.stderr(&["./test.sh", "in.c"], 0);
    assert!(
        said.contains("warning: lop.toml is not used: it is not a file"),
        "{said}"
    );
}

#[test]
fn its_use_is_announced_and_only_the_user_can_silence_that() {
    let case = Case::new(FINDS_TARGET);
    case.write("lop.toml", "jobs = 1\nquiet = true\n");
    assert_eq!(case.stderr(&["./test.sh", "in.c"], 0), "using lop.toml\n");
    assert_eq!(case.stderr(&["-q", "--fresh", "./test.sh", "in.c"], 0), "");
}

#[test]
fn without_a_home_nothing_is_loaded_from_the_temporary_directory() {
    let case = Case::new(FINDS_TARGET);
    let temporary = case.path("tmp");
    for folder in [
        "tmp",
        "tmp/.config",
        "tmp/lop",
        "tmp/.cache",
        "tmp/lop-cache",
        "tmp/config",
    ] {
        case.write(&format!("{folder}/lop/lop.toml"), "algorithm = \"no such algorithm\"\n");
        case.write(&format!("{folder}/lop.toml"), "algorithm = \"no such algorithm\"\n");
    }
    let mut lop = case.lop(&["./test.sh", "in.c"]);
    for variable in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        lop.env_remove(variable);
    }
    lop.env("TMPDIR", &temporary).assert().success();
}
