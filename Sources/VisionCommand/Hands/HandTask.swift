import MediaPipeTasksVision

/// What a run needs of a hand task, whichever it is.
protocol HandTask {
  /// Works on a picture; running mode `.image`.
  func findings(in image: MPImage) throws -> HandFindings
  /// Works on a frame; running mode `.video`.
  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> HandFindings
  /// Takes a frame; running mode `.liveStream`.
  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws
  /// The frames that were sent and dropped so far.
  var droppedFrameCount: Int { get }
  /// Forgets the frames before.
  func reset()
}

extension GestureRecognizer: HandTask {
  func findings(in image: MPImage) throws -> HandFindings { HandFindings(try recognize(image: image)) }

  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> HandFindings {
    HandFindings(try recognize(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds))
  }

  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try recognizeAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension HandLandmarker: HandTask {
  func findings(in image: MPImage) throws -> HandFindings { HandFindings(try detect(image: image)) }

  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> HandFindings {
    HandFindings(try detect(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds))
  }

  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try detectAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}
