import ArgumentParser
import VisionTasks

/// The values of `--mode`.
enum ModeChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, image, video, live

  /// The running mode for an input; `auto` follows the input.
  func runningMode(isVideo: Bool, isLive: Bool) -> RunningMode {
    switch self {
    case .auto: isLive ? .liveStream : isVideo ? .video : .image
    case .image: .image
    case .video: .video
    case .live: .liveStream
    }
  }
}
