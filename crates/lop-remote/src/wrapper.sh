top=$PWD
mkdir run tmp && cp -RP work/. run/ && chmod -R u+rwX run && cd run || exit 1
exec 3</dev/null 4>"$top/output" 5>&2 2>/dev/null || exit 1
ulimit -c 0
LOP_FILE=$top/run@FILE@ TMPDIR=$top/tmp
export LOP_FILE TMPDIR
@LIMIT@
(exec @TEST@ <&3 >&4 2>&4 3<&- 4>&- 5>&-)
code=$?
tail -c 65536 "$top/output" >&5
echo "lop $code"
