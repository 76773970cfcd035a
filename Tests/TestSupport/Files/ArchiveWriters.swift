import Foundation

/// Writes small zip archives, with the oddities that readers meet.
package struct ZipWriter {
  /// Bytes before the archive; offsets count from after them unless `countsFromStart`.
  package var leading: [UInt8]
  package var countsFromStart: Bool
  /// The length of each member's local extra field; the directory has none, as in MediaPipe's bundles.
  package var localPadding: Int
  package var method: UInt16
  package var comment: [UInt8]

  package init(
    leading: [UInt8] = [], countsFromStart: Bool = true, localPadding: Int = 0, method: UInt16 = 0,
    comment: [UInt8] = []
  ) {
    self.leading = leading
    self.countsFromStart = countsFromStart
    (self.localPadding, self.method, self.comment) = (localPadding, method, comment)
  }

  package func write(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var output = leading
    var directory: [UInt8] = []
    for member in members {
      let offset = output.count - (countsFromStart ? 0 : leading.count)
      let name = Array(member.name.utf8)
      let sizes = little(UInt32(0)) + little(UInt32(member.bytes.count)) + little(UInt32(member.bytes.count))
      let common = little(UInt16(0)) + little(method) + little(UInt32(0)) + sizes + little(UInt16(name.count))
      output += little(UInt32(0x0403_4b50)) + little(UInt16(20)) + common + little(UInt16(localPadding)) + name
      output += [UInt8](repeating: 0, count: localPadding) + member.bytes
      directory += little(UInt32(0x0201_4b50)) + little(UInt16(20)) + little(UInt16(20)) + common
      directory += [UInt8](repeating: 0, count: 12) + little(UInt32(offset)) + name
    }
    let offset = output.count - (countsFromStart ? 0 : leading.count)
    output += directory + little(UInt32(0x0605_4b50)) + little(UInt32(0))
    output += little(UInt16(members.count)) + little(UInt16(members.count))
    output += little(UInt32(directory.count)) + little(UInt32(offset)) + little(UInt16(comment.count)) + comment
    return output
  }

  private func little<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}

/// Tar archives made header by header, right and wrong ones.
package struct TarWriter {
  /// The archive so far, without its end.
  package private(set) var data = Data()

  package init() {}

  /// The archive with its two blocks of zeros.
  package var finished: Data { data + Data(count: 1024) }

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - name: The name, of at most 100 bytes.
  ///   - contents: The contents.
  ///   - type: The type's character.
  ///   - size: The field of the size; nil for that of the contents.
  ///   - prefix: The folder in ustar's field for it.
  ///   - target: The target of a link, of at most 100 bytes.
  ///   - nameBytes: The name's bytes, for one that is not UTF-8.
  ///   - targetBytes: The same of the target.
  package mutating func add(
    _ name: String, _ contents: Data = Data(), type: Character = "0", size: [UInt8]? = nil, prefix: String = "",
    target: String = "", nameBytes: [UInt8]? = nil, targetBytes: [UInt8]? = nil
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: some Sequence<UInt8>, at place: Int) {
      for (i, byte) in bytes.enumerated() { header[place + i] = byte }
    }
    put(nameBytes ?? Array(name.utf8), at: 0)
    put("0000644\0".utf8, at: 100)
    put(size ?? Self.octal(contents.count, digits: 11), at: 124)
    put("        ".utf8, at: 148)
    put(type.utf8, at: 156)
    put(targetBytes ?? Array(target.utf8), at: 157)
    put("ustar\u{0}00".utf8, at: 257)
    put(prefix.utf8, at: 345)
    put(Self.octal(header.reduce(0) { $0 + Int($1) }, digits: 6), at: 148)
    data += Data(header) + contents + Data(count: (512 - contents.count % 512) % 512)
  }

  /// Adds pax attributes of the next member, or of all.
  package mutating func addAttributes(_ attributes: [(String, String)], ofAll isGlobal: Bool = false) {
    add("attributes", Data(attributes.flatMap { Self.record($0, $1) }), type: isGlobal ? "g" : "x")
  }

  /// A number in octal digits and a zero.
  package static func octal(_ number: Int, digits: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: max(digits - text.count, 0)) + text + "\0").utf8)
  }

  private static func record(_ key: String, _ value: String) -> [UInt8] {
    let rest = " \(key)=\(value)\n".utf8.count
    var length = rest + 1
    while "\(length)".utf8.count + rest != length { length += 1 }
    return Array("\(length) \(key)=\(value)\n".utf8)
  }
}
