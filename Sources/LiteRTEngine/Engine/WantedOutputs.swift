import TFLiteOptimizer
import VisionCore
import VisionInference
import VisionModels

/// The outputs of a request, as tensors of the model.
struct WantedOutputs {
  /// The tensors of each wanted output, in the order of the model's outputs.
  let origins: [OutputOrigin]

  /// The positions of the wanted outputs; nil where the tensors of `origins` take the outputs' places.
  private let positions: [Int]?

  /// - Throws: `TasksError` with `invalidArgumentError` for a position that the model lacks, and for a damaged model.
  init(_ request: ModelRequest) throws(TasksError) {
    let model = request.model
    let wanted = (request.outputs ?? model.outputs.indices.map { OutputRequest($0) }).sorted {
      $0.position < $1.position
    }
    var origins: [OutputOrigin] = []
    for output in wanted { origins.append(try Self.origin(of: output, in: model)) }
    self.origins = origins
    positions = wanted.allSatisfy { $0.deferral == nil } ? wanted.map(\.position) : nil
  }

  /// The model without the operators that no wanted output needs.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model and for one with several subgraphs.
  func cut(_ model: TFLiteModel) throws(TasksError) -> ModelData {
    guard let positions else { return try model.replacingOutputs(by: origins) }
    return try model.eliminatingDeadOutputs(keeping: positions)
  }

  private static func origin(of output: OutputRequest, in model: TFLiteModel) throws(TasksError) -> OutputOrigin {
    guard let deferral = output.deferral else { return try model.identity(ofOutput: output.position) }
    let origin = try model.origin(ofOutput: output.position, throughLogistic: deferral.throughLogistic)
    let row = deferral.rows > 0 ? origin.count / deferral.rows : 0
    guard row > 0, origin.count == model.outputs[output.position].count,
      Set(origin.tensors).count == origin.tensors.count,
      origin.infos.allSatisfy({ $0.count > 0 && $0.count % row == 0 }),
      origin.infos.allSatisfy({ [.float32, .int8, .uint8].contains($0.elementType) })
    else { return try model.identity(ofOutput: output.position) }
    return origin
  }
}
