//! Before and after: what the reducers do that make small programs smaller.

use std::sync::Arc;

use lop_core::{Inline, Limits, Search, cache};
use lop_syntax::{Program, Syntax, is_valid, lang, parse};

/// What a reducer makes of a program, with whitespace as plain as can be.
fn reduce(algorithm: &str, language: &str, before: &str, property: &dyn Fn(&str) -> bool) -> String {
    plain(&reduce_exactly(algorithm, language, before, property))
}

/// What a reducer makes of a program. Only texts that parse are interesting.
fn reduce_exactly(algorithm: &str, language: &str, before: &str, property: &dyn Fn(&str) -> bool) -> String {
    let syntax = syntax(language);
    let oracle = |text: &str| is_valid(text.as_bytes(), &syntax) && property(text);
    reduce_with_errors(algorithm, language, before, &oracle)
}

/// What a reducer makes of a program, whether it parses or not.
fn reduce_with_errors(algorithm: &str, language: &str, before: &str, property: &dyn Fn(&str) -> bool) -> String {
    let oracle = |text: &[u8]| property(std::str::from_utf8(text).expect("text stays text"));
    let program = Program::new(Arc::new(parse(before.as_bytes(), &syntax(language))));
    let mut executor = Inline::new(&oracle);
    let cache = (cache::named("sha").expect("a cache").make)();
    let mut search = Search::new(program, &mut executor, cache, Limits::default());
    let entry = lop_core::tree::named(algorithm).expect("a reducer");
    (entry.make)(entry.options()).reduce(&mut search).expect("no limit");
    String::from_utf8(search.best().text().to_vec()).expect("text stays text")
}

fn syntax(language: &str) -> Arc<Syntax> {
    let language = lang::named(language).expect("a language of this build");
    language.syntax().expect("a shipped grammar")
}

/// Words apart by one space.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text has all of some words.
fn has(text: &str, words: &[&str]) -> bool {
    words.iter().all(|word| text.contains(word))
}

mod binary_reduction {
    use std::cell::Cell;

    use super::*;

    fn check(language: &str, before: &str, property: &dyn Fn(&str) -> bool, after: &str) {
        assert_eq!(
            reduce("binary-reduction", language, before, property),
            after,
            "{before}"
        );
    }

    #[test]
    fn a_definition_stays_with_what_it_needs() {
        check(
            "c",
            "typedef int A; int unused; struct B { A a; }; int f(struct B *b) { return b->a; } int main() { return f(0); }",
            &|text| has(text, &["b->a", "struct B {", "int A"]),
            "typedef int A; struct B { A a; }; int f(struct B *b) { return b->a; }",
        );
    }

    #[test]
    fn two_things_that_do_not_need_each_other_are_found_one_after_the_other() {
        check(
            "rust",
            "struct A; fn a(_: A) {} struct B; fn b(_: B) {} struct C; fn c(_: C) {}",
            &|text| has(text, &["struct A", "fn a", "struct C", "fn c"]),
            "struct A; fn a(_: A) {} struct C; fn c(_: C) {}",
        );
    }

    #[test]
    fn a_class_that_is_most_of_the_program_is_looked_into() {
        check(
            "java",
            "class Other {} class Main { int x; int y; int getX() { return x; } int getY() { return y; } }",
            &|text| has(text, &["class Main", "int y", "return y"]),
            "class Main { int y; int getY() { return y; } }",
        );
    }

    /// One of 400 functions, each with a type of its own, is one of 800 items: ten queries by halving. Half of the
    /// items by position never compile.
    #[test]
    fn queries_grow_like_the_logarithm() {
        let structure = |index: usize| format!("struct s{index} {{ int m{index}; }};");
        let function = |index: usize| format!("int f{index}(struct s{index} *p) {{ return p->m{index}; }}");
        let both = |index: usize| format!("{} {}", structure(index), function(index));
        let before: Vec<String> = (0..400).map(both).collect();
        let compiles = |index: usize, text: &str| !text.contains(&function(index)) || text.contains(&structure(index));
        let asked = Cell::new(0);
        let property = |text: &str| {
            asked.set(asked.get() + 1);
            text.contains(&function(123)) && (0..400).all(|index| compiles(index, text))
        };
        check("c", &before.join("\n"), &property, &both(123));
        assert!(asked.get() <= 2 * 10, "{} queries", asked.get());
    }
}

mod cascade {
    use super::*;

    fn check(language: &str, before: &str, property: &dyn Fn(&str) -> bool, after: &str) {
        assert_eq!(reduce("cascade", language, before, property), after, "{before}");
    }

