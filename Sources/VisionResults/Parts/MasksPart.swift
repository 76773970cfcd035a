import Foundation
import VisionImaging

package struct MasksFormat: PartFormat, Hashable {
  private let kind = "masks"
  package let key: String
  package let option: String?
  /// Whether there is at most one subject, whose mask JSON has without a list of subjects.
  fileprivate let isSingle: Bool

  package init(key: String, option: String, isSingle: Bool = false) {
    (self.key, self.option, self.isSingle) = (key, option, isSingle)
  }

  private enum CodingKeys: CodingKey { case kind, key }

  package static let segmentation = MasksFormat(key: "segmentationMasks", option: "shouldOutputSegmentationMasks")

  package var files: [OutputFileKind] { [.masks] }

  package func decode(from json: OutputDecoder) throws -> MasksPart {
    let key = OutputKey(key)
    let masks =
      isSingle
      ? [try json.container.decodeIfPresent(MaskForm.self, forKey: key)].compactMap { $0 }
      : try json.container.decodeIfPresent([MaskForm].self, forKey: key) ?? []
    return MasksPart(self, try masks.map { try $0.mask(codingPath: json.container.codingPath + [key]) })
  }

  /// The tensor of the masks, which requests limit.
  package static let tensor = "masks"
  private static let sizesTensor = "mask_sizes"

  package var tensors: [TensorSpec] {
    [TensorSpec(Self.tensor, .float32, [-1, -1, -1, -1]), TensorSpec(Self.sizesTensor, .int32, [-1, 2])]
  }

  /// The masks, padded to the largest image, and their sizes. The memory of masks is taken only where they are wanted.
  package func tensors(of parts: [MasksPart], for request: TensorRequest) throws -> [OutputTensor] {
    guard request.isWanted(Self.tensor) || request.isWanted(Self.sizesTensor) else { return [] }
    let (height, width) = (request.sizes.map(\.height).max() ?? 0, request.sizes.map(\.width).max() ?? 0)
    let subjects = parts.map(\.count).max() ?? 0
    let shape = [request.sizes.count, subjects, height, width]
    var values: [Float] = []
    values.reserveCapacity(try request.reserveFloats(of: shape))
    for part in parts {
      for subject in 0..<subjects {
        let mask = subject < part.count ? part.masks[subject] : nil
        // A mask has its image's size. Another one would not fit into the row.
        let fits = mask.map { $0.width <= width && $0.height <= height } ?? false
        Self.append(fits ? mask : nil, to: &values, width: width, height: height)
      }
    }
    let sizes = request.sizes.flatMap { [Int32(clamping: $0.height), Int32(clamping: $0.width)] }
    return [
      OutputTensor(Self.tensor, shape: shape, .float32(values)),
      OutputTensor(Self.sizesTensor, shape: [request.sizes.count, 2], .int32(sizes)),
    ]
  }

  private static func append(_ mask: Mask?, to values: inout [Float], width: Int, height: Int) {
    mask?.withUnsafeFloats { floats in
      guard let mask else { return }
      for row in 0..<mask.height {
        values += floats[row * mask.width..<(row + 1) * mask.width]
        values += repeatElement(0, count: width - mask.width)
      }
    }
    values += repeatElement(0, count: (height - (mask?.height ?? 0)) * width)
  }
}

extension TensorRequest {
  /// Takes the memory of a float32 tensor and returns the number of its elements.
  func reserveFloats(of shape: [Int]) throws -> Int {
    if shape.contains(0) { return 0 }
    var bytes = MemoryLayout<Float>.size
    for factor in shape {
      let (product, overflows) = bytes.multipliedReportingOverflow(by: factor)
      bytes = overflows ? .max : product
    }
    try reserve(bytes)
    return bytes / MemoryLayout<Float>.size
  }
}

package struct MasksPart: OutputPart {
  package let format: MasksFormat
  /// The masks, one for each subject; empty when masks were not requested.
  package let masks: [Mask]

  package init(_ format: MasksFormat, _ masks: [Mask]) {
    (self.format, self.masks) = (format, masks)
  }

  package var count: Int { masks.count }

  private struct File: Encodable {
    let file: String
    let width: Int
    let height: Int
  }

  package func encode(to json: inout OutputEncoder) throws {
    switch json.masks {
    case .omitted: break
    case .files(let files):
      // With masks requested, an image without a subject has an empty list.
      try add(zip(files, masks).map { File(file: $0, width: $1.width, height: $1.height) }, to: &json)
    case .values:
      if !masks.isEmpty { try add(masks.map(MaskForm.init), to: &json) }
    }
  }

  private func add(_ values: [some Encodable], to json: inout OutputEncoder) throws {
    let key = OutputKey(format.key)
    if !format.isSingle {
      try json.container.encode(values, forKey: key)
    } else if let value = values.first {
      try json.container.encode(value, forKey: key)
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

extension TaskOutput {
  package var masks: [Mask] { parts.flatMap { ($0 as? MasksPart)?.masks ?? [] } }

  package func withoutMasks() -> any TaskOutput {
    masks.isEmpty
      ? self
      : UnmaskedOutput<Self>(parts: parts.map { part in (part as? MasksPart).map { MasksPart($0.format, []) } ?? part })
  }
}

private struct UnmaskedOutput<Base: TaskOutput>: TaskOutput {
  static var format: OutputFormat { Base.format }
  let parts: [any OutputPart]
}

/// A mask in JSON: `width`, `height`, `dataType` (`uInt8` or `float32`) and `data`, the values row by row in Base64,
/// floats in little-endian order, which is that of all supported processors.
private struct MaskForm: Codable {
  private enum Values: String, Codable {
    case uInt8, float32
  }

  private let width: Int
  private let height: Int
  private let dataType: Values
  private let data: Data

  init(_ mask: Mask) {
    (width, height) = (mask.width, mask.height)
    switch mask.dataType {
    case .uInt8:
      dataType = .uInt8
      data = mask.withUnsafeBytes { Data(buffer: $0) }
    case .float32:
      dataType = .float32
      data = mask.withUnsafeFloats { Data(buffer: $0) }
    }
  }

  /// Makes the mask with these values, in its own memory.
  ///
  /// - Throws: `DecodingError` at the coding path for a size that does not match the number of bytes.
  func mask(codingPath: [any CodingKey]) throws -> Mask {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    let stride = dataType == .uInt8 ? 1 : MemoryLayout<Float>.stride
    guard width > 0, height > 0, !overflows, data.count / stride == count, data.count % stride == 0,
      let mask = makeMask()
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "A mask of \(width) x \(height) values of type \(dataType.rawValue) cannot have "
            + "\(data.count) bytes."))
    }
    return mask
  }

  private func makeMask() -> Mask? {
    switch dataType {
    case .float32:
      Mask(width: width, height: height) { floats in _ = data.copyBytes(to: floats) }
    case .uInt8:
      data.withUnsafeBytes { bytes in
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress.flatMap {
          Mask(uInt8Data: $0, width: width, height: height, shouldCopy: true)
        }
      }
    }
  }
}
