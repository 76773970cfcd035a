import VisionErrors

extension ClassifierOptions {
  /// Checks what can be checked without the model.
  ///
  /// - Parameter option: The name of the option that holds this object, for the message.
  /// - Throws: `TasksError` with `invalidArgumentError` when both lists have names or the threshold is not a number.
  package func validate(option: String) throws {
    if let allowed = categoryAllowlist, let denied = categoryDenylist, !allowed.isEmpty, !denied.isEmpty {
      throw TasksError.invalidArgument(
        "\(option).categoryAllowlist has \(allowed.count.counted("name")) and \(option).categoryDenylist has \(denied.count); "
          + "at most one of the two lists may have names.")
    }
    guard !scoreThreshold.isNaN else {
      throw TasksError.invalidArgument("\(option).scoreThreshold is \(scoreThreshold); any number is allowed.")
    }
  }
}
