import Foundation
import VisionImaging

/// A person in one frame.
package struct Pose: Sendable {
  /// 33 landmarks in fractions of the stored image; z on the scale of x.
  package var landmarks: [SIMD3<Float>] = []
  /// 33 landmarks in meters, along the axes of the stored image.
  package var worldLandmarks: [SIMD3<Float>] = []
  /// The probability that each landmark is not occluded.
  package var visibility: [Float] = []
  /// The visibility of the world landmarks, which is smoothed separately.
  package var worldVisibility: [Float] = []
  /// The probability that each landmark is inside the image.
  package var presence: [Float] = []
  /// The region of the landmark model's input.
  package var rect = NormalizedRect(xCenter: 0, yCenter: 0, width: 0, height: 0, rotation: 0)
  /// The predicted region in the next frame.
  package var nextRect = NormalizedRect(xCenter: 0, yCenter: 0, width: 0, height: 0, rotation: 0)
  /// The segmentation mask; nil without masks.
  package var mask: Mask?

  package init() {}
}

extension Pose {
  /// The public form of the landmarks.
  var resultLandmarks: [NormalizedLandmark] {
    landmarks.indices.map { index in
      let point = landmarks[index]
      return NormalizedLandmark(
        x: point.x, y: point.y, z: point.z, visibility: NSNumber(value: visibility[index]),
        presence: NSNumber(value: presence[index]))
    }
  }

  /// The public form of the world landmarks.
  var resultWorldLandmarks: [Landmark] {
    worldLandmarks.indices.map { index in
      let point = worldLandmarks[index]
      return Landmark(
        x: point.x, y: point.y, z: point.z, visibility: NSNumber(value: worldVisibility[index]),
        presence: NSNumber(value: presence[index]))
    }
  }
}