    /// Whether a text has a word as often as it defines it, or not at all: what a compiler asks of `words`.
    fn defines(text: &str, words: &[(&str, &str)]) -> bool {
        words
            .iter()
            .all(|(word, definition)| !text.contains(word) || text.contains(definition))
    }

    /// The member, the statement that reads it and the library behind its type can only go together.
    #[test]
    fn a_library_goes_with_its_uses() {
        let words = [
            ("Vec<", "class Vec"),
            ("Base<", "class Base"),
            ("items", "items;"),
            ("grow", "int grow"),
        ];
        check(
            "cpp",
            "template<class T> class Base { T t; }; \
             template<class T> class Vec : Base<T> { int n; }; \
             int grow(Vec<int>& v) { return 1; } \
             struct Grid { Vec<int> items; int size; void step() { grow(items); size = 2; } }; \
             int main() { Grid g; g.step(); }",
            &|text| has(text, &["Grid g", "struct Grid", "size = 2", "step"]) && defines(text, &words),
            "struct Grid { int size; void step() { size = 2; } }; int main() { Grid g; }",
        );
    }

    /// An import that nothing uses is an error in Go, and so is a use of what is not imported.
    #[test]
    fn a_method_goes_with_the_imports_that_only_it_uses() {
        let words = [("fmt.", "\"fmt\""), ("\"fmt\"", "fmt."), ("T)", "type T")];
        check(
            "go",
            "package p\nimport \"fmt\"\nimport \"os\"\ntype T int\nfunc (t T) show() { fmt.Println(t) }\nfunc f() { os.Exit(1) }\n",
            &|text| has(text, &["os.Exit(1)", "\"os\""]) && defines(text, &words),
            "package p import \"os\" func f() { os.Exit(1) }",
        );
    }

    /// A list that must have an item goes with its last one.
    #[test]
    fn no_list_becomes_empty_that_must_not() {
        let property = |text: &str| has(text, &["int main"]) && !text.contains("{ }") && !text.contains("{ ;");
        check(
            "cpp",
            "struct A { int a; }; template<class T> concept C = requires(T t) { A(t); }; int main() { return 1; }",
            &|text| property(text) && defines(text, &[("A(", "struct A")]),
            "int main() { return 1; }",
        );
    }
}

mod t_rec {
    use super::*;

    fn check(language: &str, before: &str, property: &dyn Fn(&str) -> bool, after: &str) {
        assert_eq!(reduce("t-rec", language, before, property), after, "{before}");
    }

    /// As long as the program has its declarations, names may be short.
    #[test]
    fn names_become_short_together() {
        let property = |text: &str| {
            let declared: Vec<&str> = text
                .split("int ")
                .skip(1)
                .map(|rest| rest.split(' ').next().unwrap_or(""))
                .collect();
            let is_apart = declared.len() == 2 && declared[0] != declared[1];
            is_apart && text.contains(&format!("{} + {}", declared[0], declared[1]))
        };
        let before = "int first_value = x; int second_value = first_value + second_value;";
        check("c", before, &property, "int a = a; int b = a + b;");
    }

    #[test]
    fn names_are_merged_where_the_test_does_not_mind() {
        check(
            "c",
            "int one = two + three;",
            &|text| text.contains('+'),
            "int a = a + a;",
        );
    }

    #[test]
    fn a_name_that_matters_stays_where_it_matters() {
        let property = |text: &str| text.contains("keep(");
        check(
            "c",
            "int f() { keep(); return keep; }",
            &property,
            "int a() { keep(); return a; }",
        );
    }

    #[test]
    fn an_unused_name_is_dropped() {
        let property = |text: &str| has(text, &["{ None =>"]) || has(text, &["{ _ =>"]);
        check(
            "rust",
            "fn f() { match x { None => 0 } }",
            &property,
            "fn a() { match a { _ => 0 } }",
        );
    }

    #[test]
    fn a_word_of_the_language_is_no_name() {
        let names: Vec<String> = (0..73).map(|index| format!("name{index}")).collect();
        let before = format!("fn f({}) {{}}", names.join(": (), "));
        let property = |text: &str| {
            let names = text.trim_start_matches("fn f(").trim_end_matches(") {}");
            names.split(": (), ").collect::<std::collections::BTreeSet<_>>().len() == 73
        };
        let after = reduce("t-rec", "rust", &before, &property);
        assert!(
            after.contains(", z: (), A: ()") && after.contains(", ar: (), at"),
            "{after}"
        );
    }

    #[test]
    fn numbers_become_zero_or_one() {
        check(
            "c",
            "int a = 0x1234ULL + 77.5f;",
            &|text| text.contains('+'),
            "int a = 0 + 0;",
        );
        check("c", "int a = 42;", &|text| !text.contains(" 0"), "int a = 1;");
        check("rust", "const a: u8 = 250u8;", &|_| true, "const a: u8 = 0;");
    }

