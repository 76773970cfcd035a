import Foundation
import VisionOutput

/// Writes boxes in the format of COCO's annotation files: one object with `images`, `annotations` and `categories`.
///
/// Annotations go to the file as they come, images to a temporary file until the end, so that memory stays flat. The file appears,
/// whole, with `close()`.
final class COCOSink: ResultSink {
  private let annotations: ResultFile
  private let images: SpooledText
  private var hasBegun = false
  private var encoder = COCOEncoder()
  private var annotationCount = 0

  /// - Parameters:
  ///   - path: The file, or `-` for standard output.
  ///   - stop: Ends the waiting for the reader of a pipe.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String, stop: StopSignal = .shared) throws {
    annotations = try ResultFile(path: path, appearsWhole: true, stop: stop)
    images = try SpooledText()
  }

  func write(_ result: InputResult) throws {
    guard COCOEncoder.takes(result.output) else { return }
    try begin()
    let records = try encoder.add(
      result.output,
      of: COCOEncoder.Frame(
        fileName: result.source.description, width: result.frame.image.width, height: result.frame.image.height,
        frame: result.isVideo ? result.frame.index : nil, timestampMs: result.timestamp))
    try images.write((encoder.imageCount == 1 ? "" : ",") + records.image)
    for annotation in records.annotations {
      try annotations.write((annotationCount == 0 ? "" : ",") + annotation)
      annotationCount += 1
    }
  }

  func end(isGood: Bool) throws { if isGood { try annotations.noteGoodInput() } }

  func close() throws {
    // What a failed input had is better than no file.
    if encoder.imageCount > 0, annotations.replacesNothing { try annotations.noteGoodInput() }
    try begin()
    try annotations.write("],\"categories\":\(try encoder.categoriesJSON()),\"images\":[")
    try images.copy(to: annotations)
    try annotations.write("]}")
    try annotations.close()
  }

  private func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    try annotations.write("{\"annotations\":[")
  }
}
