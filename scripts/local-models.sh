# Sourced by scripts in the checkout's folder: models beside the checkout, where they are, need no network.
if [ -z "${VISION_MODELS_MIRROR-}" ] && [ -d ../shared/models ]; then
  VISION_MODELS_MIRROR=$(cd ../shared/models && pwd)
  export VISION_MODELS_MIRROR
fi
