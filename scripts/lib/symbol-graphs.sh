# What is public, as the compiler knows it; scripts/docs and scripts/ci/api-changes read it in. `symbol_graphs FOLDER [BUILD]` writes the
# symbol graphs of the products to FOLDER/graphs and those of the stand-ins for Apple's modules to FOLDER/stand-ins.
# shellcheck shell=bash

readonly products=(MediaPipeTasksVision VisionTasks VisionMedia VisionCatalog FirebaseMLVision Firebase)
readonly stand_ins=(AppleBase UIKit AVFoundation)
readonly folded=(VisionCore VisionImaging VisionResults VisionPerception LiteRTEngine)

# symbol_graphs FOLDER [BUILD]: BUILD is the folder of an existing build; without it the modules are built.
symbol_graphs() {
  local folder=$1 build product module map headers flags
  if [ "$#" -gt 1 ]; then
    build=$(cd "$2" && pwd)
  else
    for product in Firebase AppleTypes; do swift build --product "$product"; done
    build=$(swift build --show-bin-path)
  fi
  mkdir -p "$folder/graphs" "$folder/stand-ins"

  flags=(-target "$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -n 1)" -I "$build/Modules")
  for map in "$build"/*.build/module.modulemap Sources/CTurboJPEG/module.modulemap Sources/CDeflate/module.modulemap; do
    flags+=(-Xcc "-fmodule-map-file=$map")
  done
  for headers in Sources/*/include; do flags+=(-Xcc "-I$headers"); done
  for product in "${products[@]}"; do
    case $product in
      VisionTasks)
        symbol_graph "$product" "$folder/graphs" "-experimental-allowed-reexported-modules=$(IFS=,; echo "${folded[*]}")" ;;
      *) symbol_graph "$product" "$folder/graphs" ;;
    esac
  done
  for module in "${stand_ins[@]}"; do symbol_graph "$module" "$folder/stand-ins"; done
}

# symbol_graph MODULE FOLDER [FLAG...], with the flags of symbol_graphs
symbol_graph() {
  swift-symbolgraph-extract -module-name "$1" -output-dir "$2" -minimum-access-level public \
    -skip-inherited-docs -skip-synthesized-members -omit-extension-block-symbols "${flags[@]}" "${@:3}"
}
