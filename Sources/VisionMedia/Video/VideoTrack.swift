internal import CFFmpeg

/// Decodes the frames of an open container's video in order and converts them to upright RGB images. It handles no
/// times, retries and error messages; the sources of frames do.
final class VideoTrack {
  enum Outcome {
    case frame, end
    /// Reading failed with this status of FFmpeg's; all frames before it are out.
    case brokenOff(Int32)
  }

  private static let spareFrames = 8
  let container: MediaContainer
  let stream: FFmpegStream
  private(set) var width: Int
  private(set) var height: Int
  let frameRate: VideoFrameRate?
  let duration: TimeInterval?
  let estimatedFrameCount: Int?
  let skipped: Locked<Int>
  /// The frame as it was decoded; valid until the next call of `decode()`.
  let frame: FFmpegFrame
  let orientation: ImageOrientation
  private let decoder: FFmpegDecoder
  private let packet: FFmpegPacket
  private let converter = RGBConverter()
  private let rotator: FrameRotator?
  private var pool: PixelBufferPool
  /// The time that `rewind()` starts from, and its last step; nil at the beginning.
  private var seekTime: Int64?
  private var rewindSeconds = 0
  /// The status that ended reading before the end of the container; reported after the frames before it.
  private var readStatus: Int32 = 0
  private let name: String
  /// A frame that was decoded to learn the size.
  private var first: Outcome?

  /// Finds the video in a container, of which other streams are no longer read. `name` is for messages; 0 threads means
  /// one for each core; `isLive` returns frames as soon as they arrive, and decodes one at a time.
  init(
    container: MediaContainer, name: String, decodingThreads: Int, isLive: Bool = false,
    skipped: Locked<Int> = Locked(0)
  ) throws {
    guard (0...64).contains(decodingThreads) else {
      throw TasksError.invalidArgument("\(decodingThreads) decoding threads are not allowed; give 0...64.")
    }
    guard let stream = container.videoStream, let parameters = stream.pointee.codecpar else {
      throw TasksError.invalidArgument("There is no video in \(name).")
    }
    container.discardAll(but: stream)
    let rules = container.rules
    let coded = (width: Int(parameters.pointee.width), height: Int(parameters.pointee.height))
    try rules.check(width: coded.width, height: coded.height, name: name)
    (self.container, self.name, self.stream, self.skipped) = (container, name, stream, skipped)
    orientation = DisplayMatrix.orientation(of: stream)
    rotator = orientation == .up ? nil : try FrameRotator(orientation)
    (width, height) = PixelRotation.swapsAxes(orientation) ? (coded.height, coded.width) : coded
    frameRate = container.frameRate(of: stream)
    duration = container.duration(of: stream)
    if stream.pointee.nb_frames > 0 {
      estimatedFrameCount = Int(stream.pointee.nb_frames)
    } else if let duration, let frameRate {
      estimatedFrameCount = Int(exactly: (duration * frameRate.framesPerSecond).rounded())
    } else {
      estimatedFrameCount = nil
    }
    decoder = try FFmpegDecoder(
      codec: parameters.pointee.codec_id, threads: decodingThreads, pixelLimit: rules.decoderPixelLimit
    ) { context in
      let status = avcodec_parameters_to_context(context, parameters)
      guard status >= 0 else { throw FFmpegError.error("The video in \(name) is damaged", status) }
      context.pointee.pkt_timebase = stream.pointee.time_base
      if isLive {
        // Frame threading delays output by as many frames as there are threads.
        context.pointee.thread_type = FF_THREAD_SLICE
        // Reordered frames need the decoder's delay.
        if parameters.pointee.video_delay == 0 { context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY }
      }
    }
    packet = try FFmpegPacket()
    frame = try FFmpegFrame()
    pool = PixelBufferPool(width: width, height: height, format: .rgb, capacity: Self.spareFrames)
    if rules.isUntrusted, width == 0 || height == 0 { try learnSize() }
  }

  convenience init(contentsOfFile path: String, decodingThreads: Int = 0, skipped: Locked<Int> = Locked(0)) throws {
    try self.init(
      container: MediaContainer(contentsOfFile: path, rules: .trusted), name: "\"\(path)\"",
      decodingThreads: decodingThreads, skipped: skipped)
  }

  private func learnSize() throws {
    let outcome = try decodeNext()
    guard case .frame = outcome else {
      throw TasksError.dataLoss(
        "The frame size of \(name) could not be determined; the frames are damaged, or have more than "
          + "\(container.rules.pixelLimit) pixels.")
    }
    first = outcome
    let swaps = PixelRotation.swapsAxes(orientation)
    (width, height) = swaps ? (frame.height, frame.width) : (frame.width, frame.height)
  }

  func makeClock() -> VideoClock {
    VideoClock(timeBase: stream.pointee.time_base, frameRate: frameRate, mayJump: container.mayJump)
  }

  var pixelAspectRatio: AVRational {
    let aspect = av_guess_sample_aspect_ratio(container.context, stream, nil)
    return PixelRotation.swapsAxes(orientation) ? AVRational(num: aspect.den, den: aspect.num) : aspect
  }

