//! Gathers what the conjuncts of a vertex say: its fields, and the rest.

use super::super::super::node::Node;
use super::super::scope::{Place, unaliased};
use super::super::syntax::{declarations, elements, is_optional, labels};
use super::super::value::Value;
use super::Evaluator;
use super::constraint::Constraint;
use super::graph::{Conjunct, Form, Frame, Frames, Gathered, Holds, Id, ListPart, Names, Pattern, State};
use super::reference::{Reference, hidden, is_hidden};

impl<'a> Evaluator<'a> {
    /// Works a vertex out, but for the values of its fields.
    pub(super) fn expand(&self, id: Id, depth: usize) {
        if self.vertices.borrow()[id].state != State::New {
            return;
        }
        let Some(depth) = self.package.step(depth) else { return };
        {
            let vertex = &mut self.vertices.borrow_mut()[id];
            vertex.state = State::Busy;
            vertex.fields.clear();
            vertex.may_have_more = true;
            vertex.is_certain = false;
            vertex.form = Form::Unknown;
        }
        let gathered = self.gathered(id, depth);
        let is_whole = gathered.is_some();
        if let Some(gathered) = gathered {
            self.settle(id, gathered, depth);
        }
        // What stopped for want of steps may begin again with more of them.
        self.vertices.borrow_mut()[id].state = if is_whole { State::Done } else { State::New };
    }

