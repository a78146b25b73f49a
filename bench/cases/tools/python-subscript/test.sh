#!/bin/sh
# Interesting: Python ends with an error about a None that has no items, raised within a function.
timeout 10 python3 -I input.py 2>said >/dev/null && exit 1
grep -q "TypeError: 'NoneType' object is not subscriptable" said && grep -q 'in stage_' said
