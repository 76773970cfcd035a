import CVisionPixels
import Foundation
import Testing
import VisionImaging

@testable import VisionMedia

/// The check of a JPEG file's Huffman codes, with codes that no photo has.
@Suite("JPEG codes of the greatest lengths") struct JPEGCodeTests {
  @Test(
    "Long codes of large values are sound, at every place in a byte",
    arguments: [(first: 3, lengths: [11, 16]), (1, [11, 16]), (11, [16, 16]), (2, [1, 16]), (3, [5, 5, 5])])
  func sound(first: Int, lengths: [Int]) throws {
    let file = LongCodes(first: first, lengths: lengths, size: 10).file(blocks: 256)
    var warnings: [String] = []
    let image = try ImageFile.decode(file) { warnings.append($0) }
    #expect(image.width == 2048 && warnings.isEmpty, "\(warnings)")
  }

  /// Values of 15 bits are more than an encoder writes, and libjpeg decodes them.
  @Test("The longest values that a code can have are read without an error")
  func longest() {
    for lengths in [[11, 16], [11, 11, 11], [16, 11, 16]] {
      let file = Array(LongCodes(first: 3, lengths: lengths, size: 15).file(blocks: 256))
      #expect(!vision_jpeg_is_damaged(file, file.count))
    }
  }
}

/// A gray JPEG image, 8 pixels high, with Huffman codes of chosen lengths.
private struct LongCodes {
  /// A code of 8 bits and a difference of `first` bits begin each block.
  let first: Int
  /// The lengths of the codes that follow, each with a value of `size` bits; a code of 11 bits ends the block.
  let lengths: [Int]
  let size: Int

  func file(blocks: Int) -> Data {
    // The symbol of the n-th code passes over n coefficients.
    let symbols = [(11, 0)] + lengths.enumerated().map { ($1, $0 << 4 | size) }
    let sorted = symbols.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
    var file = Data([0xFF, 0xD8])
    file += segment(0xDB, [0] + Array(repeating: 1, count: 64))
    file += segment(0xC0, [8, 0, 8, UInt8(blocks >> 5), UInt8(truncatingIfNeeded: blocks << 3), 1, 1, 0x11, 0])
    file += segment(0xC4, [0] + (1...16).map { $0 == 8 ? 1 : 0 } + [UInt8(first)])
    file += segment(
      0xC4,
      [0x10] + (1...16).map { length in UInt8(sorted.count { $0.0 == length }) } + sorted.map { UInt8($0.1) })
    file += segment(0xDA, [1, 1, 0, 0, 63, 0])
    var codes: [Int: String] = [:]
    var (code, last) = (0, 0)
    for (length, symbol) in sorted {
      code <<= length - last
      codes[symbol] = binary(code, length)
      (code, last) = (code + 1, length)
    }
    var bits = ""
    for block in 0..<blocks {
      // A difference up, then the same down.
      let up = binary(1 << (first - 1), first)
      bits += "00000000" + (block % 2 == 0 ? up : String(up.map { $0 == "0" ? "1" : "0" }))
      for symbol in symbols.dropFirst().map(\.1) + [0] {
        bits +=
          codes[symbol, default: ""] + (symbol == 0 ? "" : binary((block &* 7919 + symbol) & ((1 << size) - 1), size))
      }
    }
    bits += String(repeating: "1", count: (8 - bits.count % 8) % 8)
    for byte in stride(from: 0, to: bits.count, by: 8) {
      let start = bits.utf8.index(bits.startIndex, offsetBy: byte)
      let value = UInt8(bits[start..<bits.utf8.index(start, offsetBy: 8)], radix: 2) ?? 0
      file += value == 0xFF ? [0xFF, 0] : [value]
    }
    return file + [0xFF, 0xD9]
  }

  private func segment(_ marker: UInt8, _ content: [UInt8]) -> Data {
    Data([0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content)
  }

  private func binary(_ number: Int, _ length: Int) -> String {
    let digits = String(number, radix: 2)
    return String(repeating: "0", count: length - digits.count) + digits
  }
}
