import Foundation
import VisionCore
import VisionImaging

package struct MasksFormat: PartFormat, Hashable {
  package enum Content: String, Sendable, Hashable, Encodable {
    /// A mask for each subject.
    case subjects
    /// A mask of probabilities for each class.
    case classes
    /// One mask of bytes, the class of each pixel; 255 is none.
    case codes
  }

  private let kind = "masks"
  package let key: String
  package let option: String?
  package let content: Content
  /// Whether there is at most one mask, which JSON has without a list.
  fileprivate let isSingle: Bool
  /// The key of the quality of each class's mask.
  fileprivate let qualityKey: String?

  package init(
    key: String, option: String, content: Content = .subjects, isSingle: Bool = false, qualityKey: String? = nil
  ) {
    (self.key, self.option, self.content) = (key, option, content)
    (self.isSingle, self.qualityKey) = (isSingle, qualityKey)
  }

  private enum CodingKeys: CodingKey { case kind, key, content }

  package static let segmentation = MasksFormat(key: "segmentationMasks", option: "shouldOutputSegmentationMasks")
  package static let confidence = MasksFormat(
    key: "confidenceMasks", option: "shouldOutputConfidenceMasks", content: .classes, qualityKey: "qualityScores")
  package static let category = MasksFormat(
    key: "categoryMask", option: "shouldOutputCategoryMask", content: .codes, isSingle: true)

  package var files: [OutputFileKind] { [.masks] }

  package func decode(from json: OutputDecoder) throws -> MasksPart {
    let key = AnyCodingKey(key)
    let masks =
      isSingle
      ? [try json.container.decodeIfPresent(MaskForm.self, forKey: key)].compactMap { $0 }
      : try json.container.decodeIfPresent([MaskForm].self, forKey: key) ?? []
    return MasksPart(
      self, try masks.map { try $0.mask(codingPath: json.container.codingPath + [key]) },
      qualityScores: try json.numbers(forKey: qualityKey))
  }

  /// The tensors of masks, which requests limit.
  package static let limitedTensors = ["masks", "category_mask"]
  private static let sizesTensor = "mask_sizes"
  private static let qualityTensor = "quality_scores"

  package var tensor: String { content == .codes ? "category_mask" : "masks" }

  package var tensors: [TensorSpec] {
    if content == .codes { return [TensorSpec(tensor, .uint8, [-1, -1, -1])] }
    return [TensorSpec(tensor, .float32, [-1, -1, -1, -1]), TensorSpec(Self.sizesTensor, .int32, [-1, 2])]
      + (qualityKey == nil ? [] : [TensorSpec(Self.qualityTensor, .float32, [-1, -1])])
  }

  /// The masks, padded to the largest image, and their sizes. The memory of masks is taken only where they are wanted.
  package func tensors(of parts: [MasksPart], for request: TensorRequest) throws -> [OutputTensor] {
    let quality =
      qualityKey == nil
      ? [] : [OutputTensor.floats(Self.qualityTensor, parts.map { ($0.qualityScores ?? []).map { [$0] } })]
    guard request.isWanted(tensor) || content != .codes && request.isWanted(Self.sizesTensor) else { return quality }
    // Masks have their image's size, or all the model's.
    let sizes = zip(parts, request.sizes).map { part, size -> (width: Int, height: Int) in
      if let size = part.size { return (size.width, size.height) }
      return content == .subjects ? size : (0, 0)
    }
    let (height, width) = (sizes.map(\.height).max() ?? 0, sizes.map(\.width).max() ?? 0)
    let subjects = parts.map(\.count).max() ?? 0
    if content == .codes {
      let shape = [parts.count, height, width]
      let values = try Self.values(of: parts.map(\.masks.first), shape, padding: .max, request) {
        $0.withUnsafeBytes($1)
      }
      return [OutputTensor(tensor, shape: shape, .uint8(values))]
    }
    let shape = [parts.count, subjects, height, width]
    let masks = parts.flatMap { part in
      (0..<subjects).map { subject -> Mask? in
        guard subject < part.count else { return nil }
        // All masks of an image have one size. Another one would not fit into the row.
        let mask = part.masks[subject]
        return mask.width <= width && mask.height <= height ? mask : nil
      }
    }
    let values: [Float] = try Self.values(of: masks, shape, padding: 0, request) { $0.withUnsafeFloats($1) }
    return [
      OutputTensor(tensor, shape: shape, .float32(values)),
      OutputTensor(
        Self.sizesTensor, shape: [parts.count, 2],
        .int32(sizes.flatMap { [Int32(clamping: $0.height), Int32(clamping: $0.width)] })),
    ] + quality
  }

  /// The values of masks, each padded to the last two sizes of the shape.
  private static func values<Value>(
    of masks: [Mask?], _ shape: [Int], padding: Value, _ request: TensorRequest,
    read: (Mask, (UnsafeBufferPointer<Value>) -> Void) -> Void
  ) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(try request.reserve(shape, of: Value.self))
    let (height, width) = (shape[shape.count - 2], shape[shape.count - 1])
    for mask in masks {
      if let mask {
        read(mask) { rows in
          for row in 0..<mask.height {
            values += rows[row * mask.width..<(row + 1) * mask.width]
            values += repeatElement(padding, count: width - mask.width)
          }
        }
      }
      values += repeatElement(padding, count: (height - (mask?.height ?? 0)) * width)
    }
    return values
  }
}

