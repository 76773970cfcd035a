internal import CDeflate
internal import CVisionPixels
import VisionCore

extension PNGFile {
  /// Writes the image's rows, one directly after another, to memory of `header.memoryBytes` bytes.
  ///
  /// The filtered rows are decompressed to the same memory, so that no more is needed.
  func unpackRows(into memory: UnsafeMutableRawBufferPointer) throws {
    guard memory.count >= header.memoryBytes, let rows = memory.baseAddress else {
      throw TasksError.internalFailure("\(memory.count) bytes are too few for the rows of a PNG image.")
    }
    try withPixelsInOnePiece { try inflate($0, to: rows) }
    let isUndone = vision_png_undo_filters(
      rows.assumingMemoryBound(to: UInt8.self), Int64(header.rowBytes), Int64(header.height), Int32(header.pixelBytes))
    guard isUndone else { throw PNGProblem.damaged("a row has an unknown filter") }
  }

  /// The maximum expansion of a byte of compressed data: 258 bytes take at least two bits.
  private static let maxBytesPerDeflatedByte = 1032

  /// Whether there is enough data for the image; checked before memory is allocated for it.
  var canHoldPixels: Bool {
    pixels.reduce(0) { $0 + $1.count } >= header.filteredBytes / Self.maxBytesPerDeflatedByte
  }

  private func inflate(_ packed: UnsafeRawBufferPointer, to rows: UnsafeMutableRawPointer) throws {
    guard let decompressor = libdeflate_alloc_decompressor() else { throw FFmpegError.outOfMemory("the PNG decoder") }
    defer { libdeflate_free_decompressor(decompressor) }
    // Without a pointer for the count, exactly as many bytes have to be decompressed.
    switch libdeflate_zlib_decompress(
      decompressor, packed.baseAddress, packed.count, rows, header.filteredBytes, nil)
    {
    case LIBDEFLATE_SUCCESS: return
    case LIBDEFLATE_SHORT_OUTPUT: throw PNGProblem.damaged("its last rows are missing")
    // More rows than the header states; most readers ignore them.
    case LIBDEFLATE_INSUFFICIENT_SPACE: throw PNGProblem.unusual
    default: throw PNGProblem.damaged("its compressed data is wrong or cut off")
    }
  }

  private func withPixelsInOnePiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    if let only = pixels.first, pixels.count == 1 { return try body(only) }
    let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: pixels.reduce(0) { $0 + $1.count }, alignment: 16)
    defer { whole.deallocate() }
    var end = 0
    for piece in pixels {
      UnsafeMutableRawBufferPointer(rebasing: whole[end...]).copyMemory(from: piece)
      end += piece.count
    }
    try body(UnsafeRawBufferPointer(whole))
  }
}
