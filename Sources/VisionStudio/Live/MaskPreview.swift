import Foundation
import VisionTasks

/// A mask downsampled to at most 160 cells a side, small enough to send with every frame. The page interpolates it.
struct MaskPreview: Encodable, Sendable {
  /// The maximum side, in cells; finer detail is not visible behind a skeleton.
  private static let maxSide = 160

  let width: Int
  let height: Int
  /// `width * height` bytes, row by row: the probability of the person, 255 for 1.
  let data: Data

  /// Samples the center pixel of every cell.
  init(_ mask: Mask) {
    let scale = max(1, (Double(max(mask.width, mask.height)) / Double(Self.maxSide)))
    let width = max(1, Int(Double(mask.width) / scale))
    let height = max(1, Int(Double(mask.height) / scale))
    let pixels = UnsafeBufferPointer(start: mask.float32Data, count: mask.width * mask.height)
    let cells = [UInt8](unsafeUninitializedCapacity: width * height) { cells, count in
      for row in 0..<height {
        let source = min(mask.height - 1, (2 * row + 1) * mask.height / (2 * height)) * mask.width
        for column in 0..<width {
          let value = pixels[source + min(mask.width - 1, (2 * column + 1) * mask.width / (2 * width))]
          cells[row * width + column] = value > 0 ? UInt8(min(value * 255, 255)) : 0
        }
      }
      count = width * height
    }
    (self.width, self.height, data) = (width, height, Data(cells))
    withExtendedLifetime(mask) {}
  }
}
