#!/bin/sh
# Interesting: a large negative number at least three brackets deep, beside the id 17.
awk '
{
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (c == "[" || c == "{") depth++
        else if (c == "]" || c == "}") depth--
        if (depth >= 3 && substr($0, i, 8) == "-1.5e300" && $0 ~ /"id": 17/) is_there = 1
    }
}
END { exit !(is_there && depth == 0) }' input.json
