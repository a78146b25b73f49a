//! What a trace of lop tells: how many nodes went at once, and which queries came true when asked again.
//!
//! A line is the query's number, its answer, the tokens and the nodes that it is about; `4=7` puts a node in the
//! place of another. Nodes keep their numbers until the next round.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead};

/// Chunks of more nodes than this are counted together.
const MOST: usize = 10;

/// What a trace tells.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Traced {
    /// How many successful removals were of one node, of two, and so on; the last number is of more than ten.
    pub chunks: Vec<u64>,
    /// Removals that were refused and succeeded later in the same round, when less was left.
    pub revisits: u64,
}

/// Reads a trace.
pub(crate) fn read(trace: impl BufRead) -> io::Result<Traced> {
    let mut traced = Traced {
        chunks: vec![0; MOST + 1],
        revisits: 0,
    };
    let mut refused = HashSet::new();
    for line in trace.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let (number, answer) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if number == "round" {
            refused.clear();
        }
        let nodes: Vec<&str> = words.skip(1).collect();
        let is_removal = !nodes.is_empty() && nodes.iter().all(|node| node.parse::<u64>().is_ok());
        match answer {
            "no" if is_removal => {
                refused.insert(hash(&nodes));
            }
            "yes" if is_removal => {
                traced.chunks[nodes.len().min(MOST + 1) - 1] += 1;
                traced.revisits += u64::from(refused.contains(&hash(&nodes)));
            }
            _ => {}
        }
    }
    Ok(traced)
}

/// Lists of nodes can be long, and there are many of them.
fn hash(nodes: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    nodes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_counted_by_size_and_replacements_are_none() {
        let text = "1 no -9 2 3 4\n2 yes -3 5 6\nbest 9 tokens 20 bytes\n3 yes -1 7\n4 yes -2 8=9\n\
                    5 yes -20 1 2 3 4 5 6 7 8 9 10 11 12\n6 known -3 7\n";
        let traced = read(text.as_bytes()).unwrap();
        assert_eq!(traced.chunks, [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(traced.revisits, 0);
    }

    #[test]
    fn a_revisit_is_of_the_same_nodes_in_the_same_round() {
        let text = "1 no -9 2 3\n2 yes -3 5\n3 yes -9 2 3\n4 no -1 8\nround 2\n5 yes -1 8\n";
        assert_eq!(read(text.as_bytes()).unwrap().revisits, 1);
    }
}
