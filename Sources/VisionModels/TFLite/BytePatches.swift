import VisionErrors

/// 32-bit numbers to be written over a copy of a model.
struct BytePatches {
  private var numbers: [(position: Int, value: UInt32)] = []
  /// Where the vectors start whose lengths are written.
  private(set) var vectorPositions: [Int?] = []

  /// Notes the new length and elements of the vector that starts at a position.
  mutating func writeVector(_ values: [UInt32], at start: Int) {
    vectorPositions.append(start)
    numbers.append((start, UInt32(values.count)))
    for (index, value) in values.enumerated() { numbers.append((start + 4 + 4 * index, value)) }
  }

  /// Notes what leaves only some elements of a vector of references, in their order.
  mutating func shortenReferences(
    at start: Int, keeping kept: [Int], in buffer: FlatBuffer
  ) throws(TasksError) {
    var values: [UInt32] = []
    for (place, index) in kept.enumerated() {
      let distance = try buffer.integer(UInt32.self, at: start + 4 + 4 * index)
      let (moved, overflows) = distance.addingReportingOverflow(UInt32(4 * (index - place)))
      guard !overflows else { throw buffer.damaged("a reference at byte \(start + 4 + 4 * index) leads nowhere") }
      values.append(moved)
    }
    writeVector(values, at: start)
  }

  /// A copy of the bytes with the numbers written.
  func apply(to data: ModelData) -> ModelData {
    let block = MemoryBlock(byteCount: data.count) { copy in
      data.withUnsafeBytes { copy.copyMemory(from: $0) }
      for number in numbers {
        copy.storeBytes(of: number.value.littleEndian, toByteOffset: number.position, as: UInt32.self)
      }
    }
    return ModelData(block: block)
  }
}
