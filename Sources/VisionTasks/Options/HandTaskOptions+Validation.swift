import VisionErrors

extension HandTaskOptions {
  /// Checks the model path, the number of hands and the three confidences.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for the first value that is not allowed.
  func validateHandOptions() throws {
    _ = try baseOptions.validatedModelAssetPath()
    try baseOptions.validateThreadCount()
    guard numHands >= 1 else {
      throw TasksError.invalidArgument("numHands is \(numHands); allowed is any integer from 1.")
    }
    try ConfidenceRange.require(minHandDetectionConfidence, option: "minHandDetectionConfidence")
    try ConfidenceRange.require(minHandPresenceConfidence, option: "minHandPresenceConfidence")
    try ConfidenceRange.require(minTrackingConfidence, option: "minTrackingConfidence")
  }
}
