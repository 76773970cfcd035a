import VisionCore
import VisionModels

/// Changes to a copy of a model's bytes: numbers and pieces that are written over it or appended.
struct BytePatches {
  private var numbers: [(position: Int, value: UInt32)] = []
  private var pieces: [(position: Int, piece: BytePiece)] = []
  private var byteCount: Int
  private(set) var vectorPositions: [Int?] = []

  init(byteCount: Int) { self.byteCount = byteCount }

  /// Overwrites the length and elements of the vector at a position.
  mutating func writeVector(_ values: [UInt32], at start: Int) {
    vectorPositions.append(start)
    write(UInt32(values.count), at: start)
    for (index, value) in values.enumerated() { write(value, at: start + 4 + 4 * index) }
  }

  mutating func appendVector(_ values: [UInt32], referredToAt field: Int) throws(TasksError) {
    let start = try append([UInt32(values.count)] + values)
    vectorPositions.append(start)
    write(UInt32(start - field), at: field)
  }

  /// Overwrites a 32-bit number; the last one at a position wins.
  mutating func write(_ value: UInt32, at position: Int) { numbers.append((position, value)) }

  /// Appends 32-bit numbers and returns their position, a multiple of 4.
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

  /// Appends a vector of bytes, which are aligned to 64, and returns its position.
  mutating func appendBytes(_ piece: BytePiece) throws(TasksError) -> Int {
    byteCount = (byteCount + 4 + 63) / 64 * 64 - 4
    let start = try append([UInt32(piece.byteCount)])
    pieces.append((byteCount, piece))
    byteCount += piece.byteCount
    return start
  }

  /// Shortens a vector of references in place, keeping the order of the elements that stay. `places` has new targets of
  /// elements, by index.
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

  /// Whether a change overlaps one of the ranges of the file.
  func meet(_ ranges: [Range<Int>]) -> Bool {
    // All changes within the file are of 32-bit numbers.
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
