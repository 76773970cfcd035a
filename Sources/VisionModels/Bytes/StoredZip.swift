/// The headers and the directory of a zip archive whose members are stored as they are.
/// Sizes and checksums stand before the data, so that every reader can unpack the archive from a stream. The directory
/// is in the 64-bit form where the counts need it. Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.
package struct StoredZip: Sendable {
  package struct Member: Sendable {
    package let name: [UInt8]
    package let byteCount: Int
    /// The CRC-32 of the member's bytes.
    let checksum: UInt32
    let offset: Int

    /// A member that begins `offset` bytes after the archive.
    package init(name: String, byteCount: Int, checksum: UInt32, offset: Int) {
      (self.name, self.byteCount, self.checksum, self.offset) = (Array(name.utf8), byteCount, checksum, offset)
    }

    /// The place of the next member.
    package var end: Int { offset + 30 + name.count + byteCount }
  }

  private let flags, time, date, maker: UInt16
  private let attributes: UInt32

  /// Archives of results: names in UTF-8, the first day that the format has, and files that their owner may write.
  package static let results = StoredZip(
    flags: 1 << 11, time: 0, date: 1 << 5 | 1, maker: 45, attributes: 0o100644 << 16)

  /// The bytes of a member's header, which its own bytes follow.
  package func header(_ member: Member) -> [UInt8] {
    bytes(0x0403_4b50 as UInt32) + facts(member) + bytes(0 as UInt16) + member.name
  }

  /// The end of an archive, from `start` on.
  package func directory(_ members: [Member], at start: Int) -> [UInt8] {
    var directory: [UInt8] = []
    for member in members {
      let isFar = member.offset >= Int(UInt32.max)
      // An offset beyond 32 bits stands in an extra field (tag 1, eight bytes).
      let extra = isFar ? bytes(1 as UInt16) + bytes(8 as UInt16) + bytes(UInt64(member.offset)) : []
      directory += bytes(0x0201_4b50 as UInt32) + bytes(maker) + facts(member) + bytes(UInt16(extra.count))
      // No comment, first disk, no attributes inside.
      directory += bytes(0 as UInt16) + bytes(0 as UInt16) + bytes(0 as UInt16) + bytes(attributes)
      directory += bytes(isFar ? UInt32.max : UInt32(member.offset)) + member.name + extra
    }
    let size = directory.count
    if members.count >= Int(UInt16.max) || start + size >= Int(UInt32.max) {
      let end = start + size
      directory += bytes(0x0606_4b50 as UInt32) + bytes(44 as UInt64) + bytes(45 as UInt16) + bytes(45 as UInt16)
      directory += bytes(0 as UInt32) + bytes(0 as UInt32) + bytes(UInt64(members.count)) + bytes(UInt64(members.count))
      directory += bytes(UInt64(size)) + bytes(UInt64(start))
      directory += bytes(0x0706_4b50 as UInt32) + bytes(0 as UInt32) + bytes(UInt64(end)) + bytes(1 as UInt32)
    }
    let count = UInt16(clamping: members.count)
    return directory + bytes(0x0605_4b50 as UInt32) + bytes(0 as UInt32) + bytes(count) + bytes(count)
      + bytes(UInt32(clamping: size)) + bytes(UInt32(clamping: start)) + bytes(0 as UInt16)
  }

  /// Version, flags, method (stored), time, date, checksum and sizes, which header and directory share.
  private func facts(_ member: Member) -> [UInt8] {
    let size = bytes(UInt32(member.byteCount))
    return bytes(20 as UInt16) + bytes(flags) + bytes(0 as UInt16) + bytes(time) + bytes(date) + bytes(member.checksum)
      + size + size + bytes(UInt16(member.name.count))
  }

  private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Bundles as Python's `zipfile` writes them, with the holistic landmarker's time: equal members are an equal file.
  package static let bundles = StoredZip(
    flags: 0, time: 12 << 11 | 58 << 5 | 8 / 2, date: (2026 - 1980) << 9 | 11 << 5 | 25, maker: 3 << 8 | 20,
    attributes: 0o600 << 16)

  /// An archive in memory, with members in this order. The data of each begins at a multiple of four bytes, as models
  /// need it, after one to four zeros.
  package func archive(_ contents: [(name: String, data: ModelData)]) -> [UInt8] {
    var archive: [UInt8] = []
    var members: [Member] = []
    for (name, data) in contents {
      data.withUnsafeBytes { content in
        archive += [UInt8](repeating: 0, count: 4 - (archive.count + 30 + name.utf8.count) % 4)
        let member = Member(
          name: name, byteCount: content.count, checksum: Self.checksum(content), offset: archive.count)
        members.append(member)
        archive += header(member) + content
      }
    }
    return archive + directory(members, at: archive.count)
  }

  private static let checksums: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(byte) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  /// The CRC-32 of bytes, without the library that most users of catalog and models need not have.
  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    checksums.withUnsafeBufferPointer { table in
      ~bytes.reduce(UInt32.max) { value, byte in table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
    }
  }
}
