import VisionCore

/// A kind of files that a run can write. The command's options, the page's downloads and the command lines that the
/// page shows come from the list of all kinds. Those of labelling tools are declared with their writers.
package struct OutputFileKind: Sendable {
  /// The name of the download.
  package let name: String
  var flagName: String?
  package let title, contents: String
  let mediaType: String
  var videoType: String?
  /// The ending of the file's name after the input's.
  let ending: String
  /// The same for a video, where it is another.
  var videoEnding: String?
  package var isFolder = false
  /// What writes labels; nil for other files.
  package var labels: (any LabelWriter.Type)?

  package var flag: String { flagName ?? "--" + name }

  package static let all = [annotated, json, csv] + labelled + [npy, masks]
  /// The formats of labelling tools.
  package static let labelled = [coco, yolo, cvat, mot]

  package static let annotated = OutputFileKind(
    name: "annotated", flagName: "--annotate", title: "Annotated",
    contents: "images and videos with the results drawn on them",
    mediaType: "image/jpeg", videoType: "video/mp4", ending: "annotated.jpg", videoEnding: "annotated.mp4")
  package static let json = OutputFileKind(
    name: "json", title: "JSON Lines", contents: "results as JSON Lines, one object per frame",
    mediaType: "application/jsonl; charset=utf-8", ending: "jsonl")
  package static let csv = OutputFileKind(
    name: "csv", title: "CSV", contents: "results as CSV, one row per landmark or box",
    mediaType: "text/csv; charset=utf-8", ending: "csv")
  package static let npy = OutputFileKind(
    name: "npy", title: "NumPy", contents: "the vectors as a NumPy array, one row per frame",
    mediaType: "application/octet-stream", ending: "npy")
  package static let masks = OutputFileKind(
    name: "masks", flagName: "--segmentation-masks", title: "Masks", contents: "the masks as grayscale PNGs",
    mediaType: "application/zip", ending: "masks", isFolder: true)

  package func isOffered(by format: OutputFormat) -> Bool {
    if labels != nil { return format.hasLabels }
    return [.annotated, .json, .csv].contains(self) || format.parts.contains { $0.files.contains(self) }
  }

  package func mediaType(isVideo: Bool) -> String { isVideo ? videoType ?? mediaType : mediaType }
  package func ending(isVideo: Bool) -> String { isVideo ? videoEnding ?? ending : ending }
}

extension OutputFileKind: Hashable, Encodable, CustomStringConvertible {
  package static func == (one: OutputFileKind, other: OutputFileKind) -> Bool { one.name == other.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  package var description: String { name }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// The names of mask files: `NAME.NUMBER.png`, and for videos `NAME.FRAME.NUMBER.png`; a category mask has `category`
/// in the place of the number.
package enum MaskFileName {
  package static let category = "category"

  /// What follows the input's name and a dot; the frame is nil for an image.
  package static func ending(frame: Int?, mask: String) -> String {
    (frame.map { $0.frameDigits + "." } ?? "") + mask + ".png"
  }
}

extension Int {
  /// The number of a frame in the names of files, which are then in the frames' order.
  package var frameDigits: String { zeroPadded(to: 6) }
}
