"""Answers for SMT-LIB: a script is valid if z3 can read it and has something to say about it. Needs the module z3."""
import re
import sys

import z3

for line in sys.stdin:
    with open(line.rstrip("\n"), encoding="utf-8", errors="replace") as file:
        text = file.read()
    try:
        z3.parse_smt2_string(text, ctx=z3.Context())
        print("ok" if re.search(r"\(\s*check-sat\b", text) else "no", flush=True)
    except z3.Z3Exception:
        print("no", flush=True)
