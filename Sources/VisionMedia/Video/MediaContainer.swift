internal import CFFmpeg

final class MediaContainer {
  let context: UnsafeMutablePointer<AVFormatContext>
  private var file: UnsafeMutablePointer<AVIOContext>?
  private let interruption: Interruption?
  /// The seconds within which each packet has to come; nil for no limit.
  private let readTimeout: TimeInterval?
  private let path: String?
  private let declaredLength: Int?
  let rules: MediaRules
  /// Whether it is an MP4 file with its index at the end, from a server that sends no parts of files.
  private(set) var hasLostFrames = false

  /// The format is detected by the contents only. `interruption` ends waits for the files of a list.
  init(contentsOfFile path: String, rules: MediaRules, interruption: Interruption? = nil) throws {
    let start = try MediaFile.firstBytes(MatroskaLength.headerLength, ofFile: path)
    try FFmpegLibrary.load()
    declaredLength = start.withUnsafeBytes { MatroskaLength.declared(in: ByteReader($0)) }
    // The prefix keeps a colon in a file's name from naming a protocol.
    let address = "file:" + path
    var file: UnsafeMutablePointer<AVIOContext>?
    var status = avio_open(&file, address, AVIO_FLAG_READ)
    guard status >= 0 else {
      throw TasksError(
        FFmpegError.isShortage(status) ? .resourceExhaustedError : .permissionDeniedError,
        "The file \"\(path)\" cannot be opened: \(FFmpegError.text(status)).")
    }
    do {
      context = try Self.open(address, file: file, path: path, rules: rules, interruption)
    } catch {
      avio_closep(&file)
      throw error
    }
    (self.file, self.path, self.rules, self.interruption) = (file, path, rules, interruption)
    readTimeout = nil
    // A list without an end is waited for otherwise.
    if rules.followsLists, isEndless { context.pointee.fps_probe_size = 3 }
    status = Self.searchStreams(context, rules)
    guard status >= 0, interruption?.shouldStop != true else {
      throw FFmpegError.error("The streams of \"\(path)\" cannot be read", status)
    }
  }

  /// The caller turns the failure into an error. The time limit restarts for each wait.
  init(_ input: LiveInput, interruption: Interruption) throws(ContainerFailure) {
    self.interruption = interruption
    declaredLength = nil
    path = nil
    rules = .trusted
    readTimeout = input.readTimeout
    interruption.limit(to: input.openTimeout)
    var context = avformat_alloc_context()
    context?.pointee.interrupt_callback = interruption.callback
    if input.polls { context?.pointee.flags |= AVFMT_FLAG_NONBLOCK }
    var status = Self.open(&context, input.address, input.format, input.options)
    guard status >= 0, let context else { throw ContainerFailure(status, interruption) }
    self.context = context
    // Before frames are looked for.
    hasLostFrames = isBehindFirstFrame()
    // Probing more than needed to learn the frame size would delay the first frames.
    if isEndless { context.pointee.fps_probe_size = hasNoTimes ? 0 : 3 }
    if input.polls, isDescribed { return }
    status = Self.searchStreams(context, rules)
    guard status >= 0, !interruption.shouldStop else { throw ContainerFailure(status, interruption) }
  }

  deinit {
    // Limits the time for closing a connection.
    interruption?.limit(to: 1)
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
    avio_closep(&file)
  }

  private static func open(
    _ address: String, file: UnsafeMutablePointer<AVIOContext>?, path: String, rules: MediaRules,
    _ interruption: Interruption?
  ) throws -> UnsafeMutablePointer<AVFormatContext> {
    var format: UnsafePointer<AVInputFormat>? = try ImageSeries.demuxer(ofFile: path).flatMap {
      av_find_input_format($0)
    }
    var status = format == nil ? av_probe_input_buffer2(file, &format, MediaLists.probedName(of: path), nil, 0, 0) : 0
    guard status >= 0, let format else {
      throw FFmpegError.error("\"\(path)\" is not a video that FFmpeg can read", status, .invalidArgumentError)
    }
    let name = format.pointee.name.map { String(cString: $0) } ?? ""
    guard rules.allows(format: name) else {
      throw TasksError.invalidArgument(
        "\"\(path)\" is not a video in one of the accepted containers: \(MediaRules.containerList).")
    }
    try MediaLists.check(path, format: name, rules)
    if rules.isUntrusted, name.hasPrefix("mov"), try CompressedHeader.isIn(file: path) {
      throw TasksError.unimplemented(
        "\"\(path)\" has a compressed header (cmov); convert it, for example with ffmpeg -c copy.")
    }
    var context = avformat_alloc_context()
    context?.pointee.pb = file
    if let interruption { context?.pointee.interrupt_callback = interruption.callback }
    if rules.followsLists, let context { vision_open_only_regular(context) }
    // The file itself is already open. There is no protocol "none".
    context?.pointee.protocol_whitelist = av_strdup(rules.followsLists ? MediaLists.protocols : "none")
    // Also for nested containers.
    if rules.isUntrusted { context?.pointee.format_whitelist = av_strdup(MediaRules.allowedDemuxers) }
    // Frames without a duration are shown for 0.1 s, as in browsers: FFmpeg does so for GIF, but takes 1/15 s for PNG.
    status = open(&context, address, format, name == "apng" ? ["default_fps": "10", "max_fps": "99"] : [:])
    guard status >= 0, let context else {
      throw FFmpegError.error("The video \"\(path)\" is damaged or cut off", status)
    }
    return context
  }

