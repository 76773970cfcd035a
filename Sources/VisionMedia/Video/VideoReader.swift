import CFFmpeg
import Foundation
import VisionErrors
import VisionImaging

/// Reads the frames of a video file one after another, any format FFmpeg decodes, as upright RGB pictures.
///
/// The pixels equal those of the command `ffmpeg -fps_mode passthrough
/// -sws_flags bicubic+accurate_rnd+full_chroma_int+bitexact -pix_fmt rgb24`. Once running it takes no new memory for
/// pixels: a frame's memory serves again as soon as its picture is let go. Use a reader from one thread at a time; the
/// frames may go anywhere.
///
/// ```swift
/// let reader = try VideoReader(contentsOfFile: "hands.mp4")
/// while let frame = try reader.next() { … }
/// ```
public final class VideoReader {
  /// How many unused pictures are kept for the next frames.
  private static let spareFrames = 8

  /// The width of the upright frames, in pixels.
  public let width: Int
  /// The height of the upright frames, in pixels.
  public let height: Int
  /// The frames a second as the file states or suggests them; nil when it says nothing.
  public let frameRate: VideoFrameRate?
  /// The length in seconds; nil when the file does not say.
  public let duration: TimeInterval?
  /// The number of frames, from the file's index or else from length and rate; nil when neither is known.
  public let estimatedFrameCount: Int?
  /// How many pieces of the file could not be decoded so far and were left out.
  public private(set) var skippedFrames = 0

  /// The unit of the frames' times: how many of it make a second; at least 1.
  public var timescale: Int { Int(clock.unit.den) }

  let path: String
  /// How wide an upright frame's pixel is, compared with its height; zero when the file does not say.
  let pixelAspectRatio: AVRational
  private let container: MediaContainer
  private let stream: UnsafeMutablePointer<AVStream>
  private let clock: VideoClock
  private let orientation: ImageOrientation
  private let decoder: FFmpegDecoder
  private let packet: FFmpegPacket
  private let frame: FFmpegFrame
  private let converter = RGBConverter()
  private let turner: FrameTurner?
  private var pool: PixelBufferPool
  private var nextIndex = 0
  private var lastTimestamp = -1
  /// What ended the reading before the end of the file; thrown when the frames before it are out.
  private var readStatus: Int32 = 0
  private var isFinished = false

  /// Opens a video file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - decodingThreads: How many threads decode; 0 stands for one a processor core.
  /// - Throws: `TasksError` with `notFoundError` for a missing file, `permissionDeniedError` for one that must not be
  ///   read, `invalidArgumentError` for one without video, `dataLossError` for a damaged one, `unimplementedError` for
  ///   one that FFmpeg was built without a decoder for.
  public init(contentsOfFile path: String, decodingThreads: Int = 0) throws {
    guard decodingThreads >= 0 else {
      throw TasksError.invalidArgument("\(decodingThreads) decoding threads are not allowed; give 0 or more.")
    }
    self.path = path
    container = try MediaContainer(contentsOfFile: path)
    guard let stream = container.videoStream, let parameters = stream.pointee.codecpar else {
      throw TasksError.invalidArgument("There is no video in \"\(path)\".")
    }
    container.discardAll(but: stream)
    try ImageFile.check(
      width: Int(parameters.pointee.width), height: Int(parameters.pointee.height), name: "\"\(path)\"")
    self.stream = stream
    orientation = DisplayMatrix.orientation(of: stream)
    turner = orientation == .up ? nil : try FrameTurner(orientation)
    let swaps = PixelTurn.swapsAxes(orientation)
    width = Int(swaps ? parameters.pointee.height : parameters.pointee.width)
    height = Int(swaps ? parameters.pointee.width : parameters.pointee.height)

    let aspect = av_guess_sample_aspect_ratio(container.context, stream, nil)
    pixelAspectRatio = swaps ? AVRational(num: aspect.den, den: aspect.num) : aspect

    let rate = av_guess_frame_rate(container.context, stream, nil)
    frameRate =
      rate.num > 0 && rate.den > 0
      ? VideoFrameRate(numerator: Int(rate.num), denominator: Int(rate.den)) : nil
    clock = VideoClock(timeBase: stream.pointee.time_base, frameRate: frameRate)
    duration = Self.duration(of: stream, in: container)
    estimatedFrameCount = Self.frameCount(of: stream, duration: duration, rate: frameRate)

    decoder = try FFmpegDecoder(codec: parameters.pointee.codec_id, threads: decodingThreads) { context in
      let status = avcodec_parameters_to_context(context, parameters)
      guard status >= 0 else {
        throw TasksError(.dataLossError, "The video in \"\(path)\" is damaged: \(FFmpegError.text(status)).")
      }
      context.pointee.pkt_timebase = stream.pointee.time_base
    }
    packet = try FFmpegPacket()
    frame = try FFmpegFrame()
    pool = PixelBufferPool(byteCount: PixelBufferPool.paddedRow(width * 3) * height, capacity: Self.spareFrames)
  }

