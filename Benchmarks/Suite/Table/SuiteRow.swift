import VisionCore
import VisionTasks

/// A row of the suite's table: a task with a model on a file, and the project's limits.
struct SuiteRow: Sendable {
  /// The task's name on the command line.
  let task: String
  let name: String
  /// The model's name in the catalog.
  let model: String
  /// The name of an image or video in the media folder.
  let file: String
  /// Options by key that differ from `initialValues(of:)`.
  var values: [String: OptionValue] = [:]
  let limits: BenchmarkLimits
  /// The limits on x86-64 processors with AVX2 and without AVX-512; nil where `limits` hold there, too.
  var avx2Limits: BenchmarkLimits?
  /// Whether several concurrent streams are measured, too.
  var isStreamed = false

  /// The limits on this machine.
  var limitsHere: BenchmarkLimits { limits(on: .current) }

  /// The limits on a machine: the row's own ones where the processor has AVX2 at most.
  func limits(on machine: MachineDescription) -> BenchmarkLimits {
    let isAVX2 = machine.vectorInstructions.first?.hasPrefix("AVX2") ?? false
    return isAVX2 ? avx2Limits ?? limits : limits
  }

  /// Whether the row's name or file contains a text, ignoring case; true for nil.
  func matches(_ text: String?) -> Bool {
    text.map { "\(name) \(file)".localizedCaseInsensitiveContains($0) } ?? true
  }

  /// The options by key with which a task is measured.
  static func initialValues(of task: String) -> [String: OptionValue] {
    switch task {
    case "gesture", "hand": ["numHands": .number(2)]
    case "detect": ["maxResults": .number(5), "scoreThreshold": .number(0.3)]
    case "classify": ["maxResults": .number(5)]
    // MediaPipe's own defaults; the program's is the category mask.
    case "segment": ["confidenceMasks": .toggle(true), "categoryMask": .toggle(false)]
    case "embed": ["l2Normalize": .toggle(true)]
    default: [:]
    }
  }

  /// All rows, in the order of the table. A task without rows is not measured by the suite.
  static let all = [
    SuiteRow(
      task: "gesture", name: "gesture, video, two asked for, one visible", model: "gesture_recognizer",
      file: "thumb_video.mp4", limits: .video(time: 0.40, processorTime: 0.72),
      avx2Limits: .video(time: 0.36, processorTime: 0.62), isStreamed: true),
    SuiteRow(
      task: "gesture", name: "gesture, video, two asked for, two visible", model: "gesture_recognizer",
      file: "trio_pan.mp4", limits: .video(time: 0.40, processorTime: 0.72),
      avx2Limits: .video(time: 0.36, processorTime: 0.62)),
    SuiteRow(
      task: "gesture", name: "gesture, image", model: "gesture_recognizer", file: "thumb_up_teal.png",
      limits: .image(time: 0.45), avx2Limits: .image(time: 0.40, processorTime: 0.75)),
    SuiteRow(
      task: "hand", name: "hand, video", model: "hand_landmarker", file: "laptop_video.mp4", limits: .video()),
    SuiteRow(
      task: "pose", name: "pose lite, video", model: "pose_landmarker_lite", file: "walkers_pan.mp4",
      limits: .video(time: 0.22, processorTime: 0.38), avx2Limits: .video(time: 0.26, processorTime: 0.48),
      isStreamed: true),
    SuiteRow(
      task: "pose", name: "pose full, video", model: "pose_landmarker_full", file: "walkers_pan.mp4",
      limits: .video(time: 0.30, processorTime: 0.52), avx2Limits: .video(time: 0.27, processorTime: 0.52)),
    SuiteRow(
      task: "pose", name: "pose lite, image", model: "pose_landmarker_lite", file: "yoga.png",
      limits: .image(time: 0.35), avx2Limits: .image(time: 0.30, processorTime: 0.58)),
    SuiteRow(
      task: "pose", name: "pose full, image", model: "pose_landmarker_full", file: "yoga.png",
      limits: .image(time: 0.40), avx2Limits: .image(time: 0.34, processorTime: 0.68)),
    SuiteRow(
      task: "pose", name: "pose full, video, masks", model: "pose_landmarker_full", file: "walkers_pan.mp4",
      values: ["segmentationMasks": .toggle(true)], limits: .video(time: 0.60)),
    SuiteRow(
      task: "detect", name: "efficientdet_lite0_int8, video", model: "efficientdet_lite0_int8",
      file: "laptop_video.mp4", limits: .video(time: 0.40, processorTime: 0.55),
      avx2Limits: .video(time: 0.30, processorTime: 0.58), isStreamed: true),
    SuiteRow(
      task: "detect", name: "efficientdet_lite0_float16, video", model: "efficientdet_lite0_float16",
      file: "laptop_video.mp4", limits: .video(time: 0.45, processorTime: 0.70),
      avx2Limits: .video(time: 0.36, processorTime: 0.68)),
    SuiteRow(
      task: "detect", name: "ssd_mobilenet_v1_coco, video", model: "ssd_mobilenet_v1_coco", file: "laptop_video.mp4",
      limits: .video(time: 0.55, processorTime: 0.85), avx2Limits: .video(time: 0.40, processorTime: 0.75)),
    SuiteRow(
      task: "classify", name: "efficientnet_lite0_float32, video", model: "efficientnet_lite0_float32",
      file: "laptop_video.mp4", limits: .video()),
    SuiteRow(
      task: "classify", name: "efficientnet_lite0_int8, video", model: "efficientnet_lite0_int8",
      file: "laptop_video.mp4", limits: .video()),
    SuiteRow(
      task: "face-detect", name: "face detector, video", model: "blaze_face_short_range", file: "face_pan.mp4",
      limits: BenchmarkLimits(time: 0.35, processorTime: 0.75, memory: 0.40)),
    SuiteRow(
      task: "face", name: "face landmarks, video", model: "face_landmarker", file: "face_pan.mp4",
      limits: .video(time: 0.40, processorTime: 0.75, memory: 0.40)),
    SuiteRow(
      task: "face", name: "face landmarks, video, blendshapes and matrices", model: "face_landmarker",
      file: "face_pan.mp4", values: ["blendshapes": .toggle(true), "matrices": .toggle(true)],
      limits: .video(time: 0.45, processorTime: 0.75, memory: 0.40)),
    SuiteRow(
      task: "holistic", name: "holistic, video", model: "holistic_landmarker", file: "trio_pan.mp4",
      limits: .video(time: 0.40, processorTime: 0.75, memory: 0.40)),
    SuiteRow(
      task: "segment", name: "selfie segmenter, video", model: "selfie_segmenter", file: "face_pan.mp4",
      limits: .masks(time: 0.45)),
    SuiteRow(
      task: "segment", name: "selfie segmenter, video, category mask", model: "selfie_segmenter", file: "face_pan.mp4",
      values: ["confidenceMasks": .toggle(false), "categoryMask": .toggle(true)],
      limits: .masks(time: 0.45)),
    SuiteRow(
      task: "segment", name: "DeepLab, video", model: "deeplab_v3", file: "face_pan.mp4", limits: .masks(time: 0.60)),
    SuiteRow(
      task: "segment", name: "DeepLab, video, category mask", model: "deeplab_v3", file: "face_pan.mp4",
      values: ["confidenceMasks": .toggle(false), "categoryMask": .toggle(true)],
      limits: .masks(time: 0.60)),
    SuiteRow(
      task: "embed", name: "embedder, efficientnet_lite0_float32, video", model: "efficientnet_lite0_float32",
      file: "laptop_video.mp4", limits: .video(time: 0.55, memory: 0.40)),
    SuiteRow(
      task: "embed", name: "embedder, efficientnet_lite0_int8, video", model: "efficientnet_lite0_int8",
      file: "laptop_video.mp4", limits: .video(time: 0.55, memory: 0.40)),
  ]
}

