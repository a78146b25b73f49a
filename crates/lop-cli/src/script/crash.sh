#!/bin/sh
# Interesting: @WHAT@.
#
# Exit code 0 means interesting. lop runs this in a directory of its own that holds the candidate as
# @FILE@, so whatever is written here is written there and goes with it. To try it by hand, run it in
# an empty directory with a copy of @FILE@ in it.
set -u
# Messages are compared, so they have to be in one language.
LC_ALL=C
export LC_ALL
@BEFORE@

# What the bug prints goes to files. A run that takes too long is another matter.
@RUN@ >lop.out 2>lop.err </dev/null
status=$?

# It has to end as it did: 128 and more means a signal.
[ "$status" -eq @STATUS@ ] || exit 1
@PRINTS@
exit 0
