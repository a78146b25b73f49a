#!/bin/sh
# Interesting: `yield from` in a `try` that is deeper than its function, with the stage it calls defined.
awk '
/^[ ]*def stage_4\(/ { is_defined = 1 }
/^[ ]*def / { indent = index($0, "d") }
/^[ ]*try:/ { deep = index($0, "t") }
/^[ ]*yield from stage_4\(/ { if (deep > indent && index($0, "y") > deep) is_there = 1 }
/^[ ]*finally:/ { if (is_there && index($0, "f") == deep) is_whole = 1 }
END { exit !(is_defined && is_there && is_whole) }' input.py