    #[test]
    fn numbers_lose_digits_and_suffixes() {
        let value = |text: &str| -> u64 {
            let digits = text.trim_start_matches("int a = ");
            digits
                .chars()
                .take_while(char::is_ascii_digit)
                .collect::<String>()
                .parse()
                .unwrap_or(0)
        };
        check("c", "int a = 1999999UL;", &|text| value(text) > 300, "int a = 900;");
        let property = |text: &str| text.ends_with("UL;") && value(text) > 0;
        check("c", "int a = 1999999UL;", &property, "int a = 1UL;");
    }

    #[test]
    fn strings_become_empty_or_shorter() {
        check("c", "char *a = \"hello, \\n world\";", &|_| true, "int *a = \"\";");
        let property = |text: &str| text.contains("\\n");
        check("c", "char *a = \"hello, \\n world\";", &property, "int *a = \"\\n\";");
        let property = |text: &str| text.contains("ell");
        check("python", "a = '''hello, world'''", &property, "a = '''ell'''");
        check("javascript", "a = 'hello'", &|_| true, "a = ''");
    }

    #[test]
    fn characters_become_smaller() {
        check("c", "char a = 'Z';", &|_| true, "int a = 'a';");
    }

    #[test]
    fn types_that_are_tokens_become_the_smallest() {
        check("c", "double a; size_t b;", &|_| true, "int a; int a;");
    }
}

mod alternatives {
    use super::*;

    /// The smallest candidate for the node with a text, among those that are not plain parts of it.
    fn check(language: &str, before: &str, wanted: &str) {
        let wanted_plain = plain(wanted);
        let after = reduce("alternatives", language, before, &|text| {
            plain(text) == wanted_plain || plain(text) == plain(before)
        });
        assert_eq!(after, wanted_plain, "{before}");
    }

    /// The examples that were published.
    #[test]
    fn published_examples() {
        check("c", "int x = a && b;", "int x = !a;");
        check("c", "int x = a.b;", "int x = &a;");
        check("c", "int x = a[b];", "int x = *a;");
        check("c", "int x = f(a, b);", "int x = --a;");
        check("c", "void f() { if (a = b); }", "void f() { a = b; }");
        check("c", "void f() { for (;a;a++); }", "void f() { while(a++); }");
    }

    #[test]
    fn every_language_has_alternatives() {
        check("rust", "fn f() { let x = a && b; }", "fn f() { let x = !a; }");
        check("javascript", "x = a ? b : c", "x = !a");
        check("python", "x = a if b else c", "x = not a");
        check(
            "go",
            "package p; func f() { x := a && b }",
            "package p; func f() { x := !a }",
        );
        check("java", "class A { int x = a ? b : c; }", "class A { int x = !a; }");
    }

    #[test]
    fn nothing_that_is_as_large_is_asked_about() {
        let asked = std::cell::RefCell::new(Vec::new());
        reduce("alternatives", "c", "int x = a && b;", &|text| {
            asked.borrow_mut().push(text.to_owned());
            text == "int x = a && b;"
        });
        let asked = asked.into_inner();
        assert!(asked.iter().any(|text| text == "int x = !a;"), "{asked:?}");
        assert!(asked.iter().all(|text| !text.contains("||")), "{asked:?}");
    }
}

mod vulcan {
    use super::*;

    /// Names that differ are all that keeps both declarations.
    #[test]
    fn fewer_names_need_fewer_declarations() {
        let property = |text: &str| {
            let used = text
                .split_once("use(")
                .and_then(|(_, rest)| rest.split_once(", "))
                .map(|(first, rest)| (first.to_owned(), rest.split(')').next().unwrap_or("").to_owned()));
            let is_declared = |name: &str| text.contains(&format!("int {name};"));
            used.is_some_and(|(first, second)| is_declared(&first) && is_declared(&second) && !first.is_empty())
        };
        let before = "int one; int two; void f() { use(one, two); }";
        let after = reduce("vulcan", "c", before, &property);
        assert!(!after.contains("one") && after.contains("use(two, two)"), "{after}");
        assert_eq!(reduce("perses", "c", before, &property), before);
    }

    /// Brackets go together or not at all.
    #[test]
    fn windows_take_what_belongs_together() {
        let property = |text: &str| has(text, &["goto", "done"]);
        let after = reduce("windows", "c", "void f() { if (x) { goto done; } done: ; }", &property);
        assert!(after.len() < 30 && after.contains("goto"), "{after}");
        let pairs = |text: &str| text.matches('1').count() == text.matches('2').count() && text.contains('3');
        assert_eq!(reduce("windows", "json", "[1, 2, 3]", &pairs), "3");
    }

