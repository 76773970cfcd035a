import VisionErrors
import VisionModels

extension TFLiteModel {
  /// The convolutions that can be run apart from the rest of the model, joined to blocks, in the order in which they run.
  ///
  /// They read and give floats of fixed extents for one picture, have square windows without gaps, and weights that the file has
  /// in one piece, or without zeros when at most half of them are there. Depthwise ones have a multiple of 8 channels, windows of 3
  /// or 5, and steps of 1 or 2. Zeros that the model puts around the data first are part of a convolution. The same with bytes that
  /// stand for numbers, of any number of channels, but for those zeros and weights without zeros.
  ///
  /// What kernels can do, and how much memory they may take for it, is theirs to say (`vision_block_sizes`, `KernelBudget`).
  ///
  /// - Returns: Each block with its use of a custom operator, for `keepingOutputs(_:applying:)`; none for a model with control flow,
  ///   nor for one whose operators do not compute every tensor once and before it is read.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  package func fusedConvolutions() throws(TasksError) -> [(use: CustomOperatorUse, block: FusedConvolution)] {
    guard let graph = try ModelGraph(data),
      !graph.producers.all.contains(where: { $0.name.hasPrefix(CustomOperatorUse.namePrefix) })
    else { return [] }
    return try FusionPass(graph).sites().map { site in
      let use = CustomOperatorUse(
        name: "\(CustomOperatorUse.namePrefix)\(site.index)", index: site.index, input: site.convolutions[0].input,
        output: site.output,
        densifies: site.convolutions.compactMap(\.densify))
      return (use, site.block)
    }
  }

  /// The weights that the model stores without their zeros, with the zeros put back.
  ///
  /// - Parameter sparse: Operators that take their weights without zeros; those of them alone are left as they are.
  /// - Returns: Those for `keepingOutputs(_:applying:)`; none for a model with control flow, and not those that would become more
  ///   than eight times as long.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  package func denseWeights(except sparse: [CustomOperatorUse] = []) throws(TasksError) -> [DenseWeights] {
    guard hasSparseWeights, let graph = try ModelGraph(data) else { return [] }
    return try DenseWeightsSearch(graph).weights(except: Set(sparse.flatMap(\.densifies)))
  }

  /// Whether operators put zeros back.
  private var hasSparseWeights: Bool { operators.contains { $0.name == "DENSIFY" } }
}
