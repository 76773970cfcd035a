import VisionImaging
import VisionPerception

/// Smooths the landmarks of a tracked person over time.
///
/// Source: the landmark smoothing of MediaPipe's pose graph, a low-pass filter on visibility and a one-euro filter on
/// positions, separately for image and world landmarks.
package struct PoseSmoother: Sendable {
  private static let landmarkCount = 33
  private static let visibilityAlpha: Float = 0.1
  /// Minimum size of a person to smooth, in pixels.
  private static let minObjectScale: Float = 1e-6

  private var visibility = Array(repeating: LowPassFilter(), count: landmarkCount)
  private var worldVisibility = Array(repeating: LowPassFilter(), count: landmarkCount)
  private var positions = OneEuroFilter(.poseLandmarks, count: 3 * landmarkCount)
  private var worldPositions = OneEuroFilter(.poseWorldLandmarks, count: 3 * landmarkCount)
  private var samples: [Float] = []

  package init() {}

  /// Smooths a person's landmarks in place.
  package mutating func smooth(_ pose: inout Pose, timestampInMilliseconds: Int, in size: ImageSize) {
    guard pose.landmarks.count == Self.landmarkCount else { return }
    for index in 0..<Self.landmarkCount {
      pose.visibility[index] = visibility[index](pose.visibility[index], alpha: Self.visibilityAlpha)
      pose.worldVisibility[index] = worldVisibility[index](pose.worldVisibility[index], alpha: Self.visibilityAlpha)
    }
    let toPixels = SIMD3(size.width, size.height, size.width)
    load(pose.landmarks, times: toPixels)
    let objectScale = (pose.nextRect.width * size.width + pose.nextRect.height * size.height) / 2
    if objectScale >= Self.minObjectScale {
      positions(&samples, timestampInMilliseconds: timestampInMilliseconds, valueScale: 1 / objectScale)
    }
    store(in: &pose.landmarks, dividedBy: toPixels)
    load(pose.worldLandmarks, times: SIMD3(1, 1, 1))
    worldPositions(&samples, timestampInMilliseconds: timestampInMilliseconds, valueScale: 1)
    store(in: &pose.worldLandmarks, dividedBy: SIMD3(1, 1, 1))
  }

  /// Resets the filter of image positions after the person was lost. The other filters keep their state, as in
  /// MediaPipe.
  package mutating func resetPositions() { positions = OneEuroFilter(.poseLandmarks, count: 3 * Self.landmarkCount) }

  private mutating func load(_ landmarks: [SIMD3<Float>], times scale: SIMD3<Float>) {
    samples.removeAll(keepingCapacity: true)
    for landmark in landmarks {
      let sample = landmark * scale
      samples.append(sample.x)
      samples.append(sample.y)
      samples.append(sample.z)
    }
  }

  private func store(in landmarks: inout [SIMD3<Float>], dividedBy scale: SIMD3<Float>) {
    for index in landmarks.indices {
      landmarks[index] = SIMD3(samples[3 * index], samples[3 * index + 1], samples[3 * index + 2]) / scale
    }
  }
}
