import Foundation
import VisionCore

/// The layout of a pixel's bytes; every channel has 8 bits.
public enum PixelFormat: Sendable, Hashable, CaseIterable {
  /// Red, green, blue.
  case rgb
  /// Red, green, blue, alpha (not premultiplied; the tasks ignore alpha).
  case rgba
  /// Blue, green, red, alpha: the layout of Apple's and Cairo's 32-bit buffers.
  case bgra
  /// One channel of luminance; the tasks read it as a gray RGB image.
  case gray

  /// The number of bytes of one pixel: 3, 4, 4 and 1.
  public var bytesPerPixel: Int {
    switch self {
    case .rgb: 3
    case .rgba, .bgra: 4
    case .gray: 1
    }
  }
}

/// An image in memory: 8-bit pixels in rows that may be padded.
///
/// A value type: copies share the pixels until one of them is written to. Making one from the caller's memory copies
/// nothing.
public struct ImageBuffer: Sendable {
  /// The maximum width and height in pixels; larger images are refused.
  public static let maximumDimension = 65_535
  /// The maximum number of pixels where a file or a caller states a size before memory is allocated, 2^28.
  package static let maximumPixelCount = 1 << 28

  /// The width in pixels, at least 1.
  public let width: Int
  /// The height in pixels, at least 1.
  public let height: Int
  /// The distance from one row's first byte to the next row's, at least `width * format.bytesPerPixel`.
  public let bytesPerRow: Int
  /// How the bytes of a pixel are laid out.
  public let format: PixelFormat

  private var storage: PixelStorage

  /// Makes an image of undefined content, rows without padding.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a size that is not positive or too large,
  ///   `resourceExhaustedError` when there is no memory for it.
  public init(width: Int, height: Int, format: PixelFormat) throws {
    try self.init(width: width, height: height, format: format, room: 0) { _ in }
  }

  /// Makes an image, rows without padding, in memory with room after the last pixel for the caller's work.
  ///
  /// `room` is the number of bytes after the pixels, which are no part of the image. `fill` is called once with the
  /// pixels' memory and the room, both uninitialized.
  ///
  /// - Throws: As the initializer above; what `fill` throws.
  package init(
    width: Int, height: Int, format: PixelFormat, room: Int,
    filledBy fill: (UnsafeMutableRawBufferPointer) throws -> Void
  ) throws {
    let bytesPerRow = max(width, 0).multipliedReportingOverflow(by: format.bytesPerPixel).partialValue
    let byteCount = try Self.byteCount(width: width, height: height, bytesPerRow: bytesPerRow, format: format)
    let storage = try PixelStorage(byteCount: byteCount, room: room)
    try fill(UnsafeMutableRawBufferPointer(start: storage.baseAddress, count: byteCount + room))
    self.init(width: width, height: height, bytesPerRow: bytesPerRow, format: format, storage: storage)
  }

  /// Makes an image with a copy of the given bytes.
  ///
  /// - Parameters:
  ///   - bytes: At least `bytesPerRow * (height - 1) + width * format.bytesPerPixel` bytes, top row first.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - bytesPerRow: The distance between rows; nil means rows without padding.
  ///   - format: How the bytes of a pixel are laid out.
  /// - Throws: `TasksError` with `invalidArgumentError` for a size, a row distance or a byte count that does not fit.
  public init(
    copying bytes: some Collection<UInt8>, width: Int, height: Int, bytesPerRow: Int? = nil, format: PixelFormat
  ) throws {
    let rowBytes = bytesPerRow ?? max(width, 0).multipliedReportingOverflow(by: format.bytesPerPixel).partialValue
    let needed = try Self.byteCount(width: width, height: height, bytesPerRow: rowBytes, format: format)
    guard bytes.count >= needed else {
      throw TasksError.invalidArgument(
        "The image has \(bytes.count.counted("byte")); \(width) x \(height) pixels with "
          + "\(rowBytes.counted("byte")) a row need \(needed).")
    }
    let storage = try PixelStorage(byteCount: needed)
    UnsafeMutableRawBufferPointer(start: storage.baseAddress, count: needed).copyBytes(from: bytes.prefix(needed))
    self.init(width: width, height: height, bytesPerRow: rowBytes, format: format, storage: storage)
  }

  /// Makes an image over the caller's memory, without a copy.
  ///
  /// Pointers are not `Sendable`; one that `release` frees is declared so:
  ///
  /// ```swift
  /// nonisolated(unsafe) let bytes = UnsafeMutableRawPointer.allocate(byteCount: 640 * 480 * 3, alignment: 64)
  /// let image = try ImageBuffer(
  ///   borrowing: bytes, width: 640, height: 480, bytesPerRow: 640 * 3, format: .rgb, release: { bytes.deallocate() })
  /// ```
  ///
  /// - Parameters:
  ///   - baseAddress: The first byte of the top row. It must stay valid and unchanged until `release` is called.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - bytesPerRow: The distance between rows.
  ///   - format: How the bytes of a pixel are laid out.
  ///   - release: Called once, on any thread, when no copy of this image is left.
  /// - Throws: `TasksError` with `invalidArgumentError` for a size or a row distance that does not fit; `release` is
  ///   called then, too.
  @preconcurrency public init(
    borrowing baseAddress: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, format: PixelFormat,
    release: @escaping @Sendable () -> Void
  ) throws {
    let needed: Int
    do {
      needed = try Self.byteCount(width: width, height: height, bytesPerRow: bytesPerRow, format: format)
    } catch {
      release()
      throw error
    }
    let storage = PixelStorage(borrowing: baseAddress, byteCount: needed, release: release)
    self.init(width: width, height: height, bytesPerRow: bytesPerRow, format: format, storage: storage)
  }

