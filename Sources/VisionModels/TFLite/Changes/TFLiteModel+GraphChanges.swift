import VisionErrors

extension TFLiteModel {
  /// The depthwise convolutions that can be run apart from the rest of the model, in the order in which they run.
  ///
  /// Such a convolution reads floats, has fixed extents, a multiple of 8 channels, a square window of 3 or 5 that goes on by 1
  /// or 2, and weights that the file has in one piece. Zeros that the model puts around the data first are part of it.
  ///
  /// - Returns: Each with its use of a custom operator, for `keepingOutputs(_:applying:)`; none for a model with control flow.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  package func depthwiseConvolutions() throws(TasksError) -> [(
    use: CustomOperatorUse, convolution: DepthwiseConvolution
  )] {
    guard let graph = try ModelGraph(data) else { return [] }
    return try DepthwiseConvolutionSearch(graph).sites().map { site in
      let name = "VisionDepthwise\(site.index)"
      return (
        CustomOperatorUse(name: name, index: site.index, input: site.input, output: site.output), site.convolution
      )
    }
  }

  /// The convolutions by windows of one pixel, with at most half of their weights in the file, that can be run without the others.
  ///
  /// Such a convolution reads and gives floats of fixed extents and a multiple of 8 channels, and looks at every pixel.
  ///
  /// - Returns: Each with its use of a custom operator, for `keepingOutputs(_:applying:)`, in the order in which they run; none for
  ///   a model with control flow.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  package func sparseConvolutions() throws(TasksError) -> [(use: CustomOperatorUse, convolution: SparseConvolution)] {
    guard hasSparseWeights, let graph = try ModelGraph(data) else { return [] }
    return try SparseConvolutionSearch(graph).sites().map { site in
      let use = CustomOperatorUse(
        name: "VisionSparse\(site.index)", index: site.index, input: site.input, output: site.output,
        densify: site.densify)
      return (use, site.convolution)
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
    return try DenseWeightsSearch(graph).weights(except: Set(sparse.compactMap(\.densify)))
  }

  /// Whether operators put zeros back.
  private var hasSparseWeights: Bool { operators.contains { $0.name == "DENSIFY" } }
}
