import CFFmpeg
import VisionErrors

/// An open media file: its streams, and the packets in it.
final class MediaContainer {
  let context: UnsafeMutablePointer<AVFormatContext>
  private var file: UnsafeMutablePointer<AVIOContext>?

  /// Opens a file and looks at its streams. The format is told by the contents alone.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` when FFmpeg knows no such format, `dataLossError` when the file
  ///   ends before its headers do.
  init(contentsOfFile path: String) throws {
    FFmpegLog.quiet()
    _ = try MediaFile.firstBytes(1, ofFile: path)
    // The prefix keeps a colon in a file's name from naming a protocol.
    let address = "file:" + path
    var file: UnsafeMutablePointer<AVIOContext>?
    var status = avio_open(&file, address, AVIO_FLAG_READ)
    guard status >= 0 else {
      throw TasksError(.permissionDeniedError, "The file \"\(path)\" cannot be opened: \(FFmpegError.text(status)).")
    }
    do {
      context = try Self.open(address, file: file, path: path)
    } catch {
      avio_closep(&file)
      throw error
    }
    self.file = file
    status = avformat_find_stream_info(context, nil)
    guard status >= 0 else {
      throw TasksError(.dataLossError, "The streams of \"\(path)\" cannot be read: \(FFmpegError.text(status)).")
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
    avio_closep(&file)
  }

  private static func open(
    _ address: String, file: UnsafeMutablePointer<AVIOContext>?, path: String
  ) throws -> UnsafeMutablePointer<AVFormatContext> {
    // Probed without the name: some formats would claim any file with their ending.
    var format: UnsafePointer<AVInputFormat>?
    var status = av_probe_input_buffer2(file, &format, "", nil, 0, 0)
    guard status >= 0, let format else {
      throw TasksError.invalidArgument("\"\(path)\" is no video that FFmpeg can read: \(FFmpegError.text(status)).")
    }
    var context = avformat_alloc_context()
    context?.pointee.pb = file
    status = avformat_open_input(&context, address, format, nil)
    guard status >= 0, let context else {
      throw TasksError(.dataLossError, "The video \"\(path)\" is damaged or cut off: \(FFmpegError.text(status)).")
    }
    return context
  }

  /// The first stream of moving pictures; a song's cover does not count.
  var videoStream: UnsafeMutablePointer<AVStream>? {
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index], let parameters = stream.pointee.codecpar else { continue }
      if parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0, parameters.pointee.codec_id != AV_CODEC_ID_NONE
      {
        return stream
      }
    }
    return nil
  }

  /// Leaves the packets of all other streams unread.
  func discardAll(but wanted: UnsafeMutablePointer<AVStream>) {
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index], stream != wanted else { continue }
      stream.pointee.discard = AVDISCARD_ALL
    }
  }

  /// Whether the file ends before the last frame that its index lists, as after a download that broke off. FFmpeg reports
  /// a plain end then. Formats without an index up front always count as whole.
  func isCutOff(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let size = avio_size(file)
    guard size > 0 else { return false }
    return (0..<avformat_index_get_entries_count(stream)).contains { index in
      guard let entry = avformat_index_get_entry(stream, index) else { return false }
      return entry.pointee.pos > size - Int64(entry.pointee.size)
    }
  }

  /// Fills the packet with the next one in the file. Returns FFmpeg's status, 0 for success.
  func read(into packet: FFmpegPacket) -> Int32 { av_read_frame(context, packet.pointer) }
}
