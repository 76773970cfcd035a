/// A task: its description, options and data flow. Programs use tasks through this protocol only; `TaskRegistry` lists
/// the conforming types.
package protocol TaskDefinition<Options, Output>: SendableMetatype {
  associatedtype Options: DescribedOptions
  associatedtype Output: TaskOutput & Decodable
  associatedtype Pipeline: TaskPipeline<Options, Output>

  static var descriptor: TaskDescriptor { get }

  /// Makes the task for a program from options without a delegate; `answer` receives the results of live-stream mode.
  /// The default runs the pipeline. The method may change unset options to the defaults of programs.
  static func makeTask(_ options: Options, answer: LiveAnswer?) throws -> any AnyVisionTask

  /// Whether the images of image mode are consecutive frames, which one task has to process in order; false by default.
  static func isSequential(_ options: Options) -> Bool

  /// Whether a video frame's result depends on the frames before it; true by default.
  static func hasState(_ options: Options) -> Bool

  /// The pipeline, with a tracker behind it where the options ask for IDs; the pipeline itself by default.
  static func tracking(
    _ pipeline: any VisionPipeline<Output>, _ options: Options
  ) throws -> any VisionPipeline<Output>

  /// What programs say when the options have no effect on independent images; nil, the default, for nothing.
  static func imageNote(_ options: Options) -> String?

  /// The names of a model's classes, by default those that options can allow; empty for a model without names.
  static func classNames(ofModelAt path: String) throws -> [String]

  /// The memory of a result's masks, in bytes for each pixel of the image; 0 by default.
  static func maskBytes(_ options: Options) throws -> Int
}

/// Receives the output or error of a live-stream frame, and the frame's timestamp in milliseconds.
package typealias LiveAnswer = @Sendable (Result<any TaskOutput, any Error>, Int) -> Void

extension TaskDefinition {
  package static func maskBytes(_ options: Options) throws -> Int { 0 }

  package static var options: [TaskOption<Options>] { Options.table + [.region] }

  package static var format: OutputFormat { Output.format }

  package static func makeTask(_ options: Options, answer: LiveAnswer?) throws -> any AnyVisionTask {
    try validate(options, hasAnswer: answer != nil)
    return task(try openPipeline(options), options, answer)
  }

  /// Opens the models of checked options, with a tracker where they ask for IDs.
  package static func openPipeline(
    _ options: Options, recorder: StageRecorder? = nil
  ) throws -> any VisionPipeline<Output> {
    try tracking(Pipeline(options: options, recorder: recorder), options)
  }

  package static func tracking(
    _ pipeline: any VisionPipeline<Output>, _ options: Options
  ) throws -> any VisionPipeline<Output> { pipeline }

  /// Makes a task for programs from this task's pipeline or an extended one.
  static func task<Other: TaskOutput>(
    _ pipeline: any VisionPipeline<Other>, _ options: Options, mode: RunningMode? = nil, _ answer: LiveAnswer?
  ) -> PipelineTask<Other> {
    PipelineTask(
      pipeline, mode: mode ?? options.runningMode, name: descriptor.name, region: options.baseOptions.regionOfInterest,
      answer: answer)
  }

  package static func isSequential(_ options: Options) -> Bool { false }

  package static func hasState(_ options: Options) -> Bool { true }

  package static func imageNote(_ options: Options) -> String? { nil }

  /// Checks the options, without opening models. With `hasAnswer` a closure replaces the live-stream delegate.
  package static func validate(_ options: Options, hasAnswer: Bool = false) throws {
    _ = try options.baseOptions.validatedModelAssetPath()
    try options.baseOptions.validateThreadCount()
    if let region = options.baseOptions.regionOfInterest, region != .zero {
      try region.requireWithinImage(as: "baseOptions.regionOfInterest")
    }
    var names: [String: Int] = [:]
    for option in Self.options {
      guard let value = option.get(options) else { continue }
      let descriptor = option.descriptor
      try descriptor.check(value, as: descriptor.path)
      guard let list = value.names, !list.isEmpty else { continue }
      names[descriptor.flagName] = list.count
      if let other = Self.options.first(where: { $0.descriptor.flagName == descriptor.excludes })?.descriptor,
        let count = names[other.flagName]
      {
        throw TasksError.invalidArgument(
          "\(other.path) has \(count.counted("name")) and \(descriptor.path) has \(list.count); at most one of the two "
            + "lists may have names.")
      }
    }
    if !hasAnswer, let delegate = Options.liveStreamDelegate {
      try options.runningMode.requireDelegate(
        isSet: options[keyPath: delegate] != nil, option: descriptor.swift.delegateProperty)
    }
  }
}

extension OptionDescriptor {
  fileprivate var path: String {
    switch holder {
    case .options, .program: property
    case .baseOptions: "baseOptions." + property
    case .classifier(let holder, _): holder + "." + property
    }
  }
}

/// The tasks that programs offer. A new task adds one line.
package enum TaskRegistry {
  package static let all: [any TaskDefinition.Type] = [
    GestureRecognizer.self,
    HandLandmarker.self,
    PoseLandmarker.self,
    ObjectDetector.self,
    ObjectTracking.self,
    ImageClassifier.self,
    ImageEmbedder.self,
    FaceDetector.self,
    FaceLandmarker.self,
    HolisticLandmarker.self,
    ImageSegmenter.self,
    InteractiveSegmenter.self,
  ]

  package static func task(_ name: String) -> (any TaskDefinition.Type)? { all.first { $0.descriptor.name == name } }

  package static var names: [String] { all.map { $0.descriptor.name } }

  /// Decodes a line of `FrameRecord`. Boxes are in whole pixels. Masks are decoded if the line has their values.
  /// `fallback` is the task of a line without the key `task`.
  package static func output(from json: Data, task fallback: String? = nil) throws -> any TaskOutput {
    struct Head: Decodable { let task: String? }
    let decoder = JSONDecoder()
    let name = try decoder.decode(Head.self, from: json).task ?? fallback ?? ""
    guard let type = task(name) else {
      throw TasksError.invalidArgument(
        "There is no task \"\(name)\"; lines can be read of \(names.joined(separator: ", ")).")
    }
    return try type.output(from: json, decoder)
  }
}

extension TaskDefinition {
  fileprivate static func output(from json: Data, _ decoder: JSONDecoder) throws -> any TaskOutput {
    try decoder.decode(Output.self, from: json)
  }
}

package struct TaskDescriptor: Sendable {
  package struct SwiftNames: Sendable {
    package enum API: Sendable { case mediaPipe, mlKit }

    /// The task's class. The options class has this name and the suffix `Options`.
    package let type: String
    package let value: String
    /// The method name, or the common prefix of the method names.
    package let verb: String
    /// The label of the result in the live-stream delegate's method.
    var resultLabel = "didFinishDetection"
    package var api = API.mediaPipe

    var delegateProperty: String { lowerCamelType + "LiveStreamDelegate" }
    var delegateMethod: String { "\(lowerCamelType)(_:\(resultLabel):timestampInMilliseconds:error:)" }

    private var lowerCamelType: String { type.prefix(1).lowercased() + type.dropFirst() }
  }

  /// The name on the command line, in requests and in JSON lines.
  package let name: String
  package let title: String
  package let abstract: String
  /// The task's models in the catalog, the default first.
  package let models: [String]
  package let swift: SwiftNames

  package var defaultModel: String { models.first ?? "" }
}
