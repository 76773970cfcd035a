/// The options of `HolisticLandmarker`.
public final class HolisticLandmarkerOptions: TaskOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var holisticLandmarkerLiveStreamDelegate: (any HolisticLandmarkerLiveStreamDelegate)?

  /// The minimum score of the person detection, 0...1; 0.5 by default.
  ///
  /// The detector runs in frames in which no person is tracked.
  public var minPoseDetectionConfidence: Float = 0.5

  /// The overlap (intersection over union, 0...1) above which two detections are one person; 0.3 by default.
  public var minPoseSuppressionThreshold: Float = 0.3

  /// The pose presence score, 0...1, that the person must exceed; 0.5 by default. Without a pose there are no hands and
  /// no face.
  public var minPosePresenceConfidence: Float = 0.5

  /// The minimum score of the face detection within the region of the head, 0...1; 0.5 by default.
  ///
  /// The detector runs in every frame with a pose.
  public var minFaceDetectionConfidence: Float = 0.5

  /// The overlap (intersection over union, 0...1) above which two detections are one face; 0.3 by default.
  public var minFaceSuppressionThreshold: Float = 0.3

  /// The face presence score, 0...1, that the face must exceed; 0.5 by default.
  public var minFacePresenceConfidence: Float = 0.5

  /// The hand presence score, 0...1, that each hand must exceed; 0.5 by default.
  public var minHandLandmarksConfidence: Float = 0.5

  /// Whether results have the 52 blendshapes of the face; false by default. Without them their model does not run.
  public var outputFaceBlendshapes = false

  /// Whether results have a segmentation mask of the person; false by default.
  public var outputPoseSegmentationMasks = false

  package static let liveStreamDelegate: Path<(any HolisticLandmarkerLiveStreamDelegate)?>? =
    \HolisticLandmarkerOptions.holisticLandmarkerLiveStreamDelegate

  package static let table: [TaskOption<HolisticLandmarkerOptions>] = [
    TaskOption(
      "minPoseDetectionConfidence", \.minPoseDetectionConfidence, group: "Pose", label: "Detection confidence",
      help: "Minimum score of the person detection, 0 to 1."),
    TaskOption(
      "minPoseSuppressionThreshold", \.minPoseSuppressionThreshold, group: "Pose", label: "Overlap",
      help: "Overlap of two detections above which they are one person, 0 to 1."),
    TaskOption(
      "minPosePresenceConfidence", \.minPosePresenceConfidence, group: "Pose", label: "Presence confidence",
      help: "Minimum score of pose presence, 0 to 1; the person must exceed it.",
      details: "Without a pose there are no hands and no face."),
    TaskOption(
      "outputPoseSegmentationMasks", \.outputPoseSegmentationMasks, flag: "segmentation-masks", group: "Pose",
      label: "Mask", help: "Also find the pixels that belong to the person.", kind: .masks),
    TaskOption(
      "minFaceDetectionConfidence", \.minFaceDetectionConfidence, group: "Face", label: "Detection confidence",
      help: "Minimum score of the face detection, 0 to 1."),
    TaskOption(
      "minFaceSuppressionThreshold", \.minFaceSuppressionThreshold, group: "Face", label: "Overlap",
      help: "Overlap of two detections above which they are one face, 0 to 1."),
    TaskOption(
      "minFacePresenceConfidence", \.minFacePresenceConfidence, group: "Face", label: "Presence confidence",
      help: "Minimum score of face presence, 0 to 1; the face must exceed it."),
    TaskOption(
      "outputFaceBlendshapes", \.outputFaceBlendshapes, flag: "blendshapes", group: "Face", label: "Blendshapes",
      help: "Also estimate the expression of the face: 52 scores."),
    TaskOption(
      "minHandLandmarksConfidence", \.minHandLandmarksConfidence, group: "Hands", label: "Presence confidence",
      help: "Minimum score of hand presence, 0 to 1; a hand must exceed it."),
  ]
}
