#!/bin/sh
# Interesting: @WHAT@.
#
# Exit code 0 means interesting. lop runs this in a directory of its own that holds the candidate as
# @FILE@, so whatever is written here is written there and goes with it. To try it by hand, run it in
# an empty directory with a copy of @FILE@ in it.
#
# A program without a meaning may do anything, and most smaller programs have none: they read what was never
# written, or miss a return. The checks here are what keeps the result a proof.
set -u
LC_ALL=C
export LC_ALL
@BEFORE@

# Both compilers take it.
@COMPILE_TRUSTED@ >lop.err 2>&1 || exit 1
@COMPILE_SUSPECT@ >lop.err 2>&1 || exit 1

# The trusted program ends as it did, in time.
@RUN_TRUSTED@ >trusted.out 2>&1 </dev/null
trusted=$?
[ "$trusted" -eq @STATUS@ ] || exit 1

# The other one does something else. A hang would be another bug.
@RUN_SUSPECT@ >suspect.out 2>&1 </dev/null
suspect=$?
[ "$suspect" -ne 124 ] || exit 1
if [ "$suspect" -eq "$trusted" ] && cmp -s trusted.out suspect.out; then
    exit 1
fi
@SANITIZER@
exit 0
