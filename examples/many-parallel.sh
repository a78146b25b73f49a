#!/bin/sh
# Reduces many bugs at once with GNU parallel: one reduction to a core, each in its own directory.
#
#   examples/many-parallel.sh DIRECTORY [OPTIONS OF lop]...
#
# Every directory below DIRECTORY that has a test.sh is a bug; the file in it that is called "input." and something is
# what is reduced. Results are beside the inputs. Run again, it continues what was interrupted and leaves alone
# what is finished: where there is a result without a journal beside it.
set -eu
bugs=$1
shift
one='cd {} && input=$(ls | grep "^input\.[^.]*$" | head -n 1) &&
    { ls | grep -q "^input\.reduced\." && ! ls | grep -q "\.lop-journal$" || lop -q -j 1'
for option in "$@"; do
    one="$one '$(printf %s "$option" | sed "s/'/'\\\\''/g")'"
done
find "$bugs" -mindepth 2 -maxdepth 2 -name test.sh -printf '%h\n' | sort |
    parallel --joblog "$bugs/joblog" "$one ./test.sh \"\$input\"; }"
