import MediaPipeTasksVision
import VisionFindings

/// The task of a run behind one call: a picture in, whether anything was found out.
struct BenchTask {
  let call: (MPImage, _ timestampInMilliseconds: Int) throws -> Bool

  /// The names that can be benchmarked.
  static let names = ["gesture", "hand", "pose", "detect"]

  /// The catalog's name of the model that a task takes when none is named.
  static func defaultModel(of task: String) -> String {
    switch task {
    case "hand": "hand_landmarker"
    case "pose": "pose_landmarker_lite"
    case "detect": "efficientdet_lite0_int8"
    default: "gesture_recognizer"
    }
  }

  /// A recorder gets the stages' times; without one the public task is timed.
  init(_ spec: BenchSpec, recorder: StageRecorder? = nil) throws {
    switch spec.task {
    case "gesture":
      let options = spec.gestureOptions
      call =
        if let recorder {
          Self.timed(try GestureRecognizerPipeline(options: options, recorder: recorder)) { !$0.landmarks.isEmpty }
        } else {
          Self.runnable(try GestureRecognizer(options: options), spec)
        }
    case "hand":
      let options = spec.handOptions
      call =
        if let recorder {
          Self.timed(try HandLandmarkerPipeline(options: options, recorder: recorder)) { !$0.landmarks.isEmpty }
        } else {
          Self.runnable(try HandLandmarker(options: options), spec)
        }
    case "pose":
      let options = spec.poseOptions
      call =
        if let recorder {
          Self.timed(try PosePipeline(options: options, recorder: recorder)) { !$0.landmarks.isEmpty }
        } else {
          Self.runnable(try PoseLandmarker(options: options), spec)
        }
    case "detect":
      let options = spec.detectorOptions
      call =
        if let recorder {
          Self.timed(try ObjectDetectorPipeline(options: options, recorder: recorder)) { !$0.detections.isEmpty }
        } else {
          Self.runnable(try ObjectDetector(options: options), spec)
        }
    default:
      throw TasksError.invalidArgument(
        "\"\(spec.task)\" cannot be benchmarked; allowed are \(Self.names.joined(separator: ", ")).")
    }
  }

  /// The pipeline without its task, for the times of its stages.
  private static func timed<Pipeline: VisionPipeline>(
    _ pipeline: Pipeline, found: @escaping (Pipeline.Output) -> Bool
  ) -> (MPImage, Int) throws -> Bool {
    { try found(pipeline.process(Frame($0), timestampInMilliseconds: $1)) }
  }

  /// The public task in the mode of the run.
  private static func runnable(
    _ task: any RunnableTask, _ spec: BenchSpec
  ) -> (MPImage, Int) throws -> Bool {
    spec.mode == "video"
      ? { try !task.findings(in: $0, timestampInMilliseconds: $1).isEmpty }
      : { image, _ in try !task.findings(in: image).isEmpty }
  }
}
