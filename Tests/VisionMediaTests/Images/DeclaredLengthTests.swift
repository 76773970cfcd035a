import Foundation
import Testing

@testable import VisionMedia

@Suite("Lengths that files say they have")
struct DeclaredLengthTests {
  static func matroska(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { MatroskaLength.declared(in: ByteReader($0)) }
  }

  @Test("Matroska: numbers of one and eight bytes, unknown lengths, other formats, cut headers")
  func matroskaLengths() {
    let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x82, 1, 2]
    let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    #expect(Self.matroska(header + segment + [0x85]) == 12 + 5)
    #expect(Self.matroska(header + segment + [0x41, 0x02]) == 13 + 0x102)
    #expect(Self.matroska(header + segment + [1, 0, 0, 0, 0, 0, 2, 0]) == 19 + 512)
    #expect(Self.matroska(header + segment + [0xFF]) == nil)
    #expect(Self.matroska(header + segment + [1] + [UInt8](repeating: 255, count: 7)) == nil)
    #expect(Self.matroska(header + segment + [0]) == nil)
    #expect(Self.matroska(header + segment + [1, 0, 0]) == nil)
    #expect(Self.matroska(header + [1, 2, 3, 4, 0x85]) == nil)
    #expect(Self.matroska(Array("RIFF".utf8)) == nil)
    #expect(Self.matroska([]) == nil)
    let huge: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 1, 255, 255, 255, 255, 255, 255, 254]
    #expect(Self.matroska(huge + segment + [0x85]) == nil)
  }

  @Test("GIF: the first picture ends with an empty piece")
  func gif() {
    func isWhole(_ rest: [UInt8]) -> Bool {
      let bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [UInt8](repeating: 0, count: 6) + rest
      return bytes.withUnsafeBytes { GIFStructure.hasWholeImage(ByteReader($0)) }
    }
    let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]
    let comment: [UInt8] = [0x21, 0xFE, 2, 1, 1, 0]
    #expect(isWhole(picture + [2, 0x44, 1, 0]))
    #expect(isWhole(comment + picture + [2, 0x44, 1, 0, 0x3B]))
    #expect(!isWhole(picture + [2, 0x44, 1]))
    #expect(!isWhole(picture + [200, 0x44, 1, 0]))
    #expect(!isWhole(Array(comment.prefix(4))))
    #expect(!isWhole([0x3B]))
    #expect(!isWhole([]))
  }
}
