internal import CFFmpeg
import VisionCore
import VisionImaging

/// Decodes images with FFmpeg: the file is one packet, its first image one frame.
enum StillDecoder {
  /// The first image of the file, as stored.
  static func decode(_ file: EncodedImage) throws -> ImageBuffer {
    let (format, reader) = (file.format, ByteReader(file.bytes))
    guard let codec = format.codec else {
      throw TasksError.internalFailure("FFmpeg was asked for a \(format.rawValue) image.")
    }
    let decoder = try FFmpegDecoder(codec: codec, pixelLimit: MediaRules.decoderLimit(for: file.pixelLimit)) {
      context in
      // Partial images are errors: checksums are verified and damage is not concealed. With these flags the TIFF decoder would
      // reject unknown tags, so its directory is checked instead.
      if format != .tiff { context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BUFFER | AV_EF_EXPLODE }
    }
    if format == .tiff && TIFFDirectory(in: reader, at: 0)?.isWhole != true
      || format == .gif && !GIFStructure.hasWholeImage(reader)
    {
      throw failure(file, FFmpegError.invalidData)
    }
    let frame = try FFmpegFrame()
    let status = decoder.send(try FFmpegPacket(copying: file.bytes))
    guard status == 0 else { throw failure(file, status) }
    _ = decoder.send(nil)
    switch decoder.receive(into: frame) {
    case .frame: break
    case .failed(let status): throw failure(file, status)
    case .needsPacket, .finished: throw failure(file, FFmpegError.invalidData)
    }
    try file.check(width: frame.width, height: frame.height)
    return try FramePixels.imageBuffer(copying: frame, ignoresFullAlpha: format.alwaysDecodesToAlpha)
  }

  private static func failure(_ file: EncodedImage, _ status: Int32) -> TasksError {
    if FFmpegError.isShortage(status) { return TasksError.outOfMemory("the image in \(file.name)") }
    return TasksError(
      .dataLossError,
      "The \(file.format.rawValue) image in \(file.name) cannot be decoded: \(FFmpegError.text(status)). It is damaged, "
        + "cut off, of an unusual kind, or larger than \(file.pixelLimit) pixels.")
  }
}

/// Copies a decoded image from FFmpeg's frame without changing values: RGB and gray of any depth channel by channel,
/// palettes by look-up. Only YUV images go through the scaler.
private enum FramePixels {
  /// The image as gray, RGB, or RGBA when it has alpha.
  ///
  /// Channels of more than 8 bits keep their upper 8; channels of fewer are spread over 0...255. With
  /// `ignoresFullAlpha` an alpha channel that is 255 everywhere is dropped (for formats that always decode to one).
  static func imageBuffer(copying frame: FFmpegFrame, ignoresFullAlpha: Bool) throws -> ImageBuffer {
    guard let layout = Layout(frame) else {
      throw TasksError.internalFailure("FFmpeg returned an image of an unknown pixel format.")
    }
    if layout.format == AV_PIX_FMT_PAL8 { return try paletteImage(copying: frame) }
    let hasAlpha = layout.hasAlpha && !(ignoresFullAlpha && isOpaque(frame, layout))
    let format: PixelFormat = hasAlpha ? .rgba : layout.isGray ? .gray : .rgb
    if layout.needsScaler { return try scaled(frame, format: format) }
    var result = try ImageBuffer(width: frame.width, height: frame.height, format: format)
    let rowBytes = result.bytesPerRow
    result.withUnsafeMutableBytes { destination in
      guard let base = destination.baseAddress else { return }
      if layout.format == format.ffmpegFormat, let (source, sourceRow) = frame.plane(0) {
        for y in 0..<frame.height {
          (base + y * rowBytes).copyMemory(from: source + y * sourceRow, byteCount: rowBytes)
        }
      } else {
        for channel in 0..<format.bytesPerPixel {
          for y in 0..<frame.height {
            let row = (base + y * rowBytes).assumingMemoryBound(to: UInt8.self)
            readRow(frame, layout, channel: channel, y: y) { row[$0 * format.bytesPerPixel + channel] = $1 }
          }
        }
      }
    }
    return result
  }

