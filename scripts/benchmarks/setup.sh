# Sourced by the benchmark scripts in the checkout's folder. Sets `vision`, our built program; `bench`, which
# measures; `revision`, the commit that both are built from; and `python`, an interpreter with the package mediapipe:
# PYTHON from the environment, else a virtual environment in .build. The paths are absolute.
# shellcheck shell=bash disable=SC2034

readonly mediapipe_version=1.2.2

# Before the build, which takes minutes: a commit in the meantime is not what is measured.
revision=$(git describe --always --dirty 2>/dev/null || echo unknown)

# Measure the program as it is installed, not a development build.
scripts/install .build/bench/installed >&2
vision=$PWD/.build/bench/installed/lib/swift-vision-tasks/vision
# Built as the installed program, since its workers run the tasks that are timed.
build=(swift build -c release --product vision-bench -debug-info-format none --scratch-path .build-install)
[ "$(uname -s)" != Linux ] || build+=(--static-swift-stdlib)
"${build[@]}" >&2
bench="$("${build[@]}" --show-bin-path)/vision-bench"
# One of the models has no address; scripts/ci/test-data unpacks it.
[ -d ../shared/models ] || [ -d .build/shared/models ] || scripts/ci/test-data "$vision" >&2
# shellcheck source=scripts/lib/local-models.sh
source scripts/lib/local-models.sh
"$vision" models fetch gesture_recognizer hand_landmarker pose_landmarker_lite pose_landmarker_full \
  efficientdet_lite0_int8 efficientdet_lite0_float16 ssd_mobilenet_v1_coco \
  efficientnet_lite0_float32 efficientnet_lite0_int8 blaze_face_short_range face_landmarker holistic_landmarker \
  selfie_segmenter deeplab_v3 >&2

# As for most users: Python keeps what it compiles, where compiling in each process takes time and, at its peak, 5 to 10 MB.
unset PYTHONDONTWRITEBYTECODE
python=${PYTHON-}
if [ -z "$python" ]; then
  python=$PWD/.build/bench/venv/bin/python
  if [ ! -x "$python" ]; then
    # shellcheck source=scripts/lib/python.sh
    source scripts/lib/python.sh
    python_environment .build/bench/venv "mediapipe==$mediapipe_version"
  fi
fi