    #[test]
    fn names_give_way_to_frequent_ones() {
        let after = reduce("identifiers", "c", "int a, b; int c = b + b;", &|text| {
            text.contains('+')
        });
        assert_eq!(after, "int b, b; int b = b + b;");
    }

    #[test]
    fn a_smaller_node_from_elsewhere_takes_a_place() {
        let property = |text: &str| has(text, &["g(1)", "int x = "]) && !text.contains("x = 0");
        let after = reduce("subtrees", "c", "int y = g(1); int x = h(2, 3) + 4;", &property);
        assert_eq!(after, "int y = g(1); int x = y;");
    }
}

mod coupled {
    use super::*;

    fn check(language: &str, before: &str, property: &dyn Fn(&str) -> bool, after: &str) {
        assert_eq!(reduce("coupled", language, before, property), after, "{before}");
    }

    /// Whether everything that is used is declared, in C without types of its own: what follows a type is declared.
    fn is_declared(text: &str) -> bool {
        let words: Vec<&str> = text
            .split(|char: char| !char.is_ascii_alphanumeric() && char != '_')
            .filter(|word| !word.is_empty() && !word.starts_with(|char: char| char.is_ascii_digit()))
            .collect();
        let known = ["int", "void", "return", "struct", "typedef", "if"];
        let types: Vec<&str> = words
            .windows(2)
            .filter(|pair| ["struct", "typedef"].contains(&pair[0]))
            .map(|pair| pair[1])
            .collect();
        let is_type = |word: &str| known.contains(&word) || types.contains(&word);
        let declared: Vec<&str> = words
            .windows(2)
            .filter(|pair| is_type(pair[0]))
            .map(|pair| pair[1])
            .collect();
        words.iter().all(|word| known.contains(word) || declared.contains(word))
    }

    #[test]
    fn a_definition_goes_with_the_statements_that_use_it() {
        let property = |text: &str| is_declared(text) && text.contains("keep = 1");
        let before = "int gone; int keep; void f() { gone = 2; keep = 1; gone = gone + 3; }";
        check("c", before, &property, "int keep; void f() { keep = 1; }");
    }

    #[test]
    fn names_in_other_scopes_stay() {
        let property = |text: &str| {
            text.contains("int g() { int i; i = 1; }") && (text.contains("int i; i = 2") || !text.contains("i = 2"))
        };
        let before = "int f() { int i; i = 2; } int g() { int i; i = 1; }";
        check("c", before, &property, "int g() { int i; i = 1; }");
    }

    /// What a function sets has to be seen by others: a local is of no use to it without the statement that shows it.
    #[test]
    fn a_local_becomes_a_global_if_something_can_go_then() {
        let property = |text: &str| {
            let is_seen = text.contains("return x;") || text.trim_start().starts_with("int x;");
            is_seen && has(text, &["int x", "x = 1"])
        };
        let before = "void f() { int x; x = 1; return x; }";
        check("c", before, &property, "int x; void f() { x = 1; }");
    }

    /// The number of parameters and of arguments has to be the same.
    #[test]
    fn a_parameter_goes_with_its_arguments() {
        let count = |text: &str, start: &str| {
            let rest = text
                .split_once(start)
                .map(|(_, rest)| rest.split(')').next().unwrap_or(""));
            rest.map(|list| {
                if list.trim().is_empty() {
                    0
                } else {
                    list.split(',').count()
                }
            })
        };
        let property = |text: &str| {
            let is_used =
                text.contains("return b") && text.contains("f(") && text.contains(", 2)") | text.contains("= f(2)");
            is_used && count(text, "int f(") == count(text, "= f(") && text.contains("int b")
        };
        let before = "int f(int a, int b) { return b; } int x = f(1, 2);";
        check("c", before, &property, "int f(int b) { return b; } int x = f(2);");
        let before = "def f(a, b): return b\nx = f(1, 2)";
        let property = |text: &str| {
            text.contains("return b")
                && count(text, "def f(") == count(text, "= f(")
                && text.contains("2)")
                && text.contains("b):")
        };
        check("python", before, &property, "def f(b): return b x = f(2)");
        let property = |text: &str| {
            text.contains("b }")
                && count(text, "fn f(") == count(text, "= f(")
                && text.contains("2)")
                && text.contains("b: u8")
        };
        let before = "fn f(a: u8, b: u8) -> u8 { b } const X: u8 = f(1, 2);";
        check("rust", before, &property, "fn f(b: u8) -> u8 { b } const X: u8 = f(2);");
    }

