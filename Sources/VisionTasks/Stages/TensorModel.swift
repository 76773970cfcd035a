import VisionInference
import VisionModels

/// A model loaded by an inference engine, with its metadata. Not Sendable: one inference at a time.
package final class TensorModel {
  let name: String
  package let inputs: [HostTensor]
  package let outputs: [SessionOutput]
  let metadata: ModelMetadata?
  /// The inference's thread pool, which callers may also use to fill the inputs.
  var sharing: (any WorkSharing)? { session.sharing }

  private let session: any InferenceSession

  /// Loads a model. Operators that only other outputs than the requested ones need do not run; nil requests all.
  package init(name: String, model: ParsedModel, outputs: [OutputRequest]? = nil, inference: InferenceOptions) throws {
    self.name = name
    metadata = model.metadata
    session = try inference.engine.load(ModelRequest(name: name, model: model, outputs: outputs, options: inference))
    try InferenceJournal.current?.note(session.report(), of: name)
    inputs = session.inputs
    self.outputs = session.outputs
  }

  package convenience init(
    name: String, data: ModelData, wantedOutputs outputs: [Int]? = nil, inference: InferenceOptions
  ) throws {
    try self.init(
      name: name, model: Self.naming(name) { try ParsedModel(data) }, outputs: outputs?.map { OutputRequest($0) },
      inference: inference)
  }

  /// Reads and loads the only model of a task. `task` is its name in error messages, such as "object detector".
  convenience init(_ options: BaseOptions, for task: String) throws {
    let path = try options.validatedModelAssetPath()
    let model = try Self.singleModel(at: path, for: task)
    try self.init(name: path.lastPathPart, model: model, inference: options.inference)
  }

  static func singleModel(at path: String, for task: String) throws -> ParsedModel {
    let data = try ModelData(contentsOfFile: path)
    return try naming(path.lastPathPart) {
      do {
        return try ParsedModel(data)
      } catch let error as TasksError {
        // Only a bundle can be read as one; other bytes keep the model's error.
        guard let members = try? TaskBundle(data).memberNames else { throw error }
        throw TasksError.invalidArgument(
          "it is a task bundle (\(members.joined(separator: ", "))); the \(task) takes a single .tflite model.")
      }
    }
  }

  package func run() throws { try session.run() }

  package func report() throws -> InferenceReport { try session.report() }

  func input(_ index: Int, count: Int) throws -> UnsafeMutableBufferPointer<Float> {
    try tensor(inputs, index, count: count, "input")
  }

  /// The memory of a float32 output; a nil `count` accepts any size.
  func output(_ index: Int, count: Int? = nil) throws -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(try tensor(outputs.flatMap(\.pieces), index, count: count, "output"))
  }

  func floatOutputs() throws -> [FloatOutput] {
    let tensors = outputs.flatMap(\.pieces)
    try Self.checkOutputTypes(tensors.map { "\($0.elementType)" }, model: name)
    return try tensors.map { try FloatOutput($0, model: name) }
  }

  static func checkOutputTypes(_ types: [String], model: String) throws(TasksError) {
    guard Set(types).count == 1, let type = types.first, ["float32", "uint8"].contains(type) else {
      throw TasksError.invalidArgument(
        "Model \(model) has outputs of \(types.joined(separator: ", ")); all have to be float32 or all uint8.")
    }
  }

  private func tensor(
    _ tensors: [HostTensor], _ index: Int, count: Int?, _ kind: String
  ) throws -> UnsafeMutableBufferPointer<Float> {
    guard tensors.indices.contains(index) else {
      throw TasksError.invalidArgument("Model \(name) has \(tensors.count.counted(kind)); \(kind) \(index) is needed.")
    }
    let elements = try Self.naming(name) { try tensors[index].floats() }
    if let count, elements.count != count {
      throw TasksError.invalidArgument(
        "Model \(name) has the shape \(tensors[index].shape) at \(kind) \(index); \(count.counted("element")) needed.")
    }
    return elements
  }

  static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as TasksError {
      throw TasksError(error.code, "Model \(name): \(error.message)")
    }
  }
}

/// A model output as float32: the model's own memory, or a dequantized copy of a uint8 output. Owns the memory of the
/// copy. Not Sendable: it refers to the model's memory.
final class FloatOutput {
  /// The values of the last inference after `refresh()`; valid during this object's lifetime.
  let values: UnsafeBufferPointer<Float>
  let shape: [Int]

  private let bytes: UnsafeBufferPointer<UInt8>?
  private let table: [Float]
  private let memory: UnsafeMutableBufferPointer<Float>?

  init(_ tensor: HostTensor, model: String) throws {
    shape = tensor.shape
    switch tensor.elementType {
    case .float32:
      values = UnsafeBufferPointer(try tensor.floats())
      (bytes, table, memory) = (nil, [], nil)
    case .uint8:
      let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: tensor.count)
      memory.initialize(repeating: 0)
      values = UnsafeBufferPointer(memory)
      self.memory = memory
      bytes = UnsafeBufferPointer(try tensor.bytes())
      let (scale, zeroPoint) = (tensor.quantization?.scale ?? 1, Float(tensor.quantization?.zeroPoint ?? 0))
      table = (0..<256).map { scale * (Float($0) - zeroPoint) }
    default:
      throw TasksError.invalidArgument(
        "Model \(model) holds \(tensor.elementType) elements in an output; float32 or uint8 is needed.")
    }
  }

  deinit { memory?.deallocate() }

  /// Dequantizes the values of the last inference. Does nothing for float32.
  func refresh() {
    guard let bytes, let memory else { return }
    for index in bytes.indices { memory[index] = table[Int(bytes[index])] }
  }
}

/// The models of a bundle, and how they run.
struct BundledModels {
  let bundle: TaskBundle
  let inference: InferenceOptions
  let recorder: StageRecorder?

  func tensorModel(_ name: String, wantedOutputs outputs: [Int]? = nil) throws -> TensorModel {
    try TensorModel(name: name, data: bundle.member(named: name), wantedOutputs: outputs, inference: inference)
  }

  /// Loads a model of images. `stage` is its name in benchmarks, `inputSize` the input's width and height.
  func imageModel(
    _ name: String, stage: String, inputSize: Int, wantedOutputs outputs: [Int]? = nil
  ) throws -> ImageModel {
    let model = try tensorModel(name, wantedOutputs: outputs)
    let imageModel = try ImageModel(model: model, stage: stage, border: .replicate, recorder: recorder)
    _ = try imageModel.checkInput(isSquareOf: [inputSize])
    return imageModel
  }
}

extension TaskBundle {
  /// Opens the bundle of a task, which has to have all members. `task` is its name in error messages, such as "gesture
  /// recognizer".
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a single model, `notFoundError` for a missing member; the
  ///   errors of reading the file.
  static func open(_ path: String, for task: String, needing members: [String]) throws -> TaskBundle {
    let data = try ModelData(contentsOfFile: path)
    let needed = members.joined(separator: " and ")
    guard !ParsedModel.isModel(data) else {
      throw TasksError.invalidArgument(
        "\(path) is a single TensorFlow Lite model; the \(task) takes a task bundle (.task) with \(needed).")
    }
    return try TensorModel.naming(path.lastPathPart) {
      let bundle = try TaskBundle(data)
      for member in members {
        do {
          _ = try bundle.member(named: member)
        } catch let error as TasksError where error.code == .notFoundError {
          throw TasksError.notFound("\(error.message) The \(task) needs \(needed).")
        }
      }
      return bundle
    }
  }
}
