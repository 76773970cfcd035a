import Foundation
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

  private static func bigEndianBytes(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) })
  }

  /// PNG's checksum: CRC-32 with the polynomial 0xEDB88320.
  private static func crc(_ bytes: Data) -> UInt32 {
    ~bytes.reduce(UInt32.max) { value, byte in
      (0..<8).reduce(value ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
  }
}
