import VisionCore

/// One file of a zip archive, as the archive's directory describes it.
package struct ZipMember: Sendable, Hashable {
  /// The name with its folders, `/` between them.
  package let name: String
  /// The number of bytes in the archive; the size of the file, too, when it is stored.
  package let byteCount: Int
  /// True when the bytes are stored as they are, neither compressed nor encrypted.
  package let isStored: Bool
  /// Where the member's local header starts in the bytes given to the archive.
  let headerPosition: Int
}

/// A zip archive whose stored members are read in place.
///
/// Reads plain archives and archives with bytes before them, such as the label files at the end of a `.tflite`. Checksums
/// are not verified: doing so would read every byte of a file that is mapped in order not to be read.
/// Source: PKWARE's APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
package struct ZipArchive: Sendable {
  /// The members in the order of the archive's directory.
  package let members: [ZipMember]
  /// The number of bytes after the archive; not zero when a file was truncated and an archive within it was found
  /// instead.
  package let trailingByteCount: Int

  private let data: ModelData
  private let memberIndices: [String: Int]

  /// Reads the directory of the archive.
  ///
  /// - Parameter data: The archive, with any bytes before it, and at most 64 KiB after its directory.
  /// - Throws: `TasksError` with `unknownError` (MediaPipe's code for this) when there is no archive, when its directory is
  ///   damaged, or when it is split or needs zip64.
  package init(_ data: ModelData) throws(TasksError) {
    let directory = try ZipDirectory(data)
    members = directory.members
    trailingByteCount = directory.trailingByteCount
    self.data = data
    var memberIndices: [String: Int] = [:]
    for (index, member) in directory.members.enumerated() {
      guard memberIndices.updateValue(index, forKey: member.name) == nil else {
        throw ZipDirectory.damaged("it names \(member.name) twice")
      }
    }
    self.memberIndices = memberIndices
  }

  /// Whether the archive has a member of exactly this name.
  package func contains(_ name: String) -> Bool { memberIndices[name] != nil }

  /// The bytes of a member, in place.
  ///
  /// - Throws: `TasksError` with `notFoundError` when there is no member of this name (the message lists those that are
  ///   there), and `unknownError` when it is compressed, encrypted or lies outside of the archive.
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
    else { throw ZipDirectory.damaged("\(name) has no header at byte \(header)") }
    let start = header + 30 + Int(nameLength) + Int(extraLength)
    guard start <= data.count, member.byteCount <= data.count - start else {
      throw ZipDirectory.damaged(
        "\(name) needs \(member.byteCount.counted("byte")) from byte \(start) on, past the end")
    }
    return try data.slice(start..<(start + member.byteCount))
  }

  private func missing(_ name: String) -> TasksError {
    let found = members.isEmpty ? "none" : members.prefix(32).map(\.name).joined(separator: ", ")
    let hint =
      trailingByteCount > 0 ? " \(trailingByteCount.counted("byte")) after the archive: the file may be cut short." : ""
    return TasksError.notFound("There is no file named \(name) in the bundle; it has: \(found).\(hint)")
  }
}
