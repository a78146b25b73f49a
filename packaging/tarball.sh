#!/usr/bin/env bash
# Makes target/packages/lop-VERSION-TARGET.tar.gz: a static binary with its manual pages, completions, licences and a list
# of what it is made of, and beside it the checksum.
#
#     packaging/tarball.sh [TARGET]        x86_64-unknown-linux-musl needs `rustup target add` and musl-tools
#
# Any other target whose binaries this machine can run will do.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-$(uname -m)-unknown-linux-musl}

cargo build --locked --profile dist --target "$target" -p lop-cli
metadata=$(cargo metadata --locked --format-version 1 --filter-platform "$target" --manifest-path crates/lop-cli/Cargo.toml)
version=$(python3 -c 'import json, sys; print(next(p["version"] for p in json.load(sys.stdin)["packages"] if p["name"] == "lop-cli"))' <<<"$metadata")
name=lop-$version-$target
folder=target/packages/$name
rm -rf "$folder"
mkdir -p "$folder/man" "$folder/completions"
cp "target/$target/dist/lop" LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md "$folder"
cp -r examples "$folder"
lop=$folder/lop
"$lop" man > "$folder/man/lop.1"
for command in init report explain train model print tree tokens languages algorithms caches man completions; do
    "$lop" man "$command" > "$folder/man/lop-$command.1"
done
"$lop" completions bash > "$folder/completions/lop.bash"
"$lop" completions zsh > "$folder/completions/_lop"
"$lop" completions fish > "$folder/completions/lop.fish"
python3 packaging/sbom.py lop-cli <<<"$metadata" > "$folder/sbom.spdx.json"

# The same bytes for the same sources.
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" -C target/packages -cf - "$name" |
    gzip -9n > "$folder.tar.gz"
(cd target/packages && sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256")
