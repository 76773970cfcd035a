internal import CFFmpeg
import Foundation
import VisionErrors

/// Moving pictures from the network: RTSP, HTTP(S), MJPEG and HLS over HTTP, RTMP, MPEG-TS over UDP or TCP, and whatever
/// else the installed FFmpeg opens by an address.
///
/// No server can keep a caller waiting longer than the options say, and `close()` ends every wait. When the connection
/// breaks the stream opens it again, waiting longer from attempt to attempt, and goes on: a live stream with what is
/// filmed now, a file on a server with the frame after the last one that was read. Times are milliseconds since the first
/// frame and rise all the while.
///
/// ```swift
/// let stream = try NetworkStream(address: "rtsp://camera.local/stream")
/// while let frame = try stream.next() { … }
/// ```
///
/// Sendable since what reading changes is touched under one lock only, and what others may ask meanwhile under another.
public final class NetworkStream: FrameSource, @unchecked Sendable {
  /// What others may ask while a read waits.
  struct Progress {
    var reconnections = 0
    var skippedFrames = 0
  }

  /// The width of the upright frames when the stream was opened, in pixels.
  public let width: Int
  /// The height of the upright frames when the stream was opened, in pixels.
  public let height: Int
  /// The frames a second as the stream states or suggests them; nil when it says nothing.
  public let frameRate: VideoFrameRate?
  /// The length in seconds; nil for live streams.
  public let duration: TimeInterval?
  /// The number of frames; nil for live streams and where the server does not say.
  public let estimatedFrameCount: Int?
  /// Whether the stream has no end that is known beforehand; false for a file on a server.
  public let isLive: Bool
  /// How many pieces could not be decoded so far and were left out.
  public var skippedFrames: Int { progressLock.withLock { progress.skippedFrames } }
  /// How many times the connection was made again so far.
  public var reconnections: Int { progressLock.withLock { progress.reconnections } }

  private let address: StreamAddress
  private let options: NetworkStreamOptions
  private let interruption = Interruption()
  private let progressLock = NSLock()
  private var progress = Progress()

  private let lock = NSLock()
  /// The connection; nil while there is none.
  private var track: VideoTrack?
  private var fileClock: StreamClock
  private var liveClock = LiveClock()
  private var nextIndex = 0
  /// How many frames came over this connection.
  private var framesOfConnection = 0
  private var lastFileTime = -1
  private var lastStreamTime: Int64?
  /// Whether the place of the last frame in a file is looked for over a new connection.
  private var isCatchingUp = false
  private var failedAttempts = 0
  /// Why the connection broke, or could not be made again.
  private var failure = ""
  private var hasTimedOut = false
  private var isFinished = false

  /// Opens a stream and waits until the size of its pictures is known.
  ///
  /// - Parameters:
  ///   - address: Where it is, such as "rtsp://user:password@host/path" or "http://host/video.mjpg". Messages leave user and
  ///     password out.
  ///   - options: Time limits, reconnection and more.
  /// - Throws: `TasksError` with `invalidArgumentError` for what is no address, holds no video, or options that make no
  ///   sense; `deadlineExceededError` when the time is up; `notFoundError`, `unauthenticatedError` and
  ///   `permissionDeniedError` as a server says; `unimplementedError` for a protocol or coding that FFmpeg was built
  ///   without; `unavailableError` when nobody answers there; `notFoundError` or `failedPreconditionError` when FFmpeg's
  ///   libraries are missing or of another version.
  public init(address: String, options: NetworkStreamOptions = NetworkStreamOptions()) throws {
    try options.check()
    self.options = options
    self.address = try StreamAddress(address)
    let track = try Self.open(self.address, options, interruption)
    let container = track.container
    guard track.width > 0, track.height > 0 else {
      throw TasksError(
        .dataLossError, "The size of the pictures of \(self.address) did not become known; check what is sent there.")
    }
    isLive = container.isEndless
    width = track.width
    height = track.height
    // A stream without times has a rate only in FFmpeg's imagination.
    frameRate = container.isEndless && container.hasNoTimes ? nil : track.frameRate
    duration = container.isEndless ? nil : track.duration
    estimatedFrameCount = container.isEndless ? nil : track.estimatedFrameCount
    fileClock = StreamClock(timeBase: track.stream.pointee.time_base, frameRate: track.frameRate)
    self.track = track
  }

  /// Reads the next frame, waiting for it and connecting again as the options say.
  ///
  /// - Returns: The frame; nil after the last one of a file or playlist, and after `close()`. With
  ///   `reconnectionAttempts` 0 also when the other side ends a live stream in order.
  /// - Throws: `TasksError` with `deadlineExceededError` or `unavailableError` when the stream broke off and all attempts
  ///   to reconnect failed. Later calls return nil.
  public func next() throws -> VideoFrame? {
    try lock.withLock {
      do {
        let frame = try nextLocked()
        if frame == nil { finish() }
        return frame
      } catch {
        finish()
        // Whoever closes a stream does not want to hear that it ended.
        if interruption.isClosed { return nil }
        throw error
      }
    }
  }

