import Foundation
import VisionResults

/// Encodes boxes as images, annotations and categories in COCO's format, with scores.
///
/// A category's ID is its class index plus 1, which is COCO's ID for models with COCO's 90 labels.
package struct COCOEncoder {
  /// The input data of a frame.
  package struct Frame {
    /// The input's name.
    package var fileName: String
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The frame's position in a video; nil for an image. An addition to the format.
    package var frame: Int?
    /// The frame's time in milliseconds; nil for an image. An addition to the format.
    package var timestampMs: Int?

    package init(fileName: String, width: Int, height: Int, frame: Int?, timestampMs: Int?) {
      self.fileName = fileName
      self.width = width
      self.height = height
      self.frame = frame
      self.timestampMs = timestampMs
    }
  }

  private struct Image: Encodable {
    let id: Int
    let fileName: String
    let width: Int
    let height: Int
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
    /// The tracking ID; nil unless all objects of the frame have one. An addition to the format.
    let trackId: Int?
  }

  private struct Category: Encodable {
    let id: Int
    let name: String
  }

  /// The number of images so far.
  package private(set) var imageCount = 0
  private var annotationCount = 0
  private var categories: [Int: String] = [:]

  package init() {}

  /// Whether an output has boxes.
  package static func takes(_ output: any TaskOutput) -> Bool {
    output.parts.contains { part in if case .boxes = part { true } else { false } }
  }

  /// Encodes a frame and its boxes, with consecutive IDs.
  ///
  /// - Returns: The JSON of the image and of its annotations, one for each category of a box.
  /// - Throws: `EncodingError` for a score that is not a number.
  package mutating func add(_ output: any TaskOutput, of frame: Frame) throws -> (image: String, annotations: [String])
  {
    imageCount += 1
    let image = Image(
      id: imageCount, fileName: frame.fileName, width: frame.width, height: frame.height, frame: frame.frame,
      timestampMs: frame.timestampMs)
    let boxes = output.boxes
    let areTracked = boxes.allSatisfy { $0.trackingID != nil }
    var annotations: [String] = []
    for box in boxes {
      for category in box.categories {
        annotationCount += 1
        let id = category.index + 1
        categories[id] = category.categoryName ?? ""
        let edges = [box.box.minX, box.box.minY, box.box.width, box.box.height].map { Int($0) }
        annotations.append(
          try Self.json(
            Annotation(
              id: annotationCount, imageId: imageCount, categoryId: id, bbox: edges, area: edges[2] * edges[3],
              score: category.score, iscrowd: 0, trackId: areTracked ? box.trackingID : nil)))
      }
    }
    return (try Self.json(image), annotations)
  }

  /// The categories so far as a JSON array, by ascending ID.
  package func categoriesJSON() throws -> String {
    try Self.json(categories.sorted { $0.key < $1.key }.map { Category(id: $0.key, name: $0.value) })
  }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
