/// Bytes that are made where they go: weights need no memory besides.
package struct BytePiece: Sendable {
  package let byteCount: Int
  /// Writes all of them to memory of `byteCount` bytes, of any alignment.
  package let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

  package init(byteCount: Int, fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
    self.byteCount = byteCount
    self.fill = fill
  }

  /// Bytes that are there already.
  package init(_ bytes: [UInt8]) {
    self.init(byteCount: bytes.count) { $0.copyBytes(from: bytes) }
  }

  /// Writes the bytes to memory that starts with their place.
  package func write(to memory: Slice<UnsafeMutableRawBufferPointer>) {
    fill(UnsafeMutableRawBufferPointer(rebasing: memory.prefix(byteCount)))
  }
}
