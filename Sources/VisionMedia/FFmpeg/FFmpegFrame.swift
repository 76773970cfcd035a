internal import CFFmpeg

/// Owns an `AVFrame`, which is reused.
final class FFmpegFrame {
  let pointer: UnsafeMutablePointer<AVFrame>

  init() throws {
    try FFmpegLibrary.load(FFmpegLibrary.forImages)
    guard let pointer = av_frame_alloc() else { throw FFmpegError.outOfMemory("a frame") }
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  var width: Int { Int(pointer.pointee.width) }
  var height: Int { Int(pointer.pointee.height) }
  var pixelFormat: AVPixelFormat { AVPixelFormat(rawValue: numericCast(pointer.pointee.format)) }
  var descriptor: UnsafePointer<AVPixFmtDescriptor>? { av_pix_fmt_desc_get(pixelFormat) }

  /// The planes' first bytes; entries after the last plane are nil.
  var planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?> { pointer.pointee.extended_data }

  /// Calls a function with the row stride of each plane, in bytes; negative where the bottom row comes first.
  func withLineSizes<Result>(_ body: (UnsafePointer<Int32>) throws -> Result) rethrows -> Result {
    try withUnsafePointer(to: &pointer.pointee.linesize) { tuple in
      try tuple.withMemoryRebound(to: Int32.self, capacity: Int(AV_NUM_DATA_POINTERS)) { try body($0) }
    }
  }

  /// The first byte of a plane's top row and the distance to the next row.
  func plane(_ index: Int) -> (address: UnsafeMutableRawPointer, bytesPerRow: Int)? {
    guard (0..<Int(AV_NUM_DATA_POINTERS)).contains(index), let address = planes[index] else { return nil }
    return (UnsafeMutableRawPointer(address), withLineSizes { Int($0[index]) })
  }
}
