import TestSupport
import VisionCatalog
import VisionImaging

@testable import VisionMedia

extension ImageBuffer {
  /// The pixels without row padding as RGB.
  func rgbBytes() throws -> [UInt8] { try converted(to: .rgb).packedBytes }
}

/// SHA-256 in hexadecimal digits of several pieces, one after another.
struct PixelHash {
  private let digest: SHA256Digest
  init() throws { digest = try SHA256Digest() }
  func update(_ bytes: [UInt8]) throws { try digest.update(bytes) }
  func hex() throws -> String { try digest.hexadecimal() }

  static func hex(_ bytes: [UInt8]) throws -> String { try SHA256Digest.hexadecimal(of: bytes) }
}
