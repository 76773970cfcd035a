import Foundation
import TestSupport
import VisionImaging
import VisionMedia

/// Picture files with an EXIF orientation.
enum ExifSample {
  /// A TIFF structure whose directory holds the tag alone.
  static func tiff(orientation: Int, bigEndian: Bool) -> Data {
    func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
      let bytes = (0..<byteCount).map { UInt8(value >> (8 * $0) & 255) }
      return bigEndian ? bytes.reversed() : bytes
    }
    let header = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    let entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
    return Data(header + number(1, 2) + entry + number(0, 4))
  }

  /// A PNG with an `eXIf` chunk after its header.
  static func png(_ image: ImageBuffer, orientation: Int, bigEndian: Bool) throws -> Data {
    let plain = try ImageFile.encode(image, as: .png)
    let content = Data("eXIf".utf8) + tiff(orientation: orientation, bigEndian: bigEndian)
    let chunk = bigEndianBytes(content.count - 4, 4) + content + bigEndianBytes(Int(crc(content)), 4)
    let headerEnd = 8 + 25
    return plain.prefix(headerEnd) + chunk + plain.dropFirst(headerEnd)
  }

  /// A JPEG with an APP1 segment at its start.
  static func jpeg(_ image: ImageBuffer, orientation: Int) throws -> Data {
    let plain = try ImageFile.encode(image, as: .jpeg())
    let content = Data("Exif\0\0".utf8) + tiff(orientation: orientation, bigEndian: false)
    return plain.prefix(2) + Data([0xFF, 0xE1]) + bigEndianBytes(content.count + 2, 2) + content + plain.dropFirst(2)
  }

  /// A TIFF file of a gray picture, with the tag among its fields.
  static func tiff(_ gray: ImageBuffer, orientation: Int) -> Data {
    let pixels = gray.packedBytes
    let fields = [
      (256, gray.width), (257, gray.height), (258, 8), (259, 1), (262, 1), (273, 8), (274, orientation), (277, 1),
      (278, gray.height), (279, pixels.count),
    ]
    func number(_ value: Int, _ count: Int) -> Data { Data((0..<count).map { UInt8(value >> (8 * $0) & 255) }) }
    let padding = Data(count: pixels.count % 2)
    var file = Data("II".utf8) + number(42, 2) + number(8 + pixels.count + padding.count, 4) + pixels + padding
    file += number(fields.count, 2)
    for (tag, value) in fields { file += number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4) }
    return file + number(0, 4)
  }

  /// A WebP file's picture in a file that has an `EXIF` chunk, too.
  static func webP(_ plain: Data, width: Int, height: Int, orientation: Int) -> Data {
    func number(_ value: Int, _ count: Int) -> Data { Data((0..<count).map { UInt8(value >> (8 * $0) & 255) }) }
    func chunk(_ name: String, _ content: Data) -> Data {
      Data(name.utf8) + number(content.count, 4) + content + Data(count: content.count % 2)
    }
    let header = chunk("VP8X", number(8, 4) + number(width - 1, 3) + number(height - 1, 3))
    let exif = chunk("EXIF", tiff(orientation: orientation, bigEndian: true))
    let content = Data("WEBP".utf8) + header + plain.dropFirst(12) + exif
    return Data("RIFF".utf8) + number(content.count, 4) + content
  }

  private static func bigEndianBytes(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) })
  }

  /// PNG's checksum: CRC-32 with the polynomial 0xEDB88320.
  private static func crc(_ bytes: Data) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 {
        let half = crc >> 1
        crc = crc & 1 == 1 ? half ^ 0xEDB8_8320 : half
      }
    }
    return ~crc
  }
}
