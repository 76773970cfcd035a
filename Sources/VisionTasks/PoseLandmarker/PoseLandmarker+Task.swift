extension PoseLandmarker: VisionTask {
  package static let descriptor = TaskDescriptor(
    name: "pose", title: "Poses", abstract: "Find people and body landmarks.",
    models: ["pose_landmarker_lite", "pose_landmarker_full"],
    swift: TaskDescriptor.SwiftNames("PoseLandmarker", value: "landmarker", verb: "detect"))

  package static let options: [TaskOption<PoseLandmarkerOptions>] = [
    .integer(
      "numPoses", \.numPoses, group: "Poses", label: "Maximum people", help: "Maximum number of people to find.",
      details: "Landmarks are smoothed over time only for one.",
      range: IntegerRange(allowed: 1...Int.max, offered: 1...6, served: 16)),
    .confidence(
      "minPoseDetectionConfidence", \.minPoseDetectionConfidence, group: "Poses", label: "Detection confidence",
      help: "Minimum score of the person detection, 0 to 1."),
    .confidence(
      "minPosePresenceConfidence", \.minPosePresenceConfidence, group: "Poses", label: "Presence confidence",
      help: "Minimum score of pose presence, 0 to 1; a person must exceed it."),
    .tracking(\.minTrackingConfidence, group: "Poses", of: "person"),
    .detectionInterval(
      "poseDetectionInterval", \.poseDetectionInterval, group: "Poses", of: "people", detector: "person detector"),
    .toggle(
      "shouldOutputSegmentationMasks", \.shouldOutputSegmentationMasks, flag: "segmentation-masks", group: "Poses",
      label: "Masks", help: "Also find the pixels that belong to each person.",
      details: "Costs about half of a frame's time.", kind: .masks),
    .toggle(
      "shouldSmoothLandmarks", \.shouldSmoothLandmarks, flag: "smoothing", group: "Poses", label: "Smoothing",
      help: "Smooth the landmarks of a single person over the frames of a video.",
      details: "Only for the camera and videos."),
  ]

  package static func makePipeline(_ options: PoseLandmarkerOptions, recorder: StageRecorder?) throws -> PosePipeline {
    try PosePipeline(options: options, recorder: recorder)
  }
}

extension PoseLandmarkerOptions {
  package var liveStreamDelegate: (name: String, isSet: Bool)? {
    ("poseLandmarkerLiveStreamDelegate", poseLandmarkerLiveStreamDelegate != nil)
  }
}
