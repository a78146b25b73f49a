#!/usr/bin/env python3
"""What --syntax keep costs, and whether results are accepted by real parsers.

    cargo lop-bench --cases DIR --lop 'keep=--syntax keep' --lop 'free=--syntax free' --jobs 1 --recorded --cap 300 --out RUNS
    bench/syntax.py RUNS DIR >table.md

One row for each case of DIR. Tokens are lop-bench's count. A run that the cap stopped says what it had by then, which is no ratio to
go by: the same command with a larger --cap goes on, and answers that are known cost no time again. The parser that judges the
result is the language's own where it can be asked for syntax alone, and lop's grammar where there is none.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys

TOOLS = os.environ.get("BENCH_TOOLS", "/opt/bench-tools")
# What gcc says about syntax, rather than about names and types.
GCC_SYNTAX = re.compile(r"error: (expected |stray|unterminated|missing terminating)|error: .*(without #if|at end of input)")
LIMIT = 1.05


def said(command, path):
    """Exit code and output of a command on a file; nothing if the program is missing."""
    if shutil.which(command[0]) is None:
        return None
    done = subprocess.run([*command, path], capture_output=True, text=True, errors="replace", timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


def by_exit_code(*command):
    def judge(path):
        answer = said(command, path)
        return None if answer is None else answer[0] == 0
    return judge


def by_complaint(pattern, *command):
    def judge(path):
        answer = said(command, path)
        return None if answer is None else not re.search(pattern, answer[1])
    return judge


def python(path):
    try:
        with open(path, "rb") as file:
            ast.parse(file.read())
        return True
    except (SyntaxError, ValueError):
        return False


TYPESCRIPT = """
const ts = require(process.argv[1] + '/typescript-5.5.4/node_modules/typescript'), fs = require('fs'), path = process.argv[2];
const file = ts.createSourceFile(path, fs.readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
process.exit(file.parseDiagnostics.length ? 1 : 0);
"""

PARSERS = {
    "c": ("gcc", by_complaint(GCC_SYNTAX, "gcc", "-fsyntax-only", "-w", "-x", "c")),
    "cpp": ("g++", by_complaint(GCC_SYNTAX, "g++", "-std=c++20", "-fsyntax-only", "-w", "-x", "c++")),
    "python": ("ast", python),
    "javascript": ("node", by_exit_code("node", "--check")),
    "typescript": ("tsc", by_exit_code("node", "-e", TYPESCRIPT, TOOLS)),
    "go": ("gofmt", by_exit_code("gofmt" if shutil.which("gofmt") else "/usr/lib/go-1.19/bin/gofmt", "-e")),
    "rust": ("rustfmt", by_complaint(r"(?m)^error", "rustfmt", "--edition", "2021", "--check")),
    "haskell": ("ghc", by_complaint(r"parse error|lexical error", "ghc", "-fno-code")),
    "json": ("jq", by_exit_code("jq", ".")),
    "yaml": ("PyYAML", by_exit_code("python3", "-c", "import sys, yaml; list(yaml.parse(open(sys.argv[1])))")),
    "xml": ("expat", by_exit_code("python3", "-c", "import sys, xml.sax; xml.sax.parse(sys.argv[1], xml.sax.ContentHandler())")),
    "llvm": ("llvm-as-14", by_exit_code("llvm-as-14", "-o", "/dev/null")),
    "sql": ("duckdb", by_exit_code(
        f"{TOOLS}/duckdb-1.1.0/bin/python", "-c", "import sys, duckdb; duckdb.extract_statements(open(sys.argv[1]).read())")),
}


def grammar(lop, path):
    """Whether lop's own grammar finds no error."""
    tree = subprocess.run([lop, "tree", path], capture_output=True, text=True, errors="replace", check=False)
    return tree.returncode == 0 and "ERROR" not in tree.stdout and "MISSING" not in tree.stdout


def verdict(lop, language, path):
    name, judge = PARSERS.get(language, (None, None))
    accepted = judge(path) if judge else None
    if accepted is None:
        name, accepted = "lop", grammar(lop, path)
    return f"{'yes' if accepted else '**no**'} ({name})"


def names(folder):
    """The paths of all cases, as lop-bench names them."""
    found = []
    for top, folders, files in os.walk(folder):
        folders.sort()
        if "test.sh" in files:
            found.append(os.path.relpath(top, folder))
    return found


def main():
    runs, cases = sys.argv[1:3]
    lop = shutil.which("lop") or "target/release/lop"
    records = {}
    with open(f"{runs}/runs.jsonl", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            records[os.path.basename(record["case"]), record["configuration"]] = record
    print("| case | input accepted | keep: tokens | accepted | free: tokens | accepted | keep ÷ free |\n|---|---|--:|---|--:|---|--:|")
    ratios, compared, left_out = [], 0, []
    for case in names(cases):
        pair = [records.get((os.path.basename(case), how)) for how in ("keep", "free")]
        if any(record is None or record["after"] is None for record in pair):
            left_out.append(case)
            continue
        inputs = [name for name in os.listdir(f"{cases}/{case}") if name not in ("README", "test.sh")]
        row = [case, verdict(lop, pair[0]["language"], f"{cases}/{case}/{inputs[0]}")]
        for record in pair:
            work = f"{record['case']}-{record['configuration']}-{record['repeat']}".replace("/", "-")
            result = os.path.join(runs, "work", work, inputs[0])
            mark = "" if record["outcome"] == "done" else " (cap)"
            row += [f"{record['after']['tokens']}{mark}", verdict(lop, record["language"], result)]
        kept, free = (record["after"]["tokens"] for record in pair)
        if all(record["outcome"] == "done" for record in pair):
            compared += 1
            ratio = kept / max(free, 1)
            ratios.append(ratio)
            row.append(f"**{ratio:.2f}**" if ratio > LIMIT else f"{ratio:.2f}")
        else:
            row.append("–")
        print("| " + " | ".join(row) + " |")
    mean = 1.0
    for ratio in ratios:
        mean *= ratio ** (1 / len(ratios))
    print(f"\nBoth runs came to their end in {compared} cases; geometric mean of their ratios: {mean:.3f}.")
    if left_out:
        print(f"No pair of runs: {', '.join(left_out)}.")


main()
