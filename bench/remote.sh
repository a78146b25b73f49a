#!/bin/sh
# How much of two servers lop uses: two buildbox-casd on this machine with two slots each, and tests that only wait.
#
#   LOP_CASD=/path/of/buildbox-casd bench/remote.sh [LOP]
#
# The test waits and finds only the input interesting, so there is always something to ask. Ideal is four tests at a time
# without a pause. Figures are those of the search alone; the checks before it run one test at a time. Then the
# same again, where every answer is known. CASD_PREFIX and LOP_PREFIX go before the commands: taskset, nice, chrt.
set -eu
lop=$(realpath "${1:-target/debug/lop}")
casd=$(realpath "$LOP_CASD")
folder=$(mktemp -d)
servers=
trap 'kill $servers 2>/dev/null; wait; rm -rf "$folder"' EXIT
for port in 8981 8982; do
    set --
    for path in /usr /bin /lib /lib64 /etc; do
        set -- "$@" "--runner-arg=--ro-bind-mount=$(realpath $path):$path"
    done
    ${CASD_PREFIX:-} "$casd" --bind=127.0.0.1:$port --jobs=2 --buildbox-run="$(dirname "$casd")/buildbox-run" "$@" \
        "$folder/$port" >"$folder/$port.log" 2>&1 &
    servers="$servers $!"
done
sleep 2

cd "$folder"
i=0
while [ $i -lt 13 ]; do
    echo "int f$i(int x) { return x + $i; }"
    i=$((i + 1))
done >in.c
sum=$(cksum <in.c)

# reduce STATS JOBS
reduce() {
    ${LOP_PREFIX:-} "$lop" --no-config --fresh -q -j 0 --flaky off -a waves -o out.c --stats "$1" \
        --remote grpc://127.0.0.1:8981,grpc://127.0.0.1:8982 --remote-jobs "$2" ./test.sh in.c
}

echo "| test takes | questions | seconds | of ideal | asking adds | known answers | each takes |"
echo "|--:|--:|--:|--:|--:|--:|--:|"
for wait in 1 0.5; do
    printf '#!/bin/sh\nsleep %s\ntest "$(cksum <in.c)" = "%s"\n' $wait "$sum" >test.sh
    chmod +x test.sh
    reduce first.json 4
    reduce second.json 4
    python3 - $wait <<'END'
import json, sys

wait = float(sys.argv[1])
first, second = (json.load(open(name)) for name in ("first.json", "second.json"))
stage = max(first["stages"], key=lambda stage: stage["asked"])
ideal = stage["asked"] * wait / 4
known = second["remote"]
print(
    f"| {wait:g} s | {stage['asked']} | {stage['seconds']:.1f} | {100 * ideal / stage['seconds']:.0f} % "
    f"| {first['remote']['overhead_ms']:.0f} ms | {known['cached']} of {known['answered'] - known['fresh']} "
    f"| {known['overhead_ms']:.1f} ms |"
)
END
done
