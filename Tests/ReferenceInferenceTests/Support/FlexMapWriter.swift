/// Writes a FlexBuffer's map of single numbers, everything four bytes wide.
///
/// Source: FlatBuffers, "FlexBuffers" (binary format).
enum FlexMapWriter {
  /// A number in a map.
  enum Value {
    case integer(Int32)
    case float(Float)
  }

  static func write(_ map: [String: Value]) -> [UInt8] {
    let entries = map.sorted { $0.key < $1.key }
    var bytes: [UInt8] = []
    var keys: [Int] = []
    for entry in entries {
      keys.append(bytes.count)
      bytes += Array(entry.key.utf8) + [0]
    }
    bytes += .words([UInt32(entries.count)])
    let keyVector = bytes.count
    // Offsets point backwards from where they stand.
    for key in keys { bytes += .words([UInt32(bytes.count - key)]) }
    bytes += .words([UInt32(bytes.count - keyVector), 4, UInt32(entries.count)])
    let values = bytes.count
    for entry in entries {
      switch entry.value {
      case .integer(let number): bytes += .words([UInt32(bitPattern: number)])
      case .float(let number): bytes += .words([number.bitPattern])
      }
    }
    for entry in entries {
      if case .integer = entry.value { bytes.append(1 << 2 | 2) } else { bytes.append(3 << 2 | 2) }
    }
    // The root: an offset of four bytes, its type (a map), its width.
    return bytes + .words([UInt32(bytes.count - values)]) + [9 << 2 | 2, 4]
  }
}
