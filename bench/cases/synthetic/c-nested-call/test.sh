#!/bin/sh
# Interesting: a call of f_3 stands within another one, and every name is declared before it is used.
grep -Eq 'f_3\(.*f_3\(' input.c || exit 1
awk '
{
    line = $0
    while (match(line, /(int )?[fg]_[0-9]+/)) {
        name = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (sub(/^int /, "", name)) declared[name] = 1
        else if (!(name in declared)) exit 1
    }
}' input.c
