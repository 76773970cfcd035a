internal import CFFmpeg

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
