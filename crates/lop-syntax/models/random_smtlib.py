"""Writes random SMT-LIB scripts, 1.smt2 and so on: declarations, definitions and assertions over a few sorts."""
import random
import sys

SORTS = ["Bool", "Int", "Real", "(_ BitVec 8)", "(_ BitVec 32)", "(Array Int Int)", "String"]
OPERATORS = {
    "Bool": [("and", ["Bool", "Bool"]), ("or", ["Bool", "Bool", "Bool"]), ("not", ["Bool"]), ("=>", ["Bool", "Bool"]),
             ("xor", ["Bool", "Bool"]), ("<", ["Int", "Int"]), (">=", ["Real", "Real"]), ("=", ["Int", "Int"]),
             ("bvult", ["(_ BitVec 8)"] * 2), ("bvsle", ["(_ BitVec 32)"] * 2), ("distinct", ["Int", "Int", "Int"]),
             ("str.prefixof", ["String", "String"]), ("=", ["(Array Int Int)"] * 2)],
    "Int": [("+", ["Int", "Int"]), ("-", ["Int", "Int", "Int"]), ("*", ["Int", "Int"]), ("mod", ["Int", "Int"]),
            ("select", ["(Array Int Int)", "Int"]), ("str.len", ["String"]), ("to_int", ["Real"]), ("abs", ["Int"])],
    "Real": [("+", ["Real", "Real"]), ("/", ["Real", "Real"]), ("to_real", ["Int"]), ("-", ["Real"])],
    "(_ BitVec 8)": [("bvadd", ["(_ BitVec 8)"] * 2), ("bvnot", ["(_ BitVec 8)"]), ("bvshl", ["(_ BitVec 8)"] * 2),
                     ("(_ extract 7 0)", ["(_ BitVec 32)"])],
    "(_ BitVec 32)": [("bvmul", ["(_ BitVec 32)"] * 2), ("bvxor", ["(_ BitVec 32)"] * 2),
                      ("(_ zero_extend 24)", ["(_ BitVec 8)"]), ("bvneg", ["(_ BitVec 32)"])],
    "(Array Int Int)": [("store", ["(Array Int Int)", "Int", "Int"])],
    "String": [("str.++", ["String", "String"]), ("str.at", ["String", "Int"])],
}
VALUES = {"Bool": ["true", "false"], "Int": ["0", "1", "42"], "Real": ["0.5", "2.0"], "(_ BitVec 8)": ["#xff", "#b00000001"],
          "(_ BitVec 32)": ["#x00000010"], "String": ['""', '"ab"']}


class Script:
    def __init__(self, chance):
        self.chance = chance
        self.names = []  # name, arguments' sorts, sort
        self.lines = ["(set-logic ALL)", "(set-option :produce-models true)"]
        self.fresh = 0

    def name(self, letter):
        self.fresh += 1
        return f"{letter}{self.fresh}"

    def term(self, sort, depth, local=()):
        fitting = [(name, arguments) for name, arguments, result in [*self.names, *local] if result == sort]
        kind = self.chance.random()
        if depth <= 0 or kind < 0.15:
            plain = [name for name, arguments in fitting if not arguments] + VALUES.get(sort, [])
            return self.chance.choice(plain) if plain else f"((as const {sort}) 0)"
        if kind < 0.25:
            name, other = self.name("l"), self.chance.choice(SORTS)
            bound = self.term(other, depth - 1, local)
            return f"(let (({name} {bound})) {self.term(sort, depth - 1, [*local, (name, [], other)])})"
        if kind < 0.32:
            parts = [self.term("Bool", depth - 2, local), *(self.term(sort, depth - 1, local) for _ in "ab")]
            return f"(ite {' '.join(parts)})"
        if kind < 0.38 and sort == "Bool":
            name, other = self.name("q"), self.chance.choice(SORTS)
            body = self.term("Bool", depth - 1, [*local, (name, [], other)])
            return f"({self.chance.choice(['forall', 'exists'])} (({name} {other})) {body})"
        calls = [call for call in fitting if call[1]] * 2 + OPERATORS.get(sort, [])
        operator, arguments = self.chance.choice(calls)
        return f"({operator} {' '.join(self.term(argument, depth - 1, local) for argument in arguments)})"

    def command(self):
        kind, sort, chance = self.chance.random(), self.chance.choice(SORTS), self.chance
        if kind < 0.3:
            name = self.name("c")
            self.lines.append(chance.choice([f"(declare-const {name} {sort})", f"(declare-fun {name} () {sort})"]))
            self.names.append((name, [], sort))
        elif kind < 0.4:
            name, arguments = self.name("f"), chance.choices(SORTS, k=chance.randint(1, 3))
            self.lines.append(f"(declare-fun {name} ({' '.join(arguments)}) {sort})")
            self.names.append((name, arguments, sort))
        elif kind < 0.5:
            name, parameters = self.name("d"), [(self.name("p"), chance.choice(SORTS)) for _ in range(chance.randint(0, 2))]
            body = self.term(sort, 3, [(parameter, [], of) for parameter, of in parameters])
            shown = " ".join(f"({parameter} {of})" for parameter, of in parameters)
            self.lines.append(f"(define-fun {name} ({shown}) {sort} {body})")
            self.names.append((name, [of for _, of in parameters], sort))
        else:
            term = self.term("Bool", chance.randint(1, 4))
            named = f"(! {term} :named {self.name('a')})" if chance.random() < 0.1 else term
            self.lines.append(f"(assert {named})")


for seed in range(1, int(sys.argv[1]) + 1):
    script = Script(random.Random(seed))
    for _ in range(script.chance.choice([30, 60, 120])):
        script.command()
    with open(f"{seed}.smt2", "w", encoding="utf-8") as file:
        print(*script.lines, "(check-sat)", "(get-model)", sep="\n", file=file)
