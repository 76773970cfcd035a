/// A FlexBuffer's map of scalars, the form of custom operators' options. It is verified so far that the runtime's
/// reader, which checks nothing, stays within it.
/// Source: FlatBuffers, "FlexBuffers" (binary format).
package struct FlexBufferMap {
  private enum Value {
    case integer(Int)
    case number(Float)
  }

  private static let maximumCount = 64
  private static let maximumKeyLength = 64

  private var values: [String: Value] = [:]

  /// Reads the map; nil unless all positions lie within the bytes, keys ascend and are terminated, and values are
  /// scalars.
  package init?(_ data: ModelData) {
    guard data.count >= 8, data.count <= 4096,
      let rootWidth = data.integer(UInt8.self, at: data.count - 1).map(Int.init),
      let type = data.integer(UInt8.self, at: data.count - 2), type >> 2 == 9,
      let start = Self.target(data, data.count - 2 - rootWidth, width: rootWidth)
    else { return nil }
    let width = 1 << Int(type & 3)
    guard start >= 3 * width, let count = Self.unsigned(data, start - width, width: width), count <= Self.maximumCount,
      start + count * (width + 1) <= data.count, let keyWidth = Self.unsigned(data, start - 2 * width, width: width),
      [1, 2, 4, 8].contains(keyWidth), let keys = Self.target(data, start - 3 * width, width: width), keys >= keyWidth,
      keys + count * keyWidth <= data.count,
      // The reader searches by this number of keys.
      Self.unsigned(data, keys - keyWidth, width: keyWidth) == count
    else { return nil }
    var last = ""
    for index in 0..<count {
      guard let place = Self.target(data, keys + index * keyWidth, width: keyWidth),
        let key = Self.text(data, place), index == 0 || Array(last.utf8).lexicographicallyPrecedes(Array(key.utf8)),
        let kind = data.integer(UInt8.self, at: start + count * width + index),
        let value = Self.value(data, start + index * width, width: width, kind: kind)
      else { return nil }
      last = key
      values[key] = value
    }
  }

  /// Nil when it is missing or has another type.
  package func integer(_ key: String) -> Int? {
    guard case .integer(let value) = values[key] else { return nil }
    return value
  }

  package func number(_ key: String) -> Float? {
    switch values[key] {
    case .integer(let value): Float(value)
    case .number(let value): value
    case nil: nil
    }
  }

  private static func value(_ data: ModelData, _ position: Int, width: Int, kind: UInt8) -> Value? {
    switch kind >> 2 {
    case 1:  // Signed: shifting up and down again spreads the sign over the upper bits.
      guard let bits = data.bits(at: position, width: width) else { return nil }
      let shift = UInt64(64 - 8 * width)
      return Int32(exactly: Int64(bitPattern: bits << shift) >> Int64(shift)).map { .integer(Int($0)) }
    case 2, 26:  // Unsigned, a truth value.
      return unsigned(data, position, width: width).flatMap { Int32(exactly: $0) }.map { .integer(Int($0)) }
    case 3:
      switch width {
      case 4: return data.integer(UInt32.self, at: position).map { .number(Float(bitPattern: $0)) }
      case 8: return data.integer(UInt64.self, at: position).map { .number(Float(Double(bitPattern: $0))) }
      default: return nil
      }
    default: return nil
    }
  }

  private static func target(_ data: ModelData, _ position: Int, width: Int) -> Int? {
    guard let distance = unsigned(data, position, width: width), distance <= position else { return nil }
    return position - distance
  }

  private static func unsigned(_ data: ModelData, _ position: Int, width: Int) -> Int? {
    data.bits(at: position, width: width).flatMap { Int(exactly: $0) }
  }

  private static func text(_ data: ModelData, _ position: Int) -> String? {
    var bytes: [UInt8] = []
    while bytes.count <= maximumKeyLength, let byte = data.integer(UInt8.self, at: position + bytes.count) {
      if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}

extension ModelData {
  fileprivate func bits(at position: Int, width: Int) -> UInt64? {
    switch width {
    case 1: integer(UInt8.self, at: position).map(UInt64.init)
    case 2: integer(UInt16.self, at: position).map(UInt64.init)
    case 4: integer(UInt32.self, at: position).map(UInt64.init)
    case 8: integer(UInt64.self, at: position)
    default: nil
    }
  }
}
