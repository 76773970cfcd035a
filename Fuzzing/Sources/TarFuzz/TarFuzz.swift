import Foundation
import FuzzSupport
import VisionCore

@testable import VisionMedia

/// Tar archives: headers with any sizes, long names and attributes. Random bytes hardly ever have right checksums, so those of all
/// blocks that look like headers are put right first, in every second input.
@main
enum TarFuzz {
  static func main() {
    Fuzzer.run { bytes in
      guard let kind = bytes.first else { return }
      var archive = Data(bytes.dropFirst())
      if kind & 1 == 0 { repair(&archive) }
      list(archive)
    }
  }

  private static func list(_ archive: Data) {
    var reader = TarReader(name: "the input", byteCount: archive.count) { offset, count in
      Fuzzer.require(offset >= 0 && count >= 0 && offset <= archive.count - count, "\(count) bytes at \(offset)")
      return archive[offset..<(offset + count)]
    }
    var end = 0
    do {
      while let member = try reader.next() {
        Fuzzer.require(member.offset > end && member.size >= 0, "a member begins before the end of the last one")
        Fuzzer.require(member.size <= archive.count - member.offset, "a member ends behind the archive")
        end = member.offset + member.size - 1
      }
    } catch is TasksError {
    } catch {
      Fuzzer.require(false, "the reader threw \(error)")
    }
  }

  /// Writes the checksum of every block that is not only zeros.
  private static func repair(_ archive: inout Data) {
    for start in stride(from: 0, through: archive.count - TarHeader.blockSize, by: TarHeader.blockSize) {
      let block = archive[start..<(start + TarHeader.blockSize)]
      guard block.contains(where: { $0 != 0 }) else { continue }
      for place in (start + 148)..<(start + 156) { archive[place] = UInt8(ascii: " ") }
      let sum = archive[start..<(start + TarHeader.blockSize)].reduce(0) { $0 + Int($1) }
      let digits = String(sum, radix: 8)
      let field = String(repeating: "0", count: 6 - digits.count) + digits
      archive.replaceSubrange((start + 148)..<(start + 154), with: field.utf8)
      archive[start + 154] = 0
    }
  }
}