/// A folder of images, with its limit.
struct BatchRow: Codable, Hashable, Sendable {
  /// The task's name on the command line.
  let task: String
  let name: String
  /// The model's name in the catalog.
  let model: String
  /// Maximum time, relative to MediaPipe's.
  let limit: Double

  /// All rows, in the order of the table.
  static let all = [
    BatchRow(task: "gesture", name: "folder of images, gesture", model: "gesture_recognizer", limit: 0.74),
    BatchRow(task: "pose", name: "folder of images, pose lite", model: "pose_landmarker_lite", limit: 0.53),
    BatchRow(task: "pose", name: "folder of images, pose full", model: "pose_landmarker_full", limit: 0.62),
    BatchRow(
      task: "detect", name: "folder of images, efficientdet_lite0_int8", model: "efficientdet_lite0_int8", limit: 0.60),
  ]
}

/// The limits of a row, relative to MediaPipe's figures in the same run; nil for no limit.
struct BenchmarkLimits: Codable, Hashable, Sendable {
  /// Median time per frame.
  var time: Double?
  /// CPU time of all threads per frame.
  var processorTime: Double?
  /// Time from the start of the process to the first result.
  var start: Double? = 0.15
  /// Peak memory of the process.
  var memory: Double? = 0.35
  /// Time for sampling and decoding, relative to our own inference.
  var preparation: Double?

  /// The limits of a video.
  static func video(time: Double? = nil, processorTime: Double? = nil, memory: Double = 0.35) -> BenchmarkLimits {
    BenchmarkLimits(time: time, processorTime: processorTime, memory: memory, preparation: 0.12)
  }

  /// The limits of a video's masks, whose pixels take longer than a small model.
  static func masks(time: Double) -> BenchmarkLimits { BenchmarkLimits(time: time, memory: 0.40) }

  /// The limits of an image.
  static func image(time: Double? = nil, processorTime: Double? = nil) -> BenchmarkLimits {
    BenchmarkLimits(time: time, processorTime: processorTime)
  }
}
