internal import CFFmpeg
import VisionCore

/// One of FFmpeg's decoders: packets in, frames out.
final class FFmpegDecoder {
  /// The outcome of asking for a frame.
  enum Outcome {
    /// The frame is filled.
    case frame
    /// Another packet is needed first.
    case needsPacket
    /// All packets were sent, all frames are out.
    case finished
    /// A packet could not be decoded; the next one may.
    case failed(Int32)
  }

  private let context: UnsafeMutablePointer<AVCodecContext>
  private let pixelLimit: Int
  /// Whether the frame size was ever known.
  private var hadSize: Bool

  /// Opens a decoder.
  ///
  /// - Parameters:
  ///   - codec: The codec.
  ///   - threads: The number of decoding threads; 0 means one for each processor core.
  ///   - pixelLimit: The maximum number of pixels of a frame; the decoder allocates no memory for larger ones.
  ///   - configure: Sets further fields before the decoder is opened.
  /// - Throws: `TasksError` with `unimplementedError` when FFmpeg was built without that decoder.
  init(
    codec: AVCodecID, threads: Int = 1, pixelLimit: Int = ImageFile.maximumPixelCount,
    configure: (UnsafeMutablePointer<AVCodecContext>) throws -> Void = { _ in }
  ) throws {
    try FFmpegLibrary.load(FFmpegLibrary.forImages)
    guard codec != AV_CODEC_ID_NONE else {
      throw TasksError(.unimplementedError, "Its coding is one that FFmpeg does not know.")
    }
    guard let decoder = avcodec_find_decoder(codec) else {
      throw TasksError(
        .unimplementedError,
        "FFmpeg has no decoder for \(Self.name(codec)) here; install one that was built with it.")
    }
    guard let context = avcodec_alloc_context3(decoder) else { throw FFmpegError.outOfMemory("a decoder") }
    self.context = context
    context.pointee.thread_count = Int32(clamping: threads)
    context.pointee.max_pixels = Int64(pixelLimit)
    self.pixelLimit = pixelLimit
    hadSize = false
    try configure(context)
    let status = avcodec_open2(context, decoder, nil)
    guard status == 0 else {
      throw TasksError.invalidArgument(
        "The decoder for \(Self.name(codec)) does not accept the file: \(FFmpegError.text(status)).")
    }
    hadSize = context.pointee.width > 0
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  private static func name(_ codec: AVCodecID) -> String { String(cString: avcodec_get_name(codec)) }

  /// Whether the last failure was a frame of a size beyond the limit. Decoders then forget the size, or keep the new one.
  var hasRefusedSize: Bool {
    let (width, height) = (Int(context.pointee.width), Int(context.pointee.height))
    return width == 0 && height == 0 ? hadSize : width.multipliedReportingOverflow(by: height).partialValue > pixelLimit
  }

  /// Sends a packet to the decoder; nil marks the end. Returns FFmpeg's status, 0 for success.
  func send(_ packet: FFmpegPacket?) -> Int32 { avcodec_send_packet(context, packet?.pointer) }

  /// Discards all buffered packets, as after seeking.
  func flush() { avcodec_flush_buffers(context) }

  /// Fills the frame with the next image, if there is one.
  func receive(into frame: FFmpegFrame) -> Outcome {
    switch avcodec_receive_frame(context, frame.pointer) {
    case 0: decoded()
    case FFmpegError.again: .needsPacket
    case FFmpegError.endOfFile: .finished
    case let status: .failed(status)
    }
  }

  private func decoded() -> Outcome {
    hadSize = true
    return .frame
  }
}

/// Owns an `AVPacket`: the compressed data of one frame.
final class FFmpegPacket {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws {
    try FFmpegLibrary.load(FFmpegLibrary.forImages)
    guard let pointer = av_packet_alloc() else { throw FFmpegError.outOfMemory("a packet") }
    self.pointer = pointer
  }

  /// A packet with a copy of the bytes, padded as FFmpeg's decoders demand.
  convenience init(copying bytes: UnsafeRawBufferPointer) throws {
    try self.init()
    guard let size = Int32(exactly: bytes.count), av_new_packet(pointer, size) == 0 else {
      throw FFmpegError.outOfMemory("an image file of \(bytes.count.counted("byte"))")
    }
    if let source = bytes.baseAddress {
      UnsafeMutableRawPointer(pointer.pointee.data).copyMemory(from: source, byteCount: bytes.count)
    }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }

  /// Releases the bytes, so that the packet can be reused.
  func unreference() { av_packet_unref(pointer) }

  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
  }
}

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
