# Sourced by scripts in the checkout's folder that build programs which nobody else needs, on modules that only this package sees.
# shellcheck shell=bash

# extended_package FOLDER ADDITION... makes FOLDER this package with the targets that files add at the end of the manifest.
extended_package() {
  local part
  mkdir -p "$1"
  for part in Sources Tests Benchmarks Fuzzing; do ln -sfn "$PWD/$part" "$1/$part"; done
  # The same versions of other packages, which the addition's own join.
  [ ! -f Package.resolved ] || [ -f "$1/Package.resolved" ] || cp Package.resolved "$1"
  # Written only when it changes, because another script may be building.
  if ! cat Package.swift "${@:2}" | cmp --quiet - "$1/Package.swift"; then cat Package.swift "${@:2}" >"$1/Package.swift"; fi
}
