#!/bin/sh
# Interesting: all marked lines are there. Next to nothing, so that the rate of questions is the reducer's own.
[ "$(grep -c marked input.c)" -eq 200 ]
