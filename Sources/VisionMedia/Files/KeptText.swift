/// Texts that are kept until what belongs before them is written: in a temporary file, so that memory holds two numbers
/// for each list only.
package final class KeptText {
  private static let headerSize = 16

  private let file: UnfinishedFile
  private var lists: [Int: (first: Int, last: Int)] = [:]
  private var end = 0

  package init() throws(FileFailure) { file = try .unnamed() }

  /// Appends a text to the list with a number. Each text stands behind the place of the next one, and its own length.
  package func keep(_ text: String, under number: Int) throws(FileFailure) {
    let bytes = Data(text.utf8)
    try write(Self.bytes(0) + Self.bytes(bytes.count) + bytes, at: end)
    if let list = lists[number] {
      try write(Self.bytes(end), at: list.last)
      lists[number] = (list.first, end)
    } else {
      lists[number] = (end, end)
    }
    end += Self.headerSize + bytes.count
  }

  /// Passes on the texts of a list in order, and forgets them.
  package func release(_ number: Int, to body: (Data) throws -> Void) throws {
    guard let list = lists.removeValue(forKey: number) else { return }
    var place = list.first
    while true {
      let header = try read(Self.headerSize, at: place)
      let count = Self.number(header.suffix(8))
      if count > 0 { try body(try read(count, at: place + Self.headerSize)) }
      if place == list.last { break }
      place = Self.number(header.prefix(8))
    }
    // Nobody needs the file's contents then.
    if lists.isEmpty, ftruncate(file.descriptor, 0) == 0 { end = 0 }
  }

  /// Drops a list.
  package func forget(_ number: Int) { lists[number] = nil }

  private static func bytes(_ number: Int) -> Data { withUnsafeBytes(of: number) { Data($0) } }
  private static func number(_ bytes: Data) -> Int { bytes.withUnsafeBytes { $0.loadUnaligned(as: Int.self) } }

  private func write(_ bytes: Data, at place: Int) throws(FileFailure) {
    guard lseek(file.descriptor, off_t(place), SEEK_SET) >= 0 else { throw FileFailure() }
    try bytes.write(to: file.descriptor)
  }

  private func read(_ size: Int, at place: Int) throws(FileFailure) -> Data {
    let bytes = try Data(readingFrom: file.descriptor, at: place, count: size)
    guard bytes.count == size else { throw FileFailure(EIO) }
    return bytes
  }
}
