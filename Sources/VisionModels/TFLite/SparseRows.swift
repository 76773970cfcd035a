import VisionCore

/// The positions of a sparse matrix's stored elements (CSR); the rows are all but the last dimension of a tensor.
package struct SparseRows {
  /// Where each row's elements start among the stored ones, and where the last one's end.
  package let starts: [Int]
  package let columns: [Int]
  private let columnCount: Int

  /// Nil for other forms than CSR, and for positions outside the shape.
  package init?(_ tensor: FlatBufferTable, shape: [Int]) throws(TasksError) {
    typealias Slot = TFLiteSchema.Sparsity
    typealias Dimension = TFLiteSchema.SparsityDimension
    guard let sparsity = try tensor.table(TFLiteSchema.Tensor.sparsity), shape.allSatisfy({ $0 > 0 }),
      let columnCount = shape.last, try sparsity.integers(Slot.blockMap, as: Int32.self).isEmpty,
      try sparsity.integers(Slot.traversalOrder, as: Int32.self).map(Int.init) == Array(shape.indices)
    else { return nil }
    let dimensions = try sparsity.tables(Slot.dimensions)
    guard dimensions.count == shape.count, let last = dimensions.last else { return nil }
    for (dimension, size) in zip(dimensions.dropLast(), shape) {
      guard try dimension.integer(Dimension.format, absent: Int8(0)) == Dimension.denseFormat,
        try dimension.integer(Dimension.denseSize, absent: Int32(0)) == size
      else { return nil }
    }
    guard try last.integer(Dimension.format, absent: Int8(0)) == Dimension.compressedFormat,
      let starts = try Self.numbers(last, type: Dimension.startsType, table: Dimension.starts),
      let columns = try Self.numbers(last, type: Dimension.columnsType, table: Dimension.columns),
      starts.count - 1 == shape.dropLast().product, starts.first == 0, starts.last == columns.count,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }), columns.allSatisfy({ (0..<columnCount).contains($0) })
    else { return nil }
    self.starts = starts
    self.columns = columns
    self.columnCount = columnCount
  }

  /// The number of all elements, with zeros; nil when it does not fit an integer.
  package var elementCount: Int? {
    let (count, overflows) = (starts.count - 1).multipliedReportingOverflow(by: columnCount)
    return overflows ? nil : count
  }

  /// Whether the columns of every row ascend, so that no element is stored twice.
  package var isAscending: Bool {
    zip(starts, starts.dropFirst()).allSatisfy { start, end in
      zip(columns[start..<end], columns[start..<end].dropFirst()).allSatisfy { $0 < $1 }
    }
  }

  /// The bytes of all elements, with zeros. Nil when there are more than `maxRatio` for each stored one, or not as many
  /// stored elements as columns.
  package func dense<Bits: FixedWidthInteger>(_ values: [Bits], maxRatio: Int) -> [UInt8]? {
    guard values.count == columns.count, let count = elementCount, count <= maxRatio * values.count else { return nil }
    let size = MemoryLayout<Bits>.size
    return [UInt8](unsafeUninitializedCapacity: count * size) { bytes, initializedCount in
      bytes.initialize(repeating: 0)
      let target = UnsafeMutableRawBufferPointer(bytes)
      for row in 0..<starts.count - 1 {
        for place in starts[row]..<starts[row + 1] {
          target.storeBytes(
            of: values[place].littleEndian, toByteOffset: (row * columnCount + columns[place]) * size, as: Bits.self)
        }
      }
      initializedCount = count * size
    }
  }

  /// The numbers of a vector that is stored in one of three widths.
  private static func numbers(
    _ dimension: FlatBufferTable, type: TFLiteSchema.SparsityDimension, table: TFLiteSchema.SparsityDimension
  ) throws(TasksError) -> [Int]? {
    guard let vector = try dimension.table(table) else { return nil }
    let values = TFLiteSchema.SparsityDimension.values
    return switch try dimension.integer(type, absent: UInt8(0)) {
    case 1: try vector.integers(values, as: Int32.self).map(Int.init)
    case 2: try vector.integers(values, as: UInt16.self).map(Int.init)
    case 3: try vector.integers(values, as: UInt8.self).map(Int.init)
    default: nil
    }
  }
}
