//! What a vertex is, once its conjuncts are gathered.

use super::super::value::Value;
use super::Evaluator;
use super::graph::{Conjunct, Form, Gathered, Id, ListPart};

impl<'a> Evaluator<'a> {
    /// Writes into a vertex what its conjuncts come to.
    pub(super) fn settle(&self, id: Id, mut gathered: Gathered<'a>, depth: usize) {
        let disjunctions = std::mem::take(&mut gathered.disjunctions);
        if !disjunctions.is_empty() && !gathered.is_bottom {
            if let Some(chosen) = self.choose(&gathered.plain, disjunctions, depth) {
                self.adopt(id, chosen);
                return;
            }
            gathered.may_have_more = true;
        }
        let form = self.common_form(id, &mut gathered);
        let vertex = &mut self.vertices.borrow_mut()[id];
        // What is not known may bring fields.
        vertex.may_have_more = gathered.may_have_more || !gathered.is_certain;
        vertex.is_certain = gathered.is_certain && !gathered.may_have_more;
        vertex.form = form;
    }

    /// Makes a vertex what another one is.
    fn adopt(&self, id: Id, chosen: Id) {
        let mut vertices = self.vertices.borrow_mut();
        let chosen = &vertices[chosen];
        let (fields, form) = (chosen.fields.clone(), chosen.form.clone());
        let (may_have_more, is_certain) = (chosen.may_have_more, chosen.is_certain);
        let vertex = &mut vertices[id];
        vertex.fields = fields;
        vertex.form = form;
        vertex.may_have_more = may_have_more;
        vertex.is_certain = is_certain;
    }

    fn common_form(&self, id: Id, gathered: &mut Gathered<'a>) -> Form {
        let Gathered { scalars, lists, .. } = gathered;
        if gathered.is_bottom || !scalars.is_empty() && !lists.is_empty() {
            return Form::Bottom;
        }
        let is_composite = !lists.is_empty() || gathered.is_struct;
        if is_composite && gathered.constraints.iter().any(|one| !one.is_for_composites()) {
            return Form::Bottom;
        }
        if let Some(scalar) = gathered.scalars.first().cloned() {
            return scalar_form(scalar, gathered);
        }
        if !gathered.lists.is_empty() {
            gathered.is_certain &= gathered.constraints.is_empty();
            return if gathered.is_struct {
                Form::Bottom
            } else {
                self.unified(&gathered.lists)
            };
        }
        if gathered.is_struct || gathered.is_weak_struct || !self.vertices.borrow()[id].fields.is_empty() {
            gathered.is_certain &= gathered.constraints.is_empty();
            return Form::Struct;
        }
        let constraints = &gathered.constraints;
        let is_contradiction = constraints
            .iter()
            .any(|one| constraints.iter().any(|two| one.excludes(two)));
        match (is_contradiction, gathered.is_certain) {
            (true, _) => Form::Bottom,
            (false, true) => Form::Incomplete,
            (false, false) => Form::Unknown,
        }
    }

    /// One list that agrees with several.
    fn unified(&self, lists: &[ListPart<'a>]) -> Form {
        if let [only] = lists {
            return Form::List(only.items.clone());
        }
        let length = lists.iter().map(|list| list.items.len()).max().unwrap_or(0);
        if lists.iter().any(|list| list.items.len() < length && !list.is_open) {
            return Form::Bottom;
        }
        let item = |at: usize| {
            let conjuncts = lists.iter().filter_map(|list| match list.items.get(at) {
                Some(item) => Some(Conjunct::Same(*item)),
                None => list.further.clone(),
            });
            self.make(conjuncts.collect())
        };
        Form::List((0..length).map(item).collect())
    }
}

/// A scalar that agrees with all else.
fn scalar_form(scalar: Value, gathered: &mut Gathered<'_>) -> Form {
    let agrees = |other: &Value| match (&scalar, other) {
        // An integer and a fraction are different values, even if they compare as equal.
        (Value::Number(one), Value::Number(two)) => one.is_integer() == two.is_integer() && one == two,
        _ => scalar == *other,
    };
    if gathered.is_struct || !gathered.scalars.iter().all(agrees) {
        return Form::Bottom;
    }
    for constraint in &gathered.constraints {
        match constraint.allows(&scalar) {
            Some(true) => {}
            Some(false) => return Form::Bottom,
            None => gathered.is_certain = false,
        }
    }
    Form::Scalar(scalar)
}
