internal import CFFmpeg

/// Brings the frames of a video whose size changes to one size, so that results, tracks and annotated videos refer to
/// one image plane: a frame of another size is scaled, keeping its proportions, and centred on black.
package struct FrameFitter {
  private var size: (width: Int, height: Int)?
  package private(set) var note: String?

  /// `isPart` says that reading begins in the middle, so that the source's size counts rather than the first frame's.
  package init(for source: any FrameSource, isPart: Bool = false) {
    size = isPart && source.width > 0 && source.height > 0 ? (source.width, source.height) : nil
  }

  package mutating func fit(_ frame: VideoFrame) throws -> VideoFrame {
    let image = frame.image
    guard let size, size != (image.width, image.height) else {
      size = size ?? (image.width, image.height)
      return frame
    }
    note =
      note
      ?? "From frame \(frame.index) on, frames have \(image.width) x \(image.height) pixels; they are scaled to "
      + "\(size.width) x \(size.height), the size of the first."
    return VideoFrame(
      image: try image.fitted(toWidth: size.width, height: size.height), index: frame.index,
      timestampInMilliseconds: frame.timestampInMilliseconds, presentationTime: frame.presentationTime,
      duration: frame.duration)
  }
}

extension ImageBuffer {
  fileprivate func fitted(toWidth width: Int, height: Int) throws -> ImageBuffer {
    let scale = min(Double(width) / Double(self.width), Double(height) / Double(self.height))
    let inner = try scaled(
      toWidth: min(max(Int((Double(self.width) * scale).rounded()), 1), width),
      height: min(max(Int((Double(self.height) * scale).rounded()), 1), height))
    if inner.width == width, inner.height == height { return inner }
    let (left, top) = ((width - inner.width) / 2 * format.bytesPerPixel, (height - inner.height) / 2)
    return try ImageBuffer(width: width, height: height, format: format) { target, rowBytes in
      target.initializeMemory(as: UInt8.self, repeating: 0, count: height * rowBytes)
      inner.withUnsafeBytes { source in
        guard let from = source.baseAddress else { return }
        for y in 0..<inner.height {
          (target + (top + y) * rowBytes + left).copyMemory(
            from: from + y * inner.bytesPerRow, byteCount: inner.width * format.bytesPerPixel)
        }
      }
    }
  }

  /// Scales the image with swscale's area averaging, in the same pixel format; both have at most
  /// `ImageFile.maximumPixelCount` pixels.
  package func scaled(toWidth width: Int, height: Int) throws -> ImageBuffer {
    if width == self.width, height == self.height { return self }
    // Beyond that swscale's 32-bit offsets overflow, and it writes elsewhere.
    for (width, height) in [(self.width, self.height), (width, height)] {
      try ImageFile.check(width: width, height: height, name: "the scaler")
    }
    try FFmpegLibrary.load(FFmpegLibrary.forScaling)
    let scaler = sws_getContext(
      Int32(self.width), Int32(self.height), format.ffmpegFormat, Int32(width), Int32(height), format.ffmpegFormat,
      vision_area_scaler_flags(), nil, nil, nil)
    guard let scaler else { throw TasksError.outOfMemory("a scaler") }
    defer { sws_freeContext(scaler) }
    // The scaler's vector code may write past a row's end, for which the pool's rows have room.
    let pool = PixelBufferPool(width: width, height: height, format: format, capacity: 0)
    return try pool.makeImage { target, targetRow in
      let rows = withUnsafeBytes { source in
        sws_scale(
          scaler, [source.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil],
          [Int32(clamping: bytesPerRow), 0, 0, 0], 0, Int32(self.height),
          [target.assumingMemoryBound(to: UInt8.self), nil, nil, nil], [Int32(clamping: targetRow), 0, 0, 0])
      }
      guard rows == height else { throw TasksError.internalFailure("FFmpeg scaled \(rows) of \(height) rows.") }
    }
  }
}
