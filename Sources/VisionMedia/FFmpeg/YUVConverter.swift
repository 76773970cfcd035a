import CFFmpeg
import VisionErrors
import VisionImaging

/// Turns pictures of one size into 4:2:0 frames of limited range with swscale, which encoders want.
///
/// Odd sizes are made even by repeating the last column and row. The frame is the same memory each time.
final class YUVConverter {
  let frame: FFmpegFrame
  private let width: Int
  private let height: Int
  private let matrix: YUVMatrix
  // The type is left to inference: an opaque pointer in old versions of FFmpeg, a pointer to a struct in new ones.
  private var scaler = sws_alloc_context()
  private var format: PixelFormat?
  private var scratch: UnsafeMutableRawBufferPointer

  /// Makes a converter.
  ///
  /// - Parameters:
  ///   - width: The pictures' width, at least 1.
  ///   - height: The pictures' height, at least 1.
  ///   - matrix: The weights of the colours.
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is no memory for a frame.
  init(width: Int, height: Int, matrix: YUVMatrix) throws {
    self.width = width
    self.height = height
    self.matrix = matrix
    scratch = .allocate(byteCount: 0, alignment: 64)
    frame = try FFmpegFrame()
    let target = frame.pointer
    target.pointee.width = Int32(clamping: Self.even(width))
    target.pointee.height = Int32(clamping: Self.even(height))
    target.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    target.pointee.color_range = AVCOL_RANGE_MPEG
    target.pointee.colorspace = matrix.colorSpace
    guard av_frame_get_buffer(target, 0) == 0 else { throw FFmpegError.outOfMemory("a frame to encode") }
  }

  deinit {
    sws_freeContext(scaler)
    scratch.deallocate()
  }

  /// A length rounded up to an even number.
  static func even(_ length: Int) -> Int { length + length % 2 }

  /// Fills `frame` with a picture of the converter's size.
  func convert(_ image: ImageBuffer) throws {
    try prepare(for: image.format)
    // An encoder may still hold the last frame.
    guard av_frame_make_writable(frame.pointer) == 0 else { throw FFmpegError.outOfMemory("a frame to encode") }
    let (evenWidth, evenHeight) = (Self.even(width), Self.even(height))
    let row = PixelBufferPool.paddedRow(evenWidth * image.format.bytesPerPixel)
    // The scaler's vector code reads past the end of a row. The picture's memory may end there, so that its last rows,
    // or all of a picture that is made even, go through memory of our own.
    let direct = evenWidth == width ? max(evenHeight - 2, 0) : 0
    reserve(row * (evenHeight - direct) + 64)
    try image.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress, let copy = scratch.baseAddress else { return }
      if direct > 0 { try scale(source, bytesPerRow: image.bytesPerRow, fromRow: 0, rows: direct) }
      for y in direct..<evenHeight {
        let from = source + min(y, height - 1) * image.bytesPerRow
        copyRow(from, to: copy + (y - direct) * row, bytesPerPixel: image.format.bytesPerPixel)
      }
      try scale(copy, bytesPerRow: row, fromRow: direct, rows: evenHeight - direct)
    }
  }

  private func copyRow(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, bytesPerPixel: Int) {
    target.copyMemory(from: source, byteCount: width * bytesPerPixel)
    if width % 2 == 1 {
      (target + width * bytesPerPixel).copyMemory(from: source + (width - 1) * bytesPerPixel, byteCount: bytesPerPixel)
    }
  }

  private func reserve(_ byteCount: Int) {
    guard scratch.count < byteCount else { return }
    scratch.deallocate()
    scratch = .allocate(byteCount: byteCount, alignment: 64)
    scratch.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Hands some rows of the picture to the scaler, which puts out what it can make of all rows so far.
  private func scale(_ rows: UnsafeRawPointer, bytesPerRow: Int, fromRow first: Int, rows count: Int) throws {
    let status = withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 4) { sources in
      sources.initialize(repeating: nil)
      sources[0] = rows.assumingMemoryBound(to: UInt8.self)
      return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4) { sourceSizes in
        sourceSizes.initialize(repeating: 0)
        sourceSizes[0] = Int32(clamping: bytesPerRow)
        return frame.withLineSizes { lineSizes in
          sws_scale(
            scaler, sources.baseAddress, sourceSizes.baseAddress, Int32(clamping: first), Int32(clamping: count),
            frame.planes, lineSizes)
        }
      }
    }
    guard status >= 0 else {
      throw TasksError.internalFailure("FFmpeg's scaler cannot convert a picture to YUV: \(FFmpegError.text(status)).")
    }
  }

  private func prepare(for format: PixelFormat) throws {
    if format == self.format { return }
    sws_freeContext(scaler)
    self.format = nil
    scaler = sws_alloc_context()
    guard let scaler else { throw FFmpegError.outOfMemory("a scaler") }
    let (width, height) = (Int64(Self.even(width)), Int64(Self.even(height)))
    let settings: [(String, Int64)] = [
      ("sws_flags", vision_yuv_scaler_flags()),
      ("srcw", width), ("srch", height), ("src_format", Int64(Self.name(format).rawValue)),
      ("dstw", width), ("dsth", height), ("dst_format", Int64(AV_PIX_FMT_YUV420P.rawValue)),
    ]
    for (name, value) in settings { av_opt_set_int(UnsafeMutableRawPointer(scaler), name, value, 0) }
    let status = sws_init_context(scaler, nil, nil)
    guard status >= 0 else {
      throw TasksError.internalFailure("FFmpeg's scaler cannot convert \(format) to YUV: \(FFmpegError.text(status)).")
    }
    // Brightness, contrast and saturation in sixteen binary places: unchanged.
    let coefficients = sws_getCoefficients(Int32(clamping: matrix.colorSpace.rawValue))
    sws_setColorspaceDetails(scaler, coefficients, 1, coefficients, 0, 0, 1 << 16, 1 << 16)
    self.format = format
  }

  /// FFmpeg's name for a layout; alpha is not looked at.
  private static func name(_ format: PixelFormat) -> AVPixelFormat {
    switch format {
    case .rgb: AV_PIX_FMT_RGB24
    case .rgba: AV_PIX_FMT_RGB0
    case .bgra: AV_PIX_FMT_BGR0
    case .gray: AV_PIX_FMT_GRAY8
    }
  }
}
