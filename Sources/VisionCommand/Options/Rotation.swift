import ArgumentParser
import VisionTasks

/// The values of `--rotation`: the clockwise turn that makes an image upright.
enum Rotation: Int, ExpressibleByArgument, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// The same in the API's terms.
  var orientation: ImageOrientation {
    switch self {
    case .none: .up
    case .quarter: .right
    case .half: .down
    case .threeQuarters: .left
    }
  }
}
