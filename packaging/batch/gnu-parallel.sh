#!/bin/bash
# Shards by GNU parallel, on this machine or on several: gnu-parallel.sh SHARDS TASK IN OUT [OPTION...]
#   gnu-parallel.sh 8 detect /data/in /data/out --recursive
#   PARALLEL='--sshlogin node1,node2 --jobs 1' gnu-parallel.sh 8 detect /data/in /data/out
# The results are in OUT/results. The same command continues after an interruption. The status is 1 when inputs failed.
set -u
if [ $# -lt 4 ]; then
  printf 'usage: gnu-parallel.sh SHARDS TASK IN OUT [OPTION...]\n' >&2
  exit 2
fi
# moreutils has a program of the same name with other options.
if ! parallel --version 2>&1 | grep -q '^GNU parallel'; then
  printf 'gnu-parallel.sh needs GNU parallel; install it, for example by: apt install parallel\n' >&2
  exit 2
fi
shards=$1 task=$2 in=$3 out=$4
shift 4
failed=0
# parallel's status is the number of shards that failed, each with status 1 for failed inputs.
# One at a time: it uses all cores. With --sshlogin it is one on each machine. Without --quote a shell would read the
# arguments once more, and split names with spaces.
seq 0 $((shards - 1)) | parallel --quote --jobs 1 --line-buffer --tag \
  vision batch "$task" "$in" --out "$out/shards/{}" --shard "{}/$shards" --quiet "$@" || failed=1
# Proves that nothing is missing; a shard that did not finish is an error here.
vision batch merge "$out"/shards/* --out "$out/results" || exit
exit "$failed"
