import Foundation
import VisionResults

/// The parts of an output as keys of a JSON object.
struct OutputJSON: Encodable {
  let output: any TaskOutput
  /// The files of the masks; nil when none are written, and then the masks have no key. A worker's answer has the
  /// values instead.
  let maskFiles: [String]?

  /// A mask in a line: its file and size.
  private struct MaskFile: Encodable {
    let file: String
    let width: Int
    let height: Int
  }

  /// The key of a part.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let parts = output.parts
    // With masks requested, an image without a subject has an empty list.
    if maskFiles != nil, output.masks == nil, let key = output.format.masksKey {
      try container.encode([MaskFile](), forKey: Key(key))
    }
    for part in parts {
      switch part {
      case .categories(let part): try Self.encode(part, in: &container)
      case .boxes(let part):
        try container.encode(part.boxes.map { BoxRecord($0, format: part.format) }, forKey: Key("detections"))
      case .landmarks(let part):
        try container.encode(part.landmarks.map { $0.map(PointSnapshot.init) }, forKey: Key("landmarks"))
        try container.encode(part.worldLandmarks.map { $0.map(PointSnapshot.init) }, forKey: Key("worldLandmarks"))
      case .masks(let part):
        let files = maskFiles.map {
          zip($0, part.masks).map { MaskFile(file: $0, width: $1.width, height: $1.height) }
        }
        try container.encodeIfPresent(files, forKey: Key(part.key))
      case .embeddings(let vectors): try container.encode(vectors.map(VectorRecord.init), forKey: Key("embeddings"))
      case .matrices(let part):
        try container.encode(
          part.matrices.map { $0.rows.flatMap { $0 }.map(SnapshotNumber.init) }, forKey: Key(part.key))
      }
    }
  }

  private static func encode(_ part: CategoriesPart, in container: inout KeyedEncodingContainer<Key>) throws {
    let key = Key(part.format.key)
    if let heads = part.heads {
      try container.encode(heads.map(HeadRecord.init), forKey: key)
    } else if part.format.impliesDisplayName {
      try container.encode(part.lists.map { $0.map(HandednessSnapshot.init) }, forKey: key)
    } else {
      try container.encode(part.lists.map { $0.map(CategorySnapshot.line) }, forKey: key)
    }
  }
}

/// A box in a line.
private struct BoxRecord: Encodable {
  let box: OutputBox
  let format: BoxesFormat

  init(_ box: OutputBox, format: BoxesFormat) {
    self.box = box
    self.format = format
  }

  private enum CodingKeys: String, CodingKey {
    case boundingBox, categories, keypoints, trackingId, classificationCategory, confidence
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if format.roundsBoxes {
      try container.encode(BoxJSON(box.box), forKey: .boundingBox)
    } else {
      try container.encode(BoxSnapshot(box.box), forKey: .boundingBox)
    }
    try container.encode(box.categories.map(CategorySnapshot.line), forKey: .categories)
    try container.encodeIfPresent(box.keypoints?.map(KeypointSnapshot.init), forKey: .keypoints)
    try container.encodeIfPresent(box.trackingID, forKey: .trackingId)
    guard format.categories == .coarse else { return }
    let best = box.categories.first
    try container.encode(best?.categoryName ?? OutputBox.unknownCategory, forKey: .classificationCategory)
    try container.encodeIfPresent(best?.score, forKey: .confidence)
  }
}

/// The categories of one classifier head in a line.
private struct HeadRecord: Encodable {
  let headIndex: Int
  let headName: String?
  let categories: [CategorySnapshot]

  init(_ head: Classifications) {
    (headIndex, headName) = (head.headIndex, head.headName)
    categories = head.categories.map(CategorySnapshot.line)
  }
}

/// An embedding in a line: numbers, or int8 values in Base64.
private struct VectorRecord: Encodable {
  let headIndex: Int
  let headName: String?
  let embedding: [SnapshotNumber<Float>]?
  let quantized: Data?

  init(_ vector: EmbeddingVector) {
    (headIndex, headName) = (vector.headIndex, vector.headName)
    switch vector.values {
    case .float32(let values): (embedding, quantized) = (values.map(SnapshotNumber.init), nil)
    case .int8(let values): (embedding, quantized) = (nil, values.withUnsafeBytes { Data($0) })
    }
  }
}

extension CategorySnapshot {
  /// A category in a line. It has a display name only if that differs from the name.
  static func line(_ category: ResultCategory) -> CategorySnapshot { CategorySnapshot(category).withoutRepeatedName }
}
