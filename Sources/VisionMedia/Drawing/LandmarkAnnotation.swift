import Foundation
import VisionTasks

/// A hand or a body to draw.
public struct LandmarkAnnotation: Sendable, Hashable {
  /// The landmarks as fractions of the image's width and height; they may lie outside of 0...1.
  public var landmarks: [SIMD2<Float>]
  /// What is written beside it, such as "Victory 0.93 · Left"; nil for nothing.
  public var label: String?
  /// Which landmarks are joined; nil for those that the annotator joins.
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
  ///   - topology: Which of them are joined, such as `.hand` or `.pose`.
  ///   - label: What is written beside it; nil, the default, for nothing.
  public init(_ landmarks: [NormalizedLandmark], topology: LandmarkSkeleton, label: String? = nil) {
    self.landmarks = landmarks.map { SIMD2($0.x, $0.y) }
    self.label = label
    skeleton = topology
  }
}

extension LandmarkAnnotation {
  /// The hands of a result, each with its gesture and side where they are known: `Victory 0.93 · Left`.
  package static func hands(
    _ landmarks: [[NormalizedLandmark]], gestures: [[ResultCategory]] = [], handedness: [[ResultCategory]] = []
  ) -> [LandmarkAnnotation] {
    landmarks.enumerated().map { number, hand in
      // Lists that callers made may be of different lengths.
      let gesture = gestures.indices.contains(number) ? gestures[number].first?.description : nil
      let side = handedness.indices.contains(number) ? handedness[number].first?.categoryName : nil
      let parts = [gesture, side].compactMap { $0 }
      return LandmarkAnnotation(
        hand, topology: .hand, label: parts.isEmpty ? nil : parts.joined(separator: " · "))
    }
  }

  /// The people of a result.
  package static func people(_ landmarks: [[NormalizedLandmark]]) -> [LandmarkAnnotation] {
    landmarks.map { LandmarkAnnotation($0, topology: .pose) }
  }
}