  private struct Layout {
    let descriptor: UnsafePointer<AVPixFmtDescriptor>
    let format: AVPixelFormat
    let isGray: Bool
    let hasAlpha: Bool
    let needsScaler: Bool
    let depths: [Int]

    init?(_ frame: FFmpegFrame) {
      guard let descriptor = frame.descriptor else { return nil }
      self.descriptor = descriptor
      format = frame.pixelFormat
      let isRGB = descriptor.pointee.has(AV_PIX_FMT_FLAG_RGB)
      isGray = !isRGB && descriptor.pointee.nb_components <= 2
      hasAlpha = descriptor.pointee.has(AV_PIX_FMT_FLAG_ALPHA)
      needsScaler = !isRGB && !isGray || descriptor.pointee.has(AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_HWACCEL)
      depths = descriptor.pointee.components.map { Int($0.depth) }
    }

    /// FFmpeg's number of the component for red, green, blue or alpha.
    func component(_ channel: Int) -> Int { isGray ? channel / 3 : channel }
  }

  /// Reads one channel of one row as values in 0...255.
  @inline(__always)
  private static func readRow(
    _ frame: FFmpegFrame, _ layout: Layout, channel: Int, y: Int, _ body: (Int, UInt8) -> Void
  ) {
    let component = layout.component(channel)
    let depth = layout.depths[component]
    let highest = (1 << depth) - 1
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: frame.width) { values in
      frame.withPlanes { planes, lineSizes in
        av_read_image_line2(
          values.baseAddress, planes, lineSizes, layout.descriptor, 0, Int32(y), Int32(component), Int32(frame.width),
          0,
          Int32(MemoryLayout<UInt16>.stride))
      }
      let isInverted = layout.format == AV_PIX_FMT_MONOWHITE
      for x in 0..<frame.width {
        let value = Int(values[x])
        let byte = depth >= 8 ? value >> (depth - 8) : (value * 255 + highest / 2) / highest
        body(x, UInt8(truncatingIfNeeded: isInverted ? 255 - byte : byte))
      }
    }
  }

  private static func isOpaque(_ frame: FFmpegFrame, _ layout: Layout) -> Bool {
    if layout.needsScaler { return false }
    var lowest: UInt8 = 255
    for y in 0..<frame.height where lowest == 255 {
      readRow(frame, layout, channel: 3, y: y) { lowest = min(lowest, $1) }
    }
    return lowest == 255
  }

  private static func scaled(_ frame: FFmpegFrame, format: PixelFormat) throws -> ImageBuffer {
    try PixelBufferPool(width: frame.width, height: frame.height, format: format, capacity: 0).makeImage {
      address, bytesPerRow in
      try RGBConverter().convert(frame, to: address, bytesPerRow: bytesPerRow, as: format.ffmpegFormat)
    }
  }

  /// An image of indices of 256 colors as RGB, or as RGBA when it has a pixel that is not opaque.
  private static func paletteImage(copying frame: FFmpegFrame) throws -> ImageBuffer {
    guard let (indices, indexRow) = frame.plane(0), let (colors, _) = frame.plane(1) else {
      throw TasksError.internalFailure("FFmpeg returned an image with a palette but without its colors.")
    }
    func index(_ x: Int, _ y: Int) -> Int { Int(indices.load(fromByteOffset: y * indexRow + x, as: UInt8.self)) }
    // An entry is one 32-bit number in the machine's byte order: alpha, red, green, blue from the top.
    let palette = (0..<256).map { colors.load(fromByteOffset: $0 * 4, as: UInt32.self) }
    // Missing entries have alpha 0; only entries in use count.
    var isUsed = [Bool](repeating: false, count: 256)
    for y in 0..<frame.height { for x in 0..<frame.width { isUsed[index(x, y)] = true } }
    let isOpaque = zip(palette, isUsed).allSatisfy { $0 >> 24 == 255 || !$1 }
    let format: PixelFormat = isOpaque ? .rgb : .rgba
    var result = try ImageBuffer(width: frame.width, height: frame.height, format: format)
    let (rowBytes, step, width, height) = (result.bytesPerRow, format.bytesPerPixel, frame.width, frame.height)
    result.withUnsafeMutableBytes { destination in
      for y in 0..<height {
        for x in 0..<width {
          let color = palette[index(x, y)]
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
