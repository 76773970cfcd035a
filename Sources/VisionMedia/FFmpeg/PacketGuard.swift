internal import CFFmpeg

/// What FFmpeg's decoders get of a packet. Its PNG decoder inflates texts and colour profiles without a limit, and its
/// JPEG decoder goes over the pixels as often as the file says: a small file would take much memory or time.
enum PacketGuard {
  case everything
  /// Of PNG images the chunks that decide pixels.
  case pixelChunks
  /// JPEG images of few scans.
  case fewScans

  /// The maximum number of scans of a JPEG image, that of TurboJPEG.
  static let maximumScans = 500

  init(_ codec: AVCodecID) {
    self =
      switch codec {
      case AV_CODEC_ID_PNG, AV_CODEC_ID_APNG: .pixelChunks
      case AV_CODEC_ID_MJPEG: .fewScans
      default: .everything
      }
  }

  /// Whether FFmpeg may decode packets that were not checked, while it searches for what a container states.
  static func allowsProbing(_ codec: AVCodecID) -> Bool {
    if case .everything = PacketGuard(codec) { true } else { false }
  }

  /// Leaves out what the decoder may not read; 0, or an error's status for a packet that it may not have at all.
  func check(_ packet: FFmpegPacket) -> Int32 {
    switch self {
    case .everything: return 0
    case .fewScans: return Self.scanCount(packet.bytes) > Self.maximumScans ? FFmpegError.invalidData : 0
    case .pixelChunks:
      let status = av_packet_make_writable(packet.pointer)
      guard status == 0 else { return status }
      Self.keepPixelChunks(packet.pointer.pointee.data, &packet.pointer.pointee.size)
      return 0
    }
  }

  /// The same for what a container has of all packets.
  func check(_ context: UnsafeMutablePointer<AVCodecContext>) {
    guard case .pixelChunks = self else { return }
    Self.keepPixelChunks(context.pointee.extradata, &context.pointee.extradata_size)
  }

  /// The number of the markers of scans. Among pixels there is none; other segments may have a few.
  static func scanCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard var place = bytes.baseAddress else { return 0 }
    let end = place + bytes.count
    var count = 0
    // By the C library, since every frame of a camera passes here.
    while let found = memchr(place, 0xFF, end - place) {
      place = UnsafeRawPointer(found) + 1
      if place < end, place.load(as: UInt8.self) == 0xDA { count += 1 }
    }
    return count
  }

  private static let namesOfPixelChunks = Set(["IHDR", "PLTE", "tRNS", "acTL", "fcTL", "IDAT", "fdAT", "IEND"])

  /// Moves the chunks together; the padding that FFmpeg demands behind them is zeros again.
  private static func keepPixelChunks(_ data: UnsafeMutablePointer<UInt8>?, _ size: inout Int32) {
    guard let data, size > 0 else { return }
    let bytes = UnsafeMutableRawBufferPointer(start: data, count: Int(size))
    let kept = lengthKeepingPixelChunks(bytes)
    memset(data + kept, 0, bytes.count - kept)
    size = Int32(clamping: kept)
  }

  /// Returns the length of what is kept: a signature, chunks with pixels, and of one that is cut off at least the head,
  /// so that it stays an error.
  static func lengthKeepingPixelChunks(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let reader = ByteReader(UnsafeRawBufferPointer(bytes))
    let start = reader.matches("PNG", at: 1) ? min(8, bytes.count) : 0
    var (kept, seen) = (start, start)
    func keep(_ range: Range<Int>) {
      memmove(base + kept, base + range.lowerBound, range.count)
      kept += range.count
    }
    for chunk in FileChunks(ofPNG: reader, at: start) {
      let (first, end) = (seen, min(chunk.end, bytes.count))
      if namesOfPixelChunks.contains(chunk.name) {
        keep(first..<end)
      } else if chunk.end > bytes.count {
        keep(first..<min(chunk.content, end))
      }
      seen = end
    }
    keep(seen..<bytes.count)
    return kept
  }
}
