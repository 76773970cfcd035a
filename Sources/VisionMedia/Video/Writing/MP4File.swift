internal import CFFmpeg

/// An MP4 file that is written under a temporary name in the same folder and renamed when complete; an existing file is
/// kept until then. If writing fails or the file is never finished, it is removed.
final class MP4File {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let destination, partialPath: String
  private var isOpen = true

  init(path: String, partialPath: String? = nil) throws {
    let destination = try Self.destination(path)
    try FFmpegLibrary.load()
    let folder = destination.deletingLastPathComponent()
    let partial = partialPath ?? folder.appendingPathComponent(UnfinishedFile.hiddenName(for: destination.path)).path
    // The prefix keeps a colon in a file's name from naming a protocol.
    let address = "file:" + partial
    var context: UnsafeMutablePointer<AVFormatContext>?
    guard avformat_alloc_output_context2(&context, nil, "mp4", address) >= 0, let context else {
      throw TasksError.unimplemented("FFmpeg has no writer for MP4 here; install one that was built with it.")
    }
    let status = UnfinishedFiles.shared.create(partial) { avio_open(&context.pointee.pb, address, AVIO_FLAG_WRITE) }
    guard status >= 0 else {
      UnfinishedFiles.shared.keep(partial)
      avformat_free_context(context)
      throw Self.failure(status, path: path, code: .permissionDeniedError)
    }
    // Old versions of FFmpeg consider some audio codecs in MP4 experimental.
    context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    self.context = context
    self.destination = destination.path
    self.partialPath = partial
  }

  deinit {
    discard()
    avformat_free_context(context)
  }

  private static func destination(_ path: String) throws -> URL {
    let url = URL(literalPath: path).resolvingSymlinksInPath()
    let folder = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard !path.isEmpty, FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw TasksError.notFound("The folder \"\(folder)\" for the file \"\(path)\" does not exist; create it first.")
    }
    if FileManager.default.fileExists(atPath: url.path) {
      let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
      guard type == .typeRegular else {
        throw TasksError.invalidArgument("\"\(path)\" is a folder or a device; give the name of a file.")
      }
    }
    return url
  }

  /// Adds a track. All must be added before the header is written.
  func addStream() throws -> FFmpegStream {
    guard let stream = avformat_new_stream(context, nil) else { throw TasksError.outOfMemory("a track") }
    return stream
  }

  func addStream(of encoder: FFmpegEncoder) throws -> FFmpegStream {
    let stream = try addStream()
    stream.pointee.time_base = encoder.timeBase
    guard avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context) >= 0 else {
      throw TasksError.outOfMemory("a track")
    }
    return stream
  }

  func writeHeader() throws {
    // The index is moved to the front at the end, so that a browser can play while it loads.
    av_opt_set(context.pointee.priv_data, "movflags", "+faststart", 0)
    try check(avformat_write_header(context, nil))
  }

  /// Writes a packet with times in units of `timeBase`, interleaved between the tracks, and releases its bytes.
  func write(_ packet: FFmpegPacket, to stream: FFmpegStream, timeBase: AVRational) throws {
    av_packet_rescale_ts(packet.pointer, timeBase, stream.pointee.time_base)
    packet.pointer.pointee.stream_index = stream.pointee.index
    packet.pointer.pointee.pos = -1
    try check(av_interleaved_write_frame(context, packet.pointer))
  }

  func finish() throws {
    try check(av_write_trailer(context))
    isOpen = false
    let status = avio_closep(&context.pointee.pb)
    guard status >= 0 else {
      UnfinishedFiles.shared.remove(partialPath)
      throw Self.failure(status, path: destination, code: .dataLossError)
    }
    do {
      try UnfinishedFiles.shared.publish(partialPath, as: destination)
    } catch {
      UnfinishedFiles.shared.remove(partialPath)
      throw TasksError.permissionDenied("The file \"\(destination)\" cannot be replaced: \(error.text).")
    }
  }

  func discard() {
    guard isOpen else { return }
    isOpen = false
    avio_closep(&context.pointee.pb)
    UnfinishedFiles.shared.remove(partialPath)
  }

  var byteCount: Int { isOpen ? max(Int(avio_size(context.pointee.pb)), 0) : 0 }
  /// Whether a write has failed, so that none will succeed any more.
  var isBroken: Bool { !isOpen || (context.pointee.pb?.pointee.error ?? 0) < 0 }

  private func check(_ status: Int32) throws {
    guard status < 0 else { return }
    throw Self.failure(status, path: destination, code: .dataLossError)
  }

  private static func failure(_ status: Int32, path: String, code: TasksErrorCode) -> TasksError {
    if vision_error_is_no_room(status) != 0 {
      return TasksError.exhausted(
        "There is no space for the video \"\(path)\": \(FFmpegError.text(status)). Make room, or write elsewhere.")
    }
    return FFmpegError.error("The video \"\(path)\" cannot be written", status, code)
  }
}