  /// Reads the next frame; nil after the last one.
  ///
  /// A piece that cannot be decoded is left out and counted in `skippedFrames`.
  /// - Returns: The frame, or nil.
  /// - Throws: `TasksError` with `dataLossError` when the file breaks off, after all frames before the break were
  ///   returned, or when nothing in it could be decoded. Later calls return nil.
  public func next() throws -> VideoFrame? {
    while !isFinished {
      switch decoder.receive(into: frame) {
      case .frame: return try makeFrame()
      case .needsPacket: sendNextPacket()
      case .failed: skippedFrames += 1
      case .finished:
        isFinished = true
        try checkEnd()
      }
    }
    return nil
  }

  /// Calls a closure with every frame that is left, in order.
  ///
  /// - Parameter body: What to do with a frame; an error thrown by it ends the reading.
  /// - Throws: What `next()` or the closure throws.
  public func forEach(_ body: (VideoFrame) throws -> Void) throws {
    while let frame = try next() { try body(frame) }
  }

  /// Feeds the decoder, or tells it that the file is over.
  private func sendNextPacket() {
    while true {
      let status = container.read(into: packet)
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
      if packet.pointer.pointee.stream_index == stream.pointee.index {
        if decoder.send(packet) < 0 { skippedFrames += 1 }
        return
      }
    }
  }

  private func makeFrame() throws -> VideoFrame {
    let time = clock.time(of: frame)
    let timestamp = max(clock.milliseconds(time), lastTimestamp + 1)
    let duration = clock.length(of: frame).map(clock.videoTime)
    let image = try makeImage()
    defer { nextIndex += 1 }
    lastTimestamp = timestamp
    return VideoFrame(
      image: image, index: nextIndex, timestampInMilliseconds: timestamp, presentationTime: clock.videoTime(time),
      duration: duration)
  }

  /// Converts the decoded frame; it may have another size than the frames before.
  private func makeImage() throws -> ImageBuffer {
    let upright = try turner?.turn(frame) ?? frame
    let (width, height) = (upright.width, upright.height)
    let bytesPerRow = PixelBufferPool.paddedRow(width * 3)
    if pool.byteCount != bytesPerRow * height {
      pool = PixelBufferPool(byteCount: bytesPerRow * height, capacity: Self.spareFrames)
    }
    let (pool, address) = (pool, pool.take())
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

  private func checkEnd() throws {
    if readStatus != 0 {
      throw TasksError(
        .dataLossError,
        "The video \"\(path)\" breaks off after \(nextIndex) frames: \(FFmpegError.text(readStatus)).")
    }
    if nextIndex == 0 {
      throw TasksError(
        .dataLossError, "No frame of the video \"\(path)\" could be decoded; \(skippedFrames) pieces are damaged.")
    }
  }

  private static func duration(
    of stream: UnsafeMutablePointer<AVStream>, in container: MediaContainer
  ) -> TimeInterval? {
    let base = stream.pointee.time_base
    if stream.pointee.duration > 0, base.den > 0 {
      return Double(stream.pointee.duration) * Double(base.num) / Double(base.den)
    }
    let whole = container.context.pointee.duration
    return whole > 0 ? Double(whole) / Double(AV_TIME_BASE) : nil
  }

  private static func frameCount(
    of stream: UnsafeMutablePointer<AVStream>, duration: TimeInterval?, rate: VideoFrameRate?
  ) -> Int? {
    if stream.pointee.nb_frames > 0 { return Int(stream.pointee.nb_frames) }
    guard let duration, let rate else { return nil }
    return Int(exactly: (duration * rate.framesPerSecond).rounded())
  }
}
