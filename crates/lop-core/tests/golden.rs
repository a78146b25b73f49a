//! Worked examples of the papers, query by query.
//!
//! A file in `golden/` says where its example comes from and what the paper prints about it. Each block whose
//! info string says what to run holds every query that is asked, in order. `UPDATE_GOLDEN=1 cargo test`
//! rewrites the blocks and nothing else. What the papers print is typed in here once more, so that a wrong
//! rewrite is noticed.

mod lists;
mod trees;

use std::path::Path;

use lists::{minimize, random_property};
use lop_core::list::Opdd;
use trees::{Sum, numbered};

/// A file of `golden/`.
struct Golden {
    text: String,
}

impl Golden {
    /// Reads a file whose blocks hold what a run of them gives.
    fn read(name: &str) -> Golden {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
        let text = std::fs::read_to_string(&path).expect("a readable golden file");
        let golden = Golden { text };
        let found = golden.run();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, found).expect("a writable golden file");
        } else {
            let advice = "run UPDATE_GOLDEN=1 cargo test and read the difference";
            assert!(golden.text == found, "{name}: {advice}\n{found}");
        }
        golden
    }

    /// The text with every block run anew.
    fn run(&self) -> String {
        let mut text = String::new();
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            text += &format!("{line}\n");
            let Some(info) = line.strip_prefix("```") else { continue };
            let body = lines.by_ref().take_while(|line| *line != "```");
            let body: String = body.map(|line| format!("{line}\n")).collect();
            text += &match info.split(' ').next() {
                Some("list") => lists::show(info, &self.list(info)),
                Some("merge") => {
                    let (rows, outcomes) = self.merge(info);
                    format!("{}{outcomes}\n", trees::show(&rows))
                }
                Some("replace" | "tree" | "types") => {
                    let rows = self.tree(info);
                    trees::show(&rows) + &trees::show_sum(&rows)
                }
                _ => body,
            };
            text += "```\n";
        }
        text
    }

    fn list(&self, info: &str) -> Vec<lists::Row> {
        self.assert_has_block(info);
        lists::run(info)
    }

    fn tree(&self, info: &str) -> Vec<trees::Row> {
        self.assert_has_block(info);
        match info.split(' ').next() {
            Some("replace") => trees::replace_by_names(self, info),
            Some("types") => trees::reduce_by_types(self, info),
            _ => trees::reduce(self, info),
        }
    }

    fn merge(&self, info: &str) -> (Vec<trees::Row>, String) {
        self.assert_has_block(info);
        trees::merge(self, info)
    }

    fn assert_has_block(&self, info: &str) {
        let opening = format!("```{info}\n");
        assert!(self.text.contains(&opening), "there is no block {info}");
    }

    /// The program of the example.
    fn program(&self, language: &str) -> &str {
        let opening = format!("```{language}\n");
        let start = self.text.find(&opening).expect("a program") + opening.len();
        let length = self.text[start..].find("```\n").expect("an end");
        &self.text[start..start + length]
    }
}

fn answer(is_yes: bool) -> &'static str {
    if is_yes { "yes" } else { "no" }
}

fn digits(list: &[usize]) -> String {
    list.iter().map(ToString::to_string).collect()
}

fn successes(rows: &[lists::Row]) -> Vec<String> {
    let successes = rows.iter().filter(|row| row.is_yes);
    successes.map(|row| digits(&row.stays)).collect()
}

/// What is asked about, the answer, and whether the figure says that a cache has it.
const FIGURE_2_1: &[(&str, bool, bool)] = &[
    ("1234", false, false),
    ("5678", false, false),
    ("12", false, false),
    ("34", false, false),
    ("56", false, false),
    ("78", false, false),
    ("345678", false, false),
    ("125678", true, false),
    ("12", false, true),
    ("56", false, true),
    ("78", false, true),
    ("5678", false, false),
    ("1278", true, false),
    ("12", false, true),
    ("78", false, true),
    ("1", false, false),
    ("2", false, false),
    ("7", false, false),
    ("8", false, false),
    ("278", false, false),
    ("178", true, false),
    ("1", false, true),
    ("7", false, true),
    ("8", false, true),
    ("78", false, true),
    ("18", false, false),
    ("17", false, false),
];

