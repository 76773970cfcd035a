import ArgumentParser

/// Where the command writes the masks of people.
struct MaskFolderOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also find the people's pixels and write their masks as gray PNGs into this folder; --annotate shows them, too.",
      valueName: "folder"))
  var segmentationMasks: String?
}
