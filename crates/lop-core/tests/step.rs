//! The pieces of every best program are its text: reducers look at the pieces, the test at the text.

use std::fmt::Write;

use lop_core::{Event, Inline, Limits, Observer, Search, Stop, cache};
use lop_syntax::{LivePiece, Program, Random};

use crate::common::{program, reducer, words};

/// A C file as csmith writes them: globals with long initialisers, functions that call each other and functions for safe
/// arithmetic, everything in parentheses, comments on every function, a checksum at the end.
fn csmith_like(seed: u64) -> String {
    let mut random = Random(seed);
    let mut source = "#include \"csmith.h\"\n\n/* --- GLOBAL VARIABLES --- */\n".to_owned();
    for index in 2..8 {
        writeln!(source, "static int32_t g_{index} = (-{}L);", random.below(9)).expect("a string");
    }
    source += "static int32_t *g_9[2] = {&g_2,&g_3};\n\n/* --- FUNCTIONS --- */\n";
    for index in 1..6 {
        writeln!(source, "/* reads : g_2 g_3\n * writes: g_{}\n */", 2 + random.below(6)).expect("a string");
        writeln!(
            source,
            "static int32_t func_{index}(uint8_t p_10, int32_t p_11)\n{{ /* block id: {index} */"
        )
        .expect("");
        source += "    int32_t l_12 = 0x3AL;\n    int i, j;\n";
        for _ in 0..2 + random.below(4) {
            statement(&mut random, index, 1, &mut source);
        }
        writeln!(
            source,
            "    return ({} , l_12);\n}}\n",
            expression(&mut random, index, 0)
        )
        .expect("a string");
    }
    source += "int main (int argc, char* argv[])\n{\n    func_5(1,(-1L));\n";
    for index in 2..8 {
        writeln!(
            source,
            "    transparent_crc(g_{index}, \"g_{index}\", print_hash_value);"
        )
        .expect("a string");
    }
    source + "    return 0;\n}\n"
}

fn statement(random: &mut Random, function: usize, depth: usize, source: &mut String) {
    let indent = "    ".repeat(depth);
    let value = expression(random, function, 0);
    let global = 2 + random.below(6);
    let written = match random.below(if depth < 3 { 5 } else { 3 }) {
        0 => writeln!(source, "{indent}g_{global} = {value};"),
        1 => writeln!(source, "{indent}l_12 ^= ((*g_9[{}]) = {value});", global % 2),
        2 => writeln!(source, "{indent}if (({value}))\n{indent}    return p_11;"),
        3 => {
            writeln!(
                source,
                "{indent}for (i = 0; (i != {global}); i += 1)\n{indent}{{ /* block */"
            )
            .expect("a string");
            statement(random, function, depth + 1, source);
            writeln!(source, "{indent}}}")
        }
        _ => {
            writeln!(source, "{indent}if ({value})\n{indent}{{").expect("a string");
            statement(random, function, depth + 1, source);
            writeln!(source, "{indent}}}\n{indent}else\n{indent}{{").expect("a string");
            statement(random, function, depth + 1, source);
            writeln!(source, "{indent}}}")
        }
    };
    written.expect("a string");
}

fn expression(random: &mut Random, function: usize, depth: usize) -> String {
    let global = 2 + random.below(6);
    if depth > 2 {
        return ["p_10", "(-1L)", "0x5D92L", "(*g_9[1])", "l_12"][random.below(5)].to_owned();
    }
    let left = expression(random, function, depth + 1);
    match random.below(5) {
        0 => format!("g_{global}"),
        1 => format!("(safe_add_func_int32_t_s_s(({left}), (g_{global}--)))"),
        2 => format!("(({left} <= g_{global}) != ((uint8_t)p_11 , {left}))"),
        3 if function > 1 => format!(
            "func_{}(({left} ? p_10 : 1), g_{global})",
            1 + random.below(function - 1)
        ),
        _ => format!("(!(-{left}))"),
    }
}

/// Compares the pieces of every program that is asked about, and of every best one, with its text.
#[derive(Default)]
struct InStep {
    asked: usize,
    best: usize,
}

fn joined<'a>(pieces: impl Iterator<Item = LivePiece<'a>>, tail: &'a [u8]) -> String {
    let parts = pieces.flat_map(|piece| [piece.gap, piece.text]).chain([tail]);
    String::from_utf8_lossy(&parts.collect::<Vec<_>>().concat()).into_owned()
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

impl Observer for InStep {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        match event {
            Event::Judged { program, edit, .. } => {
                let candidate = program.propose(edit).expect("it was proposed before");
                let pieces = joined(candidate.pieces(program), candidate.tail(program));
                assert_eq!(pieces, lossy(&candidate.text(program)), "{edit:?}");
                self.asked += 1;
            }
            Event::Improved { best, .. } => {
                assert_eq!(joined(best.pieces(), best.tail()), lossy(best.text()));
                self.best += 1;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Some calls and the checksum of a variable have to stay, as far as words tell.
fn is_interesting(text: &[u8]) -> bool {
    let words = words(text);
    [&b"func_5"[..], b"func_1", b"transparent_crc", b"g_3", b"l_12"]
        .iter()
        .all(|word| words.contains(word))
}

fn reduce(name: &str, start: &Program) -> InStep {
    let mut in_step = InStep::default();
    let mut executor = Inline::new(&is_interesting);
    let cache = (cache::named("delta").expect("a cache").make)();
    let mut search = Search::new(start.clone(), &mut executor, cache, Limits::default());
    search.observe_with(&mut in_step);
    reducer(name, true).reduce(&mut search).expect("no limit");
    in_step
}

#[test]
fn every_program_of_hdd_is_its_pieces() {
    let mut best = 0;
    for seed in 0..3 {
        let start = program(csmith_like(seed).as_bytes());
        assert!(!start.tree().is_broken() && start.token_count() > 500 && is_interesting(start.text()));
        for name in ["hdd", "hdd+", "hdd*"] {
            best += reduce(name, &start).best;
        }
    }
    assert!(best > 100, "{best}");
}
