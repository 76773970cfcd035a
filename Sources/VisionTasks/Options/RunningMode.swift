import VisionCore

/// How a task receives images and returns results, with the raw values of MediaPipe's iOS tasks.
public enum RunningMode: UInt, Sendable, CaseIterable {
  /// Independent images; the call blocks and returns the result.
  case image = 0
  /// The frames of a video with strictly increasing timestamps; the call blocks and returns the result.
  case video = 1
  /// The frames of a live stream; the call returns at once and a delegate receives the result.
  case liveStream = 2

  /// The mode's name in messages.
  package var name: String {
    switch self {
    case .image: "Image"
    case .video: "Video"
    case .liveStream: "Live Stream"
    }
  }
}

extension RunningMode {
  /// Checks that a delegate is set if and only if this mode needs one.
  ///
  /// - Parameters:
  ///   - isSet: Whether the options have a delegate that still exists.
  ///   - option: The name of the delegate's property.
  /// - Throws: `TasksError` with `invalidArgumentError` for a missing or superfluous delegate.
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
