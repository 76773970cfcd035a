import VisionErrors
import VisionModels

/// 32-bit numbers and pieces of bytes to be written over a copy of a model, and after its end.
struct BytePatches {
  private var numbers: [(position: Int, value: UInt32)] = []
  private var pieces: [(position: Int, piece: BytePiece)] = []
  /// The bytes of the copy.
  private var byteCount: Int
  /// Where the vectors start whose lengths are written.
  private(set) var vectorPositions: [Int?] = []

  /// No change to that many bytes.
  init(byteCount: Int) { self.byteCount = byteCount }

  /// Notes the new length and elements of the vector that starts at a position.
  mutating func writeVector(_ values: [UInt32], at start: Int) {
    vectorPositions.append(start)
    write(UInt32(values.count), at: start)
    for (index, value) in values.enumerated() { write(value, at: start + 4 + 4 * index) }
  }

  /// Notes a new vector after the end, and the reference that leads to it from a field.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a model too large for such a reference.
  mutating func appendVector(_ values: [UInt32], referredToAt field: Int) throws(TasksError) {
    let start = try append([UInt32(values.count)] + values)
    vectorPositions.append(start)
    write(UInt32(start - field), at: field)
  }

  /// Notes a number; of several at the same position the last counts.
  mutating func write(_ value: UInt32, at position: Int) { numbers.append((position, value)) }

  /// Notes a byte, which counts more than any number there.
  mutating func writeByte(_ value: UInt8, at position: Int) { pieces.append((position, BytePiece([value]))) }

  /// Notes numbers after the end.
  ///
  /// - Returns: Where they start, a multiple of 4.
  /// - Throws: `TasksError` with `invalidArgumentError` for a model too large for references to them.
  mutating func append(_ values: [UInt32]) throws(TasksError) -> Int {
    let start = (byteCount + 3) / 4 * 4
    guard start < 1 << 31 else {
      throw TasksError.invalidArgument(
        "The model has \(byteCount) bytes; only models below 2 GiB can be changed. Use it with its own outputs.")
    }
    byteCount = start + 4 * values.count
    for (index, value) in values.enumerated() { write(value, at: start + 4 * index) }
    return start
  }

  /// Notes a vector of bytes after the end; the bytes start on a multiple of 64.
  ///
  /// - Returns: Where the vector starts.
  /// - Throws: `TasksError` with `invalidArgumentError` for a model too large for references to them.
  mutating func appendBytes(_ piece: BytePiece) throws(TasksError) -> Int {
    byteCount = (byteCount + 4 + 63) / 64 * 64 - 4
    let start = try append([UInt32(piece.byteCount)])
    pieces.append((byteCount, piece))
    byteCount += piece.byteCount
    return start
  }

  /// Notes what leaves only some elements of a vector of references, in their order.
  ///
  /// - Parameters:
  ///   - start: Where the vector starts.
  ///   - kept: The elements that stay.
  ///   - buffer: The bytes that are changed.
  ///   - places: Where an element refers to from now on.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  mutating func shortenReferences(
    at start: Int, keeping kept: [Int], in buffer: FlatBuffer, replacing places: [Int: Int] = [:]
  ) throws(TasksError) {
    var values: [UInt32] = []
    for (place, index) in kept.enumerated() {
      let target = if let target = places[index] { target } else { try buffer.target(at: start + 4 + 4 * index) }
      guard let distance = UInt32(exactly: target - (start + 4 + 4 * place)) else {
        throw buffer.damaged("a reference at byte \(start + 4 + 4 * index) leads nowhere")
      }
      values.append(distance)
    }
    writeVector(values, at: start)
  }

  /// A copy of the bytes with the numbers written.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` when one would be written beyond the copy.
  func apply(to data: ModelData) throws(TasksError) -> ModelData {
    let size = max(byteCount, data.count)
    guard numbers.allSatisfy({ $0.position >= 0 && $0.position <= size - 4 }),
      pieces.allSatisfy({ $0.position >= 0 && $0.position <= size - $0.piece.byteCount })
    else {
      throw TasksError.invalidArgument(
        "The model file is damaged: its lists run past byte \(data.count). Fetch or copy it again.")
    }
    return data.writing(numbers, pieces, byteCount: size)
  }

  /// Whether something is written within one of some ranges of the file, or in the three bytes before one.
  func meet(_ ranges: [Range<Int>]) -> Bool {
    // Within the file all that is written are numbers of four bytes and single bytes.
    let starts = (numbers.map(\.position) + pieces.map(\.position)).sorted()
    return ranges.contains { range in
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] + 4 <= range.lowerBound { low = middle + 1 } else { high = middle }
      }
      return low < starts.count && starts[low] < range.upperBound && !range.isEmpty
    }
  }
}
