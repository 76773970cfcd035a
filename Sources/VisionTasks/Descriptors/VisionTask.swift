import VisionErrors
import VisionResults

/// One task: what it is called, its options and its data flow. Everything that programs do with tasks is written once, over
/// this protocol; `TaskRegistry` lists the conforming types.
package protocol VisionTask: SendableMetatype {
  associatedtype Options: DescribedOptions
  associatedtype Pipeline: VisionPipeline where Pipeline.Output: TaskOutput & Decodable

  /// Its names, models and benchmarks.
  static var descriptor: TaskDescriptor { get }
  /// Its options, in the order of help and forms.
  static var options: [TaskOption<Options>] { get }

  /// Opens the models.
  ///
  /// - Parameters:
  ///   - options: The options, checked.
  ///   - recorder: Gets the times of the stages; nil outside benchmarks.
  /// - Returns: The data flow, ready for the first frame.
  /// - Throws: `TasksError` for models that are missing or unusable.
  static func makePipeline(_ options: Options, recorder: StageRecorder?) throws -> Pipeline

  /// Makes the task for a program. The default runs the pipeline.
  ///
  /// - Parameters:
  ///   - options: The options, without a delegate. What the program's user did not set may be changed to a program's default.
  ///   - answer: Gets the answers of live-stream mode; nil in the other modes.
  /// - Returns: The task.
  /// - Throws: `TasksError` for an option outside its range and for models that are missing or unusable.
  static func makeTask(_ options: Options, answer: LiveAnswer?) throws -> any AnyVisionTask

  /// Whether images of image mode are frames that follow one another, so that one task has to take them in their order; false by
  /// default.
  static func isSequential(_ options: Options) -> Bool
}

/// Gets the answer to a frame of a live stream, and the frame's time in milliseconds.
package typealias LiveAnswer = @Sendable (Result<any TaskOutput, any Error>, Int) -> Void

extension VisionTask {
  package static func makeTask(_ options: Options, answer: LiveAnswer?) throws -> any AnyVisionTask {
    try validate(options, hasAnswer: answer != nil)
    return task(try makePipeline(options, recorder: nil), options.runningMode, answer)
  }

  /// A pipeline as programs take it: this task's own, or one with more behind it.
  static func task<Other: VisionPipeline>(
    _ pipeline: Other, _ mode: RunningMode, _ answer: LiveAnswer?
  ) -> PipelineTask<Other> where Other.Output: TaskOutput {
    PipelineTask(pipeline, mode: mode, name: descriptor.name, answer: answer)
  }

  package static func isSequential(_ options: Options) -> Bool { false }

  /// What is known of the output before there is one.
  package static var format: OutputFormat { Pipeline.Output.format }

  /// Checks everything that can be checked without the models.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - hasAnswer: Whether a closure takes the place of the delegate in live-stream mode.
  /// - Throws: `TasksError` with `invalidArgumentError` for the first value that is not allowed; the message names the option,
  ///   the value and the range.
  package static func validate(_ options: Options, hasAnswer: Bool = false) throws {
    _ = try options.baseOptions.validatedModelAssetPath()
    try options.baseOptions.validateThreadCount()
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
    if !hasAnswer, let delegate = options.liveStreamDelegate {
      try options.runningMode.requireDelegate(isSet: delegate.isSet, option: delegate.name)
    }
  }
}

extension OptionDescriptor {
  /// The property with the property that holds it.
  fileprivate var path: String {
    switch holder {
    case .options: property
    case .baseOptions: "baseOptions." + property
    case .classifier(let holder, _): holder + "." + property
    }
  }
}
