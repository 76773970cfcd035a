# Sourced in the checkout's folder by scripts/ci/fuzz and scripts/ci/test-memory, which share a build of our modules with AddressSanitizer,
# UndefinedBehaviorSanitizer and libFuzzer's counters; Fuzzing/targets.swift says how.
# shellcheck shell=bash
# shellcheck source=scripts/lib/package.sh
source scripts/lib/package.sh
# shellcheck source=scripts/lib/test-flags.sh
source scripts/lib/test-flags.sh

build=$PWD/.build-memory
# Package.swift says what is optimized; without that, random bytes take minutes. Only the tests that run under the sanitizers, and the
# modules that fuzzers import, are compiled.
VISION_TEST_TARGETS=$(
  tests_of VisionModelsTests
  tests_of LiteRTEngineTests
  tests_of VisionImagingTests
  # The others' code has no pointers.
  tests_of VisionPerceptionTests Detection Landmarks Scores Tracking/{ColorHistogram,LinearAssignment}Tests.swift
  tests_of VisionMediaTests Archives Drawing Images PNG Support
  printf '%s\n' VisionTasks VisionEvaluation VisionStudio VisionServer
)
export VISION_TEST_TARGETS
# The tests are compiled in another folder, from which they would not find these.
for folder in .build/shared ../shared; do
  if [ -z "${VISION_SHARED-}" ] && [ -d "$folder/golden" ]; then VISION_SHARED=$(cd "$folder" && pwd); fi
done
[ -z "${VISION_SHARED-}" ] || export VISION_SHARED
sanitized_flags=(--package-path "$build/package" --scratch-path "$build" "${sanitizer_flags[@]}")

# sanitized_build [OPTION...] builds the programs and the tests, or with `--product NAME` one program. What the compiler says is printed
# when it fails.
sanitized_build() {
  [ "$#" -gt 0 ] || set -- --build-tests
  extended_package "$build/package" Fuzzing/targets.swift
  swift build "${sanitized_flags[@]}" "$@" >"$build/build.log" 2>&1 || { cat "$build/build.log" >&2; return 1; }
}
