import VisionCore
import VisionInference
import VisionModels

/// A model as LiteRT gets it: verified, optimized and verified again.
/// LiteRT trusts a model's numbers, so no model reaches it unverified, nor one that the optimizer wrote.
package struct ModelPreparation: Sendable {
  package let bytes: ModelData
  let plan: KernelPlan?
  /// The tensors of the outputs, in the order of the bytes' outputs.
  let origins: [OutputOrigin]
  /// What was done and what was refused, a sentence each.
  let notes: [String]

  /// The same with threads and working memory of its own, for another compilation. `threads` are as many as before.
  func copy(threads: ThreadBudget) -> ModelPreparation {
    ModelPreparation(
      bytes: bytes, plan: plan.map { KernelPlan(copying: $0, threads: threads) }, origins: origins, notes: notes)
  }

  func threadCount(_ options: InferenceOptions) -> Int { plan?.threadCount ?? options.engineThreadCount }
  var kernels: [any KernelOperator] { plan?.operators.map(\.kernel) ?? [] }

  /// A change that is refused leaves the model as it was before and is noted. Errors have the codes of `ModelVerifier`
  /// and name the model.
  package static func prepare(
    _ request: ModelRequest, kernels: Kernels, precision: Precision = .exact
  ) throws -> ModelPreparation {
    try naming(request.name) {
      try verify(request.model.data, request.options)
      let prepared = try change(request, kernels, precision)
      // What LiteRT gets is verified, not only what the changes were made of.
      try verify(prepared.bytes, request.options, operators: prepared.signatures)
      return prepared
    }
  }

  package var signatures: [String: CustomOperatorSignature] {
    Dictionary(kernels.map { ($0.name, $0.signature) }) { first, _ in first }
  }

  static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as TasksError {
      throw TasksError(error.code, "Model \(name): \(error.message)")
    }
  }

  private static func verify(
    _ data: ModelData, _ options: InferenceOptions, operators: [String: CustomOperatorSignature] = [:]
  ) throws(TasksError) {
    try ModelVerifier(allowsUnverified: options.allowUnverifiedOperators, customOperators: operators).verify(data)
  }

  private static func change(
    _ request: ModelRequest, _ kernels: Kernels, _ precision: Precision
  ) throws -> ModelPreparation {
    let outputs = try WantedOutputs(request)
    var notes: [String] = []
    let pruned = attempt("Dead-channel pruning", &notes) { try ParsedModel(request.model.simplified()) }
    let reduced = attempt("Dead-output elimination", &notes) { try ParsedModel(outputs.prune(pruned ?? request.model)) }
    let plan = reduced.flatMap { reduced in
      attempt("Convolution fusion", &notes) {
        // After the elimination: what only removed outputs need is no longer between two convolutions.
        let plan = try KernelPlan(reduced, kernels: kernels, precision: precision, options: request.options)
        return (plan: plan, bytes: try reduced.applying(plan))
      }
    }
    guard let plan else {
      // Without the optimizer, so that one of its faults costs speed and no answer.
      return ModelPreparation(
        bytes: try outputs.prune(request.model), plan: nil, origins: outputs.origins, notes: notes)
    }
    if let pruned, pruned.data.count != request.model.data.count { notes.append("Dead channels were pruned.") }
    return ModelPreparation(
      bytes: plan.bytes, plan: plan.plan, origins: outputs.origins,
      notes: notes + plan.plan.refusals + plan.plan.notes(on: precision))
  }

  private static func attempt<Result>(
    _ change: String, _ notes: inout [String], _ body: () throws -> Result
  ) -> Result? {
    do { return try body() } catch {
      notes.append("\(change) was refused: \(error)")
      return nil
    }
  }
}

extension ParsedModel {
  /// The model with fused convolutions in the place of its own, and with the zeros back in sparse weights that no
  /// kernel takes.
  fileprivate func applying(_ plan: KernelPlan) throws(TasksError) -> ModelData {
    let uses = plan.operators.map(\.use)
    let changes = GraphChanges(customOperators: uses, denseWeights: try denseWeights(except: uses))
    return try eliminatingDeadOutputs(keeping: Array(outputs.indices), applying: changes)
  }
}

struct WantedOutputs {
  /// The tensors of each wanted output, in the order of the model's outputs.
  let origins: [OutputOrigin]

  /// The positions of the wanted outputs; nil where the tensors of `origins` take the outputs' places.
  private let positions: [Int]?

  init(_ request: ModelRequest) throws(TasksError) {
    let model = request.model
    let wanted = (request.outputs ?? model.outputs.indices.map { OutputRequest($0) }).sorted {
      $0.position < $1.position
    }
    origins = try wanted.map { output throws(TasksError) in try Self.origin(of: output, in: model) }
    positions = wanted.allSatisfy { $0.deferral == nil } ? wanted.map(\.position) : nil
  }

  func prune(_ model: ParsedModel) throws(TasksError) -> ModelData {
    guard let positions else { return try model.replacingOutputs(by: origins) }
    return try model.eliminatingDeadOutputs(keeping: positions)
  }

  private static func origin(of output: OutputRequest, in model: ParsedModel) throws(TasksError) -> OutputOrigin {
    guard let deferral = output.deferral else { return try model.identity(ofOutput: output.position) }
    let origin = try model.origin(ofOutput: output.position, throughLogistic: deferral.throughLogistic)
    let row = deferral.rows > 0 ? origin.count / deferral.rows : 0
    guard row > 0, origin.count == model.outputs[output.position].count,
      Set(origin.tensors).count == origin.tensors.count,
      origin.infos.allSatisfy({
        $0.count > 0 && $0.count % row == 0 && [.float32, .int8, .uint8].contains($0.elementType)
      })
    else { return try model.identity(ofOutput: output.position) }
    return origin
  }
}
