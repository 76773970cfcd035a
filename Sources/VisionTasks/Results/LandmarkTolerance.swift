/// When two coordinates of landmarks count as equal.
enum LandmarkTolerance {
  /// MediaPipe's tolerance.
  static let value: Float = 1e-6
  /// The one hash that no two equal landmarks can disagree on.
  static let hash = 0

  static func allows(_ first: Float, _ second: Float) -> Bool { abs(first - second) < value }
}
