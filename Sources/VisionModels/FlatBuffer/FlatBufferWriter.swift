/// A value to be written as a flatbuffer. Tables are given by slot, as in the schema.
package indirect enum FlatBufferValue: Sendable {
  case uint8(UInt8)
  case int32(Int32)
  case uint32(UInt32)
  case float(Float)
  case text(String)
  case bytes([UInt8])
  case ints([Int32])
  case longs([Int64])
  case floats([Float])
  case texts([String])
  case table([Int: FlatBufferValue])
  case tables([[Int: FlatBufferValue]])
}

extension FlatBufferSlot {
  /// The fields of a table by the names of their slots.
  package static func fields(_ fields: KeyValuePairs<Self, FlatBufferValue>) -> [Int: FlatBufferValue] {
    Dictionary(uniqueKeysWithValues: fields.map { ($0.key.slot, $0.value) })
  }
}

/// Writes small flatbuffers, parents before children, everything aligned to 4.
package struct FlatBufferWriter {
  private var bytes: [UInt8] = []

  package static func write(_ root: [Int: FlatBufferValue], identifier: String) -> [UInt8] {
    var writer = FlatBufferWriter()
    writer.append(UInt32(0))
    writer.bytes += Array(identifier.utf8)
    writer.refer(to: writer.table(root), at: 0)
    return writer.bytes
  }

  private mutating func append<Integer: FixedWidthInteger>(_ value: Integer) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  private mutating func append(vector values: [some FixedWidthInteger]) {
    append(UInt32(values.count))
    values.forEach { append($0) }
  }

  /// Lets the reference at a position, written before as 0, lead to a target.
  private mutating func refer(to target: Int, at position: Int) {
    let distance = UInt32(target - position).littleEndian
    withUnsafeBytes(of: distance) { bytes.replaceSubrange(position..<position + 4, with: $0) }
  }

  private mutating func align() { bytes += [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4) }

  private mutating func table(_ fields: [Int: FlatBufferValue]) -> Int {
    align()
    let slots = (fields.keys.max() ?? -1) + 1
    let layout = bytes.count
    append(UInt16(4 + 2 * slots))
    append(UInt16(4 + 4 * fields.count))
    let order = fields.keys.sorted()
    for slot in 0..<slots { append(UInt16(order.firstIndex(of: slot).map { 4 + 4 * $0 } ?? 0)) }
    align()
    let start = bytes.count
    append(Int32(start - layout))
    var references: [(position: Int, value: FlatBufferValue)] = []
    for slot in order {
      switch fields[slot] {
      case .uint8(let value): append(UInt32(value))
      case .int32(let value): append(value)
      case .uint32(let value): append(value)
      case .float(let value): append(value.bitPattern)
      case .some(let value):
        references.append((bytes.count, value))
        append(UInt32(0))
      case nil: break
      }
    }
    for reference in references { refer(to: child(reference.value), at: reference.position) }
    return start
  }

  private mutating func child(_ value: FlatBufferValue) -> Int {
    align()
    if case .table(let fields) = value { return table(fields) }
    let start = bytes.count
    switch value {
    case .text(let text):
      append(UInt32(text.utf8.count))
      bytes += Array(text.utf8) + [0]
    case .bytes(let content):
      append(UInt32(content.count))
      bytes += content
    case .ints(let values): append(vector: values)
    case .longs(let values): append(vector: values)
    case .floats(let values): append(vector: values.map(\.bitPattern))
    case .texts(let texts): references(texts.map { .text($0) })
    case .tables(let tables): references(tables.map { .table($0) })
    default: break
    }
    return start
  }

  private mutating func references(_ values: [FlatBufferValue]) {
    let first = bytes.count + 4
    append(vector: [UInt32](repeating: 0, count: values.count))
    for (index, value) in values.enumerated() { refer(to: child(value), at: first + 4 * index) }
  }
}
