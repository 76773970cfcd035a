/// The files that a run can write. The command's options, the page's downloads and the command lines that the page
/// shows come from this list.
package enum OutputFileKind: String, CaseIterable, Sendable, Encodable {
  case annotated, json, csv, coco, npy, masks

  package var flag: String {
    switch self {
    case .annotated: "--annotate"
    case .json: "--json"
    case .csv: "--csv"
    case .coco: "--coco"
    case .npy: "--npy"
    case .masks: "--segmentation-masks"
    }
  }

  package var title: String {
    switch self {
    case .annotated: "Annotated"
    case .json: "JSON Lines"
    case .csv: "CSV"
    case .coco: "COCO"
    case .npy: "NumPy"
    case .masks: "Masks"
    }
  }

  package var contents: String {
    switch self {
    case .annotated: "images and videos with the results drawn on them"
    case .json: "results as JSON Lines, one object per frame"
    case .csv: "results as CSV, one row per landmark or box"
    case .coco: "the objects as a COCO annotation file (JSON) with scores"
    case .npy: "the vectors as a NumPy array, one row per frame"
    case .masks: "the masks as grayscale PNGs"
    }
  }

  package func isOffered(by format: OutputFormat) -> Bool {
    [.annotated, .json, .csv].contains(self) || format.parts.contains { $0.files.contains(self) }
  }

  /// The ending of the file's name after the input's; masks are a folder of images.
  package func ending(isVideo: Bool) -> String {
    switch self {
    case .annotated: isVideo ? "annotated.mp4" : "annotated.jpg"
    case .json: "jsonl"
    case .csv: "csv"
    case .coco: "coco.json"
    case .npy: "npy"
    case .masks: "masks"
    }
  }
}

/// The names of mask files: `NAME.PERSON.png`, and for videos `NAME.FRAME.PERSON.png`.
package enum MaskFileName {
  /// What follows the input's name and a dot; the frame is nil for an image.
  package static func ending(frame: Int?, person: Int) -> String {
    let digits = frame.map { "\($0)" }
    let padded = digits.map { String(repeating: "0", count: max(0, 6 - $0.count)) + $0 + "." } ?? ""
    return "\(padded)\(person).png"
  }
}
