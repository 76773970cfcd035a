import Foundation
import VisionResults

/// A hand or a body to draw.
public struct LandmarkAnnotation: Sendable, Hashable {
  /// The landmarks as fractions of the image's width and height; they may lie outside of 0...1.
  public var landmarks: [SIMD2<Float>]
  /// The label's text, such as "Victory 0.93 · Left"; nil for no label.
  public var label: String?
  /// The skeleton; nil for the annotator's.
  public var skeleton: LandmarkSkeleton?

  /// Makes a figure to draw.
  public init(landmarks: [SIMD2<Float>], label: String? = nil) {
    self.landmarks = landmarks
    self.label = label
  }

  /// Makes a figure to draw from a result's landmarks.
  ///
  /// - Parameters:
  ///   - landmarks: The landmarks of one hand or person.
  ///   - skeleton: The connections between them, such as `.hand` or `.pose`.
  ///   - label: The label's text; nil, the default, for no label.
  public init(_ landmarks: [NormalizedLandmark], skeleton: LandmarkSkeleton, label: String? = nil) {
    self.landmarks = landmarks.map { SIMD2($0.x, $0.y) }
    self.label = label
    self.skeleton = skeleton
  }
}
