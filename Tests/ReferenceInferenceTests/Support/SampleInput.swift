import Foundation
import TestSupport
import VisionMedia
import VisionModels

/// What models are given in comparisons.
enum SampleInput: String, CaseIterable, Sendable {
  /// Numbers that look like noise, always the same: 0 to 1, or 0 to 255 for bytes.
  case noise
  /// Every few pixels of a photo of a person, 0 to 1 or 0 to 255; noise for inputs that are no images.
  case photo

  private static let photoName = "yoga.png"

  /// Inputs for a model.
  func tensors(for model: ReferenceModel) throws -> [ReferenceTensor] {
    var random = SeededGenerator(seed: 20_240_607)
    return try model.inputs.map { info in
      let isByte = info.elementType != .float32
      let count = info.shape.elementCount
      let numbers =
        self == .photo && info.shape.count == 4 && info.shape[3] == 3
        ? try Self.pixels(rows: info.shape[1], columns: info.shape[2])
        : (0..<count).map { _ in Double(random.next() >> 40) / 0x1p16 }
      return try ReferenceTensor(
        shape: info.shape, elementType: info.elementType, quantization: info.quantization,
        numbers: numbers.map { isByte ? min($0.rounded(.down), 255) : Double(Float($0 / 256)) })
    }
  }

  private static func pixels(rows: Int, columns: Int) throws -> [Double] {
    let image = try ImageFile.read(contentsOfFile: SharedFolder.media(photoName))
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
