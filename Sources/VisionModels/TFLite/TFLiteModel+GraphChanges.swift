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

  /// The weights that the model stores without their zeros, with the zeros put back.
  ///
  /// - Returns: Those for `keepingOutputs(_:applying:)`; none for a model with control flow, and not those that would become more
  ///   than eight times as long.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  package func denseWeights() throws(TasksError) -> [DenseWeights] {
    guard operators.contains(where: { $0.name == "DENSIFY" }), let graph = try ModelGraph(data) else { return [] }
    return try DenseWeightsSearch(graph).weights()
  }
}
