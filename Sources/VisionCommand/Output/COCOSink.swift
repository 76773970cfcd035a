import Foundation
import MediaPipeTasksVision
import VisionFindings

/// Writes detections in the format of COCO's annotation files, with scores: one object with `images`, `annotations` and
/// `categories`.
///
/// A category's id is its class number plus 1, which for models with COCO's 90 labels is COCO's own id. Annotations go to the
/// file as they come, images to a file beside it until the end, so that memory stays flat; the file is whole after `close()`.
final class COCOSink: ResultSink {
  private struct Picture: Encodable {
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

  private let path: String
  private let annotations: LineWriter
  private let pictures: LineWriter
  private let picturesPath: String
  private var pictureCount = 0
  private var annotationCount = 0
  private var categories: [Int: String] = [:]

  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String) throws {
    self.path = path
    picturesPath = path + ".images.partial"
    annotations = try LineWriter(path: path)
    pictures = try LineWriter(path: picturesPath)
    try annotations.write("{\"annotations\":[")
  }

  func write(_ result: InputResult) throws {
    guard let findings = result.findings as? any BoxFindings else { return }
    pictureCount += 1
    let picture = Picture(
      id: pictureCount, fileName: result.source.description, width: result.frame.image.width,
      height: result.frame.image.height, frame: result.isVideo ? result.frame.index : nil,
      timestampMs: result.timestamp)
    try append(picture, to: pictures, isFirst: pictureCount == 1)
    let ids = findings.trackingIDs
    for (place, detection) in findings.detections.enumerated() {
      for category in detection.categories {
        annotationCount += 1
        let id = category.index + 1
        categories[id] = category.categoryName ?? ""
        let rect = detection.boundingBox
        let box = [rect.minX, rect.minY, rect.width, rect.height].map { Int($0) }
        let annotation = Annotation(
          id: annotationCount, imageId: pictureCount, categoryId: id, bbox: box, area: box[2] * box[3],
          score: category.score, iscrowd: 0, trackId: ids.isEmpty ? nil : ids[place])
        try append(annotation, to: annotations, isFirst: annotationCount == 1)
      }
    }
  }

  func close() throws {
    let list = categories.sorted { $0.key < $1.key }.map { Category(id: $0.key, name: $0.value) }
    try annotations.write("],\"categories\":\(Self.json(list)),\"images\":[")
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: picturesPath))
    while let part = try file.read(upToCount: 1 << 20), !part.isEmpty { try annotations.write(contentsOf: part) }
    try annotations.write("]}")
    try FileManager.default.removeItem(atPath: picturesPath)
  }

  /// One element of a list a line.
  private func append(_ element: some Encodable, to writer: LineWriter, isFirst: Bool) throws {
    try writer.write((isFirst ? "" : ",") + Self.json(element))
  }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
