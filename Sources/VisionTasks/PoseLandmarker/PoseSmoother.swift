/// Smooths the landmarks of a tracked person over time.
/// Source: the landmark smoothing of MediaPipe's pose graph, a low-pass filter on visibility and a one-euro filter on
/// positions, separately for image and world landmarks.
package struct PoseSmoother: Sendable {
  private static let landmarkCount = 33
  private static let visibilityAlpha: Float = 0.1

  private var visibility = Array(repeating: LowPassFilter(), count: landmarkCount)
  private var worldVisibility = Array(repeating: LowPassFilter(), count: landmarkCount)
  private var positions = LandmarkSmoother(.imageLandmarks, count: landmarkCount)
  private var worldPositions = LandmarkSmoother(.poseWorldLandmarks, count: landmarkCount)

  package init() {}

  /// `objectScale` is the person's size in pixels.
  package mutating func smooth(
    _ pose: inout Pose, objectScale: Float, timestampInMilliseconds: Int, in size: ImageSize
  ) {
    guard pose.landmarks.count == Self.landmarkCount else { return }
    for index in 0..<Self.landmarkCount {
      pose.visibility[index] = visibility[index](pose.visibility[index], alpha: Self.visibilityAlpha)
      pose.worldVisibility[index] = worldVisibility[index](pose.worldVisibility[index], alpha: Self.visibilityAlpha)
    }
    positions(
      &pose.landmarks, unit: SIMD3(size.width, size.height, size.width),
      objectScale: objectScale, timestampInMilliseconds: timestampInMilliseconds)
    worldPositions(&pose.worldLandmarks, objectScale: 1, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Resets the filter of image positions after the person was lost. The other filters keep their state, as in
  /// MediaPipe.
  package mutating func resetPositions() { positions.reset() }
}
