import VisionCore

/// The list of members at the end of a zip archive.
struct ZipDirectory {
  let members: [ZipMember]
  let trailingByteCount: Int

  init(_ data: ModelData) throws(TasksError) {
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
    guard entryCount != .max, byteCount != .max, offset != .max else {
      throw TasksError(.unknownError, "The zip archive needs zip64; only archives below 4 GiB are read.")
    }
    guard disk == 0, firstDisk == 0 else {
      throw TasksError(.unknownError, "The zip archive is split; join its parts.")
    }

    // Offsets count from where the archive begins; what stands before it shows in the place of its directory.
    let leadingByteCount = end - Int(byteCount) - Int(offset)
    guard leadingByteCount >= 0 else { throw Self.damaged("its directory does not lie before its end record") }
    members = try Self.members(
      in: data, range: (end - Int(byteCount))..<end, count: Int(entryCount), leadingByteCount: leadingByteCount)
    trailingByteCount = data.count - end - 22 - Int(commentLength)
  }

  static func damaged(_ what: String) -> TasksError {
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
    var position = range.lowerBound
    var unclaimed = data.count
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
      guard byteCount != .max, packedByteCount != .max, offset != .max else {
        throw TasksError(.unknownError, "The zip archive needs zip64; only archives below 4 GiB are read.")
      }
      // Members that share bytes would let a small archive expand to a huge one.
      unclaimed -= Int(packedByteCount)
      guard unclaimed >= 0 else { throw damaged("its members need more bytes than it has") }
      let next = position + 46 + Int(nameLength) + Int(extraLength) + Int(commentLength)
      guard next <= range.upperBound else { throw damaged("an entry of its directory is cut short") }
      let name = try data.slice((position + 46)..<(position + 46 + Int(nameLength)))
      members.append(
        ZipMember(
          name: name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) },
          byteCount: Int(packedByteCount),
          isStored: method == 0 && flags & 1 == 0 && packedByteCount == byteCount,
          headerPosition: leadingByteCount + Int(offset)))
      position = next
    }
    return members
  }
}
