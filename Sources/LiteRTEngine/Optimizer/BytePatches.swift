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

  /// Appends custom operators and their operator codes, and returns the position of each operator's table by the
  /// operator's index. References point forward only, so the whole list of codes is copied to the end.
  mutating func appendOperators(
    _ uses: [CustomOperatorUse], of model: FlatBufferTable
  ) throws(TasksError) -> [Int: Int] {
    guard !uses.isEmpty else { return [:] }
    guard let field = try model.fieldPosition(TFLiteSchema.Model.operatorCodes) else {
      throw model.buffer.damaged("it has no operator codes")
    }
    let codes = try model.tables(TFLiteSchema.Model.operatorCodes)
    let list = try append([UInt32(codes.count + uses.count)] + Array(repeating: 0, count: codes.count + uses.count))
    write(UInt32(list - field), at: field)
    for (place, code) in codes.enumerated() {
      try appendCode(
        number: ParsedModel.number(of: code),
        version: code.integer(TFLiteSchema.OperatorCode.version, absent: Int32(1)),
        name: code.text(TFLiteSchema.OperatorCode.customCode), referredToAt: list + 4 + 4 * place)
    }
    for (place, use) in uses.enumerated() {
      try appendCode(
        number: BuiltinOperator.custom, version: 1, name: use.name, referredToAt: list + 4 + 4 * (codes.count + place))
    }

    // A vtable of 10 bytes for a table of 16: code, inputs and outputs at bytes 4, 8 and 12.
    let layout = try append([Self.pair(10, 16), Self.pair(4, 8), Self.pair(12, 0)])
    var tables: [Int: Int] = [:]
    for (offset, use) in uses.enumerated() {
      let table = try append([0, UInt32(codes.count + offset), 0, 0])
      write(UInt32(table - layout), at: table)
      try appendVector(use.inputs.map(UInt32.init(bitPattern:)), referredToAt: table + 8)
      try appendVector([UInt32(bitPattern: use.output)], referredToAt: table + 12)
      tables[use.index] = table
    }
    return tables
  }

  /// Appends an operator code. Codes up to 127 are also in the one-byte field that older readers use.
  private mutating func appendCode(
    number: Int32, version: Int32, name: String?, referredToAt field: Int
  ) throws(TasksError) {
    // A vtable of 12 bytes for a table of 20: short code, name, version and code at bytes 16, 4, 8 and 12.
    let layout = try append([Self.pair(12, 20), Self.pair(16, name == nil ? 0 : 4), Self.pair(8, 12)])
    let short = UInt32(min(max(number, 0), 127))
    let table = try append([0, 0, UInt32(bitPattern: version), UInt32(bitPattern: number), short])
    write(UInt32(table - layout), at: table)
    write(UInt32(table - field), at: field)
    if let name { write(UInt32(try appendText(name) - (table + 4)), at: table + 4) }
  }

  private mutating func appendText(_ text: String) throws(TasksError) -> Int {
    let bytes = Array(text.utf8)
    // Zero-terminated, and padded with zeros to whole words.
    let words = ModelData(bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)).integers(UInt32.self)
    return try append([UInt32(bytes.count)] + words)
  }

  static func pair(_ first: UInt16, _ second: UInt16) -> UInt32 { UInt32(first) | UInt32(second) << 16 }

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

  mutating func change(_ changes: [TensorChange], of subgraph: FlatBufferTable) throws(TasksError) {
    guard !changes.isEmpty else { return }
    let tensors = try subgraph.tables(TFLiteSchema.Subgraph.tensors)
    // A writer may store equal tables once.
    let uses = Dictionary(tensors.map { ($0.position, 1) }, uniquingKeysWith: +)
    for change in changes {
      let place = Int(change.tensor)
      guard tensors.indices.contains(place), uses[tensors[place].position] == 1 else {
        throw TasksError.invalidArgument(
          "The model file has table \(place) of \(tensors.count) in two places, so it cannot be changed; use it as it is."
        )
      }
      let tensor = tensors[place]
      let values = change.shape.map(Int32.init(clamping:))
      try replaceVector(TFLiteSchema.Tensor.shape, of: tensor, by: values)
      if try !tensor.integers(TFLiteSchema.Tensor.shapeSignature, as: Int32.self).isEmpty {
        try replaceVector(TFLiteSchema.Tensor.shapeSignature, of: tensor, by: values)
      }
    }
  }

  /// Replaces a table's vector by a new one; other tables may share the old one.
  mutating func replaceVector(
    _ slot: some FlatBufferSlot, of table: FlatBufferTable, by values: [Int32]
  ) throws(TasksError) {
    guard let field = try table.fieldPosition(slot) else {
      throw table.buffer.damaged("a list that changes is missing")
    }
    try appendVector(values.map(UInt32.init(bitPattern:)), referredToAt: field)
  }
}
