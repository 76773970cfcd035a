import VisionCore
import VisionModels

extension TFLiteModel {
  /// The convolutions that custom operators can run, fused to blocks, in execution order.
  ///
  /// They have a fixed shape with a batch of 1, square windows without dilation, and constant weights, dense or at most
  /// half of them nonzero (sparse). Floating-point depthwise ones have a multiple of 8 channels; all depthwise ones
  /// have windows of 3 or 5 and strides of 1 or 2. A PAD operator before a floating-point convolution becomes its
  /// padding. Quantized ones have dense weights.
  ///
  /// The kernels decide what they support and how much memory it may take (`vision_block_sizes`, `KernelBudget`).
  ///
  /// - Returns: Each block with its custom operator, for `eliminatingDeadOutputs(keeping:applying:)`. None for a model
  ///   with control flow, or whose operators do not compute every tensor once and before it is read.
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

  /// The sparse weights of the model, expanded to dense ones.
  ///
  /// - Parameter sparse: Custom operators that read sparse weights directly; weights that only they read stay sparse.
  /// - Returns: Weights for `eliminatingDeadOutputs(keeping:applying:)`. None for a model with control flow; weights
  ///   that would become more than eight times as large are left out.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  package func denseWeights(except sparse: [CustomOperatorUse] = []) throws(TasksError) -> [DenseWeights] {
    guard hasSparseWeights, let graph = try ModelGraph(data) else { return [] }
    return try DenseWeightsSearch(graph).weights(except: Set(sparse.flatMap(\.densifies)))
  }

  /// Whether the model has DENSIFY operators.
  private var hasSparseWeights: Bool { operators.contains { $0.name == "DENSIFY" } }
}

extension TFLiteModel {
  /// A model with fewer MACs and the same results, to the last bit: dead channels are pruned.
  ///
  /// Tensor indices, inputs, outputs, signatures and metadata stay. Dead operators are removed. Only floating-point
  /// models change.
  ///
  /// - Returns: The bytes of the new model, a changed copy; the same bytes when there is nothing to gain, and for a
  ///   model with control flow.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, and for one whose vectors are shared by
  ///   several tables.
  package func simplified() throws(TasksError) -> ModelData {
    guard let graph = try ModelGraph(data) else { return data }
    var changes = GraphChanges()
    var taken: Set<Int32> = []
    // A tensor that one pruning changes is not changed by another.
    for channels in try DeadChannelSearch(graph).all() where taken.isDisjoint(with: channels.tensors) {
      taken.formUnion(channels.tensors)
      channels.note(in: &changes)
    }
    guard !changes.isEmpty else { return data }
    return try eliminatingDeadOutputs(keeping: Array(outputs.indices), applying: changes)
  }
}