#[test]
fn gharachorlu2023_figure_2_1() {
    let rows = Golden::read("gharachorlu2023-figure-2.1.md").list("list ddmin 1..8 {1,7,8}");
    assert_eq!(rows.len(), FIGURE_2_1.len());
    for (index, (row, (stays, is_yes, is_marked))) in rows.iter().zip(FIGURE_2_1).enumerate() {
        let step = index + 1;
        assert_eq!((&*digits(&row.stays), row.is_yes), (*stays, *is_yes), "step {step}");
        // The figure has no mark at step 12, which repeats step 2.
        assert_eq!(row.is_seen, *is_marked || step == 12, "step {step}");
    }
}

#[test]
fn gharachorlu2023_figure_3_1() {
    let golden = Golden::read("gharachorlu2023-figure-3.1.md");
    let rows = golden.list("list ddmin 1..8 psi-1");
    assert_eq!(successes(&rows), ["1234567", "123457", "12357", "1357"]);
    let shown = "1234 5678 12 34 345678 125678 1 2 2345678 1345678 1234567 234567 134567 123457 23457";
    let mut asked = rows.iter().map(|row| digits(&row.stays));
    let is_next = |row: &str| asked.any(|stays| stays == row);
    assert!(
        shown.split(' ').all(is_next),
        "some steps are left out, the order is this"
    );
    let successful_revisits = |rows: &[lists::Row]| rows.iter().filter(|row| row.is_revisit && row.is_yes).count();
    assert_eq!(successful_revisits(&rows), 3);

    let backward = golden.list("list ddmin 8..1 psi-1");
    assert_eq!(successes(&backward), ["7654321", "754321", "75321", "7531"]);
    assert_eq!(successful_revisits(&backward), 0);
    let one_pass = golden.list("list opdd 1..8 psi-1");
    assert_eq!(successes(&one_pass), ["1234567", "123457", "12357", "1357"]);
    let forward = golden.list("list opdd-forward 1..8 psi-1");
    assert_eq!(successes(&forward), ["1234567"]);
}

#[test]
fn gharachorlu2023_figure_3_3() {
    let golden = Golden::read("gharachorlu2023-figure-3.3.md");
    for (name, is_unambiguous) in [("psi-2", true), ("psi-3", false)] {
        let psi = lists::property(name);
        assert!(psi(&[1, 2, 3, 4, 5, 6, 7, 8]), "{name}");
        assert!(psi(&[1, 2, 3, 4, 5, 6]) && psi(&[1, 2, 3, 4, 7, 8]), "{name}");
        assert_eq!(psi(&[1, 2, 3, 4]), is_unambiguous, "{name}");
    }
    assert_eq!(golden.merge("merge psi-2").1, "[Made, Made]");
    assert_eq!(golden.merge("merge psi-3").1, "[Made, PutOff]");
}

#[test]
fn gharachorlu2023_figures_3_4_and_3_5() {
    let golden = Golden::read("gharachorlu2023-figure-3.4-3.5.md");
    let went = |info: &str| -> Vec<(usize, Vec<usize>)> {
        let rows = (1..).zip(golden.list(info));
        let successes = rows.filter(|(_, row)| row.is_yes);
        successes.map(|(id, row)| (id, row.goes)).collect()
    };
    let with_revisits = went("list ddmin-from-6 1..12 11-and-12-first complements");
    assert_eq!(with_revisits, [(6, vec![11, 12]), (11, vec![9, 10])]);
    let one_pass = went("list opdd-forward-from-6 1..12 11-and-12-first complements");
    assert_eq!(one_pass, [(6, vec![11, 12]), (15, vec![9]), (16, vec![10])]);
}