    fn gathered(&self, id: Id, depth: usize) -> Option<Gathered<'a>> {
        let mut gathered = Gathered {
            is_certain: true,
            ..Gathered::default()
        };
        let mut todo = self.conjuncts(id);
        todo.reverse();
        loop {
            while let Some(conjunct) = todo.pop() {
                self.package.step(depth)?;
                self.gather(id, conjunct, &mut gathered, &mut todo, depth);
            }
            let Some((place, frames)) = gathered.comprehensions.pop() else {
                break;
            };
            match self.yields(place.node, &frames, depth) {
                Ok(bodies) => todo.extend(bodies.into_iter().rev()),
                Err(_) => gathered.may_have_more = true,
            }
        }
        self.apply_patterns(id, &mut gathered, depth);
        Some(gathered)
    }

    fn gather(
        &self,
        id: Id,
        conjunct: Conjunct<'a>,
        gathered: &mut Gathered<'a>,
        todo: &mut Vec<Conjunct<'a>>,
        depth: usize,
    ) {
        match conjunct {
            Conjunct::Same(other) => {
                if other != id && !gathered.followed.contains(&other) {
                    gathered.followed.push(other);
                    todo.extend(self.conjuncts(other).into_iter().rev());
                }
            }
            Conjunct::Written(place, frames) => self.gather_written(id, place, &frames, gathered, todo, depth),
            Conjunct::Known(ref value) => {
                gathered.plain.push(conjunct.clone());
                self.gather_known(id, value.clone(), gathered);
            }
            Conjunct::Unknown => {
                gathered.plain.push(Conjunct::Unknown);
                gathered.is_certain = false;
            }
            Conjunct::Bottom => gathered.is_bottom = true,
        }
    }

    fn gather_known(&self, id: Id, value: Value, gathered: &mut Gathered<'a>) {
        match value {
            Value::List(items) => {
                let items = items.into_iter().map(|item| self.make(vec![Conjunct::Known(item)]));
                gathered.lists.push(ListPart {
                    items: items.collect(),
                    is_open: false,
                    further: None,
                });
            }
            Value::Struct(fields) => {
                gathered.is_struct = true;
                for (name, value) in fields {
                    self.add(self.field(id, &name), Conjunct::Known(value));
                }
            }
            scalar => gathered.scalars.push(scalar),
        }
    }

    fn gather_written(
        &self,
        id: Id,
        place: Place<'a>,
        frames: &Frames<'a>,
        gathered: &mut Gathered<'a>,
        todo: &mut Vec<Conjunct<'a>>,
        depth: usize,
    ) {
        let node = place.node;
        let written = |node: Node<'a>| Conjunct::Written(Place::of(node), frames.clone());
        let leaf = Conjunct::Written(place, frames.clone());
        if place.is_nested() {
            gathered.plain.push(leaf);
            let frames = Frame::inside(frames, place, Holds::Fields(id));
            self.declare(id, place.node, place.passed(), &frames, gathered, depth);
            return;
        }
        let parts = node.parts();
        match (node.name(), &parts[..]) {
            ("struct" | "source_file", _) => {
                gathered.plain.push(leaf);
                self.gather_struct(id, node, frames, gathered, todo, depth);
            }
            ("list", _) => {
                gathered.plain.push(leaf);
                self.gather_list(node, frames, gathered, depth);
            }
            ("top", _) => {}
            ("parenthesized_expression", [_, inner, _]) | ("open_expression", [inner, _]) => todo.push(written(*inner)),
            ("alias", [.., inner]) => todo.push(written(*inner)),
            ("unary_expression", [sign, inner]) if sign.is("*") => todo.push(written(*inner)),
            ("binary_expression", [left, sign, right]) if sign.is("&") => {
                todo.extend([written(*right), written(*left)]);
            }
            ("binary_expression", [_, sign, _]) if sign.is("|") => {
                gathered.disjunctions.push(super::disjunction::options(node, frames));
            }
            ("unary_expression", [sign, bound]) if !["+", "-", "!"].contains(&sign.name()) => {
                gathered.plain.push(leaf);
                match self.evaluate(*bound, frames, depth) {
                    Ok(value) => gathered
                        .constraints
                        .push(Constraint::Bound(sign.text().to_owned(), value)),
                    Err(_) => gathered.is_certain = false,
                }
            }
            ("identifier" | "selector_expression" | "index_expression", _) => match self.refer(node, frames, depth) {
                Reference::Vertex(other) => todo.push(Conjunct::Same(other)),
                Reference::Predeclared(constraints) => {
                    gathered.plain.push(leaf);
                    gathered.constraints.extend(constraints);
                }
                Reference::Missing => todo.push(Conjunct::Bottom),
                Reference::Unknown | Reference::Import(_) => todo.push(Conjunct::Unknown),
            },
            ("call_expression", _) => self.gather_call(node, frames, gathered, todo, depth),
            _ => todo.push(self.operation(node, frames, depth)),
        }
    }

    fn gather_struct(
        &self,
        id: Id,
        node: Node<'a>,
        frames: &Frames<'a>,
        gathered: &mut Gathered<'a>,
        todo: &mut Vec<Conjunct<'a>>,
        depth: usize,
    ) {
        // The scope of a file is there already, for other files see it too.
        let frames = match node.name() {
            "source_file" => frames.clone(),
            _ => Frame::inside(frames, Place::of(node), Holds::Fields(id)),
        };
        let declarations = declarations(node);
        gathered.is_struct |= declarations.is_empty();
        let mut embedded = Vec::new();
        for declaration in declarations {
            match declaration.name() {
                "field" => self.declare(id, declaration, 0, &frames, gathered, depth),
                "struct_ellipsis" => gathered.is_struct = true,
                "let_clause" | "attribute" => gathered.is_weak_struct = true,
                "comprehension" => {
                    gathered.is_weak_struct = true;
                    gathered.comprehensions.push((Place::of(declaration), frames.clone()));
                }
                _ => embedded.push(Conjunct::Written(Place::of(unaliased(declaration)), frames.clone())),
            }
        }
        todo.extend(embedded.into_iter().rev());
    }

    /// Takes a field's declaration after so many of its labels.
    fn declare(
        &self,
        id: Id,
        field: Node<'a>,
        passed: usize,
        frames: &Frames<'a>,
        gathered: &mut Gathered<'a>,
        depth: usize,
    ) {
        let label = labels(field).get(passed).copied();
        let (Some(label), Some(value)) = (label, Place::after(field, passed + 1)) else {
            return;
        };
        gathered.is_weak_struct = true;
        if let Some(pattern) = label.part("pattern_label") {
            let expression = pattern.parts().get(1).copied().map(unaliased);
            gathered.patterns.extend(expression.map(|expression| Pattern {
                names: Names::Matching {
                    pattern: Place::of(expression),
                    label: Place::of(label),
                },
                value,
                frames: frames.clone(),
            }));
            return;
        }
        let Some(name) = self.label_name(label, frames, depth) else {
            gathered.may_have_more = true;
            return;
        };
        if is_optional(label) {
            gathered.patterns.push(Pattern {
                names: Names::One(name),
                value,
                frames: frames.clone(),
            });
            return;
        }
        gathered.is_struct |= !is_hidden(&name);
        self.add(self.field(id, &name), Conjunct::Written(value, frames.clone()));
    }

    /// The name of a field, as the graph has it.
    pub(super) fn label_name(&self, label: Node<'a>, frames: &Frames<'a>, depth: usize) -> Option<String> {
        if let Some((name, is_plain)) = super::super::syntax::label_name(label) {
            return Some(if is_plain { hidden(&name) } else { name });
        }
        let expression = match label.part("dynamic_label") {
            Some(label) => label.parts().get(1).copied().map(unaliased)?,
            None => label.part("string")?,
        };
        let value = self.evaluate(expression, frames, depth).ok()?;
        value.as_name().map(str::to_owned)
    }

    fn gather_list(&self, node: Node<'a>, frames: &Frames<'a>, gathered: &mut Gathered<'a>, depth: usize) {
        let mut items = Vec::new();
        let (mut is_open, mut further) = (false, None);
        for element in elements(node) {
            match element.name() {
                "list_ellipsis" => {
                    let rest = element.parts().get(1).copied();
                    further = rest.map(|rest| Conjunct::Written(Place::of(rest), frames.clone()));
                    is_open = true;
                }
                "comprehension" => match self.yields(element, frames, depth) {
                    Ok(bodies) => items.extend(bodies.into_iter().map(|body| self.make(vec![body]))),
                    Err(_) => {
                        gathered.is_certain = false;
                        return;
                    }
                },
                _ => items.push(self.written(Place::of(unaliased(element)), frames)),
            }
        }
        gathered.lists.push(ListPart {
            items,
            is_open,
            further,
        });
    }

    /// Adds what applies to fields by their names.
    fn apply_patterns(&self, id: Id, gathered: &mut Gathered<'a>, depth: usize) {
        for pattern in &gathered.patterns {
            for (name, field) in self.regular(id) {
                let frames = match pattern.names {
                    Names::One(ref one) => (*one == name).then(|| pattern.frames.clone()),
                    Names::Matching { pattern: names, label } => {
                        let matched = self.make(vec![
                            Conjunct::Known(Value::Text(name.clone())),
                            Conjunct::Written(names, pattern.frames.clone()),
                        ]);
                        self.expand(matched, depth);
                        match self.form(matched) {
                            Form::Bottom => None,
                            _ if !self.vertices.borrow()[matched].is_certain => {
                                self.add(field, Conjunct::Unknown);
                                None
                            }
                            _ => Some(Frame::inside(&pattern.frames, label, Holds::Label(name.clone()))),
                        }
                    }
                };
                if let Some(frames) = frames {
                    self.add(field, Conjunct::Written(pattern.value, frames));
                }
            }
        }
    }
}
