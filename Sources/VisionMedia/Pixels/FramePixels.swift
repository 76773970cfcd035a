internal import CFFmpeg
import VisionCore
import VisionImaging

/// Copies a decoded image from FFmpeg's frame without changing values: RGB and gray of any depth channel by channel, palettes by
/// look-up. Only YUV images go through the scaler.
enum FramePixels {
  /// The image as gray, RGB, or RGBA when it has alpha.
  ///
  /// Channels of more than 8 bits keep their upper 8; channels of fewer are spread over 0...255. With
  /// `ignoresFullAlpha` an alpha channel that is 255 everywhere is dropped (for formats that always decode to one).
  static func imageBuffer(copying frame: FFmpegFrame, ignoresFullAlpha: Bool) throws -> ImageBuffer {
    guard let descriptor = frame.descriptor else {
      throw TasksError.internalFailure("FFmpeg returned an image of an unknown pixel format.")
    }
    if frame.pixelFormat == AV_PIX_FMT_PAL8 { return try PalettePixels.imageBuffer(copying: frame) }
    let layout = Layout(descriptor.pointee, format: frame.pixelFormat)
    let hasAlpha = layout.hasAlpha && !(ignoresFullAlpha && isOpaque(frame, descriptor, layout))
    let format: PixelFormat = hasAlpha ? .rgba : layout.isGray ? .gray : .rgb
    if layout.needsScaler { return try scaled(frame, format: format) }
    var result = try ImageBuffer(width: frame.width, height: frame.height, format: format)
    let rowBytes = result.bytesPerRow
    result.withUnsafeMutableBytes { destination in
      guard let base = destination.baseAddress else { return }
      if layout.isVerbatim(as: format), let (source, sourceRow) = frame.plane(0) {
        for y in 0..<frame.height {
          (base + y * rowBytes).copyMemory(from: source + y * sourceRow, byteCount: rowBytes)
        }
      } else {
        for channel in 0..<format.bytesPerPixel {
          for y in 0..<frame.height {
            let row = (base + y * rowBytes).assumingMemoryBound(to: UInt8.self)
            readRow(frame, descriptor, layout, channel: channel, y: y) { x, value in
              row[x * format.bytesPerPixel + channel] = value
            }
          }
        }
      }
    }
    return result
  }

  /// The relevant properties of a pixel format.
  private struct Layout {
    let format: AVPixelFormat
    let isGray: Bool
    let hasAlpha: Bool
    let needsScaler: Bool
    /// FFmpeg's number of the component for red, green, blue, alpha.
    let components: [Int32]

    init(_ descriptor: AVPixFmtDescriptor, format: AVPixelFormat) {
      func has(_ flag: Int32) -> Bool { descriptor.flags & UInt64(flag) != 0 }
      self.format = format
      let isRGB = has(AV_PIX_FMT_FLAG_RGB)
      isGray = !isRGB && descriptor.nb_components <= 2
      hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA)
      needsScaler = (!isRGB && !isGray) || has(AV_PIX_FMT_FLAG_FLOAT) || has(AV_PIX_FMT_FLAG_HWACCEL)
      components = isGray ? [0, 0, 0, 1] : [0, 1, 2, 3]
    }

    /// Whether the frame's only plane has the bytes of the wanted format already.
    func isVerbatim(as target: PixelFormat) -> Bool {
      switch target {
      case .rgb: format == AV_PIX_FMT_RGB24
      case .rgba: format == AV_PIX_FMT_RGBA
      case .bgra: format == AV_PIX_FMT_BGRA
      case .gray: format == AV_PIX_FMT_GRAY8
      }
    }
  }

  /// Reads one channel of one row as values in 0...255.
  @inline(__always)
  private static func readRow(
    _ frame: FFmpegFrame, _ descriptor: UnsafePointer<AVPixFmtDescriptor>, _ layout: Layout, channel: Int, y: Int,
    _ body: (Int, UInt8) -> Void
  ) {
    let component = layout.components[channel]
    let depth = depth(of: component, in: descriptor.pointee)
    let highest = (1 << depth) - 1
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: frame.width) { values in
      frame.withLineSizes { lineSizes in
        frame.planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: Int(AV_NUM_DATA_POINTERS)) { planes in
          av_read_image_line2(
            values.baseAddress, planes, lineSizes, descriptor, 0, Int32(y), component, Int32(frame.width), 0,
            Int32(MemoryLayout<UInt16>.stride))
        }
      }
      let isInverted = layout.format == AV_PIX_FMT_MONOWHITE
      for x in 0..<frame.width {
        let value = Int(values[x])
        let byte = depth >= 8 ? value >> (depth - 8) : (value * 255 + highest / 2) / highest
        body(x, UInt8(truncatingIfNeeded: isInverted ? 255 - byte : byte))
      }
    }
  }

  private static func depth(of component: Int32, in descriptor: AVPixFmtDescriptor) -> Int {
    switch component {
    case 0: Int(descriptor.comp.0.depth)
    case 1: Int(descriptor.comp.1.depth)
    case 2: Int(descriptor.comp.2.depth)
    default: Int(descriptor.comp.3.depth)
    }
  }

  /// Whether all pixels are opaque in a format with alpha.
  private static func isOpaque(
    _ frame: FFmpegFrame, _ descriptor: UnsafePointer<AVPixFmtDescriptor>, _ layout: Layout
  ) -> Bool {
    if layout.needsScaler { return false }
    var lowest: UInt8 = 255
    for y in 0..<frame.height where lowest == 255 {
      readRow(frame, descriptor, layout, channel: 3, y: y) { _, value in lowest = min(lowest, value) }
    }
    return lowest == 255
  }

  private static func scaled(_ frame: FFmpegFrame, format: PixelFormat) throws -> ImageBuffer {
    let rowBytes = frame.width * format.bytesPerPixel
    let paddedRow = PixelBufferPool.paddedRow(rowBytes)
    let pool = PixelBufferPool(byteCount: paddedRow * frame.height, capacity: 0)
    // Only the image uses it from here on.
    nonisolated(unsafe) let address = pool.take()
    do {
      try RGBConverter().convert(
        frame, to: address, bytesPerRow: paddedRow, as: format == .rgba ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24)
    } catch {
      pool.give(back: address)
      throw error
    }
    return try ImageBuffer(
      borrowing: address, width: frame.width, height: frame.height, bytesPerRow: paddedRow, format: format,
      release: { pool.give(back: address) })
  }
}
