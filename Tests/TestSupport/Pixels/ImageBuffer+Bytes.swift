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
