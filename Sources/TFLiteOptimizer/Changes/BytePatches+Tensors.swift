import VisionCore
import VisionModels

extension BytePatches {
  /// Appends new contents of buffers.
  ///
  /// - Parameters:
  ///   - contents: The contents, at most one for each buffer.
  ///   - model: The model's root table.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged or too large model.
  mutating func appendContents(_ contents: [BufferContent], of model: FlatBufferTable) throws(TasksError) {
    guard !contents.isEmpty, let list = try model.reference(TFLiteSchema.Model.buffers) else { return }
    // A vtable of 6 bytes for a table of 8, with the data at byte 4.
    let layout = try append([Self.pair(6, 8), Self.pair(4, 0)])
    for content in contents {
      let table = try append([0, 0])
      let entry = list + 4 + 4 * content.buffer
      write(UInt32(table - entry), at: entry)
      write(UInt32(table - layout), at: table)
      write(UInt32(try appendBytes(content.piece) - (table + 4)), at: table + 4)
    }
  }

  /// Changes the shapes of tensors.
  ///
  /// - Parameters:
  ///   - changes: The new shapes.
  ///   - subgraph: The model's only subgraph.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged or too large model.
  mutating func change(_ changes: [TensorChange], of subgraph: FlatBufferTable) throws(TasksError) {
    guard !changes.isEmpty else { return }
    let tensors = try ChangeableTables(subgraph, TFLiteSchema.Subgraph.tensors)
    for change in changes {
      let tensor = try tensors[Int(change.tensor)]
      let values = change.shape.map(Int32.init(clamping:))
      try replaceVector(TFLiteSchema.Tensor.shape, of: tensor, by: values)
      if try !tensor.integers(TFLiteSchema.Tensor.shapeSignature, as: Int32.self).isEmpty {
        try replaceVector(TFLiteSchema.Tensor.shapeSignature, of: tensor, by: values)
      }
    }
  }

  /// Replaces a table's vector by a new one; other tables may share the old one.
  mutating func replaceVector(_ slot: Int, of table: FlatBufferTable, by values: [Int32]) throws(TasksError) {
    guard let field = try table.fieldPosition(slot) else {
      throw table.buffer.damaged("a list that changes is missing")
    }
    try appendVector(values.map(UInt32.init(bitPattern:)), referredToAt: field)
  }
}
