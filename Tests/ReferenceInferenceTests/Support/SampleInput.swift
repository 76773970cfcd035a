import Foundation
import VisionMedia
import VisionModels

@testable import ReferenceInference

/// What models are given in comparisons.
enum SampleInput: String, CaseIterable, Sendable {
  /// Numbers that look like noise, always the same: 0 to 1, or 0 to 255 for bytes.
  case noise
  /// Every few pixels of a photo of a person, 0 to 1 or 0 to 255; noise for inputs that are no images.
  case photo

  private static let photoName = "tennis.png"

  /// Inputs for a model.
  func tensors(for model: ReferenceModel) throws -> [ReferenceTensor] {
    var random = SeededNumbers(seed: 20_240_607)
    return try model.inputs.map { info in
      let isByte = info.elementType != .float32
      let count = info.shape.elementCount
      let numbers =
        self == .photo && info.shape.count == 4 && info.shape[3] == 3
        ? try Self.pixels(rows: info.shape[1], columns: info.shape[2])
        : (0..<count).map { _ in random.next() * 256 }
      return try ReferenceTensor(
        shape: info.shape, elementType: info.elementType, quantization: info.quantization,
        numbers: numbers.map { isByte ? min($0.rounded(.down), 255) : Double(Float($0 / 256)) })
    }
  }

  private static func pixels(rows: Int, columns: Int) throws -> [Double] {
    guard let media = SharedModels.folder?.deletingLastPathComponent().appending(path: "media") else {
      throw CocoaError(.fileNoSuchFile)
    }
    let image = try ImageFile.read(contentsOfFile: media.appending(path: photoName).path)
    let pixelSize = image.format.bytesPerPixel
    var numbers: [Double] = []
    numbers.reserveCapacity(rows * columns * 3)
    image.withUnsafeBytes { bytes in
      for row in 0..<rows {
        let line = row * image.height / rows * image.bytesPerRow
        for column in 0..<columns {
          let start = line + column * image.width / columns * pixelSize
          for channel in 0..<3 { numbers.append(Double(bytes[start + min(channel, pixelSize - 1)])) }
        }
      }
    }
    return numbers
  }
}

/// Numbers that look random and are the same in every run.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number, 0 up to but not 1, of 24 bits. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number
  /// generators" (SplitMix64).
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 40) / 0x1p24
  }
}
