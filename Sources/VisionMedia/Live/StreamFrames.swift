internal import CFFmpeg

final class StreamFrames: FrameSequence {
  let reconnections = Locked(0)
  private let address: StreamAddress
  private let options: NetworkStreamOptions
  private let interruption: Interruption
  private let isLive: Bool
  private let skipped: Locked<Int>
  private var track: VideoTrack?
  private var sendersClock: StreamClock
  private let fileClock: VideoClock
  private var liveClock = LiveClock()
  private var nextIndex = 0
  private var framesOfConnection = 0
  private var lastFileTime = -1
  private var lastStreamTime: Int64?
  /// Whether frames of a file are skipped up to the last one of an earlier connection.
  private var isCatchingUp = false
  private var failedAttempts = 0
  private var lastFailure: (reason: String, code: TasksErrorCode) = ("", .unavailableError)

  init(_ address: StreamAddress, _ options: NetworkStreamOptions, _ interruption: Interruption, _ track: VideoTrack) {
    (self.address, self.options, self.interruption, self.track) = (address, options, interruption, track)
    isLive = track.container.isEndless
    skipped = track.skipped
    sendersClock = StreamClock(timeBase: track.stream.pointee.time_base, frameRate: track.frameRate)
    fileClock = track.makeClock()
  }

  func next() throws -> VideoFrame? {
    while !interruption.isClosed {
      guard let track else {
        try reconnect()
        continue
      }
      switch try track.decode() {
      case .frame: if let frame = try makeFrame(track) { return frame }
      case .end where !isLive || track.container.isPlaylist: return nil
      // Without reconnections a stream ends in order where the server ends it.
      case .end where options.reconnectionAttempts == 0: return nil
      case .end: try breakOff(FFmpegError.endOfFile)
      case .brokenOff(FFmpegError.endOfFile) where options.reconnectionAttempts == 0: return nil
      case .brokenOff(let status): try breakOff(status)
      }
    }
    return nil
  }

  /// The decoded frame; nil for one that an earlier connection has already delivered.
  private func makeFrame(_ track: VideoTrack) throws -> VideoFrame? {
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
      lastStreamTime = track.frame.time
    }
    failedAttempts = 0
    let image = try track.makeImage()
    defer { nextIndex += 1 }
    return VideoFrame(image: image, index: nextIndex, timestampInMilliseconds: timestamp)
  }

  private func breakOff(_ status: Int32) throws {
    let failure = ContainerFailure(status, interruption)
    lastFailure = (failure.reason, failure.code)
    if nextIndex == 0, !failure.isTimeout, !failure.isCancelled, track?.container.hasLostFrames == true {
      throw TasksError.invalidArgument(
        "\(address) is an MP4 file with its index at the end, and the server sends no parts of files. Download it, or write "
          + "it with FFmpeg's -movflags +faststart.")
    }
    track = nil
    guard options.reconnectionAttempts > 0 else {
      throw TasksError(
        failure.code,
        "\(address) broke off after \(nextIndex) frames: \(failure.reason). Reconnecting is disabled.")
    }
  }

  private func reconnect() throws {
    guard failedAttempts < options.reconnectionAttempts else {
      throw TasksError(
        lastFailure.code,
        "\(address) broke off after \(nextIndex) frames, and \(failedAttempts) attempts to reconnect failed: "
          + "\(lastFailure.reason). Check the server.")
    }
    failedAttempts += 1
    interruption.pause(seconds: options.delay(beforeAttempt: failedAttempts))
    guard !interruption.isClosed else { return }
    do {
      let track = try Self.connect(address, options, interruption, skipped)
      if isLive {
        sendersClock = StreamClock(timeBase: track.stream.pointee.time_base, frameRate: track.frameRate)
        liveClock.restart()
      } else {
        fileClock.jump()
        if let lastStreamTime { track.seek(to: lastStreamTime) }
        isCatchingUp = lastStreamTime != nil
      }
      framesOfConnection = 0
      reconnections.withLock { $0 += 1 }
      self.track = track
    } catch let failure as ContainerFailure {
      lastFailure = (failure.reason, failure.code)
    } catch let error as TasksError {
      lastFailure = (error.message, .unavailableError)
    }
  }

  static func open(
    _ address: StreamAddress, _ options: NetworkStreamOptions, _ interruption: Interruption
  ) throws -> VideoTrack {
    do {
      return try connect(address, options, interruption, Locked(0))
    } catch let failure as ContainerFailure {
      throw TasksError(
        failure.openingCode,
        failure.isTimeout
          ? "\(address) did not open within \(options.openTimeout.plainText) seconds; check the address and the network."
            + address.advice
          : "\(address) cannot be opened: \(failure.openingReason). Check the address, and that something sends video there."
            + address.advice)
    }
  }

  private static func connect(
    _ address: StreamAddress, _ options: NetworkStreamOptions, _ interruption: Interruption, _ skipped: Locked<Int>
  ) throws -> VideoTrack {
    try FFmpegLibrary.load()
    let container = try MediaContainer(address.input(options), interruption: interruption)
    return try VideoTrack(
      container: container, name: "\(address)", decodingThreads: options.decodingThreads, isLive: container.isEndless,
      skipped: skipped)
  }
}
