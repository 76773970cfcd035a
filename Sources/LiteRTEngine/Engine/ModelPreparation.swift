import CPUKernels
import TFLiteOptimizer
import VisionCore
import VisionInference
import VisionModels

/// A model as LiteRT gets it: verified, optimized and verified again.
package struct ModelPreparation {
  /// The bytes, a changed copy or the file's own.
  package let bytes: ModelData
  /// What runs the fused convolutions that the bytes name.
  package let plan: KernelPlan?
  /// The tensors of the outputs, in the order of the bytes' outputs.
  package let origins: [OutputOrigin]
  /// What was done and what was refused, a sentence each.
  package let notes: [String]

  /// The threads of LiteRT.
  package func threadCount(_ options: InferenceOptions) -> Int { plan?.threadCount ?? options.engineThreadCount }

  /// Prepares a model.
  ///
  /// A change that is refused leaves the model as it was before that change and is noted.
  ///
  /// - Throws: `TasksError` with the codes of `ModelVerifier`, naming the model.
  package static func prepare(_ request: ModelRequest) throws -> ModelPreparation {
    try naming(request.name) {
      try verify(request.model.data, request.options)
      let prepared = try change(request)
      // What LiteRT gets is verified, not only what the changes were made of.
      let faces = prepared.plan?.operators.map { ($0.use.name, $0.kernel.face) } ?? []
      try verify(prepared.bytes, request.options, operators: Dictionary(faces) { first, _ in first })
      return prepared
    }
  }

  /// Puts the name of a model before an error's message.
  static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as TasksError {
      throw TasksError(error.code, "Model \(name): \(error.message)")
    }
  }

  private static func verify(
    _ data: ModelData, _ options: InferenceOptions, operators: [String: CustomOperatorFace] = [:]
  ) throws(TasksError) {
    try ModelVerifier(allowsUnverified: options.allowUnverifiedOperators, customOperators: operators).verify(data)
  }

  private static func change(_ request: ModelRequest) throws -> ModelPreparation {
    let outputs = try WantedOutputs(request)
    var notes: [String] = []
    let simple = attempt("Dead-channel pruning", &notes) { try TFLiteModel(request.model.simplified()) }
    let cut = attempt("Dead-output elimination", &notes) { try TFLiteModel(outputs.cut(simple ?? request.model)) }
    let plan = cut.flatMap { cut in
      attempt("Convolution fusion", &notes) {
        // After the cut: what only removed outputs read does not come between two convolutions any more.
        let plan = try KernelPlan(cut, options: request.options)
        return (plan: plan, bytes: try cut.applying(plan))
      }
    }
    guard let plan else {
      // Without the optimizer, so that one of its faults costs speed and no answer.
      return ModelPreparation(
        bytes: try outputs.cut(request.model), plan: nil, origins: outputs.origins, notes: notes)
    }
    if let simple, simple.data.count != request.model.data.count { notes.append("Dead channels were pruned.") }
    return ModelPreparation(
      bytes: plan.bytes, plan: plan.plan, origins: outputs.origins, notes: notes + plan.plan.refusals)
  }

  /// What a change gives; nil, with a note, when it is refused.
  private static func attempt<Result>(
    _ change: String, _ notes: inout [String], _ body: () throws -> Result
  ) -> Result? {
    do {
      return try body()
    } catch {
      notes.append("\(change) was refused: \((error as? TasksError)?.message ?? "\(error)")")
      return nil
    }
  }
}

extension TFLiteModel {
  /// The model with fused convolutions in the place of its own, and with the zeros back in sparse weights that no kernel takes.
  fileprivate func applying(_ plan: KernelPlan) throws(TasksError) -> ModelData {
    let uses = plan.operators.map(\.use)
    let changes = GraphChanges(customOperators: uses, denseWeights: try denseWeights(except: uses))
    return try eliminatingDeadOutputs(keeping: Array(outputs.indices), applying: changes)
  }
}
