internal import CFFmpeg
import VisionCore
import VisionImaging

extension ImageBuffer {
  /// Scales the image with swscale's area averaging.
  ///
  /// - Parameters:
  ///   - width: The new width in pixels, at least 1.
  ///   - height: The new height in pixels, at least 1.
  /// - Returns: The image in the same pixel format.
  /// - Throws: `TasksError` with `invalidArgumentError` for an unsupported size.
  package func scaled(toWidth width: Int, height: Int) throws -> ImageBuffer {
    if width == self.width, height == self.height { return self }
    try FFmpegLibrary.load(FFmpegLibrary.forScaling)
    var result = try ImageBuffer(width: width, height: height, format: format)
    // The scaler's vector code may write past a row's end.
    let rowBytes = width * format.bytesPerPixel
    let paddedRow = PixelBufferPool.paddedRow(rowBytes + 64)
    let pixelFormat =
      switch format {
      case .rgb: AV_PIX_FMT_RGB24
      case .rgba: AV_PIX_FMT_RGBA
      case .bgra: AV_PIX_FMT_BGRA
      case .gray: AV_PIX_FMT_GRAY8
      }
    let scaler = sws_getContext(
      Int32(self.width), Int32(self.height), pixelFormat, Int32(width), Int32(height), pixelFormat,
      vision_area_scaler_flags(), nil, nil, nil)
    guard let scaler else { throw FFmpegError.outOfMemory("a scaler") }
    defer { sws_freeContext(scaler) }
    return try withUnsafeBytes { source in
      try withUnsafeTemporaryAllocation(byteCount: paddedRow * height, alignment: 64) { scaled in
        var planes: [UnsafePointer<UInt8>?] = [source.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil]
        let strides = [Int32(clamping: bytesPerRow), 0, 0, 0]
        var targets: [UnsafeMutablePointer<UInt8>?] = [scaled.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil]
        let targetStrides = [Int32(clamping: paddedRow), 0, 0, 0]
        let rows = sws_scale(scaler, &planes, strides, 0, Int32(self.height), &targets, targetStrides)
        guard rows == height else { throw TasksError.internalFailure("FFmpeg scaled \(rows) of \(height) rows.") }
        result.withUnsafeMutableBytes { bytes in
          guard let target = bytes.baseAddress, let base = scaled.baseAddress else { return }
          for y in 0..<height {
            (target + y * rowBytes).copyMemory(from: base + y * paddedRow, byteCount: rowBytes)
          }
        }
        return result
      }
    }
  }
}
