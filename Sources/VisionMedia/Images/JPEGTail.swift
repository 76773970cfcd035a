import Foundation
import VisionImaging

/// Truncated JPEG files: determines how many rows are missing.
enum JPEGTail {
  /// The maximum share of missing rows.
  static let tolerance = 0.05

  /// The image of a truncated file.
  ///
  /// - Parameters:
  ///   - file: The file's bytes.
  ///   - decode: Decodes other bytes instead.
  /// - Returns: The image and the number of its last rows that lack pixels, 0 where only the end marker is missing; nil
  ///   where too much is missing, or where that cannot be known.
  /// - Throws: What `decode` throws.
  static func read(
    _ file: UnsafeBufferPointer<UInt8>,
    by decode: (UnsafeBufferPointer<UInt8>) throws -> (image: ImageBuffer, outcome: JPEGDecoder.Outcome)
  ) throws -> (image: ImageBuffer, missingRows: Int)? {
    let endMarker: [UInt8] = [0xFF, 0xD9]
    // Half of a marker would be decoded as pixels.
    var bytes = file.last == 0xFF ? Array(file.dropLast()) : Array(file)
    let count = bytes.count
    bytes += endMarker
    let (image, outcome) = try bytes.withUnsafeBufferPointer(decode)
    if case .whole = outcome { return (image, 0) }
    // The rows of a progressive image are refined in passes: the last pass shows nothing about missing ones.
    guard outcome.lacksPixels, !isProgressive(ByteReader(UnsafeRawBufferPointer(file))) else { return nil }
    // With different padding after the cut, rows before it stay the same and those after it change.
    bytes.replaceSubrange(count..., with: Array(repeating: 0x55, count: 65_536) + endMarker)
    let (other, _) = try bytes.withUnsafeBufferPointer(decode)
    let row = firstDifferingRow(image, other)
    let missing = image.height - row
    return Double(missing) <= tolerance * Double(image.height) ? (image, missing) : nil
  }

  private static func firstDifferingRow(_ a: ImageBuffer, _ b: ImageBuffer) -> Int {
    a.withUnsafeBytes { a1 in
      b.withUnsafeBytes { b1 in
        (0..<a.height).first { y in
          let row = (y * a.bytesPerRow)..<((y + 1) * a.bytesPerRow)
          return !a1[row].elementsEqual(b1[row])
        } ?? a.height
      }
    }
  }

  /// Whether the frame's header is that of a progressive image.
  private static func isProgressive(_ bytes: ByteReader) -> Bool {
    var position = 2
    while let marker = bytes.uint16(at: position, .big), marker & 0xFF00 == 0xFF00, marker != 0xFFDA {
      if marker == 0xFFC2 { return true }
      position += marker == 0xFFFF ? 1 : 2 + (bytes.uint16(at: position + 2, .big) ?? bytes.count)
    }
    return false
  }
}
