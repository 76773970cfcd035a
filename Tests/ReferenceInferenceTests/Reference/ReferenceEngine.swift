import VisionCore
import VisionInference
import VisionModels

/// The plain interpreter as an engine, for tasks that are compared with those on LiteRT.
package struct ReferenceEngine: InferenceEngine {
  package init() {}

  package var name: String { "Reference" }

  /// Loads a model as the file says: nothing is removed and no output deferred.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, `unimplementedError` for an operator that the
  ///   reference does not have.
  package func load(_ request: ModelRequest) throws -> any InferenceSession { try ReferenceSession(request) }
}

/// A model that the plain interpreter runs.
///
/// Not Sendable: one inference at a time.
package final class ReferenceSession: InferenceSession {
  package let inputs: [HostTensor]
  package let outputs: [SessionOutput]
  package var sharing: (any WorkSharing)? { nil }

  private let model: ReferenceModel
  private let macs: MACs
  /// The positions of the wanted outputs among the model's.
  private let positions: [Int]

  init(_ request: ModelRequest) throws {
    model = try ReferenceModel(request.model.data)
    macs = try request.model.macs()
    inputs = try model.inputs.map(HostTensor.init)
    positions = request.outputs?.map(\.position) ?? Array(model.outputs.indices)
    let infos = model.outputs
    guard positions.allSatisfy(infos.indices.contains) else {
      throw TasksError.invalidArgument("Model \(request.name) has \(infos.count) outputs; \(positions) are wanted.")
    }
    // Where the file gives no shape, only an operator knows it.
    let shapes =
      infos.allSatisfy { !$0.shape.isEmpty }
      ? infos.map(\.shape) : try model.run(inputs.map(ReferenceTensor.init)).outputs.map(\.shape)
    outputs = try positions.map { position in
      let info = infos[position]
      return SessionOutput(pieces: [
        try HostTensor(
          name: info.name, elementType: info.elementType, shape: shapes[position], quantization: info.quantization)
      ])
    }
  }

  package func run() throws {
    let results = try model.run(inputs.map(ReferenceTensor.init)).outputs
    for (position, output) in zip(positions, outputs) { try output.pieces[0].take(results[position]) }
  }

  package func report() -> InferenceReport {
    let counts = Dictionary(grouping: model.steps, by: \.name).mapValues(\.count)
    return InferenceReport(
      engine: ReferenceEngine().name, threadCount: 1,
      placements: counts.sorted { $0.key < $1.key }.map { .init(name: $0.key, count: $0.value, kernel: "plain loops") },
      macs: macs, notes: [])
  }
}

extension HostTensor {
  fileprivate convenience init(_ info: TensorInfo) throws(TasksError) {
    try self.init(name: info.name, elementType: info.elementType, shape: info.shape, quantization: info.quantization)
  }

  /// Writes numbers as elements of the tensor's type.
  fileprivate func take(_ result: ReferenceTensor) throws {
    switch elementType {
    case .float32: for (index, number) in zip(0..<count, result.numbers) { try floats()[index] = Float(number) }
    case .uint8: for (index, number) in zip(0..<count, result.numbers) { try bytes()[index] = UInt8(number) }
    case .int8:
      let elements = try elements(as: Int8.self, .int8)
      for (index, number) in zip(0..<count, result.numbers) { elements[index] = Int8(number) }
    default: throw TasksError(.unimplementedError, "The reference engine gives no \(elementType) elements.")
    }
  }
}

extension ReferenceTensor {
  /// The numbers that a host tensor holds.
  fileprivate init(_ tensor: HostTensor) throws {
    let numbers: [Double] =
      switch tensor.elementType {
      case .float32: try tensor.floats().map(Double.init)
      case .uint8: try tensor.bytes().map(Double.init)
      case .int8: try tensor.elements(as: Int8.self, .int8).map(Double.init)
      default: throw TasksError(.unimplementedError, "The reference engine takes no \(tensor.elementType) elements.")
      }
    try self.init(
      shape: tensor.shape, elementType: tensor.elementType, quantization: tensor.quantization, numbers: numbers)
  }
}
