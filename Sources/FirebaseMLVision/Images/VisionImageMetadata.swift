import Foundation
import VisionCore
import VisionImaging

/// The metadata of a `VisionImage`: the orientation of its stored pixels.
public final class VisionImageMetadata: NSObject, Sendable {
  private let currentOrientation = Locked(VisionDetectorImageOrientation.topLeft)

  /// The orientation of the stored pixels; `.topLeft`, upright, by default.
  public var orientation: VisionDetectorImageOrientation {
    get { currentOrientation.withLock { $0 } }
    set { currentOrientation.withLock { $0 = newValue } }
  }

  /// Makes metadata for an upright image.
  public override init() {
    super.init()
  }
}

/// The sides of the upright image on which the stored image's first row and first column are, with EXIF's values.
///
/// `rightTop`: the first row is on the right side, the first column at the top.
public enum VisionDetectorImageOrientation: UInt, Sendable, CaseIterable {
  /// Upright as stored.
  case topLeft = 1
  /// Mirrored horizontally.
  case topRight = 2
  /// Upside down.
  case bottomRight = 3
  /// Mirrored vertically.
  case bottomLeft = 4
  /// Transposed.
  case leftTop = 5
  /// To be rotated by 90 degrees clockwise.
  case rightTop = 6
  /// Transposed along the other diagonal.
  case rightBottom = 7
  /// To be rotated by 90 degrees counterclockwise.
  case leftBottom = 8

  /// The corresponding `ImageOrientation`.
  var imageOrientation: ImageOrientation {
    switch self {
    case .topLeft: .up
    case .topRight: .upMirrored
    case .bottomRight: .down
    case .bottomLeft: .downMirrored
    case .leftTop: .leftMirrored
    case .rightTop: .right
    case .rightBottom: .rightMirrored
    case .leftBottom: .left
    }
  }
}
