import TestSupport

/// Changes a model's bytes as a seed says: a fact or a few, or bytes anywhere, or the end cut off.
struct Mutator {
  private let bytes: [UInt8]
  private let places: ModelPlaces
  /// The numbers of operators that the verifier knows; a mutated code is mostly one of them.
  private static let codes: [Int32] = [
    0, 1, 2, 3, 4, 5, 6, 8, 9, 14, 17, 18, 19, 20, 21, 22, 23, 25, 28, 34, 36, 39, 40, 41, 42, 45, 47, 54, 55, 57, 59,
    74,
    75, 76, 82, 89, 92, 97, 99, 101, 114, 117, 124, 58, 78, 32, 119,
  ]
  private static let extremes: [Int32] = [
    0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 32, 64, 255, 256, 1000, 1024, 65535, 65536, 1 << 20, 1 << 30, .max, .min, -1, -2,
    -128,
  ]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    places = ModelPlaces(bytes)
  }

  /// The bytes for a seed.
  func mutated(seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed &* 0xD134_2543_DE82_EF95 &+ 1)
    var changed = bytes
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
    case 1, 2:
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    case 3:
      // Tables stand at the end of most files, or at the start: bytes there are read by everybody.
      let start = Bool.random(using: &random) ? 0 : max(bytes.count - 65536, 0)
      let range = start..<min(start + 65536, bytes.count)
      changed[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
    default:
      for _ in 0..<[1, 1, 1, 2, 3].element(by: &random) { mutateFact(&changed, &random) }
    }
    return changed
  }

  /// Gives the tensors after a changed operator the shapes that follow, so that mutations get deep into the graph: half of the
  /// seeds only, for others have to be refused at once.
  func repaired(_ bytes: [UInt8], verify: ([UInt8]) -> String?) -> [UInt8] {
    var changed = bytes
    for _ in 0..<300 {
      guard let message = verify(changed),
        let match = message.firstMatch(of: /operator (\d+) .* has the output shape \[.*\], and \[(.*)\] follows/),
        let use = Int(match.1), places.outputs.indices.contains(use), let tensor = places.outputs[use].first,
        places.shapes.indices.contains(tensor)
      else { break }
      let shape = match.2.split(separator: ", ").compactMap { Int32($0) }
      guard shape.count == places.shapes[tensor][0].count else { break }
      for positions in places.shapes[tensor] where positions.count == shape.count {
        for (position, extent) in zip(positions, shape) {
          for index in 0..<4 { changed[position + index] = UInt8(truncatingIfNeeded: extent >> Int32(8 * index)) }
        }
      }
    }
    return changed
  }

  private func mutateFact(_ changed: inout [UInt8], _ random: inout SeededGenerator) {
    let kinds = ModelPlaces.Kind.allCases.filter { places.places[$0] != nil }
    guard let kind = kinds.randomElement(using: &random), let all = places.places[kind],
      let place = all.randomElement(using: &random)
    else { return }
    let old = read(changed, place)
    let value: Int64 =
      switch kind {
      case .elementType: Int64([0, 0, 1, 2, 3, 4, 6, 7, 9, 10, 17, 5].element(by: &random))
      case .codeNumber: Int64(Self.codes.element(by: &random))
      case .code: Int64.random(in: 0..<12, using: &random)
      case .buffer: Int64.random(in: 0..<Int64(places.tensorCount), using: &random)
      case .scale: Int64(scale(old, &random))
      case .tensor, .graphTensor, .signature: tensor(like: old, &random)
      case .weight, .customOption: Int64.random(in: 0...255, using: &random)
      case .optionsType: Int64.random(in: 0...100, using: &random)
      case .zeroPoint:
        [Int64.min, .max, -129, -128, -1, 0, 1, 127, 128, 255, 256].element(by: &random)
      default: nearby(old, all, changed, &random)
      }
    for index in 0..<place.size { changed[place.position + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }

  private func nearby(
    _ old: Int64, _ all: [ModelPlaces.Place], _ changed: [UInt8], _ random: inout SeededGenerator
  ) -> Int64 {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return old &+ Int64.random(in: -2...2, using: &random)
    case 1: return old &* 2
    case 2: return old / 2
    case 3: return read(changed, all.element(by: &random))
    case 4: return Int64.random(in: 0..<4, using: &random)
    default: return Int64(Self.extremes.element(by: &random))
    }
  }

  /// Another tensor, half of the time one of the same shape and type.
  private func tensor(like old: Int64, _ random: inout SeededGenerator) -> Int64 {
    if places.lookOfTensor.indices.contains(Int(old)), Int.random(in: 0..<4, using: &random) > 0,
      let same = places.looks[places.lookOfTensor[Int(old)]]?.randomElement(using: &random)
    {
      return Int64(same)
    }
    return Int64.random(in: -1...Int64(places.tensorCount), using: &random)
  }

  private func scale(_ old: Int64, _ random: inout SeededGenerator) -> UInt32 {
    let before = Float(bitPattern: UInt32(truncatingIfNeeded: old))
    let factors: [Float] = [0.5, 2, 0.9, 100, 0.01, 1e6, 1e-6, 1e12]
    let others: [Float] = [0, -1, .nan, .infinity, 1e-30, 1e30, 1]
    return Bool.random(using: &random)
      ? (before * factors.element(by: &random)).bitPattern : others.element(by: &random).bitPattern
  }

  private func read(_ bytes: [UInt8], _ place: ModelPlaces.Place) -> Int64 {
    let bits = (0..<place.size).reduce(UInt64(0)) { $0 | UInt64(bytes[place.position + $1]) << (8 * UInt64($1)) }
    return place.size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
  }
}

extension Array {
  /// One of the elements, of which there is at least one.
  fileprivate func element(by random: inout SeededGenerator) -> Element {
    self[Int.random(in: indices, using: &random)]
  }
}
