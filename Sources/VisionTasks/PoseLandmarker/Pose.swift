import VisionImaging

/// One person of one frame.
package struct Pose: Sendable {
  /// 33 landmarks in fractions of the stored image; z on the scale of x.
  package var landmarks: [SIMD3<Float>] = []
  /// 33 landmarks in metres, along the axes of the stored image.
  package var worldLandmarks: [SIMD3<Float>] = []
  /// How likely each landmark is not hidden, in the image.
  package var visibility: [Float] = []
  /// The same for the world landmarks; smoothed apart.
  package var worldVisibility: [Float] = []
  /// How likely each landmark is inside the image.
  package var presence: [Float] = []
  /// The region the landmarks were found in.
  package var rect = NormalizedRect(xCenter: 0, yCenter: 0, width: 0, height: 0, rotation: 0)
  /// Where to look for the person in the next frame.
  package var nextRect = NormalizedRect(xCenter: 0, yCenter: 0, width: 0, height: 0, rotation: 0)
  /// The mask, where it was asked for.
  package var mask: Mask?

  package init() {}
}
