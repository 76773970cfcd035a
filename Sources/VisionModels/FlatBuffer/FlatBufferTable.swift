import VisionCore

/// A field of a table: its place in the schema, counted from 0.
package protocol FlatBufferSlot { var slot: Int { get } }

extension FlatBufferSlot where Self: RawRepresentable, RawValue == Int { package var slot: Int { rawValue } }

extension Int: FlatBufferSlot { package var slot: Int { self } }

package struct FlatBufferTable {
  package let buffer: FlatBuffer
  package let position: Int

  private let fieldOffsets: Int
  private let fieldCount: Int

  package init(_ buffer: FlatBuffer, at position: Int) throws(TasksError) {
    let layout = position - Int(try buffer.integer(Int32.self, at: position))
    let byteCount = Int(try buffer.integer(UInt16.self, at: layout))
    guard byteCount >= 4, layout <= buffer.data.count - byteCount else {
      throw buffer.damaged("the table at byte \(position) has no layout")
    }
    try buffer.spend(64)
    (self.buffer, self.position) = (buffer, position)
    (fieldOffsets, fieldCount) = (layout + 4, (byteCount - 4) / 2)
  }

  /// The bytes of the table itself. Tables with equal bytes at the same position are the same, whatever their schema.
  package func inlineBytes() throws(TasksError) -> [UInt8] {
    let layout = fieldOffsets - 4
    let size = Int(try buffer.integer(UInt16.self, at: layout + 2))
    guard size >= 4, position <= buffer.data.count - size else {
      throw buffer.damaged("the table at byte \(position) runs past byte \(buffer.data.count)")
    }
    try buffer.spend(size + 4 + 2 * fieldCount)
    let ranges = [layout..<fieldOffsets + 2 * fieldCount, position..<position + size]
    return buffer.data.withUnsafeBytes { bytes in ranges.flatMap { bytes[$0] } }
  }

  package func fieldPosition(_ slot: some FlatBufferSlot) throws(TasksError) -> Int? {
    guard slot.slot < fieldCount else { return nil }
    let offset = Int(try buffer.integer(UInt16.self, at: fieldOffsets + 2 * slot.slot))
    return offset == 0 ? nil : position + offset
  }

  /// The position of the vector, text or table that a field refers to.
  package func reference(_ slot: some FlatBufferSlot) throws(TasksError) -> Int? {
    try fieldPosition(slot).map(buffer.target(at:))
  }

  package func integer<Integer: FixedWidthInteger>(
    _ slot: some FlatBufferSlot, absent: Integer
  ) throws(TasksError) -> Integer {
    guard let field = try fieldPosition(slot) else { return absent }
    return try buffer.integer(at: field)
  }

  package func float(_ slot: some FlatBufferSlot, absent: Float) throws(TasksError) -> Float {
    Float(bitPattern: try integer(slot, absent: absent.bitPattern))
  }

  package func table(_ slot: some FlatBufferSlot) throws(TasksError) -> FlatBufferTable? {
    try reference(slot).map { target throws(TasksError) in try FlatBufferTable(buffer, at: target) }
  }

  // Values of fields: `absent`, nil or empty where the table leaves them out.

  package func integers<Integer: FixedWidthInteger>(
    _ slot: some FlatBufferSlot, as: Integer.Type = Integer.self
  ) throws(TasksError) -> [Integer] {
    guard let start = try reference(slot) else { return [] }
    let size = MemoryLayout<Integer>.size
    let count = try buffer.vectorCount(at: start, elementSize: size)
    try buffer.spend(count * size)
    return buffer.data.withUnsafeBytes { bytes in
      [Integer](littleEndian: UnsafeRawBufferPointer(rebasing: bytes[(start + 4)..<(start + 4 + count * size)]))
    }
  }

  package func floats(_ slot: some FlatBufferSlot) throws(TasksError) -> [Float] {
    try integers(slot, as: UInt32.self).map { Float(bitPattern: $0) }
  }

  package func bytes(_ slot: some FlatBufferSlot) throws(TasksError) -> ModelData? {
    guard let start = try reference(slot) else { return nil }
    let count = try buffer.vectorCount(at: start, elementSize: 1)
    return try buffer.data.slice((start + 4)..<(start + 4 + count))
  }

  /// Bytes that are not UTF-8 become replacement characters.
  package func text(_ slot: some FlatBufferSlot) throws(TasksError) -> String? { try reference(slot).map(text(at:)) }
  package func texts(_ slot: some FlatBufferSlot) throws(TasksError) -> [String] { try targets(slot).map(text(at:)) }

  package func tables(_ slot: some FlatBufferSlot) throws(TasksError) -> [FlatBufferTable] {
    try targets(slot).map { target throws(TasksError) in try FlatBufferTable(buffer, at: target) }
  }

  private func targets(_ slot: some FlatBufferSlot) throws(TasksError) -> [Int] {
    guard let start = try reference(slot) else { return [] }
    let count = try buffer.vectorCount(at: start, elementSize: 4)
    return try (0..<count).map { index throws(TasksError) in try buffer.target(at: start + 4 + 4 * index) }
  }

  private func text(at start: Int) throws(TasksError) -> String {
    let count = try buffer.vectorCount(at: start, elementSize: 1)
    try buffer.spend(count + 8)
    return try buffer.data.slice((start + 4)..<(start + 4 + count))
      .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
