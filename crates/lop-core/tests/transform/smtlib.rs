//! The heuristics for SMT-LIB 2: what ddSMT does, by the sorts of terms.

use super::{check, check_nothing};

#[test]
fn terms_become_plain_terms_of_their_sort() {
    let declared = "(declare-const x (_ BitVec 8))(declare-const b Bool)(declare-fun f (Int) Int)";
    let smt = |before: &str, after: &str| {
        check(
            "smt-value",
            "smtlib",
            &format!("{declared}{before}"),
            &format!("{declared}{after}"),
        );
    };
    smt("(assert (= (bvadd x #x01) x))", "(assert (= #x00 x))");
    smt("(assert (= (bvadd x #x01) x))", "(assert false)");
    smt("(assert (= ((_ extract 2 0) x) #b000))", "(assert (= #b000 #b000))");
    smt("(assert (= (concat x x) #x0000))", "(assert (= #x0000 #x0000))");
    smt("(assert (= (ite b x #x00) x))", "(assert (= x x))");
    smt("(assert (> (f (+ 1 2)) 0))", "(assert (> 0 0))");
    smt("(assert (> (f (+ 1 2)) 0))", "(assert (> (f 0) 0))");
    smt("(assert (= x (_ bv5 8) (_ bv255 8)))", "(assert (= x #x05 #xff))");
    smt("(assert (= #b10 (_ bv1 2)))", "(assert (= #b10 #b01))");
    // A term of a sort that is not known stays.
    check_nothing("smt-value", "smtlib", "(simplify (g 1))");
}

#[test]
fn let_names_become_their_terms() {
    check(
        "smt-let",
        "smtlib",
        "(assert (let ((y (+ x 1)) (z 2)) (= y z)))",
        "(assert (= (+ x 1) 2))",
    );
}

#[test]
fn quantifiers_go() {
    check(
        "smt-quantifier",
        "smtlib",
        "(declare-const x Int)(assert (forall ((z Int) (b Bool)) (or b (> z x))))",
        "(declare-const x Int)(assert (or true (> 0 x)))",
    );
}

#[test]
fn bit_vectors_become_narrower() {
    check(
        "smt-width",
        "smtlib",
        "(declare-fun x () (_ BitVec 32))(assert (= x #x00000001 (_ bv5 32)))(declare-fun y () (_ BitVec 8))",
        "(declare-fun x () (_ BitVec 1))(assert (= x #b1 (_ bv1 1)))(declare-fun y () (_ BitVec 8))",
    );
    check(
        "smt-width",
        "smtlib",
        "(declare-fun x () (_ BitVec 4))(assert (= x #xd))",
        "(declare-fun x () (_ BitVec 2))(assert (= x #b01))",
    );
    check_nothing("smt-width", "smtlib", "(declare-fun x () (_ BitVec 1))");
}
