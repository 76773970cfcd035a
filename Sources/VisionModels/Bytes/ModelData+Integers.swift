import VisionErrors

extension ModelData {
  /// The little-endian number at a position, or nil when it does not lie within the bytes; any alignment will do.
  package func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self, at position: Int) -> Integer? {
    guard position >= 0, position <= count - MemoryLayout<Integer>.size else { return nil }
    return withUnsafeBytes { Integer(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Integer.self)) }
  }

  /// All bytes as little-endian numbers of a type; what is left over at the end is not among them.
  package func integers<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> [Integer] {
    withUnsafeBytes { bytes in
      let size = MemoryLayout<Integer>.size
      return (0..<bytes.count / size).map { index in
        Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: index * size, as: Integer.self))
      }
    }
  }
}
