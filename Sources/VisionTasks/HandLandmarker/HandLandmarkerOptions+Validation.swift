import VisionErrors

extension HandLandmarkerOptions {
  /// Checks everything that can be checked without the model.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for the first value that is not allowed; the message names the
  ///   option, the value and the range.
  package func validate() throws {
    try validateHandOptions()
    try runningMode.requireDelegate(
      isSet: handLandmarkerLiveStreamDelegate != nil, option: "handLandmarkerLiveStreamDelegate")
  }
}
