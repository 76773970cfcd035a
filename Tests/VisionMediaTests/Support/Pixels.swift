import Crypto
import Foundation
import VisionImaging

@testable import VisionMedia

extension ImageBuffer {
  /// The pixels without row padding.
  var packedBytes: [UInt8] {
    withUnsafeBytes { bytes in
      (0..<height).flatMap { y in bytes[(y * bytesPerRow)..<(y * bytesPerRow + width * format.bytesPerPixel)] }
    }
  }

  /// The pixels without row padding as RGB.
  func rgbBytes() throws -> [UInt8] { try converted(to: .rgb).packedBytes }

  /// A picture whose pixels all differ.
  static func ramp(width: Int, height: Int, format: PixelFormat = .rgb) throws -> ImageBuffer {
    let bytes = (0..<(width * height * format.bytesPerPixel)).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 251) }
    return try ImageBuffer(copying: bytes, width: width, height: height, format: format)
  }
}

/// SHA-256 in hexadecimal digits of several pieces, one after another.
struct PixelHash {
  private var hash = SHA256()
  mutating func update(_ bytes: [UInt8]) { hash.update(data: bytes) }
  func hex() -> String { hash.finalize().map { String(format: "%02x", $0) }.joined() }

  static func hex(_ bytes: [UInt8]) -> String {
    var hash = PixelHash()
    hash.update(bytes)
    return hash.hex()
  }
}
