//! Means and tests of significance.

/// The middle value; of two middle ones their mean.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        length if length % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

/// The geometric mean of positive values.
pub(crate) fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() || values.iter().any(|value| *value <= 0.0) {
        return None;
    }
    Some((values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp())
}

/// The slope of the line through the logarithms of positive points, by least squares.
pub(crate) fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let is_positive = |(x, y): &&(f64, f64)| *x > 0.0 && *y > 0.0;
    let points = points.iter().filter(is_positive).map(|(x, y)| (x.ln(), y.ln()));
    let points: Vec<(f64, f64)> = points.collect();
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
    let (mut of_both, mut of_x) = (0.0, 0.0);
    for (x, y) in &points {
        of_both += (x - x_mean) * (y - y_mean);
        of_x += (x - x_mean).powi(2);
    }
    Some(of_both / of_x).filter(|slope| slope.is_finite())
}

/// How few pairs cannot tell anything at the usual 5 %.
pub(crate) const MIN_PAIRS: usize = 6;

/// The two-sided p of the Wilcoxon signed-rank test, exact also where ranks are tied. Pairs without a difference
/// do not count; with fewer than [`MIN_PAIRS`] others there is no answer.
///
/// Twice the ranks are whole numbers, so that the sums of all 2ⁿ choices of signs can be counted one rank at a time.
pub(crate) fn wilcoxon(pairs: &[(f64, f64)]) -> Option<f64> {
    let mut differences: Vec<f64> = pairs.iter().map(|(one, other)| one - other).collect();
    differences.retain(|difference| *difference != 0.0);
    if differences.len() < MIN_PAIRS {
        return None;
    }
    differences.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
    let ranks = doubled_ranks(&differences);
    let positive = differences
        .iter()
        .zip(&ranks)
        .filter(|(difference, _)| **difference > 0.0);
    let positive: usize = positive.map(|(_, rank)| rank).sum();
    let total: usize = ranks.iter().sum();
    let mut shares = vec![0.0; total + 1];
    shares[0] = 1.0;
    for rank in &ranks {
        for sum in (0..=total).rev() {
            let with = if sum >= *rank { shares[sum - rank] } else { 0.0 };
            shares[sum] = f64::midpoint(shares[sum], with);
        }
    }
    let tail = positive.min(total - positive);
    let p = 2.0 * shares[..=tail].iter().sum::<f64>();
    Some(p.min(1.0))
}

/// Twice the rank of each value, by size without the sign; equal ones share the mean of their ranks.
fn doubled_ranks(sorted: &[f64]) -> Vec<usize> {
    let mut ranks = Vec::with_capacity(sorted.len());
    for group in sorted.chunk_by(|one, other| one.abs() == other.abs()) {
        let first = ranks.len() + 1;
        let last = ranks.len() + group.len();
        ranks.extend(std::iter::repeat_n(first + last, group.len()));
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(differences: &[f64]) -> Option<f64> {
        let pairs: Vec<_> = differences.iter().map(|difference| (*difference, 0.0)).collect();
        wilcoxon(&pairs)
    }

    #[test]
    fn median_of_an_even_number_is_between_the_middle_ones() {
        assert_eq!(median(vec![9.0, 1.0, 3.0, 5.0]), Some(4.0));
        assert_eq!(median(vec![2.0, 7.0, 1.0]), Some(2.0));
        assert_eq!(median(vec![]), None);
    }

    #[test]
    fn geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        assert!((geometric_mean(&[4.0, 0.25]).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
    }

    #[test]
    fn wilcoxon_is_silent_below_six_pairs() {
        assert_eq!(p(&[1.0, 2.0, 3.0, 4.0, 5.0]), None);
        assert_eq!(p(&[1.0, 2.0, 3.0, 4.0, 5.0, 0.0]), None);
    }

    #[test]
    fn wilcoxon_meets_the_published_tables() {
        // All of one sign: two of the 2⁶ choices are as extreme.
        assert_eq!(p(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), Some(2.0 / 64.0));
        // Critical value of the tables: n = 10, W = 8 is significant at 5 %, W = 9 is not.
        let of = |negative: &[i32]| {
            let sign = |rank: i32| if negative.contains(&rank) { -rank } else { rank };
            p(&(1..=10).map(|rank| f64::from(sign(rank))).collect::<Vec<_>>()).unwrap()
        };
        assert!(of(&[8]) < 0.05 && of(&[9]) > 0.05, "{} {}", of(&[8]), of(&[9]));
    }

    #[test]
    fn wilcoxon_gives_equal_differences_the_same_rank() {
        assert_eq!(p(&[1.0, -1.0, 1.0, -1.0, 1.0, -1.0]), Some(1.0));
        assert_eq!(doubled_ranks(&[1.0, -1.0, 2.0]), [3, 3, 6]);
    }
}
