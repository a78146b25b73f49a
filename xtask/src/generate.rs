//! C like that of random program generators, for measurements.
//!
//! The text compiles, is the same on every machine, and has about as many tokens per byte as what Csmith writes.

use std::fmt::Write;

use lop_syntax::Random;

/// How deep blocks stand in each other.
const BLOCK_DEPTH: usize = 4;
/// How deep operators stand in each other.
const EXPRESSION_DEPTH: usize = 4;

const HEAD: &str = "\
#include <stdint.h>

struct S0 {
   int32_t  f0;
   volatile uint16_t  f1;
   const signed f2 : 17;
   unsigned f3 : 5;
};

union U1 {
   int64_t  f0;
   uint8_t  f1;
};

static int32_t safe_add_func_int32_t(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static int32_t safe_sub_func_int32_t(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static int32_t safe_div_func_int32_t(int32_t a, int32_t b) { return b == 0 ? a : a / b; }
static int32_t safe_lshift_func_int32_t(int32_t a, int32_t b) { return a << (b & 7); }

";

const TYPES: [&str; 8] = [
    "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
];
const OPERATORS: [&str; 16] = [
    "+", "-", "*", "&", "|", "^", "&&", "||", "==", "!=", "<", "<=", ">", ">=", "<<", ",",
];
const ASSIGNMENTS: [&str; 6] = ["=", "+=", "-=", "|=", "&=", "^="];
const CALLS: [&str; 4] = [
    "safe_add_func_int32_t",
    "safe_sub_func_int32_t",
    "safe_div_func_int32_t",
    "safe_lshift_func_int32_t",
];

/// A program of about so many bytes, and at least as many.
pub(crate) fn c(bytes: usize) -> String {
    let mut writer = Writer {
        text: String::with_capacity(bytes + (1 << 14)),
        random: Random(bytes as u64),
        variables: Vec::new(),
        functions: Vec::new(),
        names: 0,
    };
    writer.text.push_str(HEAD);
    while writer.text.len() < bytes {
        writer.globals();
        writer.function();
    }
    writer.main();
    writer.text
}

/// What an expression can say to get at a number.
enum Variable {
    Number(String),
    Pointer(String),
    /// Three rows of five.
    Array(String),
    Struct(String),
    Union(String),
}

struct Writer {
    text: String,
    random: Random,
    /// What can be seen from here, globals first.
    variables: Vec<Variable>,
    /// How many parameters each function has.
    functions: Vec<usize>,
    names: usize,
}

impl Writer {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn line(&mut self, depth: usize) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("    ", depth));
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.random.below(words.len())]
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}_{}", self.names)
    }

    /// Declares variables of all kinds.
    fn globals(&mut self) {
        for _ in 0..3 + self.random.below(4) {
            self.declaration("static ", "g");
            self.put("\n");
        }
        self.put("\n");
    }

    fn declaration(&mut self, storage: &str, prefix: &str) {
        let name = self.name(prefix);
        let number = self.any_number();
        self.put(storage);
        let variable = match (self.random.below(10), number) {
            (0, Some(number)) => {
                let _ = write!(self.text, "int32_t *{name} = &{number};");
                Variable::Pointer(name)
            }
            (1, _) => {
                let _ = write!(self.text, "int32_t {name}[3][5] = {{");
                for row in ["{", ",{", ",{"] {
                    self.put(row);
                    for column in 0..5 {
                        self.put(if column > 0 { "," } else { "" });
                        self.literal();
                    }
                    self.put("}");
                }
                self.put("};");
                Variable::Array(name)
            }
            (2, _) => {
                let _ = write!(self.text, "struct S0 {name} = {{");
                self.literal();
                self.put(",1,-2,3};");
                Variable::Struct(name)
            }
            (3, _) => {
                let _ = write!(self.text, "union U1 {name} = {{");
                self.literal();
                self.put("};");
                Variable::Union(name)
            }
            _ => {
                let _ = write!(self.text, "int32_t {name} = ");
                self.literal();
                self.put(";");
                Variable::Number(name)
            }
        };
        self.variables.push(variable);
    }

    /// A variable of type `int32_t`; parameters are of many types.
    fn any_number(&mut self) -> Option<String> {
        let start = self.random.below(self.variables.len());
        let found = self.variables[start..].iter().find_map(|variable| match variable {
            Variable::Number(name) => Some(name.clone()),
            _ => None,
        });
        found.filter(|name| !name.starts_with('p'))
    }

    fn function(&mut self) {
        let seen = self.variables.len();
        let parameters = self.random.below(4);
        let kind = self.pick(&TYPES);
        let _ = write!(self.text, "static {kind} func_{}(", self.functions.len());
        for index in 0..parameters {
            let (kind, name) = (self.pick(&TYPES), self.name("p"));
            let comma = if index > 0 { ", " } else { "" };
            let _ = write!(self.text, "{comma}{kind} {name}");
            self.variables.push(Variable::Number(name));
        }
        self.put(if parameters == 0 { "void)" } else { ")" });
        self.block(0, 8);
        self.put("\n\n");
        self.variables.truncate(seen);
        self.functions.push(parameters);
    }

    fn main(&mut self) {
        self.put("int main(void)\n{\n");
        for index in 0..self.functions.len() {
            let arguments = vec!["0"; self.functions[index]].join(", ");
            let _ = writeln!(self.text, "    func_{index}({arguments});");
        }
        self.put("    return 0;\n}\n");
    }

    /// A block on lines of its own, with declarations first.
    fn block(&mut self, depth: usize, statements: usize) {
        let seen = self.variables.len();
        self.line(depth);
        self.put("{");
        for _ in 0..1 + self.random.below(3) {
            self.line(depth + 1);
            self.declaration("", "l");
        }
        for _ in 0..1 + self.random.below(statements) {
            self.line(depth + 1);
            self.statement(depth + 1);
        }
        if depth == 0 {
            self.line(1);
            self.put("return ");
            self.expression(2);
            self.put(";");
        }
        self.line(depth);
        self.put("}");
        self.variables.truncate(seen);
    }

    fn statement(&mut self, depth: usize) {
        let is_nested = depth < BLOCK_DEPTH && self.random.below(5) < 2;
        if !is_nested {
            self.place();
            let operator = self.pick(&ASSIGNMENTS);
            let _ = write!(self.text, " {operator} ");
            self.expression(EXPRESSION_DEPTH);
            self.put(";");
            return;
        }
        match self.random.below(6) {
            0 | 1 => {
                self.put("if (");
                self.expression(3);
                self.put(")");
                self.block(depth, 4);
                if self.random.below(2) == 0 {
                    self.line(depth);
                    self.put("else");
                    self.block(depth, 4);
                }
            }
            2 | 3 => {
                let counter = self.name("i");
                let limit = 3 + self.random.below(30);
                let _ = write!(
                    self.text,
                    "for (int {counter} = 0; ({counter} <= {limit}); {counter} += 1)"
                );
                self.variables.push(Variable::Number(counter));
                self.block(depth, 4);
                self.variables.pop();
            }
            4 => {
                self.put("while (");
                self.expression(2);
                self.put(")");
                self.block(depth, 3);
            }
            _ => {
                self.put("switch (");
                self.expression(2);
                self.put(") {");
                for case in 0..1 + self.random.below(3) {
                    self.line(depth);
                    let _ = write!(self.text, "case {case}:");
                    self.line(depth + 1);
                    self.statement(depth + 1);
                    self.line(depth + 1);
                    self.put("break;");
                }
                self.line(depth);
                self.put("}");
            }
        }
    }

    /// Something that can be assigned to.
    fn place(&mut self) {
        let index = self.random.below(self.variables.len());
        let (row, column) = (self.random.below(3), self.random.below(5));
        let _ = match &self.variables[index] {
            Variable::Number(name) => write!(self.text, "{name}"),
            Variable::Pointer(name) => write!(self.text, "(*{name})"),
            Variable::Array(name) => write!(self.text, "{name}[{row}][{column}]"),
            Variable::Struct(name) => write!(self.text, "{name}.f{}", [0, 1, 3][row]),
            Variable::Union(name) => write!(self.text, "{name}.f{}", row % 2),
        };
    }

    fn literal(&mut self) {
        let number = self.random.below(1 << 32);
        let _ = match self.random.below(4) {
            0 => write!(self.text, "0x{:X}L", number >> 1),
            1 => write!(self.text, "(-{}L)", number % 10),
            2 => write!(self.text, "{}UL", number % 1000),
            _ => write!(self.text, "{}", number % 256),
        };
    }

    fn expression(&mut self, depth: usize) {
        if depth == 0 || self.random.below(8) == 0 {
            if self.random.below(3) == 0 {
                self.literal();
            } else {
                self.place();
            }
            return;
        }
        match self.random.below(16) {
            0 | 1 => {
                let sign = self.pick(&["-", "~", "!"]);
                let _ = write!(self.text, "({sign}");
                self.expression(depth - 1);
                self.put(")");
            }
            2 => {
                self.put("(");
                self.place();
                self.put(" = ");
                self.expression(depth - 1);
                self.put(")");
            }
            3 => {
                let kind = self.pick(&TYPES);
                let _ = write!(self.text, "(({kind})");
                self.expression(depth - 1);
                self.put(")");
            }
            4 => {
                self.put("(");
                self.expression(depth - 1);
                self.put(" ? ");
                self.expression(depth - 1);
                self.put(" : ");
                self.expression(depth - 1);
                self.put(")");
            }
            5 if !self.functions.is_empty() => {
                let function = self.random.below(self.functions.len());
                let _ = write!(self.text, "func_{function}(");
                for index in 0..self.functions[function] {
                    self.put(if index > 0 { ", " } else { "" });
                    self.expression(depth - 1);
                }
                self.put(")");
            }
            6 | 7 => {
                let name = self.pick(&CALLS);
                let _ = write!(self.text, "({name}(");
                self.expression(depth - 1);
                self.put(", ");
                self.expression(depth - 1);
                self.put("))");
            }
            _ => {
                let operator = self.pick(&OPERATORS);
                self.put("(");
                self.expression(depth - 1);
                let _ = write!(self.text, " {operator} ");
                self.expression(depth - 1);
                self.put(")");
            }
        }
    }
}
