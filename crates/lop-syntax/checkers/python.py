"""Answers for Python: a program is valid if it compiles and uses no name that nothing defines."""
import builtins
import symtable
import sys
import warnings

warnings.simplefilter("ignore")
ALWAYS_THERE = set(dir(builtins)) | {"__name__", "__file__", "__doc__", "__path__", "__module__", "__qualname__", "__class__"}


def scopes(table):
    found = [table]
    for scope in found:
        found.extend(scope.get_children())
    return found


def is_valid(path):
    with open(path, "rb") as file:
        source = file.read()
    compile(source, path, "exec", dont_inherit=True)
    text = source.decode()
    if "import *" in text:
        return True
    module, *inner = scopes(symtable.symtable(text, path, "exec"))
    given = lambda symbol: symbol.is_assigned() or symbol.is_imported()
    defined = {symbol.get_name() for symbol in module.get_symbols() if given(symbol) or symbol.is_namespace()}
    for scope in inner:
        defined |= {s.get_name() for s in scope.get_symbols() if s.is_declared_global() and given(s)}
    used = {symbol.get_name() for symbol in module.get_symbols() if symbol.is_referenced()}
    for scope in inner:
        used |= {s.get_name() for s in scope.get_symbols() if s.is_global() and s.is_referenced()}
    return used <= defined | ALWAYS_THERE


for line in sys.stdin:
    try:
        valid = is_valid(line.rstrip("\n"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        valid = False
    print("ok" if valid else "no", flush=True)
