extension SuiteRow {
  /// Every task in every mode with every model that something was promised of, and the Hand Landmarker.
  static let all: [SuiteRow] = gestures + hands + poses + detectors

  private static let gestures = [
    SuiteRow(
      name: "gesture, video, two asked for, one visible", task: "gesture", model: "gesture_recognizer",
      file: "thumb_video.mp4", limits: .video(time: 0.40, processorTime: 0.72)),
    SuiteRow(
      name: "gesture, video, two asked for, two visible", task: "gesture", model: "gesture_recognizer",
      file: "trio_pan.mp4", limits: .video(time: 0.40, processorTime: 0.72)),
    SuiteRow(
      name: "gesture, picture", task: "gesture", model: "gesture_recognizer", file: "thumb_up_teal.png",
      limits: .picture(time: 0.45)),
  ]

  private static let hands = [
    SuiteRow(
      name: "hand, video", task: "hand", model: "hand_landmarker", file: "laptop_video.mp4", limits: .video())
  ]

  private static let poses = [
    pose("lite", video: .video(time: 0.22, processorTime: 0.38)),
    pose("full", video: .video(time: 0.30, processorTime: 0.52)),
    pose("lite", picture: .picture(time: 0.35)),
    pose("full", picture: .picture(time: 0.40)),
    SuiteRow(
      name: "pose full, video, masks", task: "pose", model: "pose_landmarker_full", file: "walkers_pan.mp4",
      masks: true, limits: .video(time: 0.60)),
  ]

  private static let detectors = [
    detector("efficientdet_lite0_int8", .video(time: 0.40, processorTime: 0.55)),
    detector("efficientdet_lite0_float16", .video(time: 0.45, processorTime: 0.70)),
    detector("ssd_mobilenet_v1_coco", .video(time: 0.55, processorTime: 0.85)),
  ]

  private static func pose(_ variant: String, video limits: SuiteLimits) -> SuiteRow {
    SuiteRow(
      name: "pose \(variant), video", task: "pose", model: "pose_landmarker_\(variant)", file: "walkers_pan.mp4",
      limits: limits)
  }

  private static func pose(_ variant: String, picture limits: SuiteLimits) -> SuiteRow {
    SuiteRow(
      name: "pose \(variant), picture", task: "pose", model: "pose_landmarker_\(variant)", file: "yoga.png",
      limits: limits)
  }

  private static func detector(_ model: String, _ limits: SuiteLimits) -> SuiteRow {
    SuiteRow(name: "\(model), video", task: "detect", model: model, file: "laptop_video.mp4", limits: limits)
  }
}
