internal import CLiteRT
import Foundation
import VisionCore
import VisionInference

/// Settings of a compiled model.
package struct CompiledModelOptions: Sendable, Hashable {
  /// The threads of the CPU kernels, the caller's included; at least 1.
  package var threadCount: Int

  /// The file with packed weights that compilations share; nil for weights of its own.
  var weightsPath: String?

  /// Whether packed weights may be shared with other compilations; see `SharedWeights`. Right only for models whose operators
  /// pack every constant in one way.
  package var sharesWeights: Bool

  /// The bytes that inputs and outputs may take together; what a caller allows one model.
  package var tensorByteLimit: Int

  package init(threadCount: Int = 1, sharesWeights: Bool = false, tensorByteLimit: Int = .max) {
    self.threadCount = threadCount
    self.tensorByteLimit = tensorByteLimit
    self.sharesWeights = sharesWeights
  }

  /// The text that LiteRT's CPU back end takes. Unknown keys are ignored there silently, so all of it is written here.
  var xnnpackText: String {
    let weights = weightsPath.map { "weight_cache_file_path = \"\($0)\"\n" } ?? ""
    return "num_threads = \(max(threadCount, 1))\n" + weights
  }
}

/// A model made ready to run on the CPU, with the memory of its inputs and outputs.
///
/// Write into `inputs`, call `run()`, read `outputs`: nothing is copied and nothing is allocated. Not Sendable, and one run
/// at a time; several compiled models may run side by side on several threads.
package final class CompiledModel {
  /// The tensors in the order of the file.
  package let inputs: [HostTensor]
  /// The tensors in the order of the file.
  package let outputs: [HostTensor]

  private let inputBuffers: [TensorBuffer]
  private let outputBuffers: [TensorBuffer]
  private let library: RuntimeLibrary
  private let model: LiteRtModel
  private let compiled: LiteRtCompiledModel
  /// The runtime reads the weights from the caller's bytes as long as it runs.
  private let bytesOwner: Any
  /// Which the runtime calls during a run.
  private let operators: [CustomOperatorBinding]
  /// The handles in the form that a run takes, so that a run allocates nothing.
  private let inputHandles: UnsafeMutableBufferPointer<LiteRtTensorBuffer?>
  private let outputHandles: UnsafeMutableBufferPointer<LiteRtTensorBuffer?>

  /// Compiles a model and allocates all that its runs need.
  ///
  /// - Parameters:
  ///   - name: What the model is called in error messages.
  ///   - bytes: The flatbuffer. Read in place as long as the compiled model lives.
  ///   - owner: Whatever keeps `bytes` valid.
  ///   - options: Threads and other settings.
  ///   - operators: Those that the model names and the runtime does not have.
  /// - Throws: `TasksError` with `invalidArgumentError` for bytes that are no model, `internalError` for one that cannot be
  ///   compiled, and the errors of `RuntimeLibrary.shared()`.
  package convenience init(
    name: String, bytes: UnsafeRawBufferPointer, keepingAlive owner: Any, options: CompiledModelOptions = .init(),
    operators: [any CustomOperator] = []
  ) throws {
    try self.init(
      name: name, bytes: bytes, keepingAlive: owner, options: options, operators: operators,
      library: RuntimeLibrary.shared())
  }

  init(
    name: String, bytes: UnsafeRawBufferPointer, keepingAlive owner: Any, options: CompiledModelOptions,
    operators: [any CustomOperator] = [], library: RuntimeLibrary
  ) throws {
    let flatbuffer = try ModelBytes(bytes, keepingAlive: owner, name: name)
    var options = options
    if options.sharesWeights { options.weightsPath = SharedWeights.current?.path(for: bytes) }
    let functions = library.functions
    var model: LiteRtModel?
    try RuntimeStatus.check(
      functions.CreateModelFromBuffer(library.environment, flatbuffer.address, flatbuffer.count, &model),
      "reading model \(name)")
    let readModel = try RuntimeStatus.unwrap(model, "reading model \(name)")
    let bindings = operators.map { CustomOperatorBinding($0, library: library) }
    var compiled: LiteRtCompiledModel?
    do {
      compiled = try Self.compile(readModel, name: name, options: options, operators: bindings, library: library)
      let ready = try RuntimeStatus.unwrap(compiled, "compiling model \(name)")
      let signature = try ModelSignature(readModel, compiled: ready, name: name, library: library)
      try signature.requireSize(atMost: options.tensorByteLimit, model: name)
      inputBuffers = try signature.inputs.map { try $0.makeBuffer(library: library) }
      outputBuffers = try signature.outputs.map { try $0.makeBuffer(library: library) }
      self.compiled = ready
    } catch {
      if let compiled { functions.DestroyCompiledModel(compiled) }
      functions.DestroyModel(readModel)
      throw error
    }
    inputs = inputBuffers.map(\.tensor)
    outputs = outputBuffers.map(\.tensor)
    self.library = library
    self.model = readModel
    self.bytesOwner = flatbuffer
    self.operators = bindings
    self.inputHandles = Self.handles(of: inputBuffers)
    self.outputHandles = Self.handles(of: outputBuffers)
  }

  deinit {
    inputHandles.deallocate()
    outputHandles.deallocate()
    library.functions.DestroyCompiledModel(compiled)
    library.functions.DestroyModel(model)
  }

  /// Runs the model once on what `inputs` hold and leaves the result in `outputs`; blocks until done.
  ///
  /// - Throws: `TasksError` with the code of LiteRT's status; `invalidArgumentError` when a custom operator's input is not what
  ///   it expects.
  package func run() throws {
    try RuntimeStatus.check(
      library.functions.RunCompiledModel(
        compiled, 0, inputHandles.count, inputHandles.baseAddress, outputHandles.count, outputHandles.baseAddress),
      "running a model")
    for binding in operators where binding.hasFailed {
      throw TasksError.invalidArgument(
        "The model file is damaged: the data of \(binding.name) is not what the file says. Fetch or copy it again.")
    }
  }

  private static func handles(of buffers: [TensorBuffer]) -> UnsafeMutableBufferPointer<LiteRtTensorBuffer?> {
    let handles = UnsafeMutableBufferPointer<LiteRtTensorBuffer?>.allocate(capacity: buffers.count)
    _ = handles.initialize(from: buffers.map(\.handle))
    return handles
  }
}
