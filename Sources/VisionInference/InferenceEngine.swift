import VisionCore
import VisionImaging
import VisionModels

/// What computes models. LiteRT is one engine; the tests have another.
package protocol InferenceEngine: Sendable {
  /// The engine's name in reports, for example `LiteRT`.
  var name: String { get }

  /// Loads a model and allocates its inputs and outputs.
  ///
  /// - Parameter request: The model, the wanted outputs and how it runs.
  /// - Returns: A session of its own, which shares no state with others.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, `unimplementedError` for one that the engine does
  ///   not support, `resourceExhaustedError` for one that needs too much memory. The message names the model.
  func load(_ request: ModelRequest) throws -> any InferenceSession
}

/// A loaded model with its memory.
///
/// Not thread-safe: one inference at a time.
package protocol InferenceSession: AnyObject {
  /// The inputs in the order of the model.
  var inputs: [HostTensor] { get }
  /// The wanted outputs, in the order in which they were requested.
  var outputs: [SessionOutput] { get }
  /// Threads that stand ready between inferences and may share other work, such as sampling the input; nil without such.
  var sharing: (any WorkSharing)? { get }

  /// Computes the outputs from what the inputs hold.
  ///
  /// - Throws: `TasksError` when the engine fails; `invalidArgumentError` for data that contradicts the model file.
  func run() throws

  /// Which kernels run which operators, and why.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a model whose arithmetic cannot be counted.
  func report() throws -> InferenceReport
}

/// What an engine loads.
package struct ModelRequest {
  /// The name of the model in messages.
  package let name: String
  /// The model, read and not changed.
  package let model: TFLiteModel
  /// The wanted outputs; operators that only other outputs need do not run. Nil stands for all.
  package let outputs: [OutputRequest]?
  package let options: InferenceOptions

  package init(name: String, model: TFLiteModel, outputs: [OutputRequest]? = nil, options: InferenceOptions) {
    self.name = name
    self.model = model
    self.outputs = outputs
    self.options = options
  }
}

/// An operator of a model that the caller computes instead of the engine: from one tensor one other of the same type.
package protocol CustomOperator: AnyObject, Sendable {
  /// The custom code under which the model uses it, once.
  var name: String { get }
  /// The type of the elements of its input and of its result.
  var elementType: TensorElementType { get }
  /// The shape that its input has to have, outermost dimension first.
  var inputShape: [Int] { get }
  /// The shape of its result.
  var outputShape: [Int] { get }

  /// Computes the result; called on the thread of the run, once at a time for each compiled model.
  ///
  /// - Parameters:
  ///   - input: As many elements as `inputShape` says.
  ///   - output: As many elements as `outputShape` says, all to be written.
  func run(input: UnsafeRawPointer, output: UnsafeMutableRawPointer)
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
