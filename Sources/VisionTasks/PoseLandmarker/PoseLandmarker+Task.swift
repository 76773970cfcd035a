extension PoseLandmarker: VisionTask {
  package static let descriptor = TaskDescriptor(
    name: "pose", title: "Poses", abstract: "Find people and body landmarks.",
    models: ["pose_landmarker_lite", "pose_landmarker_full"],
    swift: TaskDescriptor.SwiftNames("PoseLandmarker", value: "landmarker", verb: "detect"),
    benchmarks: TaskBenchmarks(
      rows: [
        row(
          "lite", video: .video(time: 0.22, processorTime: 0.38), avx2: .video(time: 0.26, processorTime: 0.48),
          isStreamed: true),
        row("full", video: .video(time: 0.30, processorTime: 0.52), avx2: .video(time: 0.27, processorTime: 0.52)),
        row("lite", image: .image(time: 0.35), avx2: .image(time: 0.30, processorTime: 0.58)),
        row("full", image: .image(time: 0.40), avx2: .image(time: 0.34, processorTime: 0.68)),
        BenchmarkRow(
          name: "pose full, video, masks", model: "pose_landmarker_full", file: "walkers_pan.mp4",
          values: ["segmentationMasks": .toggle(true)], limits: .video(time: 0.60)),
      ],
      batches: [
        BatchRow(name: "folder of images, pose lite", model: "pose_landmarker_lite", limit: 0.53),
        BatchRow(name: "folder of images, pose full", model: "pose_landmarker_full", limit: 0.62),
      ]))

  private static func row(
    _ variant: String, video limits: BenchmarkLimits, avx2: BenchmarkLimits, isStreamed: Bool = false
  ) -> BenchmarkRow {
    BenchmarkRow(
      name: "pose \(variant), video", model: "pose_landmarker_\(variant)", file: "walkers_pan.mp4", limits: limits,
      avx2Limits: avx2, isStreamed: isStreamed)
  }

  private static func row(_ variant: String, image limits: BenchmarkLimits, avx2: BenchmarkLimits) -> BenchmarkRow {
    BenchmarkRow(
      name: "pose \(variant), image", model: "pose_landmarker_\(variant)", file: "yoga.png", limits: limits,
      avx2Limits: avx2)
  }

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
