import VisionImaging

/// Pixels of pictures in other formats, made by plain arithmetic with real numbers, in a target that is optimized.
package enum PlainPixels {
  /// Red, green and blue.
  package static func pixel(_ image: ImageBuffer, _ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
    image.withUnsafeBytes { bytes in
      let at = y * image.bytesPerRow + x * image.format.bytesPerPixel
      return switch image.format {
      case .gray: (bytes[at], bytes[at], bytes[at])
      case .bgra: (bytes[at + 2], bytes[at + 1], bytes[at])
      case .rgb, .rgba: (bytes[at], bytes[at + 1], bytes[at + 2])
      }
    }
  }

  /// Blue, green, red and 255 of each pixel, without padding.
  package static func bgra(_ image: ImageBuffer) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * image.width * image.height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (r, g, b) = pixel(image, x, y)
        bytes += [b, g, r, 255]
      }
    }
    return bytes
  }

  /// Two planes by the definition of the matrix, without padding; chroma is the mean of two by two pixels.
  package static func biPlanar(
    _ image: ImageBuffer, isFullRange: Bool, red: Double, blue: Double
  ) -> (luma: [UInt8], chroma: [UInt8]) {
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    func yuv(_ x: Int, _ y: Int) -> SIMD3<Double> {
      let (r, g, b) = pixel(image, min(x, image.width - 1), min(y, image.height - 1))
      let gray = red * Double(r) + (1 - red - blue) * Double(g) + blue * Double(b)
      return [gray, (Double(b) - gray) / (2 * (1 - blue)), (Double(r) - gray) / (2 * (1 - red))]
    }
    var (luma, chroma): ([UInt8], [UInt8]) = ([], [])
    luma.reserveCapacity(image.width * image.height)
    for y in 0..<image.height {
      for x in 0..<image.width { luma.append(byte(isFullRange ? yuv(x, y).x : 16 + yuv(x, y).x * 219 / 255)) }
    }
    let scale = isFullRange ? 1 : 224.0 / 255
    for y in stride(from: 0, to: image.height, by: 2) {
      for x in stride(from: 0, to: image.width, by: 2) {
        let mean = (yuv(x, y) + yuv(x + 1, y) + yuv(x, y + 1) + yuv(x + 1, y + 1)) / 4
        chroma.append(byte(128 + scale * mean.y))
        chroma.append(byte(128 + scale * mean.z))
      }
    }
    return (luma, chroma)
  }

  /// The picture in RGB with every byte one more, one less or as it was, the same for the same seed.
  package static func noisy(_ image: ImageBuffer, seed: UInt64) throws -> ImageBuffer {
    var random = SeededGenerator(seed: seed)
    func next() -> Int { Int(random.next() % 3) - 1 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * image.width * image.height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (r, g, b) = pixel(image, x, y)
        for byte in [r, g, b] { bytes.append(UInt8(clamping: Int(byte) + next())) }
      }
    }
    return try ImageBuffer(copying: bytes, width: image.width, height: image.height, format: .rgb)
  }
}
