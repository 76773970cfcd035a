/// The rotation of a stored image to upright, with the cases and raw values of `UIImage.Orientation`.
public enum ImageOrientation: Int, Sendable, CaseIterable {
  /// Upright as stored.
  case up = 0
  /// Upside down: rotate by 180 degrees.
  case down = 1
  /// Lies on its left side: rotate by 90 degrees counter-clockwise.
  case left = 2
  /// Lies on its right side: rotate by 90 degrees clockwise.
  case right = 3
  /// As `up`, mirrored left to right.
  case upMirrored = 4
  /// As `down`, mirrored left to right.
  case downMirrored = 5
  /// As `left`, mirrored.
  case leftMirrored = 6
  /// As `right`, mirrored.
  case rightMirrored = 7

  /// Whether the image is also mirrored; MediaPipe's tasks refuse such images.
  public var isMirrored: Bool { rawValue >= Self.upMirrored.rawValue }

  /// The clockwise rotation that makes the image upright, in degrees: 0, 90, 180 or 270. Mirroring does not change it.
  public var clockwiseDegrees: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 90
    case .down, .downMirrored: 180
    case .left, .leftMirrored: 270
    }
  }

  /// The orientation without mirroring for a clockwise rotation by any multiple of 90 degrees; nil for other angles.
  public init?(clockwiseDegrees degrees: Int) {
    switch ((degrees % 360) + 360) % 360 {
    case 0: self = .up
    case 90: self = .right
    case 180: self = .down
    case 270: self = .left
    default: return nil
    }
  }
}
