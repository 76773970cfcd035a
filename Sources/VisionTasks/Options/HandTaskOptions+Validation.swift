import VisionErrors

extension HandTaskOptions {
  /// Checks the model path, the number of hands and the three confidences.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for the first value that is not allowed.
  func validateHandOptions() throws {
    _ = try baseOptions.validatedModelAssetPath()
    try baseOptions.validateThreadCount()
    guard HandCount.allowed.contains(numHands) else {
      throw TasksError.invalidArgument(
        "numHands is \(numHands); allowed are \(HandCount.allowed.lowerBound) to \(HandCount.allowed.upperBound).")
    }
    try ConfidenceRange.require(minHandDetectionConfidence, option: "minHandDetectionConfidence")
    try ConfidenceRange.require(minHandPresenceConfidence, option: "minHandPresenceConfidence")
    try ConfidenceRange.require(minTrackingConfidence, option: "minTrackingConfidence")
  }
}
