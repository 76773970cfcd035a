internal import CLiteRT
import VisionCore
import VisionModels

struct ModelSignature {
  struct Entry {
    let name: String
    let type: LiteRtRankedTensorType
    let quantization: TensorQuantization?
  }

  let inputs: [Entry]
  let outputs: [Entry]

  /// Reads the first signature. Asking for the output layouts also allocates the model's memory, so that the first run
  /// is as fast as the others; it is the only way to the shapes that a post-processing operator decides.
  init(_ model: LiteRtModel, compiled: LiteRtCompiledModel, name: String, library: RuntimeLibrary) throws {
    let functions = library.functions
    let graph = try RuntimeStatus.handle("reading the graph of model \(name)") {
      functions.GetModelSubgraph(model, 0, &$0)
    }
    var (inputCount, outputCount) = (0, 0)
    try RuntimeStatus.check(functions.GetNumSubgraphInputs(graph, &inputCount), "counting inputs of model \(name)")
    try RuntimeStatus.check(functions.GetNumSubgraphOutputs(graph, &outputCount), "counting outputs of model \(name)")

    var layouts = [LiteRtLayout](repeating: LiteRtLayout(), count: outputCount)
    try RuntimeStatus.check(
      functions.GetCompiledModelOutputTensorLayouts(compiled, 0, outputCount, &layouts, true),
      "allocating the tensors of model \(name)")

    inputs = try (0..<inputCount).map { index in
      let tensor = try RuntimeStatus.handle("reading input \(index) of model \(name)") {
        functions.GetSubgraphInput(graph, index, &$0)
      }
      return try Self.describe(tensor, functions)
    }
    outputs = try (0..<outputCount).map { index in
      let tensor = try RuntimeStatus.handle("reading output \(index) of model \(name)") {
        functions.GetSubgraphOutput(graph, index, &$0)
      }
      return try Self.describe(tensor, functions, layout: layouts[index])
    }
  }

  func requireSize(atMost limit: Int, model: String) throws {
    var sum = 0
    for entry in inputs + outputs {
      let (total, overflows) = sum.addingReportingOverflow(try TensorBuffer.byteCount(of: entry))
      guard !overflows, total <= limit else {
        throw TasksError.exhausted(
          "Model \(model) has inputs and outputs of more than \(limit) bytes. Use a smaller model.")
      }
      sum = total
    }
  }

  private static func describe(
    _ tensor: LiteRtTensor, _ functions: LiteRtFunctions, layout: LiteRtLayout? = nil
  ) throws -> Entry {
    var text: UnsafePointer<CChar>?
    try RuntimeStatus.check(functions.GetTensorName(tensor, &text), "reading a tensor's name")
    let name = text.map { String(cString: $0) } ?? ""
    var type = LiteRtRankedTensorType()
    try RuntimeStatus.check(functions.GetRankedTensorType(tensor, &type), "reading the type of tensor \"\(name)\"")
    if let layout { type.layout = layout }
    type.layout.fixDynamicDimensions()
    let perTensor: Int32 = 1
    var kind: Int32 = 0
    try RuntimeStatus.check(
      functions.GetQuantizationTypeId(tensor, &kind), "reading the quantization of tensor \"\(name)\"")
    guard kind == perTensor else { return Entry(name: name, type: type, quantization: nil) }
    var parameters = LiteRtQuantizationPerTensor()
    try RuntimeStatus.check(
      functions.GetPerTensorQuantization(tensor, &parameters), "reading the quantization of tensor \"\(name)\"")
    return Entry(
      name: name, type: type,
      quantization: TensorQuantization(scales: [parameters.scale], zeroPoints: [parameters.zeroPoint], dimension: 0))
  }
}
