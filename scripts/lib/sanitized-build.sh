# Sourced in the checkout's folder by scripts that build with sanitizers. There are two kinds of builds, each in a folder of its own:
#   memory    AddressSanitizer and UndefinedBehaviorSanitizer, for readers of untrusted bytes and code with pointers
#   threads   ThreadSanitizer, for code with threads of its own
# Both have fuzzers; Fuzzing/Targets says of what, and what is instrumented. Both are release builds with the optimization that Package.swift
# gives them, unless Fuzzing/Targets takes it back: without any, random bytes take minutes, kernels would not be used, and tests of whole
# videos would miss their time limits.
# shellcheck shell=bash
# shellcheck source=scripts/lib/package.sh
source scripts/lib/package.sh
# shellcheck source=scripts/lib/test-flags.sh
source scripts/lib/test-flags.sh

# sanitized KIND chooses the kind of build: `build` is its folder, `sanitized_flags` are the package manager's options.
sanitized() {
  kind=$1 build=$PWD/.build-$1
  # Only the tests that run are compiled, and what fuzzers import.
  VISION_TEST_TARGETS=$("tests_$1")
  export VISION_TEST_TARGETS
  sanitized_flags=(--package-path "$build/package" --scratch-path "$build" "${sanitizer_flags[@]}")
  # What the tests need is set for builds, too: with another environment the package manager reads all manifests and plans the build anew.
  if [ "$1" = threads ]; then
    sanitized_flags+=(--sanitize=thread)
    export TSAN_OPTIONS="suppressions=$PWD/scripts/ci/test-threads.txt"
  else
    # scripts/ci/soak checks leaks, because system libraries keep memory to the end.
    export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
  fi
}
tests_memory() {
  tests_of VisionModelsTests
  tests_of LiteRTEngineTests
  tests_of VisionImagingTests
  # The others' code has no pointers.
  tests_of VisionPerceptionTests Detection Landmarks Scores Tracking/{ColorHistogram,LinearAssignment}Tests.swift
  tests_of VisionMediaTests Archives Drawing Images PNG Support
  printf '%s\n' VisionTasks VisionEvaluation
}
tests_threads() {
  tests_of VisionCoreTests Concurrency
  tests_of VisionWorkerTests
  tests_of VisionServerTests HTTP Pool Server/{HTTPHabits,Live,Plain,Protocol,ServerBody,ServerLoad}Tests.swift Streams Support
  tests_of VisionStudioTests Library/{HostileModel,Sharing}Tests.swift Server/{Guard,Live,SlowClient}Tests.swift \
    Sessions/DiskQuotaTests.swift Support
  tests_of VisionTasksTests C Pipelines/{HandPipeline,HolisticSequence}Tests.swift Runner Support
  tests_of LiteRTEngineTests Kernels/KernelThreadPoolTests.swift Support
  tests_of VisionMediaTests Live Videos/VideoFramesTests.swift Support
}
# The tests are compiled in another folder, from which they would not find these.
for folder in .build/shared ../shared; do
  if [ -z "${VISION_SHARED-}" ] && [ -d "$folder/golden" ]; then VISION_SHARED=$(cd "$folder" && pwd); fi
done
[ -z "${VISION_SHARED-}" ] || export VISION_SHARED

# sanitized_build [OPTION...] builds the programs and the tests, or with `--product NAME` one program. What the compiler says is printed
# when it fails.
sanitized_build() {
  [ "$#" -gt 0 ] || set -- --build-tests
  extended_package "$build/package" Fuzzing/Targets/{fuzzers,"$kind"}.swift
  swift build "${sanitized_flags[@]}" "$@" >"$build/build.log" 2>&1 || { cat "$build/build.log" >&2; return 1; }
  # Options can override each other without a word, so what was compiled is looked at.
  local marker=__asan_ module
  [ "$kind" = memory ] || marker=__tsan_
  for module in "$build"/release/Vision*.build; do
    # The package manager makes folders for what it does not build, too.
    [[ $module == *Tests.build ]] || ! compgen -G "$module/*.o" >/dev/null || grep -q "$marker" "$module"/*.o \
      || { printf 'sanitized-build: %s was compiled without its sanitizer\n' "$module" >&2; return 1; }
  done
}