extension TensorRequest {
  /// Takes the memory of a tensor and returns the number of its elements.
  func reserve<Value>(_ shape: [Int], of: Value.Type) throws -> Int {
    if shape.contains(0) { return 0 }
    var bytes = MemoryLayout<Value>.size
    for factor in shape {
      let (product, overflows) = bytes.multipliedReportingOverflow(by: factor)
      bytes = overflows ? .max : product
    }
    try reserve(bytes)
    return bytes / MemoryLayout<Value>.size
  }
}

package struct MasksPart: OutputPart {
  package let format: MasksFormat
  /// The masks, one for each subject; empty when masks were not requested.
  package let masks: [Mask]
  /// The size of the masks, also of those that were left out; nil without masks.
  fileprivate let size: FrameSize?
  /// The quality of each class's mask; nil for formats without.
  package var qualityScores: [Float]? { comparableScores?.map(\.value) }
  private let comparableScores: [JSONNumber<Float>]?

  package init(_ format: MasksFormat, _ masks: [Mask], qualityScores: [Float]? = nil) {
    (self.format, self.masks, comparableScores) = (format, masks, qualityScores?.comparable)
    size = masks.first.map { FrameSize(width: $0.width, height: $0.height) }
  }

  fileprivate init(leavingOutMasksOf part: MasksPart) {
    (format, masks, comparableScores, size) = (part.format, [], part.comparableScores, part.size)
  }

  package var count: Int { masks.count }

  private struct File: Encodable {
    let file: String
    let width, height: Int
  }

  package func encode(to json: inout OutputEncoder) throws {
    if let key = format.qualityKey { try json.container.encodeIfPresent(comparableScores, forKey: AnyCodingKey(key)) }
    switch json.masks {
    case .omitted: break
    case .files(let files):
      // With masks requested, an image without a subject has an empty list. A segmenter has those it was asked for.
      if format.content != .subjects, masks.isEmpty { break }
      let shown = zip(files, masks).map { File(file: $0, width: $1.width, height: $1.height) }
      try json.encode(shown, forKey: format.key, isSingle: format.isSingle)
    case .values:
      if !masks.isEmpty { try json.encode(masks.map(MaskForm.init), forKey: format.key, isSingle: format.isSingle) }
    }
  }

  package func lines(_ text: OutputText) -> [String] {
    if masks.isEmpty { return [] }
    return ["  \(format.key.prefix(1).uppercased())\(format.key.dropFirst()):"]
      + masks.enumerated().map { number, mask in
        let file = text.maskFiles.flatMap { $0.indices.contains(number) ? ", \($0[number])" : nil } ?? ""
        return "    Mask #\(number): \(mask.width) x \(mask.height)\(file)"
      }
  }
}

extension OutputPart {
  /// The files of this part's masks among those of all parts; `count` is the number of masks before it.
  func maskFiles(among files: [String], after count: inout Int) -> [String] {
    guard let part = self as? MasksPart else { return [] }
    defer { count += part.count }
    return Array(files.dropFirst(count).prefix(part.count))
  }
}

extension TaskOutput {
  /// What tells a mask's file from the others of the image, for each mask: a number, or `category`.
  package var maskNames: [String] {
    parts.flatMap { part in
      (part as? MasksPart).map { part in
        part.masks.indices.map { part.format.content == .codes ? MaskFileName.category : "\($0)" }
      } ?? []
    }
  }

  package var masks: [Mask] { parts.flatMap { ($0 as? MasksPart)?.masks ?? [] } }

  package func withoutMasks() -> any TaskOutput {
    masks.isEmpty
      ? self
      : UnmaskedOutput<Self>(
        parts: parts.map { part in (part as? MasksPart).map { MasksPart(leavingOutMasksOf: $0) } ?? part })
  }
}

private struct UnmaskedOutput<Base: TaskOutput>: TaskOutput {
  static var format: OutputFormat { Base.format }
  let parts: [any OutputPart]
}

/// A mask in JSON: `width`, `height`, `dataType` (`uInt8` or `float32`) and `data`, the values row by row in Base64,
/// floats in little-endian order, which is that of all supported processors.
private struct MaskForm: Codable {
  private enum Values: String, Codable { case uInt8, float32 }

  private let width, height: Int
  private let dataType: Values
  private let data: Data

  init(_ mask: Mask) {
    (width, height) = (mask.width, mask.height)
    (dataType, data) =
      switch mask.dataType {
      case .uInt8: (.uInt8, mask.withUnsafeBytes { Data(buffer: $0) })
      case .float32: (.float32, mask.withUnsafeFloats { Data(buffer: $0) })
      }
  }

  /// Makes the mask with these values, in its own memory.
  ///
  /// - Throws: `DecodingError` at the coding path for a size that does not match the number of bytes.
  func mask(codingPath: [any CodingKey]) throws -> Mask {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    let stride = dataType == .uInt8 ? 1 : MemoryLayout<Float>.stride
    guard width > 0, height > 0, !overflows, data.count / stride == count, data.count % stride == 0
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "A mask of \(width) x \(height) values of type \(dataType.rawValue) cannot have "
            + "\(data.count) bytes."))
    }
    return switch dataType {
    case .float32: try makeMask(of: Float.self)
    case .uInt8: try makeMask(of: UInt8.self)
    }
  }

  private func makeMask<Value: MaskValue>(of type: Value.Type) throws -> Mask {
    try Mask(width: width, height: height) { (values: UnsafeMutableBufferPointer<Value>) in
      _ = data.copyBytes(to: values)
    }
  }
}
