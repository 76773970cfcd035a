import Foundation

/// The options of `PoseLandmarker`.
public final class PoseLandmarkerOptions: TaskOptions, DescribedOptions {
  /// How the task gets its images; `.image` by default.
  public var runningMode: RunningMode = .image

  /// Gets the results in `.liveStream` mode and must be nil in the other modes, as it is by default.
  ///
  /// Held weakly, here and by the task: keep a reference to it yourself.
  public weak var poseLandmarkerLiveStreamDelegate: (any PoseLandmarkerLiveStreamDelegate)?

  /// The maximum number of people to find, at least 1; 1 by default.
  public var numPoses = 1

  /// The minimum score of the person detection, 0...1; 0.5 by default.
  public var minPoseDetectionConfidence: Float = 0.5

  /// The score of the pose presence, 0...1, that a person must exceed; 0.5 by default.
  public var minPosePresenceConfidence: Float = 0.5

  /// The overlap (intersection over union, 0...1) above which a person is the one of the frame before; 0.5 by default.
  ///
  /// Has no effect in `.image` mode.
  public var minTrackingConfidence: Float = 0.5

  /// Whether results have a segmentation mask for every person; false by default. Masks cost about half of a frame's time.
  public var shouldOutputSegmentationMasks = false

  /// Whether the landmarks of a single person (`numPoses` 1) are smoothed over time in `.video` and `.liveStream` mode; true by
  /// default, as in MediaPipe, which has no such option.
  public var shouldSmoothLandmarks = true

  /// A copy with the same values and the same delegate.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = PoseLandmarkerOptions()
    copy.baseOptions = baseOptions
    copy.runningMode = runningMode
    copy.poseLandmarkerLiveStreamDelegate = poseLandmarkerLiveStreamDelegate
    copy.numPoses = numPoses
    copy.minPoseDetectionConfidence = minPoseDetectionConfidence
    copy.minPosePresenceConfidence = minPosePresenceConfidence
    copy.minTrackingConfidence = minTrackingConfidence
    copy.shouldOutputSegmentationMasks = shouldOutputSegmentationMasks
    copy.shouldSmoothLandmarks = shouldSmoothLandmarks
    return copy
  }
}