  /// Seeks to a position from which the frame of this time, in the stream's units, can be decoded. Formats without an
  /// index only guess it: a caller that finds a later frame there calls `rewind()`.
  func seek(to time: Int64) {
    seekTime = time
    rewindSeconds = 0
    jump(to: time)
  }

  /// Goes back further from the place of the last `seek(to:)`; false at the video's beginning.
  func rewind() -> Bool {
    let base = stream.pointee.time_base
    guard let time = seekTime, base.isPositive else { return false }
    rewindSeconds = max(rewindSeconds * 4, 4)
    let start = stream.pointee.start_time.ifTime ?? 0
    let back = Double(rewindSeconds) * Double(base.den) / Double(base.num)
    let target = max(Double(time) - back, Double(start))
    if target <= Double(start) { seekTime = nil }
    jump(to: Int64(exactly: target.rounded()) ?? start)
    return true
  }

  private func jump(to time: Int64) {
    first = nil
    container.seek(to: time, in: stream)
    decoder.flush()
  }

  func decode() throws -> Outcome { try first.take() ?? decodeNext() }

  private func decodeNext() throws -> Outcome {
    while true {
      switch decoder.receive(into: frame) {
      case .frame:
        try container.rules.check(width: frame.width, height: frame.height, name: name)
        return .frame
      case .needsPacket: try sendNextPacket()
      case .failed(let status) where FFmpegError.isShortage(status): throw TasksError.outOfMemory("a frame")
      case .failed: try skipFrame()
      case .finished: return readStatus == 0 ? .end : .brokenOff(readStatus)
      }
    }
  }

  private func skipFrame() throws {
    skipped.withLock { $0 += 1 }
    guard decoder.hasRefusedSize else { return }
    throw TasksError.outOfRange(
      "The frames of the video in \(name) become larger than \(container.rules.pixelLimit) pixels, the maximum. "
        + "Scale it down first.")
  }

  private func sendNextPacket() throws {
    let status = container.readPacket(of: stream, into: packet)
    guard status >= 0 else {
      if status != FFmpegError.endOfFile {
        readStatus = status
      } else if container.isCutOff(stream) {
        readStatus = FFmpegError.invalidData
      }
      _ = decoder.send(nil)
      return
    }
    defer { packet.unreference() }
    if decoder.send(packet) < 0 { try skipFrame() }
  }

  func makeImage() throws -> ImageBuffer { try makeImage(of: frame) }

  func makeImage(of frame: FFmpegFrame) throws -> ImageBuffer {
    let upright = try rotator?.rotate(frame) ?? frame
    if pool.width != upright.width || pool.height != upright.height {
      pool = PixelBufferPool(width: upright.width, height: upright.height, format: .rgb, capacity: Self.spareFrames)
    }
    return try pool.makeImage { try converter.convert(upright, to: $0, bytesPerRow: $1) }
  }
}

extension MediaContainer {
  /// The highest frame rate that is taken without an average that confirms it, in frames a second.
  private static let plausibleRate = 240.0
  private static let measuredFrames = 300

  /// The frame rate of a video; nil when unknown. Containers state rates that no camera has, such as that of their
  /// clock; those give way to the rate of the frames' times.
  fileprivate func frameRate(of stream: FFmpegStream) -> VideoFrameRate? {
    let stated = av_guess_frame_rate(context, stream, nil)
    // FFmpeg's mean of all frames in an index, or of the first ones.
    let mean = stream.pointee.avg_frame_rate
    if stated.isPositive {
      let isConfirmed = mean.isPositive && abs(mean.value / stated.value - 1) < 0.1
      if stated.value <= Self.plausibleRate || isConfirmed { return VideoFrameRate(stated) }
    }
    if mean.isPositive, mean.value <= Self.plausibleRate || !stated.isPositive { return VideoFrameRate(mean) }
    return stated.isPositive ? measuredRate(of: stream) : nil
  }

  private func measuredRate(of stream: FFmpegStream) -> VideoFrameRate? {
    guard let times = firstTimes(of: stream, count: Self.measuredFrames), let first = times.min(),
      let last = times.max(), last > first
    else { return nil }
    let seconds = stream.pointee.time_base.seconds(last - first)
    // In thousandths, so that a rate such as 29.97 is kept.
    guard let thousandths = Int(exactly: (Double(times.count - 1) / seconds * 1000).rounded()), thousandths > 0 else {
      return nil
    }
    return thousandths % 1000 == 0
      ? VideoFrameRate(numerator: thousandths / 1000) : VideoFrameRate(numerator: thousandths, denominator: 1000)
  }

  fileprivate func duration(of stream: FFmpegStream) -> TimeInterval? {
    let base = stream.pointee.time_base
    if stream.pointee.duration > 0, base.den > 0 { return base.seconds(stream.pointee.duration) }
    guard context.pointee.duration > 0 else { return nil }
    return measuredLength(of: stream) ?? Double(context.pointee.duration) / Double(AV_TIME_BASE)
  }
}

extension VideoFrameRate {
  fileprivate init(_ rate: AVRational) { self.init(numerator: Int(rate.num), denominator: Int(rate.den)) }
}
