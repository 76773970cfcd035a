/// Video from the network: RTSP, HTTP(S), MJPEG and HLS over HTTP, RTMP, MPEG-TS over UDP or TCP, and other addresses
/// that the installed FFmpeg opens.
///
/// No server can keep a caller waiting longer than the options allow, and `close()` ends every wait. When the
/// connection breaks the stream reconnects, with growing delays, and continues: a live stream with the current frames,
/// a file on a server with the frame after the last one that was read. Times are milliseconds since the first frame and
/// always rise.
///
/// ```swift
/// let stream = try NetworkStream(address: "rtsp://camera.local/stream")
/// while let frame = try stream.next() { … }
/// ```
public final class NetworkStream: LentSource, Sendable {
  /// The width of the upright frames when the stream was opened, in pixels.
  public let width: Int
  /// The height of the upright frames when the stream was opened, in pixels.
  public let height: Int
  /// The frame rate that the stream states or suggests; nil when unknown.
  public let frameRate: VideoFrameRate?
  /// The length in seconds; nil for live streams.
  public let duration: TimeInterval?
  /// The number of frames; nil for live streams and when unknown.
  public let estimatedFrameCount: Int?
  /// Whether the stream has no known end; false for a file on a server.
  public let isLive: Bool
  /// Whether frames come faster than they are shown: those of a whole piece, as of HLS, whenever a new one is there.
  package let comesInBursts: Bool
  /// The number of packets that could not be decoded so far and were skipped.
  public var skippedFrames: Int { skipped.withLock { $0 } }
  /// The number of reconnections so far.
  public var reconnections: Int { reconnected.withLock { $0 } }

  let reading: FrameReading
  // Apart from `reading`, so that they can be read while a thread waits for a frame.
  private let skipped, reconnected: Locked<Int>

  /// Opens a stream and waits until the size of its frames is known.
  ///
  /// - Parameters:
  ///   - address: The address, such as "rtsp://user:password@host/path" or "http://host/video.mjpg". Messages show its
  ///     scheme, user and host only.
  ///   - options: Time limits, reconnection and more.
  /// - Throws: `TasksError` with `invalidArgumentError` for an invalid address, a source without video, or invalid
  ///   options; `deadlineExceededError` after the time limit; `notFoundError`, `unauthenticatedError` and
  ///   `permissionDeniedError` as the server responds; `unimplementedError` for a protocol or coding that FFmpeg was
  ///   built without; `unavailableError` when there is no answer; `notFoundError` or `failedPreconditionError` when
  ///   FFmpeg's libraries are missing or of another version.
  public convenience init(address: String, options: NetworkStreamOptions = NetworkStreamOptions()) throws {
    try self.init(address: address, options: options, interruption: Interruption())
  }

  init(address: String, options: NetworkStreamOptions, interruption: Interruption) throws {
    try options.check()
    let address = try StreamAddress(address)
    let track = try StreamFrames.open(address, options, interruption)
    let container = track.container
    guard track.width > 0, track.height > 0 else {
      throw TasksError.dataLoss(
        "The frame size of \(address) could not be determined; check what it sends."
          + (container.formatName == "mpjpeg" ? " Each part of MJPEG needs the Content-Type image/jpeg." : ""))
    }
    (isLive, comesInBursts) = (container.isEndless, container.isPlaylist)
    (width, height) = (track.width, track.height)
    // For a stream without timestamps FFmpeg makes up a rate.
    frameRate = isLive && container.hasNoTimes ? nil : track.frameRate
    duration = isLive ? nil : track.duration
    estimatedFrameCount = isLive ? nil : track.estimatedFrameCount
    let frames = StreamFrames(address, options, interruption, track)
    (skipped, reconnected) = (track.skipped, frames.reconnections)
    reading = FrameReading(frames, interruption)
  }

  /// Reads the next frame; waits for it and reconnects according to the options.
  ///
  /// - Returns: The frame; nil after the last one of a file or playlist, and after `close()`. With
  ///   `reconnectionAttempts` 0 also when the server ends a live stream in order.
  /// - Throws: `TasksError` with `deadlineExceededError` or `unavailableError` when the stream broke and all attempts
  ///   to reconnect failed. Later calls return nil.
  public func next() throws -> VideoFrame? { try reading.next() }

  /// Ends reading, from any thread, at once.
  public func close() { reading.interruption.close() }
}

/// The options of a `NetworkStream`: how it is opened, and what it does when the connection fails.
public struct NetworkStreamOptions: Sendable, Hashable {
  /// The transport of RTSP's packets.
  public enum RTSPTransport: String, Sendable, Hashable, CaseIterable {
    /// Within the RTSP connection: passes firewalls, loses no packets.
    case tcp
    /// As datagrams: less delay, but packets may be lost.
    case udp
  }

  /// Timeout in seconds for connecting and learning the frame size; more than 0. Default 10. The system's DNS lookup is
  /// not counted.
  public var openTimeout: TimeInterval = 10
  /// Timeout for each packet, in seconds; more than 0. Default 10.
  public var readTimeout: TimeInterval = 10
  /// The number of consecutive attempts to reconnect; 0 for never. A received frame resets the count. Default 5.
  public var reconnectionAttempts = 5
  /// The seconds before the first attempt; each further wait is twice as long. More than 0; default 0.5.
  public var reconnectionDelay: TimeInterval = 0.5
  /// The longest wait before an attempt, in seconds; not less than `reconnectionDelay`. Default 8.
  public var maximumReconnectionDelay: TimeInterval = 8
  /// The transport of RTSP's packets. Default `.tcp`.
  public var rtspTransport = RTSPTransport.tcp
  /// Whether to wait for a sender at the address instead of connecting to it; for `rtsp://`, `rtmp://`, `http://` and
  /// `tcp://`. `openTimeout` is then the timeout for a sender. Default false.
  public var listens = false
  /// The number of decoding threads, 0...64; 0 means one for each processor core. Default 0.
  public var decodingThreads = 0

  /// The default settings.
  public init() {}

  func check() throws {
    try LiveInput.check([
      "openTimeout": openTimeout, "readTimeout": readTimeout, "reconnectionDelay": reconnectionDelay,
      "maximumReconnectionDelay": maximumReconnectionDelay,
    ])
    guard maximumReconnectionDelay >= reconnectionDelay else {
      throw TasksError.invalidArgument(
        "maximumReconnectionDelay is \(maximumReconnectionDelay) seconds; give at least reconnectionDelay, "
          + "\(reconnectionDelay).")
    }
    guard reconnectionAttempts >= 0 else {
      throw TasksError.invalidArgument("\(reconnectionAttempts) attempts to reconnect are not allowed; give 0 or more.")
    }
  }

  func delay(beforeAttempt number: Int) -> TimeInterval {
    min(reconnectionDelay * pow(2, Double(max(number - 1, 0))), maximumReconnectionDelay)
  }
}
