import Foundation
import VisionCore

/// Memory that holds pixels, and the function that releases it.
///
/// Sendable although it holds a raw pointer: the bytes are written only through `ImageBuffer`, which copies first
/// unless it is the only owner.
package final class PixelStorage: @unchecked Sendable {
  package let baseAddress: UnsafeMutableRawPointer
  package let byteCount: Int
  /// Whether the bytes were allocated here; borrowed bytes are never written.
  package let isOwned: Bool
  /// Releases the memory; nil for memory that Swift allocated.
  private let release: (@Sendable () -> Void)?

  /// The alignment in bytes: a cache line.
  private static let alignment = 64

  /// Allocates memory that is aligned to a cache line and extends for `room` bytes after the pixels.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when the system has no such memory.
  package init(byteCount: Int, room: Int = 0) throws(TasksError) {
    var address: UnsafeMutableRawPointer?
    guard posix_memalign(&address, Self.alignment, max(byteCount + room, 1)) == 0, let address else {
      throw TasksError(
        .resourceExhaustedError,
        "There is no memory for an image of \(byteCount.counted("byte")). Scale it down, or give the process more memory."
      )
    }
    self.baseAddress = address
    self.byteCount = byteCount
    self.isOwned = true
    self.release = { [address = UInt(bitPattern: address)] in free(UnsafeMutableRawPointer(bitPattern: address)) }
  }

  /// Allocates memory for the bytes of another storage and copies them.
  package init(copying other: PixelStorage) {
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(other.byteCount, 1), alignment: Self.alignment)
    address.copyMemory(from: other.baseAddress, byteCount: other.byteCount)
    self.baseAddress = address
    self.byteCount = other.byteCount
    self.isOwned = true
    self.release = nil
  }

  /// Borrows memory until `release` is called.
  package init(borrowing address: UnsafeRawPointer, byteCount: Int, release: @escaping @Sendable () -> Void) {
    self.baseAddress = UnsafeMutableRawPointer(mutating: address)
    self.byteCount = byteCount
    self.isOwned = false
    self.release = release
  }

  deinit {
    if let release { release() } else { baseAddress.deallocate() }
  }
}
