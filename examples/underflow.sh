#!/bin/sh
# Interesting: the program compiles, and dies of a stack underflow.
cc -w -o calculator calculator.c || exit 1
./calculator 2>&1 | grep -q 'stack underflow'
