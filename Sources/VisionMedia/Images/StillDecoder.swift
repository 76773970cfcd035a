internal import CFFmpeg
import VisionCore
import VisionImaging

/// Decodes images with FFmpeg: the file is one packet, its first image one frame.
enum StillDecoder {
  /// The first image of the file, as stored.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, format: ImageFileFormat, name: String, pixelLimit: Int
  ) throws -> ImageBuffer {
    guard let codec = format.codec else {
      throw TasksError.internalFailure("FFmpeg was asked for a \(format.rawValue) image.")
    }
    let decoder = try FFmpegDecoder(codec: codec, pixelLimit: MediaRules.decoderLimit(for: pixelLimit)) { context in
      // Partial images are errors: checksums are verified and damage is not concealed. With these flags the TIFF decoder would
      // reject unknown tags, so its directory is checked instead.
      if format != .tiff { context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BUFFER | AV_EF_EXPLODE }
    }
    if format == .tiff, TIFFDirectory(in: ByteReader(bytes), at: 0)?.isWhole != true {
      throw damaged(format, name, FFmpegError.invalidData, pixelLimit)
    }
    if format == .gif, !GIFStructure.hasWholeImage(ByteReader(bytes)) {
      throw damaged(format, name, FFmpegError.invalidData, pixelLimit)
    }
    let frame = try FFmpegFrame()
    let status = decoder.send(try FFmpegPacket(copying: bytes))
    guard status == 0 else { throw damaged(format, name, status, pixelLimit) }
    _ = decoder.send(nil)
    switch decoder.receive(into: frame) {
    case .frame: break
    case .failed(let status): throw damaged(format, name, status, pixelLimit)
    case .needsPacket, .finished: throw damaged(format, name, FFmpegError.invalidData, pixelLimit)
    }
    try ImageFile.check(width: frame.width, height: frame.height, name: name, pixelLimit: pixelLimit)
    return try FramePixels.imageBuffer(copying: frame, ignoresFullAlpha: format.alwaysDecodesToAlpha)
  }

  private static func damaged(
    _ format: ImageFileFormat, _ name: String, _ status: Int32, _ pixelLimit: Int
  ) -> TasksError {
    if FFmpegError.isShortage(status) { return FFmpegError.outOfMemory("the image in \(name)") }
    return TasksError(
      .dataLossError,
      "The \(format.rawValue) image in \(name) cannot be decoded: \(FFmpegError.text(status)). It is damaged, cut off, "
        + "of an unusual kind, or larger than \(pixelLimit) pixels.")
  }
}

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

/// Images whose pixels are indices of a palette of 256 colors.
enum PalettePixels {
  /// The image as RGB, or as RGBA when it has a pixel that is not opaque.
  static func imageBuffer(copying frame: FFmpegFrame) throws -> ImageBuffer {
    guard let (indices, indexRow) = frame.plane(0), let (colors, _) = frame.plane(1) else {
      throw TasksError.internalFailure("FFmpeg returned an image with a palette but without its colors.")
    }
    // An entry is one 32-bit number in the machine's byte order: alpha, red, green, blue from the top.
    let palette = (0..<256).map { colors.load(fromByteOffset: $0 * 4, as: UInt32.self) }
    // Missing entries have alpha 0; only entries in use count.
    var isUsed = [Bool](repeating: false, count: 256)
    for y in 0..<frame.height {
      for x in 0..<frame.width { isUsed[Int(indices.load(fromByteOffset: y * indexRow + x, as: UInt8.self))] = true }
    }
    let isOpaque = zip(palette, isUsed).allSatisfy { $0 >> 24 == 255 || !$1 }
    let format: PixelFormat = isOpaque ? .rgb : .rgba
    var result = try ImageBuffer(width: frame.width, height: frame.height, format: format)
    let (rowBytes, step, width, height) = (result.bytesPerRow, format.bytesPerPixel, frame.width, frame.height)
    result.withUnsafeMutableBytes { destination in
      for y in 0..<height {
        for x in 0..<width {
          let color = palette[Int(indices.load(fromByteOffset: y * indexRow + x, as: UInt8.self))]
          let pixel = y * rowBytes + x * step
          destination[pixel] = UInt8(truncatingIfNeeded: color >> 16)
          destination[pixel + 1] = UInt8(truncatingIfNeeded: color >> 8)
          destination[pixel + 2] = UInt8(truncatingIfNeeded: color)
          if format == .rgba { destination[pixel + 3] = UInt8(truncatingIfNeeded: color >> 24) }
        }
      }
    }
    return result
  }
}
