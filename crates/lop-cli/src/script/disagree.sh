#!/bin/sh
# Interesting: @WHAT@.
#
# Exit code 0 means interesting. lop runs this in a directory of its own that holds the candidate as
# @FILE@, so whatever is written here is written there and goes with it. To try it by hand, run it in
# an empty directory with a copy of @FILE@ in it.
set -u
LC_ALL=C
export LC_ALL
@BEFORE@

@RUN_ONE@ >one.out 2>one.err </dev/null
one=$?
@RUN_OTHER@ >other.out 2>other.err </dev/null
other=$?

# Both end as they did: 128 and more means a signal.
[ "$one" -eq @STATUS_ONE@ ] || exit 1
[ "$other" -eq @STATUS_OTHER@ ] || exit 1
@COMPARE@
exit 0
