import Foundation
import MediaPipeTasksVision
import VisionFindings

/// Writes detections in the format of COCO's annotation files, with scores: one object with `images`, `annotations` and
/// `categories`.
///
/// A category's id is its class number plus 1, which for models with COCO's 90 labels is COCO's own id. Annotations go to the
/// file as they come, images to a temporary file until the end, so that memory stays flat. The file appears, whole, with
/// `close()`.
final class COCOSink: ResultSink {
  private struct Image: Encodable {
    let id: Int
    let fileName: String
    let width: Int
    let height: Int
    /// Frame and time are additions for videos.
    let frame: Int?
    let timestampMs: Int?
  }

  private struct Annotation: Encodable {
    let id: Int
    let imageId: Int
    let categoryId: Int
    let bbox: [Int]
    let area: Int
    let score: Float
    let iscrowd: Int
    /// An addition: the number of an object that is followed.
    let trackId: Int?
  }

  private struct Category: Encodable {
    let id: Int
    let name: String
  }

  private let annotations: ResultFile
  private let images: SpooledText
  private var hasBegun = false
  private var imageCount = 0
  private var annotationCount = 0
  private var categories: [Int: String] = [:]

  /// - Parameters:
  ///   - path: The file, or `-` for standard output.
  ///   - stop: Ends the waiting for the reader of a pipe.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String, stop: StopSignal = .shared) throws {
    annotations = try ResultFile(path: path, appearsWhole: true, stop: stop)
    images = try SpooledText()
  }

  func write(_ result: InputResult) throws {
    guard let findings = result.findings as? any BoxFindings else { return }
    try begin()
    imageCount += 1
    let image = Image(
      id: imageCount, fileName: result.source.description, width: result.frame.image.width,
      height: result.frame.image.height, frame: result.isVideo ? result.frame.index : nil,
      timestampMs: result.timestamp)
    try images.write(try Self.element(image, isFirst: imageCount == 1))
    let ids = findings.trackingIDs
    for (place, detection) in findings.detections.enumerated() {
      for category in detection.categories {
        annotationCount += 1
        let id = category.index + 1
        categories[id] = category.categoryName ?? ""
        let rect = detection.boundingBox
        let box = [rect.minX, rect.minY, rect.width, rect.height].map { Int($0) }
        let annotation = Annotation(
          id: annotationCount, imageId: imageCount, categoryId: id, bbox: box, area: box[2] * box[3],
          score: category.score, iscrowd: 0, trackId: ids.isEmpty ? nil : ids[place])
        try annotations.write(try Self.element(annotation, isFirst: annotationCount == 1))
      }
    }
  }

  func end(isGood: Bool) throws { if isGood { try annotations.noteGoodInput() } }

  func close() throws {
    // What a failed input had is better than no file.
    if imageCount > 0, annotations.replacesNothing { try annotations.noteGoodInput() }
    try begin()
    let list = categories.sorted { $0.key < $1.key }.map { Category(id: $0.key, name: $0.value) }
    try annotations.write("],\"categories\":\(try Self.json(list)),\"images\":[")
    try images.copy(to: annotations)
    try annotations.write("]}")
    try annotations.close()
  }

  private func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    try annotations.write("{\"annotations\":[")
  }

  /// One element of a list a line.
  private static func element(_ element: some Encodable, isFirst: Bool) throws -> String {
    (isFirst ? "" : ",") + (try json(element))
  }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