/// One pass delta debugging as gharachorlu2023 Figure 3.6 has it, subsets from the last to the first. For every granularity the
/// numbers of subsets and of queries come back.
fn opdd_by_the_book(list: &[usize], n: usize, ask: &mut dyn FnMut(&[usize]) -> bool) -> Vec<(usize, usize)> {
    if list.len() < 2 {
        return Vec::new();
    }
    let subsets: Vec<&[usize]> = list.chunks(list.len().div_ceil(n)).rev().collect();
    let n = subsets.len();
    if let Some(index) = subsets.iter().position(|subset| ask(subset)) {
        let mut costs = opdd_by_the_book(subsets[index], 2, ask);
        costs.push((n, index + 1));
        return costs;
    }
    let (mut left, mut asked) = (list.to_vec(), n);
    for subset in subsets.iter().filter(|_| n > 2) {
        if left.len() < 2 {
            break;
        }
        let mut complement = left.clone();
        complement.retain(|element| !subset.contains(element));
        asked += 1;
        if ask(&complement) {
            left = complement;
        }
    }
    let mut costs = if n < list.len() {
        opdd_by_the_book(&left, 2 * n, ask)
    } else {
        Vec::new()
    };
    costs.push((n, asked));
    costs
}

#[test]
fn gharachorlu2023_section_3_2() {
    let golden = Golden::read("gharachorlu2023-section-3.2.md");
    assert_eq!(golden.list("list opdd 1..4 nothing-goes").len(), 2 + 4 + 4);
    assert_eq!(golden.list("list opdd 1..5 nothing-goes").len(), 2 + (3 + 3) + (5 + 5));
    let reducer = Opdd {
        n: 2,
        is_backward: true,
    };
    for length in (2..70).chain([128, 129, 200, 257]) {
        let elements: Vec<usize> = (1..=length).collect();
        for seed in 0..20 {
            let what = format!("length {length}, seed {seed}");
            let property = random_property(length, seed);
            let mut asked = Vec::new();
            let costs = opdd_by_the_book(&elements, 2, &mut |list| {
                asked.push(list.to_vec());
                property(list)
            });
            let rows = minimize(&reducer, &elements, &property);
            assert!(rows.iter().map(|row| &row.stays).eq(&asked), "{what}");
            assert!(costs.iter().all(|(n, asked)| *asked <= 2 * n), "{what}: {costs:?}");
            assert!(rows.len() < 5 * length, "{what}: {}", rows.len());
        }
        let all_fail = minimize(&reducer, &elements, |_| false).len();
        assert!(all_fail < 5 * length, "length {length}: {all_fail}");
        assert!(
            !length.is_power_of_two() || all_fail == 4 * length - 6,
            "length {length}: {all_fail}"
        );
    }
}

/// The nodes with numbers that each query is about, and the answers.
fn queries(rows: &[trees::Row]) -> Vec<(&[usize], bool)> {
    let numbered = rows
        .iter()
        .filter_map(|row| Some((row.numbers.as_deref()?, row.is_yes)));
    numbered.collect()
}

/// The nodes with numbers that are asked about one by one, and those that went.
fn order(rows: &[trees::Row]) -> (Vec<usize>, Vec<usize>) {
    let asked = queries(rows).into_iter();
    let asked: Vec<(usize, bool)> = asked.map(|(nodes, is_yes)| (nodes[0], is_yes)).collect();
    let went = asked.iter().filter(|(_, is_yes)| *is_yes);
    (asked.iter().map(|row| row.0).collect(), went.map(|row| row.0).collect())
}

fn first_success(rows: &[trees::Row]) -> Option<usize> {
    rows.iter().position(|row| row.is_yes).map(|index| index + 1)
}

