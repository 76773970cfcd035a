import Foundation

/// Memory that is immutable after `init`: a mapped file or an allocation.
///
/// `@unchecked Sendable` is safe because nothing writes to the bytes once `init` has returned, and only `deinit` frees
/// them.
package final class MemoryBlock: @unchecked Sendable {
  /// Allocations are aligned to a cache line, as the runtime requires of memory that it uses in place.
  package static let alignment = 64

  package let bytes: UnsafeRawBufferPointer
  /// The mapped file; nil for an allocation.
  package let mapping: FileMapping?

  /// Takes over a mapped file.
  package init(_ mapping: FileMapping) {
    bytes = mapping.bytes
    self.mapping = mapping
  }

  /// Allocates `count` bytes, zeroed, and lets `fill` write them.
  package init(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: Self.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    let used = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(byteCount))
    fill(used)
    bytes = UnsafeRawBufferPointer(used)
    mapping = nil
  }

  deinit {
    if mapping == nil { UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.deallocate() }
  }
}