  private init(width: Int, height: Int, bytesPerRow: Int, format: PixelFormat, storage: PixelStorage) {
    (self.width, self.height, self.bytesPerRow) = (width, height, bytesPerRow)
    (self.format, self.storage) = (format, storage)
  }

  /// A part of the image, without a copy. The ranges lie in the image and are not empty.
  package func part(columns: Range<Int>, rows: Range<Int>) -> ImageBuffer {
    let bytes = (rows.count - 1) * bytesPerRow + columns.count * format.bytesPerPixel
    let first = storage.baseAddress + rows.lowerBound * bytesPerRow + columns.lowerBound * format.bytesPerPixel
    let part = PixelStorage(borrowing: first, byteCount: bytes) { [storage] in withExtendedLifetime(storage) {} }
    return ImageBuffer(
      width: columns.count, height: rows.count, bytesPerRow: bytesPerRow, format: format, storage: part)
  }

  /// The first byte of the top row, which stays in its place while an unchanged copy of the image lives.
  package var baseAddress: UnsafeRawPointer { UnsafeRawPointer(storage.baseAddress) }

  /// Calls a function with the bytes from the first pixel of the top row to the last pixel of the bottom row, with row
  /// padding.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeRawBufferPointer(start: storage.baseAddress, count: storage.byteCount))
  }

  /// Calls a function with the bytes for writing; copies them first when they are shared or borrowed.
  public mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isKnownUniquelyReferenced(&storage) || !storage.isOwned { storage = PixelStorage(copying: storage) }
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeMutableRawBufferPointer(start: storage.baseAddress, count: storage.byteCount))
  }

  /// The bytes from the first to the last pixel.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a layout that is not allowed.
  private static func byteCount(width: Int, height: Int, bytesPerRow: Int, format: PixelFormat) throws -> Int {
    guard (1...maximumDimension).contains(width), (1...maximumDimension).contains(height) else {
      throw TasksError.invalidArgument(
        "An image of \(width) x \(height) pixels is not allowed; width and height lie in 1...\(maximumDimension).")
    }
    let minBytesPerRow = width * format.bytesPerPixel
    let (rows, overflows) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    guard bytesPerRow >= minBytesPerRow, !overflows, rows <= Int.max - minBytesPerRow else {
      throw TasksError.invalidArgument(
        "\(bytesPerRow) bytes a row do not fit an image of \(width) x \(height) pixels (\(format)); "
          + "at least \(minBytesPerRow) are needed.")
    }
    return rows + minBytesPerRow
  }
}

/// Memory that holds pixels, and the function that releases it. Sendable although it holds a raw pointer: the bytes are
/// written only through `ImageBuffer`, which copies first unless it is the only owner.
package final class PixelStorage: @unchecked Sendable {
  package let baseAddress: UnsafeMutableRawPointer
  package let byteCount: Int
  /// Whether the bytes were allocated here; borrowed bytes are never written.
  package let isOwned: Bool
  /// Releases the memory; nil for memory that Swift allocated.
  private let release: (@Sendable () -> Void)?

  private static let alignment = 64

  /// Allocates memory that is aligned to a cache line and extends for `room` bytes after the pixels.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when the system has no such memory.
  package init(byteCount: Int, room: Int = 0) throws(TasksError) {
    var address: UnsafeMutableRawPointer?
    guard posix_memalign(&address, Self.alignment, max(byteCount + room, 1)) == 0, let address else {
      throw .exhausted(
        "There is no memory for an image of \(byteCount.counted("byte")). Scale it down, or give the process more memory."
      )
    }
    (baseAddress, self.byteCount, isOwned) = (address, byteCount, true)
    release = { [address = UInt(bitPattern: address)] in free(UnsafeMutableRawPointer(bitPattern: address)) }
  }

  package init(copying other: PixelStorage) {
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(other.byteCount, 1), alignment: Self.alignment)
    address.copyMemory(from: other.baseAddress, byteCount: other.byteCount)
    (baseAddress, byteCount, isOwned, release) = (address, other.byteCount, true, nil)
  }

  package init(borrowing address: UnsafeRawPointer, byteCount: Int, release: @escaping @Sendable () -> Void) {
    (baseAddress, isOwned) = (UnsafeMutableRawPointer(mutating: address), false)
    (self.byteCount, self.release) = (byteCount, release)
  }

  deinit { if let release { release() } else { baseAddress.deallocate() } }
}