    #[test]
    fn a_type_parameter_goes_with_its_arguments() {
        let property = |text: &str| {
            text.matches('<').count() != 1 && text.contains("struct S") && text.contains("fn f") && text.contains(": S")
        };
        let before = "struct S<T>; fn f(x: S<V>) {}";
        check("rust", before, &property, "struct S; fn f(x: S) {}");
    }

    #[test]
    fn a_member_goes_with_its_value() {
        let property = |text: &str| {
            let fields = text.split('}').next().unwrap_or("").matches(';').count();
            let values = text.rsplit('{').next().unwrap_or("").matches(',').count() + 1;
            fields == values && text.contains("int b;") && text.contains("= {") && text.contains('2')
        };
        let before = "struct S { int a; int b; int c; }; struct S s = {1, 2, 3};";
        check("c", before, &property, "struct S { int b; }; struct S s = {2};");
    }

    #[test]
    fn an_import_goes_with_what_used_it() {
        let property = |text: &str| text.contains("print") && text.contains("import os") == text.contains("os.");
        check("python", "import os\nos.exit()\nprint()\n", &property, "print()");
        let property = |text: &str| text.contains("use a::B") == text.contains("B::") && text.contains("keep");
        check("rust", "use a::B; fn keep() { B::new(); }", &property, "fn keep() {}");
    }

    #[test]
    fn a_definition_becomes_a_declaration() {
        let property = |text: &str| has(text, &["int f(int a)", "g("]) && is_declared(text);
        let before = "int f(int a) { return a + 1; } int g() { return f(1); }";
        let after = reduce("coupled", "c", before, &property);
        assert!(after.starts_with("int f(int a) ;"), "{after}");
    }

    #[test]
    fn another_name_of_a_type_becomes_the_type() {
        let property = |text: &str| {
            has(text, &["x = 1"]) && (text.contains("typedef int T;") || !text.contains('T')) && text.contains(" x")
        };
        check("c", "typedef int T; T x = 1;", &property, "int x = 1;");
        let property = |text: &str| has(text, &["x: "]) && (text.contains("type T") || !text.contains('T'));
        check("rust", "type T = u8; fn f(x: T) {}", &property, "fn f(x: u8) {}");
    }

    #[test]
    fn a_variable_becomes_its_value() {
        let property = |text: &str| {
            text.contains("use(")
                && !text.contains("use()")
                && text.contains('7')
                && (text.contains("int a") || !text.contains("(a)"))
        };
        check(
            "c",
            "void f() { int a = 7; use(a); }",
            &property,
            "void f() { use(7); }",
        );
        let property = |text: &str| {
            text.contains("use(")
                && !text.contains("use()")
                && text.contains('7')
                && (text.contains("a =") || !text.contains("(a)"))
        };
        check("javascript", "let a = 7; use(a);", &property, "use(7);");
        let before = "package p; func g() { a := 7; use(a) }";
        check("go", before, &property, "func g() { use(7) }");
        let property =
            |text: &str| has(text, &["f[]", "*", "^= 1"]) && text.contains("int *i = f") == text.contains("*i ^");
        let before = "int f[]; void h() { int *i = f; *i ^= 1; }";
        check("c", before, &property, "int f[]; void h() { *f ^= 1; }");
    }

    #[test]
    fn an_assignment_goes_to_where_the_variable_is_used() {
        let property =
            |text: &str| has(text, &["use(", "f(7)"]) && text.contains("use(x)") <= text.contains("x = f(7); use(x);");
        let before = "int x; void g() { x = f(7); use(x); }";
        check("c", before, &property, "void g() { use(f(7)); }");
        check(
            "java",
            "class C { int x; void g() { x = f(7); use(x); } }",
            &property,
            "class C { void g() { use(f(7)); } }",
        );
        // What is still needed afterwards is assigned there.
        let property = |text: &str| has(text, &["use(x", "x = f(7)", "again(x)"]);
        let before = "int x; void g() { x = f(7); use(x); again(x); }";
        // The declaration can go alone, which is for other reducers.
        check("c", before, &property, "int x; void g() { use(x = f(7)); again(x); }");
        // What an operator adds to something is not its value.
        let property = |text: &str| has(text, &["use(x", "x += 7", "int x"]);
        let before = "int x; void g() { x += 7; use(x); }";
        check("c", before, &property, before);
    }

    #[test]
    fn declarations_of_the_same_type_become_one() {
        let property = |text: &str| has(text, &["a[3]", "b", "*c", "d = 4", "e()"]);
        let before = "int a[3]; int b; float d = 4; int *c; int e();";
        check("c", before, &property, "int a[3],b,*c,e(); float d = 4;");
        let property = |text: &str| has(text, &["a = 1", "b = 2", "class C"]);
        let before = "class C { static int a = 1; static int b = 2; }";
        check("java", before, &property, "class C { static int a = 1,b = 2; }");
        let property = |text: &str| has(text, &["a = 1", "b = 2", "c = 3", "const", "let"]);
        let before = "let a = 1; const b = 2; let c = 3;";
        check("javascript", before, &property, "let a = 1,c = 3; const b = 2;");
    }

