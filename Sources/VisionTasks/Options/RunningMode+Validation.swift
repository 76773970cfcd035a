import VisionErrors

extension RunningMode {
  /// Checks that a delegate is there exactly when this mode needs one.
  ///
  /// - Parameters:
  ///   - isSet: Whether the options hold a delegate that is still alive.
  ///   - option: The name of the option that holds the delegate.
  /// - Throws: `TasksError` with `invalidArgumentError` for a delegate that is missing or superfluous.
  package func requireDelegate(isSet: Bool, option: String) throws {
    switch (self, isSet) {
    case (.liveStream, false):
      throw TasksError.invalidArgument(
        "\(option) is nil; running mode \(name) needs a delegate. "
          + "The options hold it weakly, so keep a reference to it yourself.")
    case (.image, true), (.video, true):
      throw TasksError.invalidArgument(
        "\(option) is set, but running mode \(name) has no use for a delegate; set it to nil or use .liveStream.")
    default: break
    }
  }
}
