/// Bytes that are generated in place: large weights need no second copy.
package struct BytePiece: Sendable {
  package let byteCount: Int
  /// Writes all of them to memory of `byteCount` bytes, of any alignment.
  package let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

  package init(byteCount: Int, fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
    self.byteCount = byteCount
    self.fill = fill
  }

  /// Existing bytes.
  package init(_ bytes: [UInt8]) {
    self.init(byteCount: bytes.count) { $0.copyBytes(from: bytes) }
  }

  /// Writes the bytes to the start of a slice.
  package func write(to memory: Slice<UnsafeMutableRawBufferPointer>) {
    fill(UnsafeMutableRawBufferPointer(rebasing: memory.prefix(byteCount)))
  }
}
