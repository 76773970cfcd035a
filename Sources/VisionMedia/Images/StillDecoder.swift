internal import CFFmpeg

/// Decodes images with FFmpeg: the file is one packet, its first image one frame.
enum StillDecoder {
  static func decode(_ file: EncodedImage) throws -> ImageBuffer {
    let (format, reader) = (file.format, ByteReader(file.bytes))
    let limit = MediaRules.decoderLimit(for: file.pixelLimit)
    let decoder = try FFmpegDecoder(codec: format.codec, pixelLimit: limit) { context in
      // Partial images are errors: checksums are verified and damage is not concealed. With these flags the TIFF
      // decoder would reject unknown tags, so its directory is checked instead.
      if format != .tiff { context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BUFFER | AV_EF_EXPLODE }
    }
    if format == .tiff && TIFFDirectory(in: reader, at: 0)?.isWhole != true
      || format == .gif && !GIFStructure.hasWholeImage(reader)
    {
      throw failure(file, FFmpegError.invalidData)
    }
    if format == .tiff, let kind = TIFFDirectory(in: reader, at: 0)?.unreadKind {
      throw TasksError.unimplemented(
        "The TIFF image in \(file.name) \(kind); such files are not read. Save it as PNG, or as plain TIFF "
          + "in strips, uncompressed or with LZW or Deflate.")
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
    let image = try imageBuffer(copying: frame)
    // Files of these formats may decode to an alpha channel that they do not have.
    return try [.gif, .jpeg, .webP].contains(format) ? image.droppingFullAlpha() : image
  }

  private static func failure(_ file: EncodedImage, _ status: Int32) -> TasksError {
    if FFmpegError.isShortage(status) { return TasksError.outOfMemory("the image in \(file.name)") }
    return TasksError.dataLoss(
      "The \(file.format.rawValue) image in \(file.name) cannot be decoded: \(FFmpegError.text(status)). It is damaged, "
        + "cut off, of an unusual kind, or larger than \(file.pixelLimit) pixels.")
  }

  /// Copies a decoded image from FFmpeg's frame without changing values: RGB and gray of any depth channel by channel,
  /// palettes by look-up. Only YUV images go through the scaler. Channels of more than 8 bits keep their upper 8;
  /// channels of fewer are spread over 0...255.
  private static func imageBuffer(copying frame: FFmpegFrame) throws -> ImageBuffer {
    guard let descriptor = frame.descriptor else {
      throw TasksError.internalFailure("FFmpeg returned an image of an unknown pixel format.")
    }
    // The scaler looks colours up without changing them. Palettes have alpha, and only the colours in use count.
    if frame.pixelFormat == AV_PIX_FMT_PAL8 { return try scaled(frame, format: .rgba).droppingFullAlpha() }
    let isRGB = descriptor.pointee.has(AV_PIX_FMT_FLAG_RGB)
    let isGray = !isRGB && descriptor.pointee.nb_components <= 2
    let hasAlpha = descriptor.pointee.has(AV_PIX_FMT_FLAG_ALPHA)
    let format: PixelFormat = hasAlpha ? .rgba : isGray ? .gray : .rgb
    if !isRGB && !isGray || descriptor.pointee.has(AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_HWACCEL) {
      return try scaled(frame, format: format)
    }
    return try ImageBuffer(width: frame.width, height: frame.height, format: format) { base, rowBytes in
      if frame.pixelFormat == format.ffmpegFormat, let (source, stride) = frame.plane(0) {
        for y in 0..<frame.height { (base + y * rowBytes).copyMemory(from: source + y * stride, byteCount: rowBytes) }
      } else {
        for channel in 0..<format.bytesPerPixel {
          let component = isGray ? channel / 3 : channel
          let depth = Int(descriptor.pointee.components[component].depth)
          for y in 0..<frame.height {
            let row = (base + y * rowBytes).assumingMemoryBound(to: UInt8.self)
            readRow(y, of: frame, descriptor, component: component, depth: depth) {
              row[$0 * format.bytesPerPixel + channel] = $1
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func readRow(
    _ y: Int, of frame: FFmpegFrame, _ descriptor: UnsafePointer<AVPixFmtDescriptor>, component: Int, depth: Int,
    _ body: (Int, UInt8) -> Void
  ) {
    let highest = (1 << depth) - 1
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: frame.width) { values in
      frame.withPlanes { planes, lineSizes in
        av_read_image_line2(
          values.baseAddress, planes, lineSizes, descriptor, 0, Int32(y), Int32(component), Int32(frame.width),
          0, Int32(MemoryLayout<UInt16>.stride))
      }
      let isInverted = frame.pixelFormat == AV_PIX_FMT_MONOWHITE
      for x in 0..<frame.width {
        let value = Int(values[x])
        let byte = depth >= 8 ? value >> (depth - 8) : (value * 255 + highest / 2) / highest
        body(x, UInt8(truncatingIfNeeded: isInverted ? 255 - byte : byte))
      }
    }
  }

  private static func scaled(_ frame: FFmpegFrame, format: PixelFormat) throws -> ImageBuffer {
    try PixelBufferPool(width: frame.width, height: frame.height, format: format, capacity: 0).makeImage {
      address, bytesPerRow in
      try RGBConverter().convert(frame, to: address, bytesPerRow: bytesPerRow, as: format.ffmpegFormat)
    }
  }
}