    #[test]
    fn a_call_becomes_what_the_function_returns() {
        let property = |text: &str| {
            text.contains("int x = ")
                && text.contains('5')
                && (text.contains("int f") || !text.contains('f'))
                && text.contains('*')
        };
        check(
            "c",
            "int f(int a) { return a * 2; } int x = f(5);",
            &property,
            "int x = 5 * 2;",
        );
        let property = |text: &str| has(text, &["x = ", "5", "*"]) && text.contains("return") == text.contains('f');
        let before = "function f(a) { return a * 2; } x = f(5);";
        check("javascript", before, &property, "x = 5 * 2;");
    }

    #[test]
    fn a_call_becomes_the_body_of_its_function() {
        let property = |text: &str| {
            has(text, &["log(", "int main() {"])
                && (text.contains("void f") || !text.contains("f()"))
                && (text.contains("f()") || text.split("main").nth(1).is_some_and(|rest| rest.contains("log(")))
        };
        let after = reduce("coupled", "c", "void f() { log(1); } int main() { f(); }", &property);
        assert!(!after.contains("f()") && after.contains("log("), "{after}");
    }

    /// What a program in C says at the end, where `i` outside is not `i` inside: the body of `h` means the one outside.
    #[test]
    fn a_body_means_what_it_meant_where_its_names_are_hidden() {
        let property = |text: &str| {
            let (outside, main) = text.split_once("int main() {").unwrap_or_default();
            let is_called = outside.contains("void h(int f) { i = i ^ f; }") && main.contains("h(a[i]);");
            let local = main.split_once("int ").and_then(|(_, rest)| rest.split(" =").next());
            let is_put = local.is_some_and(|local| local != "i" && main.contains(&format!("i = i ^ (a[{local}]);")));
            outside.contains("int i;") && has(main, &["= 5;"]) && (is_called || is_put)
        };
        let before = "int i; int a[9]; void h(int f) { i = i ^ f; } int main() { int i = 5; h(a[i]); }";
        let after = reduce("coupled", "c", before, &property);
        assert_eq!(after, "int i; int main() { int b = 5; i = i ^ (a[b]); }");
    }

    /// The one statement of a function that changes its parameter, in front of the call's own.
    #[test]
    fn the_statements_of_a_function_go_in_front_of_its_call() {
        let property = |text: &str| {
            let main = text.split_once("main() {").map_or("", |(_, main)| main);
            let is_called =
                text.contains("int f(int a) { a += 2; g(&a); return a; }") && main.contains("return f(7) + 1;");
            let is_put = has(main, &["int a", "7", "a += 2;", "g(&a);", "return a + 1;"]);
            is_called || is_put
        };
        let before = "int f(int a) { a += 2; g(&a); return a; } int main() { return f(7) + 1; }";
        check(
            "c",
            before,
            &property,
            "int main() { int a = 7; a += 2; g(&a); return a + 1; }",
        );
        let before = "function f(a) { a += 2; g(a); return a; } function main() { return f(7) + 1; }";
        let property = |text: &str| {
            let main = text.split_once("main() {").map_or("", |(_, main)| main);
            let is_called =
                text.contains("function f(a) { a += 2; g(a); return a; }") && main.contains("return f(7) + 1;");
            is_called || has(main, &["let a", "7", "a += 2;", "g(a);", "return a + 1;"])
        };
        check(
            "javascript",
            before,
            &property,
            "function main() { let a = 7; a += 2; g(a); return a + 1; }",
        );
    }

    #[test]
    fn a_body_moves_to_another_function() {
        let property = |text: &str| has(text, &["log(", "int main() {"]);
        let after = reduce("coupled", "c", "void f() { log(1); } int main() { }", &property);
        assert_eq!(after.split_whitespace().collect::<String>(), "intmain(){log(1);}");
        let property = |text: &str| has(text, &["log(", "int main() {", "e(2)"]);
        let after = reduce("coupled", "c", "void f() { log(1); } int main() { e(2); }", &property);
        assert_eq!(after, "int main() { log(1); e(2); }");
    }
}

mod spaces {
    use super::*;

    fn check(language: &str, before: &str, property: &dyn Fn(&str) -> bool, after: &str) {
        assert_eq!(reduce_exactly("spaces", language, before, property), after, "{before}");
    }

