import Foundation
import TestSupport
import VisionImaging

@testable import VisionMedia

/// Files of a few bytes, written here number by number.
enum SmallFiles {
  static func little(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }

  static func big(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) })
  }

  /// A gray bitmap of 24 bits a pixel; a negative height stores the top row first.
  static func bmp(width: Int, height: Int) -> Data {
    let pixels = Data(repeating: 128, count: (abs(width) * 3 + 3) / 4 * 4 * min(abs(height), 100))
    let header = Data("BM".utf8) + little(54 + pixels.count, 4) + little(0, 4) + little(54, 4)
    let sizes = little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
    return header + sizes + Data(count: 24) + pixels
  }

  /// A GIF with frames of one pixel, each shown for a tenth of a second.
  static func gif(width: Int = 1, height: Int = 1, frames: Int = 1) -> Data {
    let header = Data("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    let frame = Data([0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
    return (0..<frames).reduce(header) { file, _ in file + frame } + [0x3B]
  }

  /// The lossless coding of one pixel, a chunk of a WebP file.
  private static let webPPixel = Data(base64Encoded: "VlA4TA0AAAAvAAAAEAcQERGIiP4HAA==") ?? Data()

  static var webP: Data { riff(webPPixel) }

  /// An animated WebP with frames of one pixel, each shown for 40 ms.
  static func animatedWebP(frames: Int, width: Int = 1, height: Int = 1) -> Data {
    let header = chunk("VP8X", little(2, 4) + little(width - 1, 3) + little(height - 1, 3))
    let place = little(0, 6) + little(0, 3) + little(0, 3) + little(40, 3) + [0]
    let all = (0..<frames).reduce(header + chunk("ANIM", little(0, 6))) { file, _ in
      file + chunk("ANMF", place + webPPixel)
    }
    return riff(all)
  }

  private static func riff(_ content: Data) -> Data {
    Data("RIFF".utf8) + little(content.count + 4, 4) + Data("WEBP".utf8) + content
  }

  private static func chunk(_ name: String, _ content: Data) -> Data {
    Data(name.utf8) + little(content.count, 4) + content + Data(count: content.count % 2)
  }

  /// A PNG of the ramp picture whose header says another size, with the right checksum.
  static func png(claimingWidth width: Int, height: Int) -> Data {
    let header = PNGSample.chunk("IHDR", Array(big(width, 4) + big(height, 4)) + [8, 0, 0, 0, 0])
    let pixels = PNGSample.chunk("IDAT", PNGSample.compressed([0, 1, 2, 3]))
    return Data(PNGSample.signature + header + pixels + PNGSample.chunk("IEND", []))
  }

  /// Seeded noise.
  static func noise(_ count: Int) -> Data {
    var random = SeededGenerator(seed: UInt64(count))
    return Data((0..<count).map { _ in .random(in: 0...255, using: &random) })
  }
}

extension Data {
  /// The file with bytes replaced from a place on.
  func replacing(at offset: Int, with bytes: Data) -> Data {
    prefix(offset) + bytes + dropFirst(offset + bytes.count)
  }

  /// The file with the bytes behind a text's first occurrence replaced.
  func replacing(after text: String, offset: Int = 0, with bytes: Data) -> Data {
    guard let place = firstRange(of: Data(text.utf8)) else { return self }
    return replacing(at: place.upperBound + offset, with: bytes)
  }
}
