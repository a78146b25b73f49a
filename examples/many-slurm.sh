#!/bin/sh
# Reduces many bugs at once as a Slurm array: one reduction to a task.
#
#   ls -d bugs/*/ >bugs.txt
#   sbatch --array=1-$(wc -l <bugs.txt) --cpus-per-task=4 --requeue --time=12:00:00 examples/many-slurm.sh bugs.txt
#
# Each line of the list is a directory with a test.sh and a file that begins with "input.". A task that is requeued
# or submitted again continues where it was. --signal=B:TERM@60 as well, and lop stops in time with the best so far on the
# disk; B: because lop takes the place of this script.
set -eu
cd "$(sed -n "${SLURM_ARRAY_TASK_ID}p" "$1")"
input=$(ls | grep '^input\.[^.]*$' | head -n 1)
exec lop -q -j "${SLURM_CPUS_PER_TASK:-1}" ./test.sh "$input"
