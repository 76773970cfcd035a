/// A task that works on a folder of pictures, with what the project has promised.
struct BatchRow: Codable, Hashable, Sendable {
  let name: String
  /// The task's name on the command line, and MediaPipe's script's.
  let task: String
  /// The model's name in the catalog.
  let model: String
  /// The most that ours may take, as a share of MediaPipe's time.
  let limit: Double

  /// The four of the project's promises.
  static let all = [
    BatchRow(name: "folder of pictures, gesture", task: "gesture", model: "gesture_recognizer", limit: 0.74),
    BatchRow(name: "folder of pictures, pose lite", task: "pose", model: "pose_landmarker_lite", limit: 0.53),
    BatchRow(name: "folder of pictures, pose full", task: "pose", model: "pose_landmarker_full", limit: 0.62),
    BatchRow(
      name: "folder of pictures, efficientdet_lite0_int8", task: "detect", model: "efficientdet_lite0_int8", limit: 0.60
    ),
  ]
}
