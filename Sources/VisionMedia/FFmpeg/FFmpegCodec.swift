internal import CFFmpeg

final class FFmpegDecoder {
  enum Outcome {
    case frame, needsPacket, finished
    /// A packet could not be decoded; the next one may.
    case failed(Int32)
  }

  private let context: UnsafeMutablePointer<AVCodecContext>
  private let pixelLimit: Int
  private let packetGuard: PacketGuard
  private var hadSize = false

  /// Opens a decoder; 0 threads means one for each processor core. It allocates no memory for frames beyond the limit.
  init(
    codec: AVCodecID, threads: Int = 1, pixelLimit: Int = ImageFile.maximumPixelCount,
    configure: (UnsafeMutablePointer<AVCodecContext>) throws -> Void
  ) throws {
    try FFmpegLibrary.load(FFmpegLibrary.forImages)
    guard codec != AV_CODEC_ID_NONE else {
      throw TasksError.unimplemented("Its coding is one that FFmpeg does not know.")
    }
    let name = String(cString: avcodec_get_name(codec))
    guard let decoder = avcodec_find_decoder(codec) else {
      throw TasksError.unimplemented("FFmpeg has no decoder for \(name) here; install one that was built with it.")
    }
    guard let context = avcodec_alloc_context3(decoder) else { throw TasksError.outOfMemory("a decoder") }
    self.context = context
    context.pointee.thread_count = Int32(clamping: threads)
    context.pointee.max_pixels = Int64(pixelLimit)
    self.pixelLimit = pixelLimit
    packetGuard = PacketGuard(codec)
    try configure(context)
    packetGuard.check(context)
    let status = avcodec_open2(context, decoder, nil)
    guard status == 0 else {
      throw FFmpegError.error("The decoder for \(name) does not accept the file", status, .invalidArgumentError)
    }
    hadSize = context.pointee.width > 0
  }

  deinit { free(context, by: avcodec_free_context) }

  /// Whether the last failure was too large a frame. Decoders then forget the size, or keep the new one.
  var hasRefusedSize: Bool {
    let (width, height) = (Int(context.pointee.width), Int(context.pointee.height))
    return width == 0 && height == 0 ? hadSize : width.multipliedReportingOverflow(by: height).partialValue > pixelLimit
  }

  /// Sends a packet, whose content may be changed (`PacketGuard`); nil for the end.
  func send(_ packet: FFmpegPacket?) -> Int32 {
    let status = packet.map(packetGuard.check) ?? 0
    return status == 0 ? avcodec_send_packet(context, packet?.pointer) : status
  }
  func flush() { avcodec_flush_buffers(context) }

  func receive(into frame: FFmpegFrame) -> Outcome {
    switch avcodec_receive_frame(context, frame.pointer) {
    case 0:
      hadSize = true
      return .frame
    case FFmpegError.again: return .needsPacket
    case FFmpegError.endOfFile: return .finished
    case let status: return .failed(status)
    }
  }
}

final class FFmpegEncoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let name: String

  var timeBase: AVRational { context.pointee.time_base }

  /// Opens an encoder. `name` begins messages; `refusal` makes the error for what it does not accept.
  init(
    _ codec: UnsafePointer<AVCodec>, name: String, refusal: ((String) -> TasksError)? = nil,
    configure: (UnsafeMutablePointer<AVCodecContext>) -> Void
  ) throws(TasksError) {
    guard let context = avcodec_alloc_context3(codec) else { throw TasksError.outOfMemory("an encoder") }
    (self.context, self.name) = (context, name)
    configure(context)
    let status = avcodec_open2(context, codec, nil)
    if status < 0 { throw refusal?(FFmpegError.text(status)) ?? failure(status) }
  }

  deinit { free(context, by: avcodec_free_context) }

  func send(_ frame: FFmpegFrame?) throws {
    let status = avcodec_send_frame(context, frame?.pointer)
    guard status >= 0 else { throw failure(status) }
  }

  /// Fills the packet with the next one; false when another frame is needed first, or when all are out.
  func receive(into packet: FFmpegPacket) throws -> Bool {
    let status = avcodec_receive_packet(context, packet.pointer)
    if status == FFmpegError.again || status == FFmpegError.endOfFile { return false }
    guard status >= 0 else { throw failure(status) }
    return true
  }

  private func failure(_ status: Int32) -> TasksError {
    TasksError.internalFailure("\(name) failed: \(FFmpegError.text(status)).")
  }
}

final class FFmpegPacket {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws {
    try FFmpegLibrary.load(FFmpegLibrary.forImages)
    guard let pointer = av_packet_alloc() else { throw TasksError.outOfMemory("a packet") }
    self.pointer = pointer
  }

