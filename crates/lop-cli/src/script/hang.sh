#!/bin/sh
# Interesting: @WHAT@.
#
# Exit code 0 means interesting. lop runs this in a directory of its own that holds the candidate as
# @FILE@, so whatever is written here is written there and goes with it. To try it by hand, run it in
# an empty directory with a copy of @FILE@ in it.
#
# Every interesting candidate takes the whole @SECONDS@ seconds: as few as tell a hang from a slow run are best.
set -u
LC_ALL=C
export LC_ALL
@BEFORE@

# Without input, so that nothing waits for somebody to type.
@RUN@ >lop.out 2>lop.err </dev/null
status=$?

# 124 means that the time was up, 137 that it did not listen to the first signal either.
[ "$status" -eq 124 ] || [ "$status" -eq 137 ] || exit 1
exit 0
