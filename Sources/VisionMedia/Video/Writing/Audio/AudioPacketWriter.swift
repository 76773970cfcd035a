/// Puts sound into a file. Times are those of the source's units, after the video's first image.
protocol AudioPacketWriter: AnyObject {
  var file: MP4File { get }
  /// Takes the next packet of the source; its times are set. The packet is empty afterwards.
  func take(_ packet: FFmpegPacket, until end: Int64) throws
  /// Writes what it holds back of the sound before a time.
  func write(upTo time: Int64) throws
  /// Writes all that it holds back of the sound before a time, `Int64.max` for all.
  func finish(at end: Int64) throws
}
