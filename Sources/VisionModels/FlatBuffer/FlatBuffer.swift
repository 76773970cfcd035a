import VisionCore

/// A flatbuffer from an untrusted source: every position is checked before it is read.
/// Google's Swift package checks no offset, bounds no work on damaged files, and does not know where fields lie, which
/// the optimizer's patches need. Positions count from the first byte. Source: FlatBuffers, "Internals" (binary format).
/// A class, because every table refers to it.
package final class FlatBuffer {
  package let data: ModelData

  /// The bytes that may still be read.
  private var budget: Int

  /// Checks the identifier, four characters at byte 4. `what` is the expected content in messages.
  package init(_ data: ModelData, identifier: String, what: String) throws(TasksError) {
    guard Self.has(identifier, in: data) else {
      throw TasksError.invalidArgument(
        "The data (\(data.count.counted("byte"))) is not a \(what): the identifier \(identifier) is missing at byte 4.")
    }
    self.data = data
    budget = data.count.multipliedReportingOverflow(by: 16).partialValue + 65_536
  }

  package static func has(_ identifier: String, in data: ModelData) -> Bool {
    data.count >= 8 && data.withUnsafeBytes { $0[4..<8].elementsEqual(identifier.utf8) }
  }

  package var root: FlatBufferTable { get throws(TasksError) { try FlatBufferTable(self, at: target(at: 0)) } }

  package func integer<Integer: FixedWidthInteger>(
    _: Integer.Type = Integer.self, at position: Int
  ) throws(TasksError) -> Integer {
    guard let value = data.integer(Integer.self, at: position) else {
      throw damaged("byte \(position) of \(data.count) is asked for")
    }
    return value
  }

  package func target(at position: Int) throws(TasksError) -> Int {
    position + Int(try integer(UInt32.self, at: position))
  }

  /// The number of elements of a vector, all of which lie within the bytes.
  package func vectorCount(at position: Int, elementSize: Int) throws(TasksError) -> Int {
    let count = Int(try integer(UInt32.self, at: position))
    guard count <= (data.count - position - 4) / elementSize else {
      throw damaged("a vector of \(count.counted("element")) at byte \(position) runs past byte \(data.count)")
    }
    return count
  }

  package func damaged(_ what: String) -> TasksError {
    TasksError.invalidArgument("The model file is damaged: \(what). Fetch or copy it again.")
  }

  /// Limits the work that one flatbuffer can cause.
  /// Offsets may share their targets, so a small hostile file can describe a huge tree. A regular one refers to nearly
  /// every byte once, so sixteen times its size is far from both.
  package func spend(_ byteCount: Int) throws(TasksError) {
    guard byteCount <= budget else { throw damaged("its tables refer to one another far too often") }
    budget -= byteCount
  }
}
