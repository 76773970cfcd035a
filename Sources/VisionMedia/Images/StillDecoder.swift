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
