import VisionCore

/// One file of a zip archive, as the archive's directory describes it.
package struct ZipMember: Sendable, Hashable {
  package let name: String
  /// The number of bytes in the archive; the size of the file, too, when it is stored.
  package let byteCount: Int
  /// True when the bytes are stored as they are, neither compressed nor encrypted.
  package let isStored: Bool
  /// Where the member's local header starts in the bytes given to the archive.
  let headerPosition: Int
}

/// A `.task` file: a zip of stored models that a task needs together, and of further bundles.
package typealias TaskBundle = ZipArchive

/// A zip archive whose stored members are read in place.
/// Reads plain archives and archives with bytes before them, such as the label files at the end of a `.tflite`.
/// Checksums are not verified: doing so would read every byte of a file that is mapped in order not to be read. Source:
/// PKWARE's APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
package struct ZipArchive: Sendable {
  package let members: [ZipMember]
  /// Not zero when a file was truncated and an archive within it was found instead.
  package let trailingByteCount: Int

  private let data: ModelData
  private var memberIndices: [String: Int] = [:]

  /// Reads the directory. There may be any bytes before the archive, and at most 64 KiB after its directory. Errors
  /// have MediaPipe's code for this, `unknownError`.
  package init(_ data: ModelData) throws(TasksError) {
    guard let end = Self.endRecordPosition(in: data) else {
      throw TasksError(
        .unknownError,
        "The file (\(data.count.counted("byte"))) is neither a TensorFlow Lite model (.tflite) nor a task bundle (.task), or a part of it is "
          + "missing; fetch or copy it again.")
    }
    guard let disk = data.integer(UInt16.self, at: end + 4), let firstDisk = data.integer(UInt16.self, at: end + 6),
      let entryCount = data.integer(UInt16.self, at: end + 10), let byteCount = data.integer(UInt32.self, at: end + 12),
      let offset = data.integer(UInt32.self, at: end + 16), let commentLength = data.integer(UInt16.self, at: end + 20)
    else { throw Self.damaged("its end record is cut short") }
    guard entryCount != .max, byteCount != .max, offset != .max else { throw Self.needsZip64 }
    guard disk == 0, firstDisk == 0 else {
      throw TasksError(.unknownError, "The zip archive is split; join its parts.")
    }

    // Offsets count from where the archive begins; what stands before it shows in the place of its directory.
    let leadingByteCount = end - Int(byteCount) - Int(offset)
    guard leadingByteCount >= 0 else { throw Self.damaged("its directory does not lie before its end record") }
    members = try Self.members(
      in: data, range: (end - Int(byteCount))..<end, count: Int(entryCount), leadingByteCount: leadingByteCount)
    trailingByteCount = data.count - end - 22 - Int(commentLength)
    self.data = data
    for (index, member) in members.enumerated() {
      guard memberIndices.updateValue(index, forKey: member.name) == nil else {
        throw Self.damaged("it names \(member.name) twice")
      }
    }
  }

  package var memberNames: [String] { members.map(\.name) }
  package func contains(_ name: String) -> Bool { memberIndices[name] != nil }

  /// The bytes of a stored member, in place; an error lists the members that are there.
  package func member(named name: String) throws(TasksError) -> ModelData {
    guard let index = memberIndices[name] else { throw missing(name) }
    let member = members[index]
    guard member.isStored else {
      throw TasksError(
        .unknownError,
        "\(name) is compressed or encrypted in its zip archive; pack the archive without compression (zip -0).")
    }
    // The lengths of the local header count: its extra field often differs from the directory's (padding).
    let header = member.headerPosition
    guard data.integer(UInt32.self, at: header) == 0x0403_4b50,
      let nameLength = data.integer(UInt16.self, at: header + 26),
      let extraLength = data.integer(UInt16.self, at: header + 28)
    else { throw Self.damaged("\(name) has no header at byte \(header)") }
    let start = header + 30 + Int(nameLength) + Int(extraLength)
    guard start <= data.count, member.byteCount <= data.count - start else {
      throw Self.damaged("\(name) needs \(member.byteCount.counted("byte")) from byte \(start) on, past the end")
    }
    return try data.slice(start..<(start + member.byteCount))
  }

  private func missing(_ name: String) -> TasksError {
    let found = members.isEmpty ? "none" : members.prefix(32).map(\.name).joined(separator: ", ")
    let hint =
      trailingByteCount > 0 ? " \(trailingByteCount.counted("byte")) after the archive: the file may be cut short." : ""
    return .notFound("There is no file named \(name) in the bundle; it has: \(found).\(hint)")
  }

  private static let needsZip64 = TasksError(
    .unknownError, "The zip archive needs zip64; only archives below 4 GiB are read.")

  private static func damaged(_ what: String) -> TasksError {
    TasksError(.unknownError, "The zip archive is damaged: \(what). Fetch or copy the file again.")
  }

  /// The last end-of-central-directory record whose comment fits, searched in the last 64 KiB.
  private static func endRecordPosition(in data: ModelData) -> Int? {
    let last = data.count - 22
    guard last >= 0 else { return nil }
    return data.withUnsafeBytes { bytes in
      stride(from: last, through: max(0, last - 0xFFFF), by: -1).first { position in
        bytes[position] == 0x50
          && UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)) == 0x0605_4b50
          && Int(bytes[position + 20]) + Int(bytes[position + 21]) << 8 <= last - position
      }
    }
  }

  private static func members(
    in data: ModelData, range: Range<Int>, count: Int, leadingByteCount: Int
  ) throws(TasksError) -> [ZipMember] {
    var members: [ZipMember] = []
    var (position, unclaimed) = (range.lowerBound, data.count)
    for _ in 0..<count {
      guard position + 46 <= range.upperBound, data.integer(UInt32.self, at: position) == 0x0201_4b50,
        let flags = data.integer(UInt16.self, at: position + 8),
        let method = data.integer(UInt16.self, at: position + 10),
        let packedByteCount = data.integer(UInt32.self, at: position + 20),
        let byteCount = data.integer(UInt32.self, at: position + 24),
        let nameLength = data.integer(UInt16.self, at: position + 28),
        let extraLength = data.integer(UInt16.self, at: position + 30),
        let commentLength = data.integer(UInt16.self, at: position + 32),
        let offset = data.integer(UInt32.self, at: position + 42)
      else { throw damaged("its directory has fewer than \(count.counted("entry", plural: "entries"))") }
      guard byteCount != .max, packedByteCount != .max, offset != .max else { throw needsZip64 }
      // Members that share bytes would let a small archive expand to a huge one.
      unclaimed -= Int(packedByteCount)
      guard unclaimed >= 0 else { throw damaged("its members need more bytes than it has") }
      let next = position + 46 + Int(nameLength) + Int(extraLength) + Int(commentLength)
      guard next <= range.upperBound else { throw damaged("an entry of its directory is cut short") }
      let name = try data.slice((position + 46)..<(position + 46 + Int(nameLength)))
      members.append(
        ZipMember(
          name: name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }, byteCount: Int(packedByteCount),
          isStored: method == 0 && flags & 1 == 0 && packedByteCount == byteCount,
          headerPosition: leadingByteCount + Int(offset)))
      position = next
    }
    return members
  }
}
