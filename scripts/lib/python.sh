# Sourced by scripts in the checkout's folder that need Python packages. They are installed by uv, which itself comes from the package index:
# in 2 seconds where pip takes 30.
# shellcheck shell=bash

# MediaPipe's releases whose layouts of options differ; scripts/ci/test-mediapipe makes an environment for each.
# shellcheck disable=SC2034 # The scripts that source this one use it.
readonly mediapipe_versions=(1.2.2 1.2.3)

# python_environment FOLDER PACKAGE... makes a virtual environment, unless it is there, and installs packages into it; options go to
# `uv pip install`.
python_environment() {
  local uv=$PWD/.build/uv/bin/uv
  [ -x "$uv" ] || python3 -m pip install --quiet --disable-pip-version-check --no-compile --target .build/uv uv
  # With pip, which tests of wheels and users of the folder expect.
  [ -x "$1/bin/python" ] || "$uv" venv --quiet --seed --python "$(command -v python3)" "$1"
  "$uv" pip install --quiet --python "$1/bin/python" "${@:2}"
}
