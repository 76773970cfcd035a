import Foundation

/// Memory that holds pixels, and what has to happen when nobody needs it any more.
///
/// Sendable although it holds a raw pointer: the bytes are written only through `ImageBuffer`, which copies first unless
/// it is the sole owner.
package final class PixelStorage: @unchecked Sendable {
  package let baseAddress: UnsafeMutableRawPointer
  package let byteCount: Int
  /// Whether the bytes were allocated here; borrowed bytes are never written.
  package let isOwned: Bool
  /// Gives borrowed memory back.
  private let release: (@Sendable () -> Void)?

  /// Allocates memory that starts at a cache line and goes on for `room` bytes after the pixels.
  package init(byteCount: Int, room: Int = 0) {
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount + room, 1), alignment: 64)
    self.baseAddress = address
    self.byteCount = byteCount
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