    #[test]
    fn tokens_stand_as_close_as_they_can() {
        let before = "\n\nint  main ( ) {\n    int a = 1 ;\n\n    return - - a ;\n}\n";
        check("c", before, &|_| true, "int main(){int a=1;return- -a;}");
    }

    #[test]
    fn what_the_test_wants_to_see_stays() {
        let before = "int a = 1 ;\nint  b = 2 ;\nint c = 3 ;\n";
        check(
            "c",
            before,
            &|text| text.contains("int  b"),
            "int a=1;int  b=2;int c=3;",
        );
    }

    #[test]
    fn a_line_ends_where_that_has_a_meaning() {
        let go = "package p\n\nvar a = 1\n\nfunc f() {\n\ta()\n\ta()\n}\n";
        check("go", go, &|_| true, "package p\nvar a=1\nfunc f(){a()\na()}");
        let python = "if a :\n    b = 1\n\n\n    c = 2\n";
        check("python", python, &|_| true, "if a:\n    b=1\n    c=2");
        check("c", "// one\n\nint a ;\n", &|_| true, "// one\nint a;");
    }

    #[test]
    fn lines_stay_short() {
        let before: String = (0..40).map(|number| format!("int name{number} = 0;\n")).collect();
        let after = reduce_exactly("spaces", "c", &before, &|_| true);
        let lengths: Vec<usize> = after.lines().map(str::len).collect();
        assert!(
            lengths.iter().all(|length| (1..=80).contains(length)) && lengths.len() < 10,
            "{after}"
        );
    }
}

mod auto {
    use super::*;
    use lop_syntax::edit::remove;

    /// A language, a program, and what has to be true of it.
    type Case<'a> = (&'a str, &'a str, &'a dyn Fn(&str) -> bool);

    /// No node that the grammar lets go, and no token, can go alone: tried with all.
    #[test]
    fn nothing_can_go_alone_at_the_end() {
        let cases: [Case<'_>; 3] = [
            (
                "c",
                "int a, b; int f(int x, int y) { if (a) { b = x + y * 2; } return f(b, 1); }",
                &|text| has(text, &["f(", "*"]),
            ),
            (
                "rust",
                "fn f(a: u8, b: u8) -> u8 { if a > b { a } else { b + 1 } } fn g() { f(1, 2); }",
                &|text| has(text, &["f(", "> b"]),
            ),
            (
                "python",
                "import os\ndef f(a, b):\n    if a:\n        return os.x(b)\n    return 3\n",
                &|text| has(text, &["return", "if"]),
            ),
        ];
        for (language, before, property) in cases {
            let text = reduce_exactly("auto", language, before, property);
            let syntax = syntax(language);
            let best = Program::new(Arc::new(parse(text.as_bytes(), &syntax)));
            let tree = best.tree();
            let all = tree.nodes().filter(|node| best.is_live(*node));
            let alone = all.filter(|node| tree.children(*node).next().is_none() || tree.is_removable(*node));
            for node in alone {
                let Ok(candidate) = best.propose(&remove(node)) else {
                    continue;
                };
                let smaller = candidate.text(&best);
                let is_interesting =
                    is_valid(&smaller, &syntax) && property(std::str::from_utf8(&smaller).expect("text"));
                assert!(
                    smaller == best.text() || !is_interesting,
                    "{text}: {}",
                    String::from_utf8_lossy(&smaller)
                );
            }
        }
    }

    /// A variable becomes its value only after a `;` has gone that the grammar wants, so that the value is one piece from
    /// then on: its tokens show in a reading with errors only.
    #[test]
    fn no_token_can_go_alone_in_a_text_with_errors() {
        let property = |text: &str| {
            let text: String = text.split_whitespace().collect();
            let start = ["struct{intd;}e;intg(){", "struct{intd}e;intg(){"].map(|start| text.strip_prefix(start));
            let has_value = |rest: &str| has(rest, &["return", "3", "}"]) && !rest.contains('x');
            let is_whole = |rest: &str| rest == "intx=1+2+3;returnx;}";
            start[0].is_some_and(is_whole) || start[1].is_some_and(|rest| is_whole(rest) || has_value(rest))
        };
        let before = "struct { int d; } e; int g() { int x = 1 + 2 + 3; return x; }";
        let text = reduce_with_errors("auto", "c", before, &property);
        assert_eq!(text, "struct{int d}e;int g(){return 3}");
    }

    #[test]
    fn it_is_at_least_as_good_as_its_parts() {
        let before = "int one; int two; struct S { int a; int b; }; typedef struct S T;\n\
            int f(int first, int second) { T s = {first, second}; return s.a && one ? f(two, 10) : 0; }";
        let property = |text: &str| text.contains("f(") && text.contains("? ");
        let tokens = |algorithm: &str| {
            let text = reduce_exactly(algorithm, "c", before, &property);
            parse(text.as_bytes(), &syntax("c")).tokens()
        };
        let auto = tokens("auto");
        for other in ["pardis-hybrid", "perses", "vulcan"] {
            assert!(auto <= tokens(other), "{other}");
        }
    }
}

