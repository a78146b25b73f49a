//! Calls of functions.

use super::super::super::node::Node;
use super::super::scope::{Place, import_path};
use super::super::value::Value;
use super::constraint::Constraint;
use super::graph::{Conjunct, Form, Frames, Gathered};
use super::reference::Reference;
use super::{Evaluator, Lack, builtin};

impl<'a> Evaluator<'a> {
    /// Takes what a call comes to.
    pub(super) fn gather_call(
        &self,
        call: Node<'a>,
        frames: &Frames<'a>,
        gathered: &mut Gathered<'a>,
        todo: &mut Vec<Conjunct<'a>>,
        depth: usize,
    ) {
        let parts = call.parts();
        let [function, arguments] = parts[..] else {
            return;
        };
        let mut arguments = arguments.parts();
        arguments.retain(|part| !["(", ")"].contains(&part.name()));
        let written = |node: &Node<'a>| Conjunct::Written(Place::of(*node), frames.clone());
        let name = self.function_name(function, frames, depth);
        match (name.as_deref(), &arguments[..]) {
            (Some("close"), [structure]) => todo.push(written(structure)),
            (Some("and"), [list]) => match self.list_items(*list, frames, depth) {
                Some(items) => todo.extend(items.into_iter().rev().map(Conjunct::Same)),
                None => todo.push(Conjunct::Unknown),
            },
            (Some("or"), [list]) => match self.list_items(*list, frames, depth) {
                Some(items) => {
                    let options = items.into_iter().map(|item| (Conjunct::Same(item), false));
                    gathered.disjunctions.push(options.collect());
                }
                None => todo.push(Conjunct::Unknown),
            },
            (Some(name), arguments) => match self.arguments(name, arguments, frames, depth) {
                Ok(values) if builtin::is_check(name, values.len()) => {
                    gathered.plain.push(written(&call));
                    gathered.constraints.push(Constraint::Check(name.to_owned(), values));
                }
                Ok(values) => todo.push(builtin::call(name, &values).map_or(Conjunct::Unknown, Conjunct::Known)),
                Err(Lack::Bottom) => todo.push(Conjunct::Bottom),
                Err(Lack::Unknown) => todo.push(Conjunct::Unknown),
            },
            (None, _) => todo.push(Conjunct::Unknown),
        }
    }

    fn arguments(
        &self,
        name: &str,
        arguments: &[Node<'a>],
        frames: &Frames<'a>,
        depth: usize,
    ) -> Result<Vec<Value>, Lack> {
        let mut values = Vec::new();
        for argument in arguments {
            // The order of a sort is a struct of the package `list`.
            let is_order = name == "list.Sort" && argument.is("selector_expression");
            values.push(match self.evaluate(*argument, frames, depth) {
                Err(Lack::Unknown) if is_order => {
                    let order = argument.parts().pop().ok_or(Lack::Unknown)?;
                    Value::Text(order.text().to_owned())
                }
                value => value?,
            });
        }
        Ok(values)
    }

    /// The name of a function: of the language, or of a package with the path of an import before it.
    fn function_name(&self, function: Node<'a>, frames: &Frames<'a>, depth: usize) -> Option<String> {
        match &function.parts()[..] {
            [base, _, name] if function.is("selector_expression") && base.is("identifier") => {
                match self.refer(*base, frames, depth) {
                    Reference::Import(import) => Some(format!("{}.{}", import_path(import)?, name.text())),
                    _ => None,
                }
            }
            _ if function.is("identifier") && self.package.scope_of(function).is_none() => {
                Some(function.text().to_owned())
            }
            _ => None,
        }
    }

    fn list_items(&self, list: Node<'a>, frames: &Frames<'a>, depth: usize) -> Option<Vec<super::Id>> {
        let id = self.written(Place::of(list), frames);
        self.expand(id, depth);
        match self.form(id) {
            Form::List(items) => Some(items),
            _ => None,
        }
    }
}
