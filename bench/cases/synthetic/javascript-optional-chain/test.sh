#!/bin/sh
# Interesting: an optional chain of three links, a nullish operator after an arrow, and brackets that fit.
grep -q '=> x ??' input.js && grep -q '?\.items?\.\[0\]?\.name' input.js || exit 1
awk '
BEGIN { closes["("] = ")"; closes["["] = "]"; closes["{"] = "}" }
{
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (c in closes) stack[++depth] = closes[c]
        else if (index(")]}", c) && (depth == 0 || stack[depth--] != c)) exit bad = 1
    }
}
END { exit bad || depth != 0 }' input.js
