/// Where a model's bytes say what, so that a mutation changes one fact and leaves the flatbuffer readable.
///
/// Only for models that are whole: it follows references without asking where they lead.
struct ModelPlaces {
  /// What a number says.
  enum Kind: CaseIterable {
    case extent, elementType, buffer, scale, zeroPoint, axis, tensor, code, optionsType, option, codeNumber,
      graphTensor,
      length, sparsity, constant, customOption, signature, weight
  }

  /// A number in the bytes.
  struct Place {
    let position: Int
    /// The bytes of the number.
    let size: Int
  }

  private(set) var places: [Kind: [Place]] = [:]
  /// The numbers of tensors, for mutations that name another one.
  private(set) var tensorCount = 0
  /// The tensors' shapes and types as texts, by number: those that are equal may stand for each other.
  private(set) var looks: [String: [Int32]] = [:]
  private(set) var lookOfTensor: [String] = []

  /// The tensors that each operator computes.
  private(set) var outputs: [[Int]] = []
  /// Where each tensor's shape, and its signature, say their numbers.
  private(set) var shapes: [[[Int]]] = []

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let model = Self.root(bytes)
    let subgraph = tables(model, 2)[0]
    for code in tables(model, 1) {
      for slot in [0, 3] { add(.codeNumber, field(code, slot), slot == 0 ? 1 : 4) }
    }
    for signature in tables(model, 7) {
      for slot in [0, 1] { for entry in tables(signature, slot) { add(.signature, field(entry, 1), 4) } }
    }
    let buffers = tables(model, 4)
    for tensor in tables(subgraph, 0) { addTensor(tensor, buffers) }
    for slot in [1, 2] { addVector(.graphTensor, subgraph, slot, 4) }
    for use in tables(subgraph, 3) { addOperator(use) }
  }

  private static func root(_ bytes: [UInt8]) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) } }

  private mutating func addTensor(_ tensor: Int, _ buffers: [Int]) {
    shapes.append([vector(tensor, 0), vector(tensor, 7)])
    addVector(.extent, tensor, 0, 4)
    addVector(.extent, tensor, 7, 4)
    add(.elementType, field(tensor, 1), 1)
    add(.buffer, field(tensor, 2), 4)
    if let quantization = target(tensor, 4) {
      addVector(.scale, quantization, 2, 4)
      addVector(.zeroPoint, quantization, 3, 8)
      add(.axis, field(quantization, 6), 4)
    }
    if let sparsity = target(tensor, 6) {
      addVector(.sparsity, sparsity, 0, 4)
      for dimension in tables(sparsity, 2) {
        for (slot, size) in [(0, 1), (1, 4), (2, 1), (4, 1)] { add(.sparsity, field(dimension, slot), size) }
        for slot in [3, 5] { if let vector = target(dimension, slot) { addVector(.sparsity, vector, 0, 1, most: 400) } }
      }
    }
    let type = field(tensor, 1).map { bytes[$0] } ?? 0
    let buffer = field(tensor, 2).map { number($0) } ?? 0
    let data = buffers.indices.contains(buffer) && buffer > 0 ? target(buffers[buffer], 0) : nil
    if let data {
      add(.length, data, 4)
      let count = number(data)
      if type == 2, count <= 256 {
        for place in stride(from: data + 4, to: data + 4 + count / 4 * 4, by: 4) { add(.constant, place, 4) }
      } else if count > 0 {
        for step in 0..<4 { add(.weight, data + 4 + (count - 1) * step / 4, 1) }
      }
    }
    let look = "\(vector(tensor, 0).map { number($0) }) \(type) \(data == nil)"
    lookOfTensor.append(look)
    looks[look, default: []].append(Int32(tensorCount))
    tensorCount += 1
  }

  private mutating func addOperator(_ use: Int) {
    outputs.append(vector(use, 2).map { number($0) })
    add(.code, field(use, 0), 4)
    for slot in [1, 2] { addVector(.tensor, use, slot, 4) }
    add(.optionsType, field(use, 3), 1)
    if let options = target(use, 4) {
      for slot in 0..<8 {
        guard let place = field(options, slot) else { continue }
        // The widths are not in the file: an activation is a byte, a stride four.
        add(.option, place, place % 4 == 0 && place + 4 <= bytes.count ? 4 : 1)
        add(.option, place, 1)
      }
    }
    if let custom = target(use, 5) {
      for place in custom + 4..<custom + 4 + number(custom) { add(.customOption, place, 1) }
    }
  }

  private mutating func add(_ kind: Kind, _ position: Int?, _ size: Int) {
    guard let position, position + size <= bytes.count else { return }
    places[kind, default: []].append(Place(position: position, size: size))
  }

  private mutating func addVector(_ kind: Kind, _ table: Int, _ slot: Int, _ size: Int, most: Int = 4096) {
    guard let start = target(table, slot) else { return }
    for index in 0..<min(number(start), most) { add(kind, start + 4 + index * size, size) }
  }

  private func vector(_ table: Int, _ slot: Int) -> [Int] {
    guard let start = target(table, slot) else { return [] }
    return (0..<number(start)).map { start + 4 + 4 * $0 }
  }

  private func number(_ position: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
  }

  private func field(_ table: Int, _ slot: Int) -> Int? {
    let distance = Int(Int32(truncatingIfNeeded: number(table)))
    let layout = table - distance
    guard 4 + 2 * slot < Int(bytes[layout]) | Int(bytes[layout + 1]) << 8 else { return nil }
    let entry = layout + 4 + 2 * slot
    let offset = Int(bytes[entry]) | Int(bytes[entry + 1]) << 8
    return offset == 0 ? nil : table + offset
  }

  private func target(_ table: Int, _ slot: Int) -> Int? { field(table, slot).map { $0 + number($0) } }

  private func tables(_ table: Int, _ slot: Int) -> [Int] { vector(table, slot).map { $0 + number($0) } }
}
