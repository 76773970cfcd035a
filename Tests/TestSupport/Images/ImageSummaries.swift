import VisionCatalog
import VisionImaging

// Here, and not beside the tests that use them: the package manager optimizes this module in a release build.
extension ImageBuffer {
  /// The bytes of the rows without their padding.
  package var packedBytes: [UInt8] {
    withUnsafeBytes { bytes in
      let rowLength = width * format.bytesPerPixel
      return (0..<height).flatMap { bytes[$0 * bytesPerRow..<$0 * bytesPerRow + rowLength] }
    }
  }

  /// RGB without alpha; gray replicated. What the recorded results' `pixelSha256` was taken over.
  package func droppingAlphaForGolden() throws -> ImageBuffer {
    let pixels = packedBytes
    switch format {
    case .rgb: return self
    case .gray:
      return try ImageBuffer(
        copying: pixels.flatMap { [$0, $0, $0] }, width: width, height: height, format: .rgb)
    case .rgba, .bgra:
      let order = format == .rgba ? [0, 1, 2] : [2, 1, 0]
      let rgb = (0..<width * height).flatMap { pixel in order.map { pixels[4 * pixel + $0] } }
      return try ImageBuffer(copying: rgb, width: width, height: height, format: .rgb)
    }
  }

  /// The SHA-256 of the bytes of the rows, in hexadecimal digits.
  package func sha256() throws -> String { try SHA256Digest.hexadecimal(of: packedBytes) }

  /// A picture whose pixels all differ.
  package static func ramp(width: Int, height: Int, format: PixelFormat = .rgb) throws -> ImageBuffer {
    let bytes = (0..<(width * height * format.bytesPerPixel)).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 251) }
    return try ImageBuffer(copying: bytes, width: width, height: height, format: format)
  }
}

extension Mask {
  /// The mean of all pixels.
  package var mean: Float {
    let values = float32Data
    var sum = 0.0
    for index in 0..<width * height { sum += Double(values[index]) }
    return Float(sum / Double(width * height))
  }

  /// Box averages over 64 x 64 cells, pixels weighted by their part inside a cell.
  package var grid64: [Float] {
    let values = float32Data
    let columns = Self.shares(width)
    let rows = Self.shares(height)
    var grid = [Double](repeating: 0, count: 64 * 64)
    for y in 0..<height {
      var line = [Double](repeating: 0, count: 64)
      for x in 0..<width {
        for (cell, share) in columns[x] { line[cell] += share * Double(values[y * width + x]) }
      }
      for (cell, share) in rows[y] { for x in 0..<64 { grid[cell * 64 + x] += share * line[x] } }
    }
    return grid.map(Float.init)
  }

  /// For each pixel the cells it lies in and its part of their area.
  private static func shares(_ size: Int) -> [[(Int, Double)]] {
    (0..<size).map { pixel in
      let first = pixel * 64 / size
      return (first...min(63, (pixel + 1) * 64 / size)).compactMap { cell in
        let low = max(Double(cell) * Double(size) / 64, Double(pixel))
        let high = min(Double(cell + 1) * Double(size) / 64, Double(pixel + 1))
        return high > low ? (cell, (high - low) * 64 / Double(size)) : nil
      }
    }
  }
}
