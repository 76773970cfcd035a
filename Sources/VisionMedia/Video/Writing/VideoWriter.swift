internal import CFFmpeg

/// Writes images as an H.264 video in an MP4 file that every browser plays, each frame at its own time.
///
/// The file is written under a hidden name beside its destination and renamed when finished; an existing file is kept
/// until then. A writer that is released without `finish()` finishes the file itself and ignores errors, so that an
/// interrupted run leaves a playable video. If writing fails, the file is removed.
///
/// Pixels are coded as limited-range 4:2:0, with the BT.709 matrix from 1280 x 720 pixels on and BT.601 below, and
/// tagged accordingly. An odd width or height is padded by repeating the last column or row. After the first frame no
/// pixel memory is allocated. Use a writer from one thread at a time.
///
/// ```swift
/// let reader = try VideoReader(contentsOfFile: "walk.mp4")
/// let writer = try VideoWriter(path: "copy.mp4", like: reader)
/// while let frame = try reader.next() { try writer.append(frame.image, timedAs: frame) }
/// try writer.finish()
/// ```
public final class VideoWriter {
  /// The allowed timescales, in units per second.
  public static let timescales = 1...1_000_000

  private enum State {
    case writing, finished
    case failed(TasksError)
  }

  /// The finished file's path.
  public let path: String
  /// The width of the images, in pixels.
  public let width: Int
  /// The height of the images, in pixels.
  public let height: Int
  /// The number of units of the frames' times in a second.
  public let timescale: Int
  /// The number of appended frames.
  public private(set) var frameCount = 0
  /// The outcome of the source's audio; final after `finish()`.
  public var audio: VideoAudio { sound?.outcome ?? .none }
  /// The number of audio tracks of the source. At most one, FFmpeg's choice, is written.
  public var sourceAudioTrackCount: Int { sound?.source.trackCount ?? 0 }

  private let encoder: FFmpegEncoder
  private let converter: YUVFrameMaker
  private let file: MP4File
  private let stream: FFmpegStream
  private let sound: AudioTrack?
  private var waiting, packet: FFmpegPacket
  private var hasWaiting = false
  private let frameLength: Int64
  private var firstTime: Int64 = 0
  private var lastTime: Int64 = -1
  private var end: Int64 = 0
  private var state = State.writing

  /// Creates a video file.
  ///
  /// - Parameters:
  ///   - path: The file's path, with extension `.mp4`, `.m4v` or `.mov`, or without; its folder must exist.
  ///   - width: The images' width in pixels.
  ///   - height: The images' height in pixels.
  ///   - frameRate: The stated rate, which also gives the default duration of the last frame.
  ///   - timescale: The units of time per second, 1...1 000 000; times are rounded to whole units. Nil, the default,
  ///     for one that represents milliseconds and frames exactly.
  ///   - source: The file whose audio is kept; its first frame corresponds to time 0 of the appended images. Nil, the
  ///     default, for no audio.
  ///   - encoding: The compression.
  /// - Throws: `TasksError` with `invalidArgumentError` for a value out of range, a path that is a folder or has
  ///   another extension, or a source that is not a media file, `notFoundError` for a missing folder or source,
  ///   `permissionDeniedError` when the file cannot be created, `resourceExhaustedError` when the disk is full,
  ///   `unimplementedError` when FFmpeg was built without an encoder for H.264; `notFoundError` or
  ///   `failedPreconditionError` when FFmpeg's libraries are missing or of another version.
  public convenience init(
    path: String, width: Int, height: Int, frameRate: VideoFrameRate, timescale: Int? = nil,
    audioFrom source: String? = nil, encoding: VideoEncoding = VideoEncoding()
  ) throws {
    try self.init(
      path: path, width: width, height: height, frameRate: frameRate, timescale: timescale, audioFrom: source,
      encoding: encoding, pixelAspectRatio: .unknown)
  }

  init(
    path: String, width: Int, height: Int, frameRate: VideoFrameRate, timescale: Int? = nil,
    audioFrom source: String? = nil, audioRules: MediaRules = .trusted, encoding: VideoEncoding = VideoEncoding(),
    pixelAspectRatio: AVRational, partialPath: String? = nil
  ) throws {
    try Self.check(path: path)
    let rate = try Self.check(frameRate)
    let timescale = try Self.check(timescale: timescale, rate: rate)
    try Self.check(width: width, height: height, encoding: encoding)
    (self.path, self.width, self.height, self.timescale) = (path, width, height, Int(timescale))
    let matrix = YUVMatrix.assumed(width: width, height: height)
    converter = try YUVFrameMaker(width: width, height: height, matrix: matrix)
    encoder = try H264Encoder.open(
      width: YUVFrameMaker.even(width), height: YUVFrameMaker.even(height), matrix: matrix, frameRate: rate,
      timescale: timescale, pixelAspectRatio: pixelAspectRatio, encoding: encoding)
    frameLength = max(av_rescale_q(1, AVRational(num: rate.den, den: rate.num), encoder.timeBase), 1)
    waiting = try FFmpegPacket()
    packet = try FFmpegPacket()
    file = try MP4File(path: path, partialPath: partialPath)
    stream = try file.addStream(of: encoder)
    stream.pointee.avg_frame_rate = rate
    stream.pointee.sample_aspect_ratio = pixelAspectRatio
    if let source { sound = try AudioTrack(source: source, rules: audioRules, file: file) } else { sound = nil }
    try file.writeHeader()
  }