#[test]
fn gharachorlu2023_figure_4_3() {
    let golden = Golden::read("gharachorlu2023-figure-4.3.md");
    let perses = golden.tree("tree perses+opdd hello");
    assert_eq!(first_success(&perses), Some(19));
    let asked = queries(&perses);
    let first: [&[usize]; 3] = [&[2, 3, 4, 5], &[2, 3], &[4, 5]];
    assert!(asked.iter().map(|row| row.0).take(3).eq(first));
    assert!(asked[3..7].iter().all(|row| row.0.len() == 3), "each child alone");
    assert!(asked[7..11].iter().all(|row| row.0.len() == 1), "all but one child");
    let went: Vec<&[usize]> = asked.iter().filter(|row| row.1).map(|row| row.0).collect();
    assert!(went.len() == 2 && [9, 10, 11, 12].iter().all(|node| went.concat().contains(node)));

    let pardis = golden.tree("tree pardis hello");
    assert_eq!(first_success(&pardis), Some(4));
    let (asked, went) = order(&pardis);
    assert_eq!(asked[..8], [1, 4, 6, 11, 5, 3, 8, 12]);
    assert_eq!(went, [11, 12, 2, 10, 9], "each with a query of its own");
    assert_eq!(asked.iter().filter(|node| **node == 2).count(), 1);

    let hybrid = golden.tree("tree pardis-hybrid hello");
    assert_eq!(first_success(&hybrid), Some(4));
    assert!(queries(&hybrid).contains(&(&[9, 10], true)), "two in one query");
}

#[test]
fn gharachorlu2023_figure_2_10() {
    let golden = Golden::read("gharachorlu2023-figure-2.10.md");
    let rows = golden.tree("replace calls if_statement compound_statement list*");
    assert!(rows.len() == 2 && rows.iter().all(|row| row.is_yes));
    let rows = golden.tree("tree perses calls with replacements");
    let mut went = rows.iter().filter(|row| row.is_yes);
    let is_in_one_step = |row: &trees::Row| row.goes.starts_with("if_statement") && row.goes.contains("by list*");
    assert!(went.next().is_some_and(is_in_one_step) && went.next().is_none());
}

