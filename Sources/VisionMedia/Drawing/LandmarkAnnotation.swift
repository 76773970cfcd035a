/// A hand or a body to draw.
public struct LandmarkAnnotation: Sendable, Hashable {
  /// The landmarks as fractions of the picture's width and height; they may lie outside of 0...1.
  public var landmarks: [SIMD2<Float>]
  /// What is written beside it, such as "Victory 0.93 · Left"; nil for nothing.
  public var label: String?

  /// Makes a figure to draw.
  public init(landmarks: [SIMD2<Float>], label: String? = nil) {
    self.landmarks = landmarks
    self.label = label
  }
}
