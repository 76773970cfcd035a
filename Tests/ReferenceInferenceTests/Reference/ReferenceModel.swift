import VisionCore
import VisionModels

/// A model that is run by a plain interpreter: operator by operator, in double precision, without any optimization.
///
/// Results of float operators are rounded to float32 once, when they are written. Quantized operators compute as LiteRT does on
/// x86-64, so that their results are equal byte for byte. Not Sendable; one model may run any number of times.
package struct ReferenceModel {
  /// What the file says of the inputs, in its order.
  package var inputs: [TensorInfo] { graph.inputs.map { graph.tensors[$0] } }
  /// What the file says of the outputs, in its order. An operator may decide the shape of one that has none here.
  package var outputs: [TensorInfo] { graph.outputs.map { graph.tensors[$0] } }
  /// The numbers of the inputs among all tensors.
  package var inputTensors: [Int] { graph.inputs }
  /// The numbers of the outputs among all tensors.
  package var outputTensors: [Int] { graph.outputs }
  /// What the file says of all tensors, by their number.
  package var tensors: [TensorInfo] { graph.tensors }
  /// The operators in the order in which they run.
  package let steps: [ReferenceStep]

  private let graph: ReferenceGraph
  private let kernels: [OperatorTable.Kernel]
  /// The last operator that reads a tensor, by the tensor's number.
  private let lastUses: [Int: Int]

  /// Verifies a model and reads it.
  ///
  /// - Parameter data: The bytes of a `.tflite` file.
  /// - Throws: `TasksError` with `invalidArgumentError` for a model that the package's verifier refuses, `unimplementedError` for an
  ///   operator that the reference does not have, naming it.
  package init(_ data: ModelData) throws(TasksError) {
    // Operators that the verifier has no rule for are let through: those that the reference has none of are refused below.
    try ModelVerifier(allowsUnverified: true).verify(data)
    graph = try ReferenceGraph(data)
    var kernels: [OperatorTable.Kernel] = []
    var lastUses: [Int: Int] = [:]
    var steps: [ReferenceStep] = []
    var fixed = Set(graph.constants.keys)
    for use in graph.operators {
      kernels.append(try OperatorTable.kernel(named: use.name))
      for tensor in use.inputs { lastUses[tensor] = use.index }
      let isConstant = use.inputs.allSatisfy { $0 < 0 || fixed.contains($0) }
      if isConstant { fixed.formUnion(use.outputs) }
      steps.append(
        ReferenceStep(
          name: use.name, inputs: use.inputs.filter { $0 >= 0 }, tensors: use.outputs, isConstant: isConstant))
    }
    self.kernels = kernels
    self.lastUses = lastUses
    self.steps = steps
  }

  /// Runs the model.
  ///
  /// - Parameters:
  ///   - inputs: The inputs in the order of the model.
  ///   - kept: The numbers of further tensors to give back; those that no operator computes are left out.
  /// - Returns: The outputs, and the kept tensors.
  /// - Throws: `TasksError` with `invalidArgumentError` for inputs of other shapes or types, `unimplementedError` for settings of an
  ///   operator that the reference does not have.
  package func run(_ inputs: [ReferenceTensor], keeping kept: Set<Int> = []) throws(TasksError) -> ReferenceResult {
    var tensors = try given(inputs)
    for use in graph.operators {
      for (number, result) in zip(use.outputs, try results(of: use, reading: tensors)) { tensors[number] = result }
      for number in use.inputs
      where lastUses[number] == use.index && !kept.contains(number) && !graph.outputs.contains(number) {
        tensors[number] = nil
      }
    }
    var outputs: [ReferenceTensor] = []
    for number in graph.outputs {
      guard let tensor = tensors[number] ?? graph.constants[number] else {
        throw TasksError.invalidArgument("No operator computes the output \(graph.tensors[number].name).")
      }
      outputs.append(tensor)
    }
    return ReferenceResult(outputs: outputs, kept: tensors.filter { kept.contains($0.key) })
  }

  /// Runs one operator alone.
  ///
  /// - Parameters:
  ///   - step: Its place in `steps`.
  ///   - tensors: The tensors that it reads by their number, constants excepted.
  /// - Returns: Its results.
  /// - Throws: As `run(_:keeping:)`, and `invalidArgumentError` for another step.
  package func results(
    ofStep step: Int, reading tensors: [Int: ReferenceTensor]
  ) throws(TasksError) -> [ReferenceTensor] {
    guard graph.operators.indices.contains(step) else {
      throw TasksError.invalidArgument("There is no step \(step); the model has 0..<\(graph.operators.count).")
    }
    return try results(of: graph.operators[step], reading: tensors)
  }

  private func results(
    of use: GraphOperator, reading tensors: [Int: ReferenceTensor]
  ) throws(TasksError) -> [ReferenceTensor] {
    try kernels[use.index](
      OperatorCall(
        index: use.index, name: use.name, inputs: use.inputs.map { graph.constants[$0] ?? tensors[$0] },
        results: use.outputs.map { OperatorResult(info: graph.tensors[$0]) }, options: use.options,
        customOptions: use.customOptions))
  }

  private func given(_ inputs: [ReferenceTensor]) throws(TasksError) -> [Int: ReferenceTensor] {
    guard inputs.count == graph.inputs.count else {
      throw TasksError.invalidArgument(
        "The model has \(graph.inputs.count.counted("input")); \(inputs.count) are given.")
    }
    var tensors: [Int: ReferenceTensor] = [:]
    for (number, input) in zip(graph.inputs, inputs) {
      let info = graph.tensors[number]
      guard input.shape == info.shape, input.elementType == info.elementType else {
        throw TasksError.invalidArgument(
          "The input \(info.name) is \(info.shape) of \(info.elementType); \(input.shape) of \(input.elementType) is given."
        )
      }
      tensors[number] = try ReferenceTensor(
        shape: info.shape, elementType: info.elementType, quantization: info.quantization, numbers: input.numbers)
    }
    return tensors
  }
}