/// What a row of a table prints: chunks, answers.
fn printed(row: &[(&'static [usize], bool)]) -> Vec<(Vec<usize>, bool)> {
    row.iter().map(|(chunk, is_yes)| (chunk.to_vec(), *is_yes)).collect()
}

/// The nodes of each query, those of a chunk in rising order, and the answers.
fn chunks(rows: &[trees::Row]) -> Vec<(Vec<usize>, bool)> {
    let chunks = queries(rows).into_iter().map(|(nodes, is_yes)| {
        let mut nodes = nodes.to_vec();
        nodes.sort_unstable();
        (nodes, is_yes)
    });
    chunks.collect()
}

#[test]
fn gharachorlu2023batched_table_1_rows_2_and_3() {
    let golden = Golden::read("gharachorlu2023batched-table-1.md");
    let one_by_one = golden.tree("types off hello");
    let sum = |queries, yes| Sum {
        queries,
        yes,
        tokens: 55,
    };
    assert_eq!(Sum::of(one_by_one.iter()), sum(14, 6));
    let row_2 = printed(&[
        (&[14], false),
        (&[11], true),
        (&[12], false),
        (&[13], false),
        (&[10], true),
        (&[7], true),
        (&[9], true),
        (&[8], true),
        (&[6], false),
        (&[5], false),
        (&[4], false),
        (&[3], false),
        (&[2], true),
        (&[1], false),
    ]);
    assert_eq!(chunks(&one_by_one), row_2);

    let joint = golden.tree("types joint hello doubting 12,13,6,5,4,3,1");
    assert_eq!(Sum::of(joint.iter()), sum(11, 4));
    let row_3 = printed(&[
        (&[11, 14], true),
        (&[12], false),
        (&[13], false),
        (&[10], true),
        (&[7, 8, 9], true),
        (&[6], false),
        (&[5], false),
        (&[4], false),
        (&[3], false),
        (&[2], true),
        (&[1], false),
    ]);
    assert_eq!(chunks(&joint), row_3);
}

#[test]
fn gharachorlu2023_table_5_8_rows_2_and_3() {
    let golden = Golden::read("gharachorlu2023-table-5.8.md");
    let one_by_one = golden.tree("types off hello");
    let sum = |queries, yes| Sum {
        queries,
        yes,
        tokens: 60,
    };
    assert_eq!(Sum::of(one_by_one.iter()), sum(15, 7));
    let (asked, went) = order(&one_by_one);
    // The table, but for 8 that is heavier than 9 and 10, and for the bodies and functions of which main's are by now
    // the heavier ones.
    assert_eq!(asked, [15, 12, 13, 14, 11, 8, 10, 9, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(went, [12, 11, 8, 10, 9, 3, 2]);

    let joint = golden.tree("types joint hello doubting 13,14,6,7,4,5,1");
    assert_eq!(Sum::of(joint.iter()), sum(11, 4));
    let row_3 = printed(&[
        (&[12, 15], true),
        (&[13], false),
        (&[14], false),
        (&[11], true),
        (&[8, 9, 10], true),
        (&[7], false),
        (&[6], false),
        (&[5], false),
        (&[4], false),
        (&[2, 3], true),
        (&[1], false),
    ]);
    assert_eq!(chunks(&joint), row_3);
}

#[test]
fn gharachorlu2023batched_table_1() {
    let rows = Golden::read("gharachorlu2023batched-table-1.md").tree("tree pardis hello");
    let printed = Sum {
        queries: 14,
        yes: 1,
        tokens: 8,
    };
    assert_eq!(Sum::of(numbered(&rows)), printed);
    let (mut asked, went) = order(&rows);
    assert_eq!(went, [11]);
    let mut printed = vec![1, 3, 5, 10, 4, 14, 2, 7, 11, 6, 12, 9, 8, 13];
    // Node 14 is lighter here, and comes later.
    let is_not_14 = |node: &usize| *node != 14;
    asked.retain(is_not_14);
    printed.retain(is_not_14);
    assert_eq!(asked, printed);
}

#[test]
fn gharachorlu2023_table_5_8() {
    let rows = Golden::read("gharachorlu2023-table-5.8.md").tree("tree pardis hello");
    let printed = Sum {
        queries: 15,
        yes: 2,
        tokens: 13,
    };
    assert_eq!(Sum::of(numbered(&rows)), printed);
    let (asked, went) = order(&rows);
    assert_eq!(went, [12, 2]);
    let weight = |node: &usize| {
        let mut rows = numbered(&rows);
        rows.find(|row| row.numbers.as_deref() == Some(&[*node]))
            .map(|row| row.tokens)
    };
    let printed = [1, 4, 6, 11, 5, 3, 15, 8, 12, 7, 13, 10, 9, 2, 14];
    assert!(
        asked.iter().map(weight).eq(printed.iter().map(weight)),
        "nodes of the same weight may change places"
    );
    // With the highest number first among them, as the table has it, the order is the table's.
    let mut by_number = asked;
    by_number.sort_by_key(|node| std::cmp::Reverse((weight(node), *node)));
    assert_eq!(by_number, printed);
}

#[test]
fn gharachorlu2023_section_4_4() {
    let golden = Golden::read("gharachorlu2023-section-4.4.md");
    let with = golden.tree("tree pardis nothing-goes");
    let without = golden.tree("tree pardis nothing-goes without pruning");
    let tokens = |rows: &[trees::Row]| -> Vec<usize> { rows.iter().map(|row| row.tokens).collect() };
    assert_eq!(tokens(&with), [12, 6, 4, 1]);
    assert_eq!(tokens(&without), [12, 12, 6, 6, 4, 4, 1, 1]);
}
