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
    self.localPadding = localPadding
    self.method = method
    self.comment = comment
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
