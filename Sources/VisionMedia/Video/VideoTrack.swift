internal import CFFmpeg
import Foundation
import VisionCore
import VisionImaging

/// The video track of an open container: decodes its frames in order and converts them to upright RGB images.
///
/// It handles no times, retries and error messages; the sources of frames do.
final class VideoTrack {
  /// The outcome of asking for a frame.
  enum Outcome {
    /// The frame is decoded; `makeImage()` converts it.
    case frame
    /// The container has no more packets.
    case end
    /// Reading failed with this status of FFmpeg's; all frames before it are out.
    case brokenOff(Int32)
  }

  /// The number of unused images that are kept for the next frames.
  private static let spareFrames = 8

  let container: MediaContainer
  let stream: UnsafeMutablePointer<AVStream>
  /// The size of the upright frames, in pixels.
  private(set) var width: Int
  private(set) var height: Int
  let rate: FrameRateEstimate
  let duration: TimeInterval?
  let estimatedFrameCount: Int?
  /// The number of packets that could not be decoded so far.
  private(set) var skippedFrames = 0
  /// The frame as it was decoded; valid until the next call of `decode()`.
  let frame: FFmpegFrame

  /// The rotation of stored frames to upright.
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

  /// Finds the video in a container and opens its decoder.
  ///
  /// - Parameters:
  ///   - container: The container; packets of other streams are no longer read.
  ///   - name: The name in messages, quoted.
  ///   - decodingThreads: The number of decoding threads; 0 means one for each processor core.
  ///   - isLive: Whether frames are returned as soon as they arrive, at the price of decoding one at a time.
  /// - Throws: `TasksError` with `invalidArgumentError` when there is no video, `outOfRangeError` for too large a one,
  ///   `dataLossError` for damaged parameters, `unimplementedError` when FFmpeg was built without the decoder.
  init(container: MediaContainer, name: String, decodingThreads: Int, isLive: Bool = false) throws {
    guard decodingThreads >= 0 else {
      throw TasksError.invalidArgument("\(decodingThreads) decoding threads are not allowed; give 0 or more.")
    }
    guard let stream = container.videoStream, let parameters = stream.pointee.codecpar else {
      throw TasksError.invalidArgument("There is no video in \(name).")
    }
    container.discardAll(but: stream)
    let rules = container.rules
    try rules.check(width: Int(parameters.pointee.width), height: Int(parameters.pointee.height), name: name)
    self.container = container
    self.name = name
    self.stream = stream
    orientation = DisplayMatrix.orientation(of: stream)
    rotator = orientation == .up ? nil : try FrameRotator(orientation)
    let swaps = PixelRotation.swapsAxes(orientation)
    width = Int(swaps ? parameters.pointee.height : parameters.pointee.width)
    height = Int(swaps ? parameters.pointee.width : parameters.pointee.height)

    rate = FrameRateEstimate(of: stream, in: container)
    duration = Self.duration(of: stream, in: container)
    estimatedFrameCount = Self.frameCount(of: stream, duration: duration, rate: rate.value)

    decoder = try FFmpegDecoder(
      codec: parameters.pointee.codec_id, threads: decodingThreads, pixelLimit: rules.decoderPixelLimit
    ) { context in
      let status = avcodec_parameters_to_context(context, parameters)
      guard status >= 0 else {
        throw TasksError(.dataLossError, "The video in \(name) is damaged: \(FFmpegError.text(status)).")
      }
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
    pool = PixelBufferPool(byteCount: PixelBufferPool.paddedRow(width * 3) * height, capacity: Self.spareFrames)
    if rules.isUntrusted, width == 0 || height == 0 { try learnSize() }
  }

  /// Decodes the first frame for its size, where the container states none.
  private func learnSize() throws {
    let outcome = try decodeNext()
    guard case .frame = outcome else {
      throw TasksError(
        .dataLossError,
        "The frame size of \(name) could not be determined; the frames are damaged, or have more than "
          + "\(container.rules.pixelLimit) pixels.")
    }
    first = outcome
    let swaps = PixelRotation.swapsAxes(orientation)
    width = swaps ? frame.height : frame.width
    height = swaps ? frame.width : frame.height
  }

  /// The frame rate; nil when unknown.
  var frameRate: VideoFrameRate? { rate.value }

  /// A clock for its frames.
  func makeClock() -> VideoClock {
    VideoClock(timeBase: stream.pointee.time_base, frameRate: frameRate, mayJump: container.mayJump)
  }

  /// The pixel aspect ratio of an upright frame (width over height); zero when unknown.
  var pixelAspectRatio: AVRational {
    let aspect = av_guess_sample_aspect_ratio(container.context, stream, nil)
    return PixelRotation.swapsAxes(orientation) ? AVRational(num: aspect.den, den: aspect.num) : aspect
  }

  /// The decoded frame's time in the stream's units; nil when it has none.
  var presentationTime: Int64? {
    let time = frame.pointer.pointee.best_effort_timestamp
    return time == vision_no_timestamp() ? nil : time
  }

  /// Moves the decoded frame to another object, so that the next one does not overwrite it.
  func keepFrame(in other: FFmpegFrame) {
    av_frame_unref(other.pointer)
    av_frame_move_ref(other.pointer, frame.pointer)
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
    guard let time = seekTime, base.num > 0, base.den > 0 else { return false }
    rewindSeconds = max(rewindSeconds * 4, 4)
    let start = stream.pointee.start_time == vision_no_timestamp() ? 0 : stream.pointee.start_time
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

  /// Decodes until there is a frame or nothing is left.
  ///
  /// - Throws: `TasksError` with `outOfRangeError` when the frames become larger than they may be.
  func decode() throws -> Outcome {
    if let first {
      self.first = nil
      return first
    }
    return try decodeNext()
  }

  private func decodeNext() throws -> Outcome {
    while true {
      switch decoder.receive(into: frame) {
      case .frame:
        try container.rules.check(width: frame.width, height: frame.height, name: name)
        return .frame
      case .needsPacket: try sendNextPacket()
      case .failed(let status) where FFmpegError.isShortage(status): throw FFmpegError.outOfMemory("a frame")
      case .failed: try skipFrame()
      case .finished: return readStatus == 0 ? .end : .brokenOff(readStatus)
      }
    }
  }

  /// Skips a packet that could not be decoded, unless it is a frame that is too large.
  private func skipFrame() throws {
    skippedFrames += 1
    guard decoder.hasRefusedSize else { return }
    throw TasksError(
      .outOfRangeError,
      "The frames of the video in \(name) become larger than \(container.rules.pixelLimit) pixels, the maximum. "
        + "Scale it down first.")
  }

  /// Feeds the decoder, or signals the end of the container.
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

  /// The image of the decoded frame, which may have another size than those before.
  func makeImage() throws -> ImageBuffer { try makeImage(of: frame) }

  /// The image of a frame that was decoded here and kept with `keepFrame(in:)`.
  func makeImage(of frame: FFmpegFrame) throws -> ImageBuffer {
    let upright = try rotator?.rotate(frame) ?? frame
    let (width, height) = (upright.width, upright.height)
    let bytesPerRow = PixelBufferPool.paddedRow(width * 3)
    if pool.byteCount != bytesPerRow * height {
      pool = PixelBufferPool(byteCount: bytesPerRow * height, capacity: Self.spareFrames)
    }
    let pool = pool
    // Safe: from here on only the image uses it.
    nonisolated(unsafe) let address = pool.take()
    do {
      try converter.convert(upright, to: address, bytesPerRow: bytesPerRow)
    } catch {
      pool.give(back: address)
      throw error
    }
    return try ImageBuffer(
      borrowing: address, width: width, height: height, bytesPerRow: bytesPerRow, format: .rgb,
      release: { pool.give(back: address) })
  }

  private static func duration(
    of stream: UnsafeMutablePointer<AVStream>, in container: MediaContainer
  ) -> TimeInterval? {
    let base = stream.pointee.time_base
    if stream.pointee.duration > 0, base.den > 0 {
      return Double(stream.pointee.duration) * Double(base.num) / Double(base.den)
    }
    let whole = container.context.pointee.duration
    guard whole > 0 else { return nil }
    return container.measuredLength(of: stream) ?? Double(whole) / Double(AV_TIME_BASE)
  }

  private static func frameCount(
    of stream: UnsafeMutablePointer<AVStream>, duration: TimeInterval?, rate: VideoFrameRate?
  ) -> Int? {
    if stream.pointee.nb_frames > 0 { return Int(stream.pointee.nb_frames) }
    guard let duration, let rate else { return nil }
    return Int(exactly: (duration * rate.framesPerSecond).rounded())
  }
}
