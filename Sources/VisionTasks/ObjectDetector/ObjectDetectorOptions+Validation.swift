import VisionErrors

extension ObjectDetectorOptions {
  /// Checks everything that can be checked without the model.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for the first value that is not allowed; the message names the
  ///   option, the value and the range.
  package func validate() throws {
    _ = try baseOptions.validatedModelAssetPath()
    try baseOptions.validateThreadCount()
    guard maxResults != 0 else {
      throw TasksError.invalidArgument("maxResults is 0; allowed are numbers from 1, and -1 for all.")
    }
    guard !scoreThreshold.isNaN else {
      throw TasksError.invalidArgument("scoreThreshold is \(scoreThreshold); any number is allowed.")
    }
    guard categoryAllowlist.isEmpty || categoryDenylist.isEmpty else {
      throw TasksError.invalidArgument(
        "categoryAllowlist has \(categoryAllowlist.count.counted("name")) and categoryDenylist has \(categoryDenylist.count); at most "
          + "one of the two lists may have names.")
    }
    try ConfidenceRange.require(minSuppressionThreshold, option: "minSuppressionThreshold")
    try runningMode.requireDelegate(
      isSet: objectDetectorLiveStreamDelegate != nil, option: "objectDetectorLiveStreamDelegate")
  }
}
