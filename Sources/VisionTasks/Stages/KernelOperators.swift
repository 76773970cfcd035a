import CVisionConvolution
import VisionModels

/// The operators of a model that kernels of this project run in the place of the runtime's, with equal results.
struct KernelOperators {
  let all: [(use: CustomOperatorUse, kernel: any KernelOperator)]
  /// The threads for all other operators.
  let threadCount: Int

  /// None without vector instructions. Where sparse convolutions are most of a model, our operators share their work as a team.
  /// With other models, whose threads are the runtime's, ours are worth it on one thread only.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - threadCount: The threads that its runs may take.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  init(_ model: TFLiteModel, threadCount: Int) throws {
    let sparse = vision_convolution_is_fast() ? try model.sparseConvolutions() : []
    self.threadCount = try Self.areMost(sparse.map(\.convolution), of: model) ? 1 : threadCount
    guard vision_convolution_is_fast(), self.threadCount == 1 else {
      all = []
      return
    }
    let team = threadCount > 1 ? KernelTeam(threadCount: threadCount) : nil
    let depthwise = try model.depthwiseConvolutions()
    all =
      sparse.map { ($0.use, SparseOperator(name: $0.use.name, $0.convolution, team: team)) }
      + depthwise.map { ($0.use, DepthwiseOperator(name: $0.use.name, $0.convolution, team: team)) }
  }

  /// Whether convolutions are more than half of what the runtime would multiply, zeros included.
  private static func areMost(_ convolutions: [SparseConvolution], of model: TFLiteModel) throws -> Bool {
    guard !convolutions.isEmpty else { return false }
    let own = convolutions.reduce(0.0) { sum, convolution in
      let pixels = Double(convolution.extent.height) * Double(convolution.extent.width)
      return sum + pixels * Double(convolution.inputs) * Double(convolution.outputs)
    }
    return try 2 * own > Double(model.multiplyAdds().float)
  }
}