  /// Opens an input; FFmpeg frees the context when that fails.
  private static func open(
    _ context: inout UnsafeMutablePointer<AVFormatContext>?, _ address: String, _ format: UnsafePointer<AVInputFormat>?,
    _ settings: [String: String]
  ) -> Int32 {
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (name, value) in settings { av_dict_set(&options, name, value, 0) }
    return avformat_open_input(&context, address, format, &options)
  }

  /// Reads until the streams are known, for which FFmpeg may decode some frames: the limit holds for those, too.
  private static func searchStreams(_ context: UnsafeMutablePointer<AVFormatContext>, _ rules: MediaRules) -> Int32 {
    let codecs = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0]?.pointee.codecpar }
      .map(\.pointee.codec_id)
    // Options cannot be set for streams that appear while reading, so these are not decoded.
    let mayGrow = context.pointee.ctx_flags & AVFMTCTX_NOHEADER != 0
    if rules.isUntrusted, mayGrow || !codecs.allSatisfy(PacketGuard.allowsProbing) {
      context.pointee.codec_whitelist = av_strdup("none")
    }
    var options = [OpaquePointer?](repeating: nil, count: Int(context.pointee.nb_streams))
    for index in options.indices { av_dict_set(&options[index], "max_pixels", "\(rules.decoderPixelLimit)", 0) }
    defer { for index in options.indices { av_dict_free(&options[index]) } }
    return options.withUnsafeMutableBufferPointer { avformat_find_stream_info(context, $0.baseAddress) }
  }

  /// Whether it has no known end: no duration, and no length in bytes other than a playlist's.
  var isEndless: Bool {
    guard context.pointee.duration <= 0 else { return false }
    return isPlaylist || context.pointee.pb == nil || avio_size(context.pointee.pb) < 0
  }

  /// Whether it is a playlist, whose files FFmpeg fetches one by one with its own retries. The list contains its end.
  var isPlaylist: Bool { ["hls", "dash"].contains(formatName) }
  /// Whether it is an image file, which FFmpeg reads by a format of its own. A series of images is one, too.
  var isImage: Bool { formatName.hasSuffix("_pipe") || formatName == "image2" }
  /// Whether its clock may jump within a file, as in recordings of broadcasts.
  var mayJump: Bool { (context.pointee.iformat?.pointee.flags ?? 0) & AVFMT_TS_DISCONT != 0 }
  var hasNoTimes: Bool { (context.pointee.iformat?.pointee.flags ?? 0) & AVFMT_NOTIMESTAMPS != 0 }

  private var isDescribed: Bool {
    guard let stream = videoStream?.pointee, let parameters = stream.codecpar?.pointee else { return false }
    return parameters.width > 0 && stream.avg_frame_rate.num > 0
  }

  var formatName: String { context.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? "" }

  /// The video stream that FFmpeg itself would take: by the default flag, then by the number of frames and the bit
  /// rate. Cover art does not count, and a still image gives way to a track of several frames.
  var videoStream: FFmpegStream? {
    let best = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    let videos = streams.filter { Self.isVideo($0.pointee) }
    func isDefault(_ stream: FFmpegStream) -> Bool { stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }
    guard let choice = videos.first(where: { $0.pointee.index == best }) else {
      // FFmpeg's choice is cover art, or a stream of an unknown codec.
      return videos.first(where: isDefault) ?? videos.first
    }
    // A still image: writers of MP4 files flag the first track as the default one, whatever it holds.
    guard choice.pointee.nb_frames == 1 else { return choice }
    let others = videos.filter { $0.pointee.nb_frames > 1 }
    return others.first(where: isDefault) ?? others.first ?? choice
  }

  private static func isVideo(_ stream: AVStream) -> Bool {
    guard let parameters = stream.codecpar?.pointee else { return false }
    return parameters.codec_type == AVMEDIA_TYPE_VIDEO && parameters.codec_id != AV_CODEC_ID_NONE
      && stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
  }

  private var streams: [FFmpegStream] {
    (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
  }

  var soundTrackCount: Int { streams.count { $0.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO } }

  func discardAll(but wanted: FFmpegStream) {
    for stream in streams where stream != wanted { stream.pointee.discard = AVDISCARD_ALL }
  }

  /// Whether the file ends before its index's last frame, which FFmpeg reports as a plain end; false without an index.
  func isCutOff(_ stream: FFmpegStream) -> Bool {
    let size = avio_size(file)
    guard size > 0 else { return false }
    if let declaredLength, declaredLength > size { return true }
    return (0..<avformat_index_get_entries_count(stream)).contains { index in
      guard let entry = avformat_index_get_entry(stream, index) else { return false }
      return entry.pointee.pos > size - Int64(entry.pointee.size)
    }
  }

  /// The seconds from the first to the last packet of a file's stream whose times begin late, for which Matroska and
  /// FLV files state a length or an end. The end is looked up in the file, opened once more so that this reading stays
  /// at its place. Nil for a stream that begins within the first second or has no times, and for what is no file.
  func measuredLength(of stream: FFmpegStream) -> TimeInterval? {
    let base = stream.pointee.time_base
    guard let start = stream.pointee.start_time.ifTime, base.isPositive, av_rescale_q(start, base, .seconds) >= 1,
      let (again, same) = reopened(at: stream), let end = again.endTime(of: same)
    else { return nil }
    let length = end.subtractingReportingOverflow(start)
    guard !length.overflow, length.partialValue > 0 else { return nil }
    return base.seconds(length.partialValue)
  }

  /// The times of a file's first packets, up to a new start of the clock, by opening it once more; nil without a file.
  func firstTimes(of stream: FFmpegStream, count: Int) -> [Int64]? {
    guard let (again, same) = reopened(at: stream), let packet = try? FFmpegPacket() else { return nil }
    var (times, last) = ([Int64](), Int64.min)
    while times.count < count, again.readPacket(of: same, into: packet) == 0 {
      defer { packet.unreference() }
      if let decodingTime = packet.decodingTime {
        if decodingTime < last { break }
        last = decodingTime
      }
      if let time = packet.time, time.magnitude < UInt64(Int64.max / 4) { times.append(time) }
    }
    return times
  }

  private func reopened(at stream: FFmpegStream) -> (container: MediaContainer, stream: FFmpegStream)? {
    guard let path, let again = try? MediaContainer(contentsOfFile: path, rules: rules, interruption: interruption),
      let same = again.videoStream, same.pointee.index == stream.pointee.index
    else { return nil }
    again.discardAll(but: same)
    return (again, same)
  }

  func imageError(_ path: String) -> TasksError {
    .invalidArgument(
      "\"\(path)\" is an image, not a video"
        + ((try? MediaKind.isImageFile(path)) == true
          ? "." : "; images are read in these formats: \(ImageFileFormat.list)."))
  }

  /// When the last packet of a stream ends, in its units; nil without times. Reads to the end of the file.
  private func endTime(of stream: FFmpegStream) -> Int64? {
    guard let packet = try? FFmpegPacket() else { return nil }
    seek(to: .max, in: stream)
    var end: Int64?
    while readPacket(of: stream, into: packet) == 0 {
      if let packetEnd = packet.time?.addingReportingOverflow(max(packet.pointer.pointee.duration, 0)),
        !packetEnd.overflow
      {
        end = max(end ?? packetEnd.partialValue, packetEnd.partialValue)
      }
      packet.unreference()
    }
    return end
  }

  /// Whether the first frame was passed to find the index.
  private func isBehindFirstFrame() -> Bool {
    guard formatName.contains("mp4"), let file = context.pointee.pb?.pointee, file.seekable == 0,
      let stream = videoStream,
      let first = avformat_index_get_entry(stream, 0)?.pointee
    else { return false }
    return first.pos + Int64(first.size) <= file.pos
  }

  /// Seeks to the last key frame at or before a time. If that fails, the position is unchanged.
  func seek(to time: Int64, in stream: FFmpegStream) {
    interruption?.limit(to: readTimeout)
    _ = av_seek_frame(context, stream.pointee.index, time, AVSEEK_FLAG_BACKWARD)
  }

  func readPacket(of stream: FFmpegStream, into packet: FFmpegPacket) -> Int32 {
    interruption?.limit(to: readTimeout)
    while true {
      let status = av_read_frame(context, packet.pointer)
      if status == FFmpegError.again, let interruption, !interruption.shouldStop {
        // Only polled devices return this; the wait is short compared with a frame's duration.
        interruption.pause(seconds: 0.002)
      } else if status < 0 {
        return endStatus(status)
      } else if isRemote, !isEndless, connectionError < 0 {
        // The packet at a break is incomplete; the whole one comes over the next connection.
        packet.unreference()
        return connectionError
      } else if packet.pointer.pointee.stream_index == stream.pointee.index {
        return 0
      } else {
        packet.unreference()
        if interruption?.shouldStop == true { return FFmpegError.stopped }
      }
    }
  }

  private var isRemote: Bool { path == nil }
  private var connectionError: Int32 { context.pointee.pb?.pointee.error ?? 0 }

  /// Distinguishes the end from a broken connection, which FFmpeg reports alike.
  private func endStatus(_ status: Int32) -> Int32 {
    // A file of JPEG images with headers between them, as FFmpeg writes it, has no header after the last one.
    if formatName == "mpjpeg", let file = context.pointee.pb, file.pointee.eof_reached != 0, file.pointee.error >= 0 {
      return FFmpegError.endOfFile
    }
    guard isRemote else { return status }
    // An HTTP answer without a length ends with the connection; some versions take the length for a huge one.
    if isEndless, status == -EIO { return FFmpegError.endOfFile }
    // Formats without an end of their own report one also where the connection broke.
    return status == FFmpegError.endOfFile && !isEndless && connectionError < 0 ? connectionError : status
  }
}
