internal import CFFmpeg
import Foundation
import VisionCore

/// Reads a stream's frames and reconnects when the connection breaks.
struct StreamReader {
  /// Counts that can be read while a thread waits for a frame.
  struct Progress {
    var reconnections = 0
    var skippedFrames = 0
  }

  private let address: StreamAddress
  private let options: NetworkStreamOptions
  private let interruption: Interruption
  private let isLive: Bool
  private let progress: Locked<Progress>

  /// The connection; nil while there is none.
  private var track: VideoTrack?
  /// The clock of a live stream's connection.
  private var sendersClock: StreamClock
  /// The clock of a file on a server, for all connections.
  private let fileClock: VideoClock
  private var liveClock = LiveClock()
  private var nextIndex = 0
  /// The number of frames of this connection.
  private var framesOfConnection = 0
  private var lastFileTime = -1
  private var lastStreamTime: Int64?
  /// Whether frames of a file are skipped up to the last one of an earlier connection.
  private var isCatchingUp = false
  private var failedAttempts = 0
  /// Why the connection broke, or could not be restored.
  private var failure = ""
  private var hasTimedOut = false
  private var isFinished = false

  /// - Parameters:
  ///   - address: The stream's address.
  ///   - options: Time limits and reconnection.
  ///   - interruption: Ends every wait.
  ///   - track: The first connection, from `open(_:_:_:)`.
  ///   - progress: Receives the counts.
  init(
    address: StreamAddress, options: NetworkStreamOptions, interruption: Interruption, track: VideoTrack,
    progress: Locked<Progress>
  ) {
    self.address = address
    self.options = options
    self.interruption = interruption
    self.track = track
    self.progress = progress
    isLive = track.container.isEndless
    sendersClock = StreamClock(timeBase: track.stream.pointee.time_base, frameRate: track.frameRate)
    fileClock = track.makeClock()
  }

  /// As `NetworkStream.next()`.
  mutating func next() throws -> VideoFrame? {
    do {
      let frame = try read()
      if frame == nil { finish() }
      return frame
    } catch {
      finish()
      // A caller that closes a stream expects no error about its end.
      if interruption.isClosed { return nil }
      throw error
    }
  }

  private mutating func finish() {
    isFinished = true
    track = nil
  }

  private mutating func read() throws -> VideoFrame? {
    while !isFinished, !interruption.isClosed {
      guard let track else {
        try reconnect()
        continue
      }
      let skippedBefore = track.skippedFrames
      let outcome = try track.decode()
      progress.withLock { $0.skippedFrames += track.skippedFrames - skippedBefore }
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

  /// The decoded frame; nil for one that an earlier connection has already delivered.
  private mutating func makeFrame(_ track: VideoTrack) throws -> VideoFrame? {
    let timestamp: Int
    if isLive {
      let sent = sendersClock.milliseconds(of: track.frame, index: framesOfConnection)
      framesOfConnection += 1
      timestamp = liveClock.advance(sent: track.container.hasNoTimes ? nil : sent, arrival: .now)
    } else {
      let sent = fileClock.milliseconds(fileClock.time(of: track.frame))
      if isCatchingUp, sent > lastFileTime, track.rewind() {
        fileClock.jump()
        return nil
      }
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

  /// Drops the connection; throws if reconnecting is disabled.
  private mutating func breakOff(_ status: Int32) throws {
    let failure = ContainerFailure(status, interruption)
    (self.failure, hasTimedOut) = (failure.reason, failure.isTimeout)
    track = nil
    if options.reconnectionAttempts == 0 {
      if status == FFmpegError.endOfFile { return finish() }
      throw TasksError(
        failure.isTimeout ? .deadlineExceededError : .unavailableError,
        "\(address) broke off after \(nextIndex) frames: \(failure.reason). Reconnecting is disabled.")
    }
  }

  /// Waits and tries to reconnect, once.
  private mutating func reconnect() throws {
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
        sendersClock = StreamClock(timeBase: track.stream.pointee.time_base, frameRate: track.frameRate)
        liveClock.restart()
      } else {
        fileClock.jump()
        if let lastStreamTime { track.seek(to: lastStreamTime) }
        isCatchingUp = lastStreamTime != nil
      }
      framesOfConnection = 0
      progress.withLock { $0.reconnections += 1 }
      self.track = track
    } catch let failure as ContainerFailure {
      (self.failure, hasTimedOut) = (failure.reason, failure.isTimeout)
    } catch let error as TasksError {
      (failure, hasTimedOut) = (error.message, false)
    }
  }

  static func open(
    _ address: StreamAddress, _ options: NetworkStreamOptions, _ interruption: Interruption
  ) throws -> VideoTrack {
    do {
      return try connect(address, options, interruption)
    } catch let failure as ContainerFailure {
      throw TasksError(
        failure.serverCode,
        failure.isTimeout
          ? "\(address) did not open within \(options.openTimeout) seconds; check the address and the network, or allow "
            + "a longer openTimeout.\(address.advice)"
          : "\(address) cannot be opened: \(failure.reason). Check the address, and that something sends video there."
            + address.advice)
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
