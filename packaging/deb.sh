#!/usr/bin/env bash
# Makes target/packages/lop_VERSION_ARCHITECTURE.deb of what packaging/tarball.sh made. The binary is static, so the package
# is for every release of Debian and Ubuntu.
#
#     packaging/deb.sh [TARGET]
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-$(uname -m)-unknown-linux-musl}
case $target in
    x86_64-*) architecture=amd64 ;;
    aarch64-*) architecture=arm64 ;;
    *) echo "no architecture of Debian is known for $target" >&2; exit 1 ;;
esac
# The folder, not the archive or its checksum.
from=$(find target/packages -maxdepth 1 -type d -name "lop-*-$target" | sort -V | tail -n 1)
[ -n "$from" ] || { echo "run packaging/tarball.sh $target first" >&2; exit 1; }
version=${from#target/packages/lop-}
version=${version%-"$target"}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
doc=$root/usr/share/doc/lop
install -D -m 755 "$from/lop" "$root/usr/bin/lop"
for page in "$from"/man/*.1; do
    install -D -m 644 "$page" "$root/usr/share/man/man1/$(basename "$page")"
    gzip -9n "$root/usr/share/man/man1/$(basename "$page")"
done
install -D -m 644 "$from/completions/lop.bash" "$root/usr/share/bash-completion/completions/lop"
install -D -m 644 "$from/completions/_lop" "$root/usr/share/zsh/vendor-completions/_lop"
install -D -m 644 "$from/completions/lop.fish" "$root/usr/share/fish/vendor_completions.d/lop.fish"
install -D -m 644 "$from/README.md" "$doc/README.md"
install -D -m 644 "$from/CHANGELOG.md" "$doc/changelog.md"
install -D -m 644 "$from/sbom.spdx.json" "$doc/sbom.spdx.json"
install -d "$doc/examples"
cp -r "$from/examples/." "$doc/examples"
{ echo "lop may be used under either of these licences."; echo; cat "$from/LICENSE-MIT"; echo; cat "$from/LICENSE-APACHE"; } > "$doc/copyright"
mkdir "$root/DEBIAN"
cat > "$root/DEBIAN/control" <<CONTROL
Package: lop
Version: $version
Architecture: $architecture
Maintainer: The lop maintainers <lop@localhost>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Suggests: bubblewrap, gcc
Section: devel
Priority: optional
Description: test-case reducer for any language
 Give lop an input that makes a compiler, solver, parser or linter misbehave,
 and a script that says whether a smaller input still does, and it hands back
 the few lines that matter.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} \
    dpkg-deb --root-owner-group --build "$root" "target/packages/lop_${version}_$architecture.deb"
(cd target/packages && sha256sum "lop_${version}_$architecture.deb" | tee "lop_${version}_$architecture.deb.sha256")
