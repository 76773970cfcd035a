import VisionCore

/// Verifies the sparsity parameters of a tensor.
///
/// The runtime follows these numbers without a check. Allowed is the form of published models: all dimensions in order,
/// dense ones first, and the last one as compressed sparse rows (CSR).
struct SparsityCheck {
  /// The number of elements that the file has to contain.
  let storedCount: Int

  init(_ sparsity: FlatBufferTable, shape: [Int], tensor: Int) throws(TasksError) {
    typealias Slot = TFLiteSchema.Sparsity
    typealias Dimension = TFLiteSchema.SparsityDimension
    let order = try sparsity.integers(Slot.traversalOrder, as: Int32.self).map(Int.init)
    let dimensions = try sparsity.tables(Slot.dimensions)
    guard let columns = shape.last, order == Array(shape.indices), dimensions.count == shape.count,
      try sparsity.integers(Slot.blockMap, as: Int32.self).isEmpty, let last = dimensions.last
    else {
      throw VerifiedTensor.refusal(
        tensor, "is sparse in blocks or in another order; allowed are all dimensions in order, the last one sparse")
    }
    for (dimension, size) in zip(dimensions.dropLast(), shape) {
      guard try dimension.integer(Dimension.format, absent: Int8(0)) == Dimension.denseFormat,
        try dimension.integer(Dimension.denseSize, absent: Int32(0)) == size
      else { throw VerifiedTensor.refusal(tensor, "is sparse in another dimension than the last") }
    }
    guard try last.integer(Dimension.format, absent: Int8(0)) == Dimension.compressedFormat else {
      throw VerifiedTensor.refusal(tensor, "says that it is sparse, and its last dimension is not")
    }
    let rowCount = shape.dropLast().reduce(1, *)
    let rows = try Self.summary(last, type: Dimension.startsType, table: Dimension.starts, tensor: tensor)
    let places = try Self.summary(last, type: Dimension.columnsType, table: Dimension.columns, tensor: tensor)
    guard rows.count == rowCount + 1, rows.first == 0, rows.last == places.count, rows.rises else {
      throw VerifiedTensor.refusal(
        tensor, "has sparse rows whose starts do not rise from 0 to \(places.count) in \(rowCount + 1) numbers")
    }
    guard places.count == 0 || (places.minimum >= 0 && places.maximum < columns) else {
      throw VerifiedTensor.refusal(tensor, "has a sparse element outside its \(columns.counted("column"))")
    }
    storedCount = places.count
  }

  /// A summary of a vector of numbers, for the rules.
  private struct Summary {
    var count = 0
    var first = 0
    var last = 0
    var minimum = 0
    var maximum = 0
    /// Whether the numbers never decrease.
    var rises = true
  }

  /// Reads a vector of one of three widths in place: a model may have a million numbers.
  private static func summary(
    _ dimension: FlatBufferTable, type: TFLiteSchema.SparsityDimension, table: TFLiteSchema.SparsityDimension,
    tensor: Int
  ) throws(TasksError) -> Summary {
    guard let vector = try dimension.table(table),
      let start = try vector.reference(TFLiteSchema.SparsityDimension.values)
    else {
      throw VerifiedTensor.refusal(tensor, "is sparse without the places of its elements")
    }
    switch try dimension.integer(type, absent: UInt8(0)) {
    case 1: return try summary(Int32.self, at: start, in: vector.buffer)
    case 2: return try summary(UInt16.self, at: start, in: vector.buffer)
    case 3: return try summary(UInt8.self, at: start, in: vector.buffer)
    default: throw VerifiedTensor.refusal(tensor, "has places of sparse elements of an unknown type")
    }
  }

  private static func summary<Number: FixedWidthInteger>(
    _: Number.Type, at start: Int, in buffer: FlatBuffer
  ) throws(TasksError) -> Summary {
    let size = MemoryLayout<Number>.size
    let count = try buffer.vectorCount(at: start, elementSize: size)
    try buffer.budget.spend(count * size)
    guard count > 0 else { return Summary() }
    return buffer.data.withUnsafeBytes { bytes in
      func number(_ place: Int) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4 + place * size, as: Number.self))
      }
      var (minimum, maximum, previous, rises) = (number(0), number(0), number(0), true)
      for place in 0..<count {
        let next = number(place)
        minimum = min(minimum, next)
        maximum = max(maximum, next)
        rises = rises && next >= previous
        previous = next
      }
      return Summary(
        count: count, first: Int(number(0)), last: Int(previous), minimum: Int(minimum), maximum: Int(maximum),
        rises: rises)
    }
  }
}
