import VisionCore

/// A table of a flatbuffer; its fields are named by their slot, the field's place in the schema counted from 0.
package struct FlatBufferTable {
  package let buffer: FlatBuffer
  /// Where the table starts.
  package let position: Int

  private let fieldOffsets: Int
  private let fieldCount: Int

  package init(_ buffer: FlatBuffer, at position: Int) throws(TasksError) {
    let layout = position - Int(try buffer.integer(Int32.self, at: position))
    let byteCount = Int(try buffer.integer(UInt16.self, at: layout))
    guard byteCount >= 4, layout <= buffer.data.count - byteCount else {
      throw buffer.damaged("the table at byte \(position) has no layout")
    }
    try buffer.budget.spend(64)
    self.buffer = buffer
    self.position = position
    fieldOffsets = layout + 4
    fieldCount = (byteCount - 4) / 2
  }

  /// The bytes of the fields stored in the table itself, and their position. Tables with equal bytes at the same
  /// position are the same, whatever their schema.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` when they extend beyond the end.
  package func inlineBytes() throws(TasksError) -> [UInt8] {
    let layout = fieldOffsets - 4
    let size = Int(try buffer.integer(UInt16.self, at: layout + 2))
    guard size >= 4, position <= buffer.data.count - size else {
      throw buffer.damaged("the table at byte \(position) runs past byte \(buffer.data.count)")
    }
    try buffer.budget.spend(size + 4 + 2 * fieldCount)
    let ranges = [layout..<fieldOffsets + 2 * fieldCount, position..<position + size]
    return buffer.data.withUnsafeBytes { bytes in ranges.flatMap { bytes[$0] } }
  }

  /// The position of a field's value; nil when the field is absent.
  package func fieldPosition(_ slot: Int) throws(TasksError) -> Int? {
    guard slot < fieldCount else { return nil }
    let offset = Int(try buffer.integer(UInt16.self, at: fieldOffsets + 2 * slot))
    return offset == 0 ? nil : position + offset
  }

  /// The position of the vector, text or table that a field refers to; nil when the field is absent.
  package func reference(_ slot: Int) throws(TasksError) -> Int? {
    guard let field = try fieldPosition(slot) else { return nil }
    return try buffer.target(at: field)
  }

  /// A whole number, `absent` when the table leaves it out.
  package func integer<Integer: FixedWidthInteger>(_ slot: Int, absent: Integer) throws(TasksError) -> Integer {
    guard let field = try fieldPosition(slot) else { return absent }
    return try buffer.integer(at: field)
  }

  /// A 32-bit floating-point number, `absent` when the table leaves it out.
  package func float(_ slot: Int, absent: Float) throws(TasksError) -> Float {
    Float(bitPattern: try integer(slot, absent: absent.bitPattern))
  }

  /// A table, nil when this one leaves it out.
  package func table(_ slot: Int) throws(TasksError) -> FlatBufferTable? {
    guard let target = try reference(slot) else { return nil }
    return try FlatBufferTable(buffer, at: target)
  }
}
