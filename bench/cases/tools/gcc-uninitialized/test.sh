#!/bin/sh
# Interesting: gcc finds no error, and warns that `late` may be used uninitialized.
LC_ALL=C gcc -std=gnu11 -O2 -Wall -Werror=implicit-function-declaration -Werror=return-type -Werror=int-conversion -S -o /dev/null input.c 2>said || exit 1
grep -q "'late' may be used uninitialized" said
