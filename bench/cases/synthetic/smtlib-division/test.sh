#!/bin/sh
# Interesting: two divisions by zero in one assertion, constants declared before they are used, and a check.
# A record of awk is what follows a bracket, wherever the lines end.
awk '
BEGIN { RS = "(" }
$1 == "assert" { divisions = 0 }
$1 == "bvudiv" && $2 ~ /^v[0-9]+$/ && $3 ~ /^#x00/ && ++divisions == 2 { is_there = 1 }
$1 ~ /^check-sat/ { is_checked = 1 }
$1 == "declare-const" { declared[$2] = 1 }
{
    line = $0
    while (match(line, /v[0-9]+/)) {
        if (!(substr(line, RSTART, RLENGTH) in declared)) is_wrong = 1
        line = substr(line, RSTART + RLENGTH)
    }
    closed += gsub(/\)/, ")")
}
END { exit !(is_there && is_checked && !is_wrong && closed == NR - 1) }' input.smt2
