import VisionImaging

/// Where a stored image's first row and first column are in the upright one, with EXIF's numbers.
///
/// `rightTop` says: the first row is on the right side, the first column at the top.
public enum VisionDetectorImageOrientation: UInt, Sendable, CaseIterable {
  /// Upright as stored.
  case topLeft = 1
  /// Mirrored left to right.
  case topRight = 2
  /// Upside down.
  case bottomRight = 3
  /// Mirrored top to bottom.
  case bottomLeft = 4
  /// Rows and columns change places.
  case leftTop = 5
  /// To be turned by 90 degrees clockwise.
  case rightTop = 6
  /// Rows and columns change places, both reversed.
  case rightBottom = 7
  /// To be turned by 90 degrees counter-clockwise.
  case leftBottom = 8

  /// The same in the terms of `UIImage.Orientation`.
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
