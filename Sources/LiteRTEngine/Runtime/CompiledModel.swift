internal import CLiteRT
import Foundation
import VisionCore
import VisionInference

/// A model made ready to run on the CPU, with the memory of its inputs and outputs.
/// Write into `inputs`, call `run()`, read `outputs`: nothing is copied and nothing is allocated. Not Sendable, and one
/// run at a time; several compiled models may run side by side on several threads.
final class CompiledModel {
  let inputs: [HostTensor]
  let outputs: [HostTensor]

  private let inputBuffers: [TensorBuffer]
  private let outputBuffers: [TensorBuffer]
  private let library: RuntimeLibrary
  private let model: LiteRtModel
  private let compiled: LiteRtCompiledModel
  /// The runtime reads the weights from the caller's bytes as long as it runs.
  private let bytesOwner: Any
  private let operators: [CustomOperatorBinding]
  private let inputHandles: UnsafeMutableBufferPointer<LiteRtTensorBuffer?>
  private let outputHandles: UnsafeMutableBufferPointer<LiteRtTensorBuffer?>

  /// Compiles a model and allocates all that its runs need. The flatbuffer is read in place; its owner is kept alive.
  /// `weightsPath` is the file of packed weights that are shared with other compilations (`SharedModels`), right only
  /// for models whose operators pack every constant in one way. `tensorByteLimit` is the maximum of inputs and outputs
  /// together. `operators` are those that the model names and the runtime does not have.
  init(
    name: String, bytes: UnsafeRawBufferPointer, keepingAlive owner: Any, threadCount: Int = 1,
    weightsPath: String? = nil, tensorByteLimit: Int = .max, operators: [any CustomOperator] = []
  ) throws {
    let library = try RuntimeLibrary.shared()
    let flatbuffer = try ModelBytes(bytes, keepingAlive: owner, name: name)
    let functions = library.functions
    let readModel = try RuntimeStatus.handle("reading model \(name)") {
      functions.CreateModelFromBuffer(library.environment, flatbuffer.address, flatbuffer.count, &$0)
    }
    let bindings = operators.map { CustomOperatorBinding($0, library: library) }
    var compiled: LiteRtCompiledModel?
    do {
      let ready = try Self.compile(
        readModel, name: name, threadCount: threadCount, weightsPath: weightsPath, operators: bindings, library: library
      )
      compiled = ready
      let signature = try ModelSignature(readModel, compiled: ready, name: name, library: library)
      try signature.requireSize(atMost: tensorByteLimit, model: name)
      inputBuffers = try signature.inputs.map { try TensorBuffer($0, library: library) }
      outputBuffers = try signature.outputs.map { try TensorBuffer($0, library: library) }
      self.compiled = ready
    } catch {
      if let compiled { functions.DestroyCompiledModel(compiled) }
      functions.DestroyModel(readModel)
      throw error
    }
    (inputs, outputs) = (inputBuffers.map(\.tensor), outputBuffers.map(\.tensor))
    (inputHandles, outputHandles) = (Self.handles(of: inputBuffers), Self.handles(of: outputBuffers))
    (self.library, model, bytesOwner, self.operators) = (library, readModel, flatbuffer, bindings)
  }

  deinit {
    inputHandles.deallocate()
    outputHandles.deallocate()
    library.functions.DestroyCompiledModel(compiled)
    library.functions.DestroyModel(model)
  }

  func run() throws {
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

  /// Compiles on the CPU with XNNPACK. One compilation at a time: LiteRT promises no more for an environment.
  static func compile(
    _ model: LiteRtModel, name: String, threadCount: Int, weightsPath: String?, operators: [CustomOperatorBinding],
    library: RuntimeLibrary
  ) throws -> LiteRtCompiledModel {
    let functions = library.functions
    let settings = try RuntimeStatus.handle("making options for model \(name)") { functions.CreateOptions(&$0) }
    defer { functions.DestroyOptions(settings) }
    let cpu: Int32 = 1
    try RuntimeStatus.check(
      functions.SetOptionsHardwareAccelerators(settings, cpu), "choosing the CPU for model \(name)")
    // Unknown keys are ignored silently, so all of them are written here.
    let weights = weightsPath.map { "weight_cache_file_path = \"\($0)\"\n" } ?? ""
    try addXNNPACKOptions(
      "num_threads = \(max(threadCount, 1))\n" + weights, to: settings, name: name, functions: functions)
    for binding in operators { try binding.add(to: settings, functions: functions) }
    return try CompilationGate.shared.enter {
      try RuntimeStatus.handle("compiling model \(name)") {
        functions.CreateCompiledModel(library.environment, model, settings, &$0)
      }
    }
  }

  /// LiteRT owns the text from then on and frees it.
  private static func addXNNPACKOptions(
    _ text: String, to settings: LiteRtOptions, name: String, functions: LiteRtFunctions
  ) throws {
    let payload = strdup(text)
    let opaque = try RuntimeStatus.handle("making CPU options for model \(name)") { opaque in
      let status = functions.CreateOpaqueOptions("xnnpack", payload, { free($0) }, &opaque)
      if status != 0 { free(payload) }
      return status
    }
    try RuntimeStatus.check(functions.AddOpaqueOptions(settings, opaque), "adding CPU options for model \(name)")
  }
}

/// The bytes of a flatbuffer, in place where the processor allows it.
/// Members of a `.task` bundle start at multiples of 4 only. On x86-64 LiteRT runs them from there; elsewhere a copy
/// that starts at a multiple of 16 is made.
final class ModelBytes {
  let address: UnsafeRawPointer
  let count: Int
  private let owner: Any
  private let copy: UnsafeMutableRawPointer?

  #if arch(x86_64)
    private static let alignment = 1
  #else
    private static let alignment = 16
  #endif

  init(_ bytes: UnsafeRawBufferPointer, keepingAlive owner: Any, name: String) throws {
    // LiteRT prints on its own about bytes that are not a model; the identifier at byte 4 is cheap to look at first.
    guard bytes.count >= 8, let start = bytes.baseAddress, bytes[4..<8].elementsEqual("TFL3".utf8) else {
      throw TasksError.invalidArgument(
        "Model \(name) is not a TensorFlow Lite flatbuffer (\(bytes.count.counted("byte")), identifier TFL3 expected at byte 4)."
      )
    }
    count = bytes.count
    self.owner = owner
    let needsCopy = Int(bitPattern: start) % Self.alignment != 0
    copy = needsCopy ? UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 64) : nil
    copy?.copyMemory(from: start, byteCount: bytes.count)
    address = copy.map(UnsafeRawPointer.init) ?? start
  }

  deinit { copy?.deallocate() }
}
