# Sourced by scripts that build or run tests: the variable that Package.swift reads, and the flags, so that nothing is compiled twice.
# shellcheck shell=bash disable=SC2034 # The script that sources this one uses the flags.
export VISION_TEST_TARGETS=all
# - The release configuration, because comparisons over many images take minutes in a debug build. Only what loops over pixels, tensors and files
#   is optimized, since all would take most of the time; Package.swift says what that is. The nightly job sets VISION_TEST_OPTIMIZED, which
#   optimizes everything.
# - No debug information, because failed expectations know their lines.
# - Each module's interface is written with its code, not by a compiler of its own.
# - The package manager looks for tests in an index of their modules; those of the system are left out of it.
test_flags=(-c release -Xswiftc -Onone -debug-info-format none -Xswiftc -no-emit-module-separately-wmo -Xswiftc -index-ignore-system-modules)
if [ -n "${VISION_TEST_OPTIMIZED-}" ]; then
  unset VISION_TEST_TARGETS
  test_flags=(-c release -Xswiftc -enable-testing)
fi
# Builds for sanitizers: their reports name lines.
sanitizer_flags=("${test_flags[@]}" -Xswiftc -gline-tables-only -Xcc -gline-tables-only)

# Prints a target of tests for the variable, in a subshell; with files and folders only these are compiled. The package manager only warns of
# one that is not there.
tests_of() {
  local IFS=+ path
  for path in "${@:2}"; do
    [ -e "Tests/$1/$path" ] || { printf 'test-flags: there is no Tests/%s/%s\n' "$1" "$path" >&2; exit 1; }
  done
  printf '%s\n' "$*"
}
