/// How a task gets its images and hands back its results, with the raw values of MediaPipe's iOS tasks.
public enum RunningMode: UInt, Sendable, CaseIterable {
  /// Single images that have nothing to do with each other; the call blocks and returns the result.
  case image = 0
  /// The frames of a video with strictly rising timestamps; the call blocks and returns the result.
  case video = 1
  /// Frames that keep coming; the call returns at once and the result goes to a delegate.
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
