"""Answers for JSON: a document is valid if it can be read."""
import json
import sys

for line in sys.stdin:
    try:
        with open(line.rstrip("\n"), "rb") as file:
            json.loads(file.read())
        print("ok", flush=True)
    except (ValueError, RecursionError):
        print("no", flush=True)
