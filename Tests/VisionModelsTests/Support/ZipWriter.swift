/// Writes small zip archives, with the oddities that readers meet.
struct ZipWriter {
  /// Bytes before the archive; offsets count from after them unless `countsFromStart`.
  var leading: [UInt8] = []
  var countsFromStart = true
  /// The length of each member's local extra field; the directory has none, as in MediaPipe's bundles.
  var localPadding = 0
  var method: UInt16 = 0
  var comment: [UInt8] = []

  func write(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
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
