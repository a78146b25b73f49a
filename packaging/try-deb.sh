#!/usr/bin/env bash
# Installs the Debian package in a root that has nothing else, and there reads the manual and reduces the example of the
# README. Needs debootstrap and root; MIRROR is the archive that debootstrap takes.
#
#     packaging/try-deb.sh FILE.deb [SUITE]
set -euo pipefail
deb=$(realpath "$1")
suite=${2:-bookworm}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
# man-db reads the manual; gcc is what the example tests.
debootstrap --variant=minbase --include=man-db,gcc,libc6-dev "$suite" "$root" ${MIRROR:+"$MIRROR"} >&2
cp "$deb" "$root/lop.deb"
chroot "$root" /bin/bash -euo pipefail <<'INSIDE'
! command -v cargo
dpkg -i /lop.deb
lop --version
man lop | grep -A1 '^NAME'
man lop-init > /dev/null
cp -r /usr/share/doc/lop/examples /tmp/examples
cd /tmp
lop examples/underflow.sh examples/calculator.c
grep -q 'stack underflow' examples/calculator.reduced.c
[ "$(wc -c < examples/calculator.reduced.c)" -lt 200 ]
dpkg -r lop
! command -v lop
INSIDE
echo "the package works in $suite"
