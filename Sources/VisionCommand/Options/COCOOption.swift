import ArgumentParser

/// Where the command writes what was detected in COCO's format.
struct COCOOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Also write the objects as a COCO annotation file (JSON) with scores.", valueName: "path"))
  var coco: String?
}