  deinit { if frameCount > 0 { try? finish() } }

  /// Appends an image.
  ///
  /// - Parameters:
  ///   - image: An image of the writer's size, of any format; alpha is ignored.
  ///   - time: Its presentation time, later than the last one. The video starts with the first image, whatever its
  ///     time.
  ///   - duration: Its duration if it is the last one; nil, the default, for one frame at the video's rate.
  /// - Throws: `TasksError` with `invalidArgumentError` for another size, or a time that does not rise or is too large,
  ///   after which the next call works; `resourceExhaustedError` when the disk is full, `dataLossError` when writing
  ///   fails, after which the video is discarded; `failedPreconditionError` after `finish()`.
  public func append(_ image: ImageBuffer, at time: VideoTime, duration: VideoTime? = nil) throws {
    try checkWriting()
    guard image.width == width, image.height == height else {
      throw TasksError.invalidArgument(
        "An image of \(image.width) x \(image.height) pixels does not fit the video \"\(path)\"; "
          + "it takes \(width) x \(height).")
    }
    let units = try units(of: time)
    let length = try duration.map { try lengthInUnits($0) } ?? frameLength
    try discardingOnFailure {
      try converter.convert(image)
      if frameCount == 0 {
        firstTime = units
        sound?.source.begin(at: units, timeBase: encoder.timeBase)
      }
      let elapsed = units - firstTime
      converter.frame.pointer.pointee.pts = elapsed
      frameCount += 1
      lastTime = elapsed
      end = elapsed + length
      try encoder.send(converter.frame)
      try writePackets()
      try sound?.write(upTo: elapsed)
    }
  }

  /// Appends an image at the time of a frame that was read.
  ///
  /// - Parameters:
  ///   - image: The image, such as the frame's with results drawn on it.
  ///   - frame: The frame whose time it takes.
  /// - Throws: What `append(_:at:duration:)` throws.
  public func append(_ image: ImageBuffer, timedAs frame: VideoFrame) throws {
    try append(image, at: frame.presentationTime, duration: frame.duration)
  }

  /// Writes buffered frames and renames the file. It may be called at any time, as when a run is interrupted: the file
  /// then contains all frames so far, and the audio up to them. A second call does nothing.
  ///
  /// - Throws: `TasksError` with `failedPreconditionError` when there is no frame, `resourceExhaustedError` when the
  ///   disk is full, `permissionDeniedError` or `dataLossError` when the file cannot be written; no file is left then.
  public func finish() throws {
    if case .finished = state { return }
    try checkWriting()
    try discardingOnFailure {
      guard frameCount > 0 else {
        throw TasksError.failedPrecondition("The video \"\(path)\" has no frame; append one before it is finished.")
      }
      try encoder.send(nil)
      try writePackets()
      if hasWaiting { try writeWaiting(until: end) }
      try sound?.finish(at: end)
      try file.finish()
      state = .finished
    }
  }

  package var byteCount: Int { file.byteCount }

  package func discard() {
    guard case .writing = state else { return }
    file.discard()
    state = .failed(TasksError(.cancelledError, "The video \"\(path)\" was discarded."))
  }

  /// Writes the encoder's packets except the last one, whose duration depends on the next one.
  private func writePackets() throws {
    while try encoder.receive(into: packet) {
      if hasWaiting { try writeWaiting(until: packet.pointer.pointee.pts) }
      swap(&waiting, &packet)
      hasWaiting = true
    }
  }

  private func writeWaiting(until end: Int64) throws {
    hasWaiting = false
    waiting.pointer.pointee.duration = end - waiting.pointer.pointee.pts
    try file.write(waiting, to: stream, timeBase: encoder.timeBase)
  }

  private func checkWriting() throws {
    switch state {
    case .writing: return
    case .failed(let error): throw error
    case .finished:
      throw TasksError.failedPrecondition("The video \"\(path)\" is finished; create another writer.")
    }
  }

  private func discardingOnFailure(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      file.discard()
      state = .failed(error as? TasksError ?? TasksError.internalFailure("\(error)"))
      throw error
    }
  }

  private func units(of time: VideoTime) throws -> Int64 {
    guard let units = time.units(of: timescale), units.magnitude < UInt64(Int64.max / 4) else {
      throw TasksError.invalidArgument("The time \(time) is not allowed; it is too large, or its timescale is below 1.")
    }
    guard frameCount > 0 else { return units }
    let step = units - firstTime - lastTime
    guard step > 0 else {
      throw TasksError.invalidArgument(
        "The time \(time) does not come after that of the frame before; times must rise by 1/\(timescale) s or more.")
    }
    guard step <= longestStep else { throw stepTooLong("The time \(time)") }
    return units
  }

  private func lengthInUnits(_ duration: VideoTime) throws -> Int64 {
    guard let length = duration.units(of: timescale), length > 0 else {
      throw TasksError.invalidArgument("The duration \(duration) is not allowed; at least 1/\(timescale) s is.")
    }
    guard length <= longestStep else { throw stepTooLong("The duration \(duration)") }
    return length
  }

  /// MP4 has 32 bits for the length of a frame, in units that FFmpeg may make finer than ours.
  private var longestStep: Int64 { av_rescale_q(Int64(Int32.max), stream.pointee.time_base, encoder.timeBase) - 1 }

  private func stepTooLong(_ what: String) -> TasksError {
    TasksError.invalidArgument(
      "\(what) is too long after the frame before; a frame is shown for \(longestStep / Int64(timescale)) s at most.")
  }
}
