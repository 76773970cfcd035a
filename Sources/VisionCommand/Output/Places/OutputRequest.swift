/// The outputs that a command line asks for.
struct OutputRequest {
  var json: String?
  var csv: String?
  var coco: String?
  var annotate: String?
  /// The folder for segmentation masks.
  var masks: String?
  /// Whether the readable result goes to standard output, if that is free.
  var wantsText = false
  /// Whether the readable result lists every landmark.
  var listsAll = false

  /// The outputs that are one file each, with their options.
  var files: [(option: String, path: String)] {
    [("--json", json), ("--csv", csv), ("--coco", coco)].compactMap { option, path in path.map { (option, $0) } }
  }
}
