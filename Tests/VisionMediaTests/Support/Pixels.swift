import Foundation
import VisionCatalog
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
  private let digest: SHA256Digest
  init() throws { digest = try SHA256Digest() }
  func update(_ bytes: [UInt8]) throws { try digest.update(bytes) }
  func hex() throws -> String { try digest.hexadecimal() }

  static func hex(_ bytes: [UInt8]) throws -> String { try SHA256Digest.hexadecimal(of: bytes) }
}
