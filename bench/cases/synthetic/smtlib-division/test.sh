#!/bin/sh
# Interesting: two divisions by zero in one assertion, constants declared before they are used, and a check.
grep -q 'assert.*bvudiv v[0-9]* #x00.*bvudiv v[0-9]* #x00' input.smt2 && grep -q '(check-sat)' input.smt2 || exit 1
awk '
{
    if (match($0, /declare-const v[0-9]+/)) declared[substr($0, RSTART + 14, RLENGTH - 14)] = 1
    line = $0
    while (match(line, /v[0-9]+/)) {
        if (!(substr(line, RSTART, RLENGTH) in declared)) exit bad = 1
        line = substr(line, RSTART + RLENGTH)
    }
    depth += gsub(/\(/, "(") - gsub(/\)/, ")")
}
END { exit bad || depth != 0 }' input.smt2
