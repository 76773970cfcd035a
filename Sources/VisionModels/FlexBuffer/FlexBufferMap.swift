/// The integers in a map of a FlexBuffer, the form of custom operators' options. Every position is checked before it is
/// read.
///
/// Source: FlatBuffers, "FlexBuffers" (binary format). The bytes are read from their end: the width of the root, its
/// type, the root. A map is a vector of values with a vector of keys; all offsets point backwards.
struct FlexBufferMap {
  private let data: ModelData
  private let values: Int
  private let width: Int
  private let count: Int
  private let keys: Int
  private let keyWidth: Int

  /// Finds the map; nil when the bytes hold none.
  init?(_ data: ModelData) {
    self.data = data
    guard let rootWidth = data.integer(UInt8.self, at: data.count - 1).map(Int.init),
      let type = data.integer(UInt8.self, at: data.count - 2), type >> 2 == Self.mapType,
      let distance = Self.unsigned(data, at: data.count - 2 - rootWidth, width: rootWidth), distance <= data.count
    else { return nil }
    width = 1 << Int(type & 3)
    values = data.count - 2 - rootWidth - distance
    let prefix = values - 3 * width
    guard let keyDistance = Self.unsigned(data, at: prefix, width: width), keyDistance <= data.count,
      let keyWidth = Self.unsigned(data, at: prefix + width, width: width), [1, 2, 4, 8].contains(keyWidth),
      let count = Self.unsigned(data, at: prefix + 2 * width, width: width), count <= data.count
    else { return nil }
    keys = prefix - keyDistance
    self.keyWidth = keyWidth
    self.count = count
  }

  /// The integer of a key; nil when it is missing or has another type.
  ///
  /// Compares no more bytes of a key than the name has, so the time grows with the number of keys only, whatever a
  /// hostile file contains.
  func integer(_ name: String) -> Int? {
    let wanted = Array(name.utf8)
    for index in 0..<count where isKey(index, wanted) {
      guard let type = data.integer(UInt8.self, at: values + count * width + index) else { return nil }
      let bits = Self.unsigned(data, at: values + index * width, width: width)
      switch type >> 2 {
      case Self.unsignedType: return bits
      case Self.signedType:
        // Shifting up and down again spreads the sign over the upper bits.
        return bits.map { ($0 << (64 - 8 * width)) >> (64 - 8 * width) }
      default: return nil
      }
    }
    return nil
  }

  /// Whether a key is these bytes and the 0 that ends it, or the end of all bytes.
  private func isKey(_ index: Int, _ name: [UInt8]) -> Bool {
    let field = keys + index * keyWidth
    guard let distance = Self.unsigned(data, at: field, width: keyWidth), distance <= field else { return false }
    return data.withUnsafeBytes { bytes in
      let start = bytes[(field - distance)...].prefix(name.count + 1)
      return start.prefix(name.count).elementsEqual(name) && (start.count == name.count || start.last == 0)
    }
  }

  private static let signedType: UInt8 = 1
  private static let unsignedType: UInt8 = 2
  private static let mapType: UInt8 = 9

  /// The number at a position, nil for one that cannot be a size or an offset within the bytes' reach.
  private static func unsigned(_ data: ModelData, at position: Int, width: Int) -> Int? {
    let bits: UInt64? =
      switch width {
      case 1: data.integer(UInt8.self, at: position).map(UInt64.init)
      case 2: data.integer(UInt16.self, at: position).map(UInt64.init)
      case 4: data.integer(UInt32.self, at: position).map(UInt64.init)
      case 8: data.integer(UInt64.self, at: position)
      default: nil
      }
    return bits.flatMap { Int(exactly: $0) }
  }
}
