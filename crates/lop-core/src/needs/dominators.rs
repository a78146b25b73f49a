//! Dominators: what can only be reached through something else.
//!
//! The iteration of Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm" (2001).

/// The immediate dominator of every node of a graph, by the nodes that follow each; none for the root and for nodes that
/// cannot be reached from it. With them, nodes in an order in which each comes after its dominator.
pub(super) fn dominators(followers: &[Vec<usize>], root: usize) -> (Vec<Option<usize>>, Vec<usize>) {
    let order = reverse_postorder(followers, root);
    let mut place = vec![usize::MAX; followers.len()];
    for (index, node) in order.iter().enumerate() {
        place[*node] = index;
    }
    let mut leaders: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for (index, node) in order.iter().enumerate() {
        for follower in &followers[*node] {
            leaders[place[*follower]].push(index);
        }
    }
    // By places in the order, where a dominator comes before what it dominates.
    let mut above: Vec<Option<usize>> = vec![None; order.len()];
    above[0] = Some(0);
    let common = |above: &[Option<usize>], mut one: usize, mut other: usize| {
        while one != other {
            let later = if one > other { &mut one } else { &mut other };
            *later = above[*later].unwrap_or(0);
        }
        one
    };
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for node in 1..order.len() {
            let known = leaders[node].iter().copied().filter(|leader| above[*leader].is_some());
            let next = known.reduce(|one, other| common(&above, one, other));
            has_changed |= next != above[node];
            above[node] = next;
        }
    }
    let mut dominators = vec![None; followers.len()];
    for (index, node) in order.iter().enumerate().skip(1) {
        dominators[*node] = above[index].map(|above| order[above]);
    }
    (dominators, order)
}

/// The nodes that can be reached from the root, each before those that follow it, but for cycles.
fn reverse_postorder(followers: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut is_seen = vec![false; followers.len()];
    is_seen[root] = true;
    let mut order = Vec::new();
    let mut path = vec![(root, 0)];
    while let Some((node, next)) = path.last_mut() {
        if let Some(follower) = followers[*node].get(*next).copied() {
            *next += 1;
            if !std::mem::replace(&mut is_seen[follower], true) {
                path.push((follower, 0));
            }
        } else {
            order.push(*node);
            path.pop();
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::dominators;

    #[test]
    fn a_node_that_two_ways_lead_to_is_dominated_by_their_fork() {
        // 0 → 1 → {2, 3} → 4 → 1, and 5 is not reached.
        let graph = [vec![1], vec![2, 3], vec![4], vec![4], vec![1], vec![0]];
        let (above, order) = dominators(&graph, 0);
        assert_eq!(above, [None, Some(0), Some(1), Some(1), Some(1), None]);
        assert_eq!(order.len(), 5);
    }
}