  /// Ends the reading from any thread, at once.
  public func close() { interruption.close() }

  private func finish() {
    isFinished = true
    track = nil
  }

  private func nextLocked() throws -> VideoFrame? {
    while !isFinished, !interruption.isClosed {
      guard let track else {
        try reconnect()
        continue
      }
      let skippedBefore = track.skippedFrames
      let outcome = try track.decode()
      progressLock.withLock { progress.skippedFrames += track.skippedFrames - skippedBefore }
      switch outcome {
      case .frame:
        if let frame = try makeFrame(track) { return frame }
      case .end where !isLive || track.container.isPlaylist: return nil
      case .end: try breakOff(FFmpegError.endOfFile)
      case .brokenOff(let status): try breakOff(status)
      }
    }
    return nil
  }

  /// The decoded frame; nil for one that was read over an earlier connection already.
  private func makeFrame(_ track: VideoTrack) throws -> VideoFrame? {
    let sent = fileClock.milliseconds(of: track.frame, index: framesOfConnection)
    framesOfConnection += 1
    let timestamp: Int
    if isLive {
      timestamp = liveClock.advance(sent: track.container.hasNoTimes ? nil : sent, arrival: .now)
    } else {
      if isCatchingUp, sent > lastFileTime, track.rewind() { return nil }
      isCatchingUp = false
      guard sent > lastFileTime else { return nil }
      timestamp = sent
      lastFileTime = sent
      lastStreamTime = track.presentationTime
    }
    failedAttempts = 0
    let image = try track.makeImage()
    defer { nextIndex += 1 }
    return VideoFrame(image: image, index: nextIndex, timestampInMilliseconds: timestamp)
  }

  /// Gives the connection up; throws when there is to be no other.
  private func breakOff(_ status: Int32) throws {
    let failure = ContainerFailure(status, interruption)
    (self.failure, hasTimedOut) = (failure.reason, failure.isTimeout)
    track = nil
    if options.reconnectionAttempts == 0 {
      if status == FFmpegError.endOfFile { return finish() }
      throw TasksError(
        failure.isTimeout ? .deadlineExceededError : .unavailableError,
        "\(address) broke off after \(nextIndex) frames: \(failure.reason). Reconnecting is switched off.")
    }
  }

  /// Waits and tries to connect, once.
  private func reconnect() throws {
    guard failedAttempts < options.reconnectionAttempts else {
      throw TasksError(
        hasTimedOut ? .deadlineExceededError : .unavailableError,
        "\(address) broke off after \(nextIndex) frames, and \(failedAttempts) attempts to reconnect failed: "
          + "\(failure). Check the server, or allow more attempts.")
    }
    failedAttempts += 1
    interruption.pause(seconds: options.delay(beforeAttempt: failedAttempts))
    guard !interruption.isClosed else { return }
    do {
      let track = try Self.connect(address, options, interruption)
      if isLive {
        fileClock = StreamClock(timeBase: track.stream.pointee.time_base, frameRate: track.frameRate)
        liveClock.restart()
      } else if let lastStreamTime {
        track.seek(to: lastStreamTime)
        isCatchingUp = true
      }
      framesOfConnection = 0
      progressLock.withLock { progress.reconnections += 1 }
      self.track = track
    } catch let failure as ContainerFailure {
      (self.failure, hasTimedOut) = (failure.reason, failure.isTimeout)
    } catch let error as TasksError {
      (failure, hasTimedOut) = (error.message, false)
    }
  }

  private static func open(
    _ address: StreamAddress, _ options: NetworkStreamOptions, _ interruption: Interruption
  ) throws -> VideoTrack {
    do {
      return try connect(address, options, interruption)
    } catch let failure as ContainerFailure {
      throw TasksError(
        failure.serverCode,
        failure.isTimeout
          ? "\(address) did not open within \(options.openTimeout) seconds; check the address and the network, or allow "
            + "a longer openTimeout."
          : "\(address) cannot be opened: \(failure.reason). Check the address, and that something sends video there.")
    }
  }

  private static func connect(
    _ address: StreamAddress, _ options: NetworkStreamOptions, _ interruption: Interruption
  ) throws -> VideoTrack {
    try FFmpegLibrary.load()
    let container = try MediaContainer(address.input(options), interruption: interruption)
    return try VideoTrack(
      container: container, name: "\(address)", decodingThreads: options.decodingThreads, isLive: container.isEndless)
  }
}