  /// A packet with a copy of the bytes, padded as FFmpeg's decoders demand.
  convenience init(copying bytes: UnsafeRawBufferPointer) throws {
    try self.init()
    guard let size = Int32(exactly: bytes.count), av_new_packet(pointer, size) == 0 else {
      throw TasksError.outOfMemory("an image file of \(bytes.count.counted("byte"))")
    }
    if let source = bytes.baseAddress {
      UnsafeMutableRawPointer(pointer.pointee.data).copyMemory(from: source, byteCount: bytes.count)
    }
  }

  deinit { free(pointer, by: av_packet_free) }

  var time: Int64? { pointer.pointee.pts.ifTime }
  var decodingTime: Int64? { pointer.pointee.dts.ifTime }

  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
  }

  func unreference() { av_packet_unref(pointer) }
}

final class FFmpegFrame {
  let pointer: UnsafeMutablePointer<AVFrame>

  init() throws {
    try FFmpegLibrary.load(FFmpegLibrary.forImages)
    guard let pointer = av_frame_alloc() else { throw TasksError.outOfMemory("a frame") }
    self.pointer = pointer
  }

  convenience init(width: Int, height: Int, format: AVPixelFormat) throws {
    try self.init()
    try allocate(width: Int32(clamping: width), height: Int32(clamping: height), format: format.rawValue)
  }

  deinit { free(pointer, by: av_frame_free) }

  func allocate(width: Int32, height: Int32, format: Int32) throws {
    av_frame_unref(pointer)
    (pointer.pointee.width, pointer.pointee.height, pointer.pointee.format) = (width, height, format)
    guard av_frame_get_buffer(pointer, 0) == 0 else { throw TasksError.outOfMemory("a frame") }
  }

  /// Empties the frame, and gives it the format of an encoder's sound.
  func prepare(forSoundOf context: UnsafeMutablePointer<AVCodecContext>) throws {
    av_frame_unref(pointer)
    pointer.pointee.format = context.pointee.sample_fmt.rawValue
    pointer.pointee.sample_rate = context.pointee.sample_rate
    guard av_channel_layout_copy(&pointer.pointee.ch_layout, &context.pointee.ch_layout) >= 0 else {
      throw TasksError.outOfMemory("sound")
    }
  }

  var width: Int { Int(pointer.pointee.width) }
  var height: Int { Int(pointer.pointee.height) }
  var pixelFormat: AVPixelFormat { AVPixelFormat(rawValue: numericCast(pointer.pointee.format)) }
  var descriptor: UnsafePointer<AVPixFmtDescriptor>? { av_pix_fmt_desc_get(pixelFormat) }
  var time: Int64? { pointer.pointee.best_effort_timestamp.ifTime }
  /// The planes' first bytes; entries after the last plane are nil.
  var planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?> { pointer.pointee.extended_data }

  /// The planes and the stride of each in bytes, for C functions; it is negative where the bottom row comes first.
  func withPlanes<Result>(
    _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafePointer<Int32>) throws -> Result
  ) rethrows -> Result {
    try planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: Int(AV_NUM_DATA_POINTERS)) { planes in
      try withLineSizes { try body(planes, $0) }
    }
  }

  private func withLineSizes<Result>(_ body: (UnsafePointer<Int32>) throws -> Result) rethrows -> Result {
    try withUnsafePointer(to: &pointer.pointee.linesize) { tuple in
      try tuple.withMemoryRebound(to: Int32.self, capacity: Int(AV_NUM_DATA_POINTERS)) { try body($0) }
    }
  }

  func plane(_ index: Int) -> (address: UnsafeMutablePointer<UInt8>, bytesPerRow: Int)? {
    guard (0..<Int(AV_NUM_DATA_POINTERS)).contains(index), let address = planes[index] else { return nil }
    return (address, withLineSizes { Int($0[index]) })
  }
}

/// Frees FFmpeg's memory by one of its functions, which set the pointer that they are given to nil.
private func free<Value>(
  _ pointer: UnsafeMutablePointer<Value>, by free: (UnsafeMutablePointer<UnsafeMutablePointer<Value>?>?) -> Void
) {
  var pointer: UnsafeMutablePointer<Value>? = pointer
  free(&pointer)
}

typealias FFmpegStream = UnsafeMutablePointer<AVStream>

extension Int64 {
  /// The time; nil for FFmpeg's mark of none.
  var ifTime: Int64? { self == vision_no_timestamp() ? nil : self }
}

extension AVPixFmtDescriptor {
  func has(_ flags: Int32) -> Bool { self.flags & UInt64(flags) != 0 }
  var components: [AVComponentDescriptor] { Array([comp.0, comp.1, comp.2, comp.3].prefix(Int(nb_components))) }
}

extension AVRational {
  static let seconds = AVRational(num: 1, den: 1)
  static let milliseconds = AVRational(num: 1, den: 1000)
  /// FFmpeg's mark of an unknown ratio.
  static let unknown = AVRational(num: 0, den: 1)

  var isPositive: Bool { num > 0 && den > 0 }
  var value: Double { Double(num) / Double(den) }
  func seconds(_ units: Int64) -> Double { Double(units) * Double(num) / Double(den) }
}
