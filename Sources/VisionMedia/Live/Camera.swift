/// A camera of this computer: Video4Linux on Linux, AVFoundation on macOS, through FFmpeg's libavdevice, which is
/// loaded when the first camera is opened.
///
/// "lavfi:" and an FFmpeg filter graph in place of a device open a source of test images instead, such as
/// "lavfi:testsrc2=size=640x480:rate=30,realtime". Without `realtime` it returns frames as fast as they are read; the
/// options for size and rate do not apply to it.
///
/// Times are milliseconds since the first frame, by the camera's clock. A frame that is not read in time is dropped by
/// the driver.
public final class Camera: LentSource, Sendable {
  /// The camera that is opened when none is named: "/dev/video0" on Linux, the system's choice on macOS.
  public static let defaultDevice = CameraDevice.systemDefault
  /// The width of the frames in pixels.
  public let width: Int
  /// The height of the frames in pixels.
  public let height: Int
  /// The frame rate that the driver states; nil when unknown.
  public let frameRate: VideoFrameRate?
  /// Nil: a camera has no end.
  public let estimatedFrameCount: Int? = nil
  /// True: frames come as they are recorded.
  public let isLive = true
  /// The number of frames that could not be decoded so far and were skipped.
  public var skippedFrames: Int { skipped.withLock { $0 } }

  let reading: FrameReading
  // Apart from `reading`, so that it can be read while a thread waits for a frame.
  private let skipped: Locked<Int>

  /// Opens a camera.
  ///
  /// - Parameters:
  ///   - device: On Linux the path of a video device; on macOS the name or number of a camera; or a source of test
  ///     images after "lavfi:".
  ///   - options: The requested size and rate, and time limits.
  /// - Throws: `TasksError` with `notFoundError` for a missing camera or a missing library of FFmpeg's,
  ///   `failedPreconditionError` for a library of another version, `permissionDeniedError` for a camera that must not
  ///   be used, `unavailableError` for one that is in use, `invalidArgumentError` for what is no camera and for options
  ///   that it does not support, `deadlineExceededError` after the time limit.
  public convenience init(device: String = Camera.defaultDevice, options: CameraOptions = CameraOptions()) throws {
    try self.init(device: device, options: options, interruption: Interruption())
  }

  init(device: String, options: CameraOptions, interruption: Interruption) throws {
    try options.check()
    let device = CameraDevice(device)
    try device.check()
    let container: MediaContainer
    do {
      container = try MediaContainer(device.input(options), interruption: interruption)
    } catch let failure as ContainerFailure {
      if failure.isTimeout {
        throw TasksError(.deadlineExceededError, "\(device) did not open within \(options.openTimeout) seconds.")
      }
      if failure.isCancelled { throw TasksError(.cancelledError, "Opening \(device) was cancelled.") }
      throw device.error(failure.status)
    }
    let track = try VideoTrack(container: container, name: "\(device)", decodingThreads: 0, isLive: true)
    (width, height, frameRate, skipped) = (track.width, track.height, track.frameRate, track.skipped)
    reading = FrameReading(CameraFrames(device, track, interruption), interruption)
  }

  /// Waits for the next frame.
  ///
  /// - Returns: The frame; nil after `close()`, and at the end of a finite test source.
  /// - Throws: `TasksError` with `unavailableError` when the camera was unplugged, `deadlineExceededError` when there
  ///   was no frame within the time limit. Later calls return nil.
  public func next() throws -> VideoFrame? { try reading.next() }

  /// Ends reading, from any thread, at once.
  public func close() { reading.interruption.close() }
}

private final class CameraFrames: FrameSequence {
  private let device: CameraDevice
  private let track: VideoTrack
  private let interruption: Interruption
  private let deviceClock: StreamClock
  private var liveClock = LiveClock()
  private var nextIndex = 0

  init(_ device: CameraDevice, _ track: VideoTrack, _ interruption: Interruption) {
    (self.device, self.track, self.interruption) = (device, track, interruption)
    deviceClock = StreamClock(timeBase: track.stream.pointee.time_base, frameRate: track.frameRate)
  }

  func next() throws -> VideoFrame? {
    switch try track.decode() {
    case .frame:
      let sent = track.frame.time.map { _ in deviceClock.milliseconds(of: track.frame, index: nextIndex) }
      let timestamp = liveClock.advance(sent: sent, arrival: .now)
      defer { nextIndex += 1 }
      return VideoFrame(image: try track.makeImage(), index: nextIndex, timestampInMilliseconds: timestamp)
    case .end: return nil
    case .brokenOff(let status):
      let failure = ContainerFailure(status, interruption)
      throw TasksError(
        failure.code,
        "\(device) gave no more frames after \(nextIndex): \(failure.reason). Check that it is still plugged in.")
    }
  }
}

/// The options of a `Camera`. A driver chooses the nearest supported values; the camera's `width`, `height` and
/// `frameRate` are the actual ones.
public struct CameraOptions: Sendable, Hashable {
  /// The width and height in pixels, 1...65535 each; nil for the camera's own choice, the default.
  public var size: (width: Int, height: Int)? {
    get { width.flatMap { width in height.map { (width, $0) } } }
    set { (width, height) = (newValue?.width, newValue?.height) }
  }
  /// The frame rate, more than 0 and at most 1000; nil for the camera's own choice, the default.
  public var frameRate: Double?
  /// The pixel format that the camera sends, by FFmpeg's name, such as "mjpeg" or "yuyv422"; nil for its own choice,
  /// the default. Many cameras reach their full rate at large sizes only with "mjpeg".
  public var pixelFormat: String?
  /// The seconds within which the camera has to be open; more than 0. Default 10.
  public var openTimeout: TimeInterval = 10
  /// The seconds within which each frame has to come; more than 0. Default 10.
  public var readTimeout: TimeInterval = 10
  private var width, height: Int?

  /// The camera's defaults.
  public init() {}

  func check() throws {
    if let size, !(1...65_535).contains(size.width) || !(1...65_535).contains(size.height) {
      throw TasksError.invalidArgument(
        "A camera's size of \(size.width) x \(size.height) pixels is not allowed; give 1...65535 for each.")
    }
    if let frameRate, !(frameRate > 0 && frameRate <= 1000) {
      throw TasksError.invalidArgument(
        "frameRate is \(frameRate.plainText) frames a second; give more than 0 and at most 1000.")
    }
    try LiveInput.check(["openTimeout": openTimeout, "readTimeout": readTimeout])
  }

  func settings(forFormat format: String) -> [String: String] {
    var settings: [String: String] = [:]
    if let size { settings["video_size"] = "\(size.width)x\(size.height)" }
    if let frameRate { settings["framerate"] = "\(frameRate)" }
    if let pixelFormat { settings[format == "v4l2" ? "input_format" : "pixel_format"] = pixelFormat }
    return settings
  }
}
