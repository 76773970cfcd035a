import VisionCore

/// The sparsity parameters of a tensor, verified in place: a model may have a million numbers.
/// The runtime follows them without a check. Allowed is the form of published models: all dimensions in order, dense
/// ones first, and the last one as compressed sparse rows (CSR); the rows are all but the last dimension.
struct SparsityCheck {
  /// The number of elements that the file has to contain.
  var storedCount: Int { columns.count }
  /// Where each row's elements start among the stored ones, and where the last one's end.
  fileprivate let starts: Numbers
  fileprivate let columns: Numbers

  /// Errors name the tensor.
  init(_ sparsity: FlatBufferTable, shape: [Int], tensor: Int) throws(TasksError) {
    typealias Slot = TFLiteSchema.Sparsity
    typealias Dimension = TFLiteSchema.SparsityDimension
    let order = try sparsity.integers(Slot.traversalOrder, as: Int32.self).map(Int.init)
    let dimensions = try sparsity.tables(Slot.dimensions)
    guard let columnCount = shape.last, order == Array(shape.indices), dimensions.count == shape.count,
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
    starts = try Numbers(last, type: Dimension.startsType, table: Dimension.starts, tensor: tensor)
    columns = try Numbers(last, type: Dimension.columnsType, table: Dimension.columns, tensor: tensor)
    let startCount = (shape.dropLast().product ?? 0) + 1
    guard starts.count == startCount, starts.first == 0, starts.last == columns.count, starts.rises else {
      throw VerifiedTensor.refusal(
        tensor, "has sparse rows whose starts do not rise from 0 to \(columns.count) in \(startCount) numbers")
    }
    guard columns.count == 0 || (columns.minimum >= 0 && columns.maximum < columnCount) else {
      throw VerifiedTensor.refusal(tensor, "has a sparse element outside its \(columnCount.counted("column"))")
    }
  }

  /// A vector of numbers in one of three widths, and a summary for the rules.
  fileprivate struct Numbers {
    let vector: FlatBufferTable
    let type: UInt8
    var count = 0
    var (first, last, minimum, maximum) = (0, 0, 0, 0)
    /// Whether the numbers never decrease.
    var rises = true

    init(
      _ dimension: FlatBufferTable, type: TFLiteSchema.SparsityDimension, table: TFLiteSchema.SparsityDimension,
      tensor: Int
    ) throws(TasksError) {
      guard let vector = try dimension.table(table),
        let start = try vector.reference(TFLiteSchema.SparsityDimension.values)
      else { throw VerifiedTensor.refusal(tensor, "is sparse without the places of its elements") }
      self.vector = vector
      self.type = try dimension.integer(type, absent: UInt8(0))
      switch self.type {
      case 1: try summarize(Int32.self, at: start)
      case 2: try summarize(UInt16.self, at: start)
      case 3: try summarize(UInt8.self, at: start)
      default: throw VerifiedTensor.refusal(tensor, "has places of sparse elements of an unknown type")
      }
    }

    private mutating func summarize<Number: FixedWidthInteger>(_: Number.Type, at start: Int) throws(TasksError) {
      let size = MemoryLayout<Number>.size
      count = try vector.buffer.vectorCount(at: start, elementSize: size)
      try vector.buffer.spend(count * size)
      guard count > 0 else { return }
      vector.buffer.data.withUnsafeBytes { bytes in
        func number(_ place: Int) -> Number {
          Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start &+ 4 &+ place &* size, as: Number.self))
        }
        // Without a branch, so that the compiler vectorizes the loop. Places lie within the bytes, which `vectorCount`
        // checked, so nothing overflows.
        var (low, high, falls) = (number(0), number(0), Number(0))
        for place in 1..<count {
          let next = number(place)
          low = Swift.min(low, next)
          high = Swift.max(high, next)
          falls |= next < number(place &- 1) ? 1 : 0
        }
        (first, last, minimum, maximum) = (Int(number(0)), Int(number(count - 1)), Int(low), Int(high))
        rises = falls == 0
      }
    }

    func all() throws(TasksError) -> [Int32] {
      let values = TFLiteSchema.SparsityDimension.values
      return switch type {
      case 1: try vector.integers(values, as: Int32.self)
      case 2: try vector.integers(values, as: UInt16.self).map(Int32.init)
      default: try vector.integers(values, as: UInt8.self).map(Int32.init)
      }
    }
  }
}

/// The positions of a sparse matrix's stored elements (CSR); the rows are all but the last dimension of a tensor.
package struct SparseRows {
  /// Where each row's elements start among the stored ones, and where the last one's end.
  package let starts: [Int32]
  package let columns: [Int32]
  private let columnCount: Int

  /// Nil for a dense tensor. Other forms than CSR, and positions outside the shape, are errors.
  package init?(_ tensor: FlatBufferTable, shape: [Int]) throws(TasksError) {
    guard let sparsity = try tensor.table(TFLiteSchema.Tensor.sparsity), shape.allSatisfy({ $0 > 0 })
    else { return nil }
    let check = try SparsityCheck(sparsity, shape: shape, tensor: tensor.position)
    (starts, columns) = (try check.starts.all(), try check.columns.all())
    columnCount = shape[shape.count - 1]
  }

  /// The number of all elements, with zeros; nil when it does not fit an integer.
  package var elementCount: Int? {
    let (count, overflows) = (starts.count - 1).multipliedReportingOverflow(by: columnCount)
    return overflows ? nil : count
  }

  /// Whether the columns of every row ascend, so that no element is stored twice.
  package var isAscending: Bool {
    rows.allSatisfy { row in row.dropFirst().allSatisfy { columns[$0 - 1] < columns[$0] } }
  }

  /// The places of each row's elements among the stored ones.
  package var rows: some Sequence<Range<Int>> { zip(starts, starts.dropFirst()).lazy.map { Int($0)..<Int($1) } }

  /// The bytes of all elements. Nil for more than `maxRatio` for each stored one, or if columns are another number.
  package func dense<Bits: FixedWidthInteger>(_ values: [Bits], maxRatio: Int) -> [UInt8]? {
    guard values.count == columns.count, let count = elementCount, count <= maxRatio * values.count else { return nil }
    let size = MemoryLayout<Bits>.size
    return [UInt8](unsafeUninitializedCapacity: count * size) { bytes, initializedCount in
      bytes.initialize(repeating: 0)
      let target = UnsafeMutableRawBufferPointer(bytes)
      for (row, places) in rows.enumerated() {
        for place in places {
          let element = row * columnCount + Int(columns[place])
          target.storeBytes(of: values[place].littleEndian, toByteOffset: element * size, as: Bits.self)
        }
      }
      initializedCount = count * size
    }
  }
}
