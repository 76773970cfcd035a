import MediaPipeTasksVision

/// What a run needs of a task, whichever it is.
protocol LandmarkTask {
  /// Works on a picture; running mode `.image`.
  func findings(in image: MPImage) throws -> LandmarkFindings
  /// Works on a frame; running mode `.video`.
  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> LandmarkFindings
  /// Takes a frame; running mode `.liveStream`.
  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws
  /// The frames that were sent and dropped so far.
  var droppedFrameCount: Int { get }
  /// Forgets the frames before.
  func reset()
}

extension GestureRecognizer: LandmarkTask {
  func findings(in image: MPImage) throws -> LandmarkFindings { LandmarkFindings(try recognize(image: image)) }

  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> LandmarkFindings {
    LandmarkFindings(try recognize(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds))
  }

  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try recognizeAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension HandLandmarker: LandmarkTask {
  func findings(in image: MPImage) throws -> LandmarkFindings { LandmarkFindings(try detect(image: image)) }

  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> LandmarkFindings {
    LandmarkFindings(try detect(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds))
  }

  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try detectAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension PoseLandmarker: LandmarkTask {
  func findings(in image: MPImage) throws -> LandmarkFindings { LandmarkFindings(try detect(image: image)) }

  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> LandmarkFindings {
    LandmarkFindings(try detect(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds))
  }

  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try detectAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}