mod chains {
    use std::cell::Cell;

    use super::*;

    /// What a reducer leaves of a program that has to keep some words, and how many different texts it asks about.
    fn count(algorithm: &str, language: &str, before: &str, words: &[&str]) -> (String, usize) {
        let queries = Cell::new(0);
        let after = reduce_with_errors(algorithm, language, before, &|text| {
            queries.set(queries.get() + 1);
            let tokens = |word: &&str| {
                text.split(|byte: char| !byte.is_alphanumeric())
                    .any(|token| token == *word)
            };
            words.iter().all(tokens)
        });
        (plain(&after), queries.get())
    }

    fn joined(count: usize, between: &str, item: impl Fn(usize) -> String) -> String {
        (0..count).map(item).collect::<Vec<_>>().join(between)
    }

    #[test]
    fn auto_finds_two_of_two_hundred_items_in_few_queries() {
        let items = joined(200, ", ", |at| format!("{}", 1000 + at));
        let (after, queries) = count("auto", "c", &format!("int a[] = {{{items}}};"), &["1050", "1150"]);
        assert_eq!(after, "1050 1150");
        assert!(queries <= 80, "{queries} queries for a list");
        let terms = joined(200, " + ", |at| format!("a{at}"));
        let (after, queries) = count("auto", "c", &format!("int f() {{ return {terms}; }}"), &["a50", "a150"]);
        assert_eq!(after, "a50 a150");
        assert!(queries <= 80, "{queries} queries for a chain");
    }

    #[test]
    fn a_chain_of_nodes_of_one_rule_is_minimised_as_a_list() {
        let sum = |operator: &str| joined(100, operator, |at| format!("a{at}"));
        let nested = |open: &str, close: &str| {
            let before = joined(100, " ", |at| format!("{open} a{at}"));
            format!("{before} nil{}", close.repeat(100))
        };
        for (language, before) in [
            ("c", format!("int x = {};", sum(" - "))),
            ("c", format!("int x = ({});", sum(", "))),
            ("python", format!("x = {}\n", sum(" + "))),
            (
                "rust",
                format!("fn f() {{ x{} }}", joined(100, "", |at| format!(".a{at}()"))),
            ),
            ("javascript", format!("x{}", joined(100, "", |at| format!(".a{at}()")))),
            (
                "c",
                format!("void f() {{ {} }}", joined(100, " else ", |at| format!("if (a{at}) ;"))),
            ),
            ("smtlib", format!("(assert {})", nested("(cons", ")"))),
        ] {
            let (after, queries) = count("pardis-hybrid", language, &before, &["a40", "a70"]);
            assert!(has(&after, &["a40", "a70"]) && after.len() < 60, "{language}: {after}");
            assert!(queries <= 60, "{queries} queries in {language}: {after}");
        }
    }
}

mod effort {
    use lop_core::tree::{self, Effort, Options};

    use super::*;

    /// The queries of a run of auto, and the tokens that it leaves.
    fn cost(effort: Effort) -> (usize, usize) {
        let before =
            "int n(int a) { return a; } int f(int b, int c) { int d = b + c; if (d) { n(d * 2); } return n(c); }";
        let is_interesting = |text: &[u8]| {
            let text = std::str::from_utf8(text).expect("text stays text");
            is_valid(text.as_bytes(), &syntax("c")) && has(text, &["if", "return", "int"])
        };
        let program = Program::new(Arc::new(parse(before.as_bytes(), &syntax("c"))));
        let mut executor = Inline::new(&is_interesting);
        let cache = (cache::named("sha").expect("a cache").make)();
        let mut search = Search::new(program, &mut executor, cache, Limits::default());
        let entry = tree::named("auto").expect("a reducer");
        let options = Options {
            effort,
            ..entry.options()
        };
        (entry.make)(options).reduce(&mut search).expect("no limit");
        (search.counts().asked, search.best().token_count())
    }

    #[test]
    fn less_effort_asks_less_and_more_leaves_no_more() {
        let [fast, normal, thorough] = [Effort::Fast, Effort::Normal, Effort::Thorough].map(cost);
        assert!(
            fast.0 < normal.0 && normal.0 <= thorough.0,
            "{fast:?} {normal:?} {thorough:?}"
        );
        assert!(
            fast.1 >= normal.1 && normal.1 >= thorough.1,
            "{fast:?} {normal:?} {thorough:?}"
        );
    }
}
