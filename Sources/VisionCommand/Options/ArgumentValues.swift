import ArgumentParser
import Foundation
import VisionTasks

/// The values of `--mode`.
enum ModeChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, image, video, live

  /// The running mode for an input; `auto` depends on the input.
  func runningMode(isVideo: Bool, isLive: Bool) -> RunningMode {
    switch self {
    case .auto: isLive ? .liveStream : isVideo ? .video : .image
    case .image: .image
    case .video: .video
    case .live: .liveStream
    }
  }
}

/// The values of `--rotation`: the clockwise rotation in degrees that makes an image upright.
enum Rotation: Int, ExpressibleByArgument, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// The corresponding image orientation.
  var orientation: ImageOrientation { ImageOrientation(clockwiseDegrees: rawValue) ?? .up }
}

/// Category names separated by commas, as in `Victory,Thumb_Up`.
struct NameList: ExpressibleByArgument, Hashable {
  /// The names, trimmed; never empty.
  let names: [String]

  init?(argument: String) {
    let names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard !names.isEmpty else { return nil }
    self.names = names
  }
}

/// The values of `--kernels`.
extension Kernels: ExpressibleByArgument {}
