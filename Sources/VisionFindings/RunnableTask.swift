import MediaPipeTasksVision

/// What a run needs of a task, whichever it is.
package protocol RunnableTask {
  /// Works on a picture; running mode `.image`.
  func findings(in image: MPImage) throws -> any Findings
  /// Works on a frame; running mode `.video`.
  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> any Findings
  /// Takes a frame; running mode `.liveStream`.
  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws
  /// The frames that were sent and dropped so far.
  var droppedFrameCount: Int { get }
  /// Forgets the frames before.
  func reset()
}

extension GestureRecognizer: RunnableTask {
  package func findings(in image: MPImage) throws -> any Findings { LandmarkFindings(try recognize(image: image)) }

  package func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> any Findings {
    LandmarkFindings(try recognize(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds))
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try recognizeAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension HandLandmarker: RunnableTask {
  package func findings(in image: MPImage) throws -> any Findings { LandmarkFindings(try detect(image: image)) }

  package func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> any Findings {
    LandmarkFindings(try detect(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds))
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try detectAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension PoseLandmarker: RunnableTask {
  package func findings(in image: MPImage) throws -> any Findings { LandmarkFindings(try detect(image: image)) }

  package func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> any Findings {
    LandmarkFindings(try detect(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds))
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try detectAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension ObjectDetector: RunnableTask {
  package func findings(in image: MPImage) throws -> any Findings { DetectionFindings(try detect(image: image)) }

  package func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> any Findings {
    DetectionFindings(try detect(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds))
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try detectAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}
