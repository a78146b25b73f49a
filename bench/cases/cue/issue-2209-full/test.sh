#!/bin/bash
# Interesting: CUE v0.4.3 (npm cue-wasm 1.0.0) answers with an error that matches: rollout: 1 errors in empty disjunction
# With the server of ../serve.js running a call takes milliseconds, without it about two seconds.
tools=${BENCH_TOOLS:-/opt/bench-tools}
message='rollout: 1 errors in empty disjunction'
if [ -S "$tools/cue.sock" ]; then
  answer=$(timeout 20 curl -s --unix-socket "$tools/cue.sock" --data-binary @input.cue http://cue/export) || exit 1
else
  answer=$(timeout 60 node "$tools/cue-wasm-1.0.0/export.js" input.cue) || exit 1
fi
[ "${answer%%$'\n'*}" = error ] && grep -qE "$message" <<<"$answer"
