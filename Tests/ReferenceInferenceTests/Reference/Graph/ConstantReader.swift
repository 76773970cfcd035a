import VisionCore
import VisionModels

/// Reads the elements that a model file has of a tensor.
struct ConstantReader {
  private let table: FlatBufferTable
  private let info: TensorInfo
  /// Nil for a tensor that is computed or given.
  private let bytes: ModelData?

  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  init(_ table: FlatBufferTable, info: TensorInfo, buffers: [FlatBufferTable]) throws(TasksError) {
    self.table = table
    self.info = info
    let number = Int(try table.integer(GraphSlots.Tensor.buffer, absent: UInt32(0)))
    // Number 0 is every empty tensor's.
    let data =
      number != 0 && buffers.indices.contains(number) ? try buffers[number].bytes(GraphSlots.Buffer.data) : nil
    bytes = data.flatMap { $0.count == 0 ? nil : $0 }
  }

  /// The tensor, with the zeros that a sparse one is stored without.
  ///
  /// - Returns: Nil for a tensor that is computed or given.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, `unimplementedError` for other types than the models
  ///   have.
  func tensor() throws(TasksError) -> ReferenceTensor? {
    guard let bytes else { return nil }
    var numbers = try Self.numbers(bytes, info)
    if try table.table(GraphSlots.Tensor.sparsity) != nil { numbers = try dense(numbers) }
    return try ReferenceTensor(
      shape: info.shape, elementType: info.elementType, quantization: info.quantization, numbers: numbers)
  }

  private static func numbers(_ bytes: ModelData, _ info: TensorInfo) throws(TasksError) -> [Double] {
    switch info.elementType {
    case .float32: bytes.integers(UInt32.self).map { Double(Float(bitPattern: $0)) }
    case .float16: bytes.integers(UInt16.self).map { Double(Float(halfBits: $0)) }
    case .int32: bytes.integers(Int32.self).map { Double($0) }
    case .int8: bytes.integers(Int8.self).map { Double($0) }
    case .uint8: bytes.integers(UInt8.self).map { Double($0) }
    default:
      throw TasksError(
        .unimplementedError, "The reference reads no constants of \(info.elementType); \(info.name) has such.")
    }
  }

  private func dense(_ stored: [Double]) throws(TasksError) -> [Double] {
    guard let rows = try SparseRows(table, shape: info.shape), rows.columns.count == stored.count,
      let columnCount = info.shape.last
    else {
      throw TasksError(.unimplementedError, "The reference reads sparse rows only; \(info.name) is stored otherwise.")
    }
    var numbers = [Double](repeating: 0, count: info.shape.elementCount)
    for (row, places) in rows.rows.enumerated() {
      for place in places { numbers[row * columnCount + Int(rows.columns[place])] = stored[place] }
    }
    return numbers
  }
}
