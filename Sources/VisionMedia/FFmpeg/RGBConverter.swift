internal import CFFmpeg

/// Converts frames of any colour model to RGB with swscale, identically to the `ffmpeg` command with `-sws_flags
/// bicubic+accurate_rnd+full_chroma_int+bitexact`.
final class RGBConverter {
  private struct Shape: Equatable {
    let width, height, source: Int32
    let destination: AVPixelFormat
    let range: AVColorRange
    let matrix: AVColorSpace
  }

  // The type is left to inference: an opaque pointer in old versions of FFmpeg, a pointer to a struct in new ones.
  private var scaler = sws_alloc_context()
  private var shape: Shape?
  private var planar: YUV420Converter?
  private let allowsPlanar: Bool

  /// `allowsPlanar` is false in the test that compares our kernel for 4:2:0 images with the scaler.
  init(allowsPlanar: Bool = true) { self.allowsPlanar = allowsPlanar }
  deinit { sws_freeContext(scaler) }

  /// Converts a frame to RGB or RGBA. The scaler's vector code may write a few bytes more than a row's pixels.
  func convert(
    _ frame: FFmpegFrame, to destination: UnsafeMutableRawPointer, bytesPerRow: Int,
    as format: AVPixelFormat = AV_PIX_FMT_RGB24
  ) throws {
    try prepare(for: frame.pointer, format: format)
    if let planar, let planes = YUV420Converter.Planes(frame) {
      planar.convert(planes, to: destination.assumingMemoryBound(to: UInt8.self), bytesPerRow: bytesPerRow)
      return
    }
    let rows = frame.withPlanes { planes, lineSizes in
      withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: 4) { targets in
        targets.initialize(repeating: nil)
        targets[0] = destination.assumingMemoryBound(to: UInt8.self)
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4) { targetSizes in
          targetSizes.initialize(repeating: 0)
          targetSizes[0] = Int32(clamping: bytesPerRow)
          return sws_scale(
            scaler, planes, lineSizes, 0, frame.pointer.pointee.height, targets.baseAddress, targetSizes.baseAddress)
        }
      }
    }
    guard rows == frame.pointer.pointee.height else {
      throw TasksError.internalFailure("FFmpeg's scaler converted \(rows) of \(frame.height) rows of a frame to RGB.")
    }
  }

  private func prepare(for frame: UnsafeMutablePointer<AVFrame>, format: AVPixelFormat) throws {
    let wanted = Shape(
      width: frame.pointee.width, height: frame.pointee.height, source: frame.pointee.format, destination: format,
      range: frame.pointee.color_range, matrix: frame.pointee.colorspace)
    if wanted == shape { return }
    sws_freeContext(scaler)
    shape = nil
    scaler = sws_alloc_context()
    guard let scaler else { throw TasksError.outOfMemory("a scaler") }
    let options = UnsafeMutableRawPointer(scaler)
    let settings: [(String, Int64)] = [
      ("sws_flags", vision_scaler_flags()),
      ("srcw", Int64(wanted.width)), ("srch", Int64(wanted.height)), ("src_format", Int64(wanted.source)),
      ("dstw", Int64(wanted.width)), ("dsth", Int64(wanted.height)), ("dst_format", Int64(format.rawValue)),
    ]
    for (name, value) in settings { av_opt_set_int(options, name, value, 0) }
    let status = sws_init_context(scaler, nil, nil)
    guard status >= 0 else {
      throw FFmpegError.error("FFmpeg's scaler cannot convert this pixel format to RGB", status, .unimplementedError)
    }
    planar = nil
    let (coefficients, isFullRange) = applyColors(of: wanted)
    let isPlanar = [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P].contains { $0.rawValue == numericCast(wanted.source) }
    // For odd and for tiny sizes the scaler has other weights.
    let hasSameWeights = min(wanted.width, wanted.height) >= 14 && wanted.width % 2 == 0 && wanted.height % 2 == 0
    if allowsPlanar, isPlanar, hasSameWeights, format == AV_PIX_FMT_RGB24, let coefficients {
      planar = YUV420Converter(
        width: Int(wanted.width), height: Int(wanted.height), coefficients: coefficients, isFullRange: isFullRange)
    }
    shape = wanted
  }

  /// Sets and returns the frame's matrix and range. Unknown ones are BT.601 and the format's default.
  private func applyColors(of shape: Shape) -> (coefficients: ChromaCoefficients?, isFullRange: Bool) {
    var inverseTable, table: UnsafeMutablePointer<Int32>?
    var (sourceRange, destinationRange) = (Int32(0), Int32(0))
    var (brightness, contrast, saturation) = (Int32(0), Int32(0), Int32(0))
    sws_getColorspaceDetails(
      scaler, &inverseTable, &sourceRange, &table, &destinationRange, &brightness, &contrast, &saturation)
    if shape.range != AVCOL_RANGE_UNSPECIFIED { sourceRange = shape.range == AVCOL_RANGE_JPEG ? 1 : 0 }
    let coefficients = sws_getCoefficients(Int32(clamping: shape.matrix.rawValue))
    sws_setColorspaceDetails(
      scaler, coefficients, sourceRange, coefficients, destinationRange, brightness, contrast, saturation)
    let weights = coefficients.map {
      ChromaCoefficients(vToRed: $0[0], uToBlue: $0[1], uToGreen: $0[2], vToGreen: $0[3])
    }
    return (weights, sourceRange != 0)
  }
}

extension YUV420Converter.Planes {
  fileprivate init?(_ frame: FFmpegFrame) {
    guard let luma = frame.plane(0), let u = frame.plane(1), let v = frame.plane(2) else { return nil }
    self.init(
      luma: luma.address, u: u.address, v: v.address, lumaBytesPerRow: luma.bytesPerRow, uBytesPerRow: u.bytesPerRow,
      vBytesPerRow: v.bytesPerRow)
  }
}

extension PixelFormat {
  var ffmpegFormat: AVPixelFormat {
    switch self {
    case .rgb: AV_PIX_FMT_RGB24
    case .rgba: AV_PIX_FMT_RGBA
    case .bgra: AV_PIX_FMT_BGRA
    case .gray: AV_PIX_FMT_GRAY8
    }
  }
}
