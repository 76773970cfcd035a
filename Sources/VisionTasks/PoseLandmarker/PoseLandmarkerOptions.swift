/// The options of `PoseLandmarker`.
public final class PoseLandmarkerOptions: TrackingTaskOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var poseLandmarkerLiveStreamDelegate: (any PoseLandmarkerLiveStreamDelegate)?

  /// The maximum number of people to find, at least 1; 1 by default.
  public var numPoses = 1

  /// The minimum score of the person detection, 0...1; 0.5 by default.
  public var minPoseDetectionConfidence: Float = 0.5

  /// The pose presence score, 0...1, that a person must exceed; 0.5 by default.
  public var minPosePresenceConfidence: Float = 0.5

  /// The overlap (intersection over union, 0...1) above which a person is the same as in the previous frame; 0.5 by
  /// default.
  ///
  /// Has no effect in `.image` mode.
  public var minTrackingConfidence: Float = 0.5

  /// How often the person detector runs while at least one person is tracked but fewer than `numPoses`: in every n-th
  /// frame, n from 1; 1 by default, as in MediaPipe.
  ///
  /// With n above 1 such frames are faster, and a further person may be found n - 1 frames later. A search also renews
  /// the regions of tracked people, so their landmarks differ a little. Without a tracked person the detector runs in
  /// every frame. Has no effect in `.image` mode, and none with `numPoses` 1.
  public var poseDetectionInterval = 1

  /// Whether results have a segmentation mask for each person; false by default. Masks take a fifth to a
  /// third of a frame's time.
  public var shouldOutputSegmentationMasks = false

  /// Whether the landmarks of a single person (`numPoses` 1) are smoothed over time in `.video` and `.liveStream` mode;
  /// true by default, as in MediaPipe, which has no such option.
  public var shouldSmoothLandmarks = true

  package static let liveStreamDelegate: Path<(any PoseLandmarkerLiveStreamDelegate)?>? =
    \PoseLandmarkerOptions.poseLandmarkerLiveStreamDelegate

  package static let table: [TaskOption<PoseLandmarkerOptions>] = [
    TaskOption(
      "numPoses", \.numPoses, group: "Poses", label: "Maximum people", help: "Maximum number of people to find.",
      details: "Landmarks are smoothed over time only for one.",
      kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...6, served: 16))),
    TaskOption(
      "minPoseDetectionConfidence", \.minPoseDetectionConfidence, group: "Poses", label: "Detection confidence",
      help: "Minimum score of the person detection, 0 to 1."),
    TaskOption(
      "minPosePresenceConfidence", \.minPosePresenceConfidence, group: "Poses", label: "Presence confidence",
      help: "Minimum score of pose presence, 0 to 1; a person must exceed it."),
    .tracking(\.minTrackingConfidence, group: "Poses", of: "person"),
    .detectionInterval(
      "poseDetectionInterval", \.poseDetectionInterval, group: "Poses", of: "people", detector: "person detector"),
    TaskOption(
      "shouldOutputSegmentationMasks", \.shouldOutputSegmentationMasks, flag: "segmentation-masks", group: "Poses",
      label: "Masks", help: "Also find the pixels that belong to each person.",
      details: "Takes a fifth to a third of a frame's time.", kind: .masks),
    TaskOption(
      "shouldSmoothLandmarks", \.shouldSmoothLandmarks, flag: "smoothing", group: "Poses", label: "Smoothing",
      help: "Smooth the landmarks of a single person over the frames of a video.",
      details: "Only for the camera and videos."),
    .trackingIDs(group: "Poses", of: .person),
  ]
}
