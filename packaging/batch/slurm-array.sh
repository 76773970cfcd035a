#!/bin/bash
# An array of eight tasks: each processes the parts of its index. The folders are in storage that all nodes have.
#   sbatch --export=ALL,IN=/data/in,OUT=/data/out slurm-array.sh
#   vision batch merge /data/out/* --out /data/results      when the array is complete
#SBATCH --job-name=vision-batch
#SBATCH --array=0-7
#SBATCH --cpus-per-task=4
#SBATCH --mem=4G
#SBATCH --requeue
set -u
# Index and number come from the variables of the array. Status 1 means that some inputs failed, which are in errors.jsonl.
vision batch "${TASK:-detect}" "$IN" --recursive --shard env --part-size "${PART_SIZE:-500}" --jobs "${SLURM_CPUS_PER_TASK:-4}" \
  --out "$OUT/$SLURM_ARRAY_TASK_ID" --quiet || test $? -eq 1
