#!/usr/bin/env bash
# What publishing asks of the crates, without publishing: each package is made, unpacked and built from what is in it; and
# the command is built from vendored sources, without a network, in a copy of what is committed.
#
#     packaging/check-crates.sh
set -euo pipefail
cd "$(dirname "$0")/.."
cargo package --workspace --exclude lop-bench --exclude xtask "$@"

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git archive HEAD | tar -x -C "$copy"
cd "$copy"
mkdir -p .cargo
cargo vendor --locked vendor > vendored.toml 2> /dev/null
cat vendored.toml >> .cargo/config.toml
# An empty home: nothing of what this machine has fetched is there.
CARGO_HOME=$copy/home CARGO_TARGET_DIR=$copy/target \
    cargo build --offline --locked -p lop-cli --no-default-features --features lop-syntax/c,lop-syntax/cpp,lop-syntax/json
"$copy/target/debug/lop" languages
