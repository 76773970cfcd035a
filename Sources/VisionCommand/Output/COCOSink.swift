import Foundation
import VisionOutput

/// Writes boxes as a COCO annotation file: one object with `images`, `annotations` and `categories`.
///
/// To keep memory constant, annotations are written directly and images are spooled to a temporary file. The file appears, complete,
/// with `close()`.
final class COCOSink: ResultSink {
  private let annotations: ResultFile
  private let images: SpooledText
  private var hasBegun = false
  private var encoder = COCOEncoder()
  private var annotationCount = 0

  /// - Parameters:
  ///   - path: The file, or `-` for standard output.
  ///   - stop: Cancels waiting for a pipe's reader.
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
    // Partial results are better than no file.
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
