import MediaPipeTasksVision
import VisionOutput

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
    guard let recorder else {
      call = Self.runnable(try Self.make(spec), spec)
      return
    }
    switch spec.task {
    case "gesture":
      call = Self.timed(try GestureRecognizerPipeline(options: spec.gestureOptions, recorder: recorder)) {
        !$0.landmarks.isEmpty
      }
    case "hand":
      call = Self.timed(try HandLandmarkerPipeline(options: spec.handOptions, recorder: recorder)) {
        !$0.landmarks.isEmpty
      }
    case "pose":
      call = Self.timed(try PosePipeline(options: spec.poseOptions, recorder: recorder)) { !$0.landmarks.isEmpty }
    case "detect":
      call = Self.timed(try ObjectDetectorPipeline(options: spec.detectorOptions, recorder: recorder)) {
        !$0.detections.isEmpty
      }
    default: throw Self.unknown(spec.task)
    }
  }

  /// The public task of a run.
  static func make(_ spec: BenchSpec) throws -> any AnyVisionTask {
    switch spec.task {
    case "gesture": try GestureRecognizer(options: spec.gestureOptions)
    case "hand": try HandLandmarker(options: spec.handOptions)
    case "pose": try PoseLandmarker(options: spec.poseOptions)
    case "detect": try ObjectDetector(options: spec.detectorOptions)
    default: throw unknown(spec.task)
    }
  }

  /// What a public task finds, in the mode of the run.
  static func output(
    of task: any AnyVisionTask, in image: MPImage, timestampInMilliseconds: Int, _ spec: BenchSpec
  ) throws -> any TaskOutput {
    spec.mode == "video"
      ? try task.output(of: image, timestampInMilliseconds: timestampInMilliseconds) : try task.output(of: image)
  }

  private static func unknown(_ task: String) -> TasksError {
    TasksError.invalidArgument(
      "\"\(task)\" cannot be benchmarked; allowed are \(names.joined(separator: ", ")).")
  }

  /// The pipeline without its task, for the times of its stages.
  private static func timed<Pipeline: VisionPipeline>(
    _ pipeline: Pipeline, found: @escaping (Pipeline.Output) -> Bool
  ) -> (MPImage, Int) throws -> Bool {
    { try found(pipeline.process(Frame($0), timestampInMilliseconds: $1)) }
  }

  private static func runnable(_ task: any AnyVisionTask, _ spec: BenchSpec) -> (MPImage, Int) throws -> Bool {
    { try !output(of: task, in: $0, timestampInMilliseconds: $1, spec).isEmpty }
  }
}
