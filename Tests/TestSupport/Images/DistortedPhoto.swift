import VisionImaging

/// Photographs that differ from one another as those of one scene do: turned, scaled, mirrored, blurred, noisy, dark or bright.
package struct DistortedPhoto {
  private static let side = 384

  private let image: ImageBuffer

  /// - Parameter image: The photograph, upright.
  package init(_ image: ImageBuffer) { self.image = image }

  /// A square image with all of the photograph, turned by at most 20 degrees.
  package func make(by random: inout SeededGenerator) throws -> ImageBuffer {
    let longSide = Float(max(image.width, image.height)) * Float.random(in: 0.95...1.25, using: &random)
    let region = RotatedRegion(
      xCenter: Float(image.width) / 2, yCenter: Float(image.height) / 2, width: longSide, height: longSide,
      rotation: Float.random(in: -0.35...0.35, using: &random))
    let count = Self.side * Self.side * 3
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
    defer { memory.deallocate() }
    try RegionSampler(width: Self.side, height: Self.side, border: .replicate).sample(region, of: image, into: memory)
    let (isMirrored, isBlurred) = (Bool.random(using: &random), Bool.random(using: &random))
    let gain = Int.random(in: 160...300, using: &random)
    let noise = UInt64.random(in: 1...12, using: &random)
    var result = try ImageBuffer(width: Self.side, height: Self.side, format: .rgb)
    let bytesPerRow = result.bytesPerRow
    result.withUnsafeMutableBytes { pixels in
      for y in 0..<Self.side {
        for x in 0..<Self.side {
          let column = isMirrored ? Self.side - 1 - x : x
          let from = (y * Self.side + column) * 3
          let beside = isBlurred && column + 1 < Self.side ? from + 3 : from
          let below = isBlurred && y + 1 < Self.side ? from + 3 * Self.side : from
          for channel in 0..<3 {
            let blurred =
              (2 * Int(memory[from + channel]) + Int(memory[beside + channel]) + Int(memory[below + channel])) / 4
            let grain = Int(random.next() % (2 * noise + 1)) - Int(noise)
            pixels[y * bytesPerRow + 3 * x + channel] = UInt8(clamping: blurred * gain / 256 + grain)
          }
        }
      }
    }
    return result
  }
}
