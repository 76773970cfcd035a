# Sourced by scripts in the checkout's folder: models that are on this machine, beside the checkout or from scripts/ci/test-data, need no network.
for folder in ../shared/models .build/shared/models; do
  if [ -z "${VISION_MODELS_MIRROR-}" ] && [ -d "$folder" ]; then
    VISION_MODELS_MIRROR=$(cd "$folder" && pwd)
    export VISION_MODELS_MIRROR
  fi
done
