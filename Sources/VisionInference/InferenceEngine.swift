import VisionCore
import VisionModels

/// What computes models. The package has one engine; the tests have another.
package protocol InferenceEngine: Sendable {
  var name: String { get }
  /// Whether the calling thread may leave the loading of models to others. False by default, and where models share
  /// something that only this thread knows.
  var loadsOnAnyThread: Bool { get }

  /// Loads a model and allocates its inputs and outputs; sessions share no state. Throws `invalidArgumentError` for a
  /// damaged model, `unimplementedError` for one that the engine does not support, `resourceExhaustedError` for one
  /// that needs too much memory. The message names the model.
  func load(_ request: ModelRequest) throws -> any InferenceSession
}

extension InferenceEngine { package var loadsOnAnyThread: Bool { false } }

package struct ModelRequest: Sendable {
  package let name: String
  package let model: ParsedModel
  /// Operators that only other outputs need do not run. Nil stands for all.
  package let outputs: [OutputRequest]?
  package let options: InferenceOptions

  package init(name: String, model: ParsedModel, outputs: [OutputRequest]? = nil, options: InferenceOptions) {
    (self.name, self.model, self.outputs, self.options) = (name, model, outputs, options)
  }
}

/// How a task runs the inference of one of its models.
package struct InferenceOptions: Sendable {
  package let engine: any InferenceEngine
  /// The threads of the task, which its concurrent inferences divide among themselves.
  package let threads: ThreadBudget
  /// Of an inference that runs alone, the caller's thread included; at least 1.
  package var threadCount: Int { threads.threadCount }
  /// How many inferences of the task may run concurrently. An engine whose number of threads is fixed gets an equal
  /// share.
  package var concurrentInferences = 1
  package var allowUnverifiedOperators: Bool

  package init(engine: any InferenceEngine, threads: ThreadBudget, allowUnverifiedOperators: Bool = false) {
    (self.engine, self.threads, self.allowUnverifiedOperators) = (engine, threads, allowUnverifiedOperators)
  }

  package init(engine: any InferenceEngine, threadCount: Int, allowUnverifiedOperators: Bool = false) {
    self.init(
      engine: engine, threads: ThreadBudget(threadCount: threadCount),
      allowUnverifiedOperators: allowUnverifiedOperators)
  }

  /// The threads of an engine that cannot change their number.
  package var engineThreadCount: Int { max(threadCount / concurrentInferences, 1) }

  /// The same with threads of its own, for one inference at a time.
  package func with(threadCount: Int) -> InferenceOptions {
    InferenceOptions(engine: engine, threadCount: threadCount, allowUnverifiedOperators: allowUnverifiedOperators)
  }
}

/// An engine that tests put in the place of the default one.
///
/// ```swift
/// let task = try EngineOverride.$engine.withValue(ReferenceEngine()) { try HandLandmarker(modelPath: path) }
/// ```
package enum EngineOverride {
  /// The engine of tasks that are made in this Swift task; nil, the default, for the package's own choice.
  @TaskLocal package static var engine: (any InferenceEngine)?
}
