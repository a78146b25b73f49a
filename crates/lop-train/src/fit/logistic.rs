//! The chance of one type: a constant, and a logistic regression over progress.
//!
//! The regression maximises the likelihood with Newton's method, less a little for a steep slope and for going away from
//! the constant. So a type that always went, or was seen only once, has a finite chance too.

use lop_core::model::Chance;

/// Ridge penalty of the slope, and of the intercept's distance from the constant. Not measured.
const RIDGE: f64 = 0.5;
const STEPS: usize = 50;
/// Newton's method stops at a step below this. Not measured.
const CLOSE: f64 = 1e-9;

/// The chance that points with these answers suggest, each with its progress.
pub(super) fn chance(points: &[(f64, bool)]) -> Chance {
    if points.is_empty() {
        return Chance::default();
    }
    let samples = points.len() as f64;
    let yes = points.iter().filter(|(_, is_yes)| *is_yes).count() as f64;
    let smooth = (yes + 0.5) / (samples + 1.0);
    let (intercept, slope) = regression(points, (smooth / (1.0 - smooth)).ln());
    Chance {
        samples: points.len() as u32,
        constant: (yes / samples) as f32,
        intercept: intercept as f32,
        slope: slope as f32,
    }
}

/// Intercept and slope, which begin as a constant.
fn regression(points: &[(f64, bool)], constant: f64) -> (f64, f64) {
    let (mut intercept, mut slope) = (constant, 0.0);
    for _ in 0..STEPS {
        // The gradient, and the second derivatives, which are negative throughout.
        let mut gradient = (-RIDGE * (intercept - constant), -RIDGE * slope);
        let (mut first, mut mixed, mut second) = (RIDGE, 0.0, RIDGE);
        for (progress, is_yes) in points {
            let chance = 1.0 / (1.0 + (-(intercept + slope * progress)).exp());
            let error = f64::from(u8::from(*is_yes)) - chance;
            gradient.0 += error;
            gradient.1 += error * progress;
            let weight = chance * (1.0 - chance);
            first += weight;
            mixed += weight * progress;
            second += weight * progress * progress;
        }
        let determinant = first * second - mixed * mixed;
        let step = (
            (second * gradient.0 - mixed * gradient.1) / determinant,
            (first * gradient.1 - mixed * gradient.0) / determinant,
        );
        intercept += step.0;
        slope += step.1;
        if step.0.abs() + step.1.abs() < CLOSE {
            break;
        }
    }
    (intercept, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_do_not_depend_on_progress_give_the_constant() {
        let points: Vec<(f64, bool)> = (0..400).map(|at| (f64::from(at / 4) / 100.0, at % 4 == 0)).collect();
        let chance = chance(&points);
        assert_eq!(chance.samples, 400);
        assert!((chance.constant - 0.25).abs() < 1e-6);
        for progress in [0.0, 0.5, 1.0] {
            assert!((chance.at(progress) - 0.25).abs() < 0.01, "{progress}");
        }
    }

    #[test]
    fn a_known_curve_is_found_again() {
        // At progress 0 the odds are 1:3, at 1 they are 3:1: intercept -ln 3, slope 2 ln 3.
        let mut points = Vec::new();
        for _ in 0..1000 {
            points.extend([(0.0, true), (0.0, false), (0.0, false), (0.0, false)]);
            points.extend([(1.0, true), (1.0, true), (1.0, true), (1.0, false)]);
        }
        let chance = chance(&points);
        assert!((f64::from(chance.intercept) + 3.0_f64.ln()).abs() < 0.01);
        assert!((f64::from(chance.slope) - 2.0 * 3.0_f64.ln()).abs() < 0.01);
    }

    #[test]
    fn one_sided_answers_give_a_finite_chance() {
        for is_yes in [true, false] {
            let points = vec![(1.0, is_yes), (0.5, is_yes), (0.1, is_yes)];
            let chance = chance(&points);
            assert!(chance.intercept.is_finite() && chance.slope.is_finite());
            assert_eq!(chance.at(0.5) > 0.5, is_yes);
        }
    }
}
