import Foundation

/// Memory that is never written to after it was made: a mapped file or an allocation.
///
/// `@unchecked Sendable` is safe because nothing writes to the bytes once `init` has returned, and only `deinit`, which runs
/// once and last, gives them back.
package final class MemoryBlock: @unchecked Sendable {
  /// Allocations start on a cache line, which is also what the runtime asks of memory it is to use in place.
  package static let alignment = 64

  package let bytes: UnsafeRawBufferPointer
  /// The file that the memory is a mapping of; nil for an allocation.
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
