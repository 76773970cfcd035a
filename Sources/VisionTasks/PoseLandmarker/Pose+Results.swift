import Foundation

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
