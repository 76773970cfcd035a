import Foundation
import VisionModels

/// How much of some bytes is in memory now.
enum ResidentMemory {
  /// Kilobytes of the mappings that the bytes lie in; nil where the system does not tell.
  static func of(_ data: ModelData) -> Int? {
    // The system says that the file is empty, so it is read to its end.
    guard let file = FileHandle(forReadingAtPath: "/proc/self/smaps"), let content = try? file.readToEnd() else {
      return nil
    }
    let text = String(decoding: content, as: UTF8.self)
    let range = data.withUnsafeBytes { bytes in
      let start = UInt(bitPattern: bytes.baseAddress)
      return start..<start + UInt(bytes.count)
    }
    var isWithin = false
    var sum = 0
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      if bounds.count == 2, bounds[0] < bounds[1] {
        isWithin = range.overlaps(bounds[0]..<bounds[1])
      } else if isWithin, words[0] == "Rss:" {
        sum += Int(words[1]) ?? 0
      }
    }
    return sum
  }
}
