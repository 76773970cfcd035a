import VisionCore

extension ModelData {
  /// The little-endian number at a position, or nil when it does not lie within the bytes; any alignment will do.
  package func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self, at position: Int) -> Integer? {
    guard position >= 0, position <= count - MemoryLayout<Integer>.size else { return nil }
    return withUnsafeBytes { Integer(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Integer.self)) }
  }

  /// All bytes as little-endian integers; a remainder at the end is ignored.
  package func integers<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> [Integer] {
    withUnsafeBytes { [Integer](littleEndian: $0) }
  }
}

extension Array where Element: FixedWidthInteger {
  /// Little-endian integers in bytes of any alignment; a remainder at the end is ignored.
  ///
  /// Copies the bytes at once: a loop over the elements takes a hundred times as long when another module calls it,
  /// where it is not specialized.
  init(littleEndian bytes: UnsafeRawBufferPointer) {
    let count = bytes.count / MemoryLayout<Element>.size
    self.init(unsafeUninitializedCapacity: count) { elements, initialized in
      UnsafeMutableRawBufferPointer(elements)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<(count * MemoryLayout<Element>.size)]))
      initialized = count
    }
    #if _endian(big)
      self = map { Element(littleEndian: $0) }
    #endif
  }
}
