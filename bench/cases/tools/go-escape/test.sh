#!/bin/sh
# Interesting: the Go 1.19 compiler finds no error, and says that the variable `late` moves to the heap.
"${GO_COMPILE:-/usr/lib/go-1.19/pkg/tool/linux_amd64/compile}" -m -p p -o object input.go >said 2>&1 || exit 1
grep -q 'moved to heap: late$' said
