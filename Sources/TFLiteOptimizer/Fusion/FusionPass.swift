import VisionCore
import VisionModels

/// Finds the convolutions of a model that can be fused, and joins consecutive ones to blocks.
struct FusionPass {
  /// A block and its place in the model.
  struct Site {
    let convolutions: [ConvolutionSite]
    let block: FusedConvolution
    /// The index of the block's last operator.
    let index: Int
    /// Its output tensor.
    let output: Int32
  }

  private let graph: ModelGraph

  init(_ graph: ModelGraph) { self.graph = graph }

  /// All blocks, in execution order; every convolution that was found is in one of them.
  func sites() throws(TasksError) -> [Site] {
    let found = try convolutions()
    let byPlace = Dictionary(uniqueKeysWithValues: found.map { ($0.index, $0) })
    var taken: Set<Int> = []
    var sites: [Site] = []
    for first in found where !taken.contains(first.index) {
      var chain = [first]
      while let next = follower(of: chain[chain.count - 1], among: byPlace) { chain.append(next) }
      taken.formUnion(chain.map(\.index))
      sites.append(try site(of: chain))
    }
    return sites
  }

  private func convolutions() throws(TasksError) -> [ConvolutionSite] {
    let sparse = SparseConvolutionSearch(graph)
    let depthwise = DepthwiseConvolutionSearch(graph)
    let dense = DenseConvolutionSearch(graph)
    let bytes = QuantizedConvolutionSearch(graph)
    var sites: [ConvolutionSite] = []
    for producer in graph.producers.all {
      if let site = try sparse.site(producer) {
        sites.append(site)
      } else if let site = try depthwise.site(producer) {
        sites.append(site)
      } else if let site = try dense.site(producer) {
        sites.append(site)
      } else if let site = try bytes.site(producer) {
        sites.append(site)
      }
    }
    return sites
  }

  /// The convolution that is the only reader of a convolution's output, with or without a PAD operator between. It has
  /// to come later: in a damaged model readers may form a cycle.
  private func follower(of site: ConvolutionSite, among sites: [Int: ConvolutionSite]) -> ConvolutionSite? {
    guard var reader = graph.onlyReader(of: site.output) else { return nil }
    if reader.name == "PAD", let padded = reader.outputs.first, let next = graph.onlyReader(of: padded) {
      reader = next
    }
    guard let next = sites[reader.index], next.input == site.output, next.index > site.index else { return nil }
    return next
  }

  private func site(of chain: [ConvolutionSite]) throws(TasksError) -> Site {
    let (first, last) = (chain[0], chain[chain.count - 1])
    var (index, output) = (last.index, last.output)
    var sum: FusedConvolution.Sum?
    var alpha: [Float]?
    // Only a dense convolution's kernel has an epilogue.
    if case .dense = last.convolution {
      if let addition = try addition(of: output, to: first.input) {
        (index, output, sum) = (addition.index, addition.output, FusedConvolution.Sum(bounds: addition.bounds))
      }
      if let activation = try activation(of: output) {
        (index, output, alpha) = (activation.index, activation.output, activation.alpha)
      }
    }
    return Site(
      convolutions: chain,
      block: FusedConvolution(convolutions: chain.map(\.convolution), sum: sum, alpha: alpha), index: index,
      output: output)
  }

  /// The ADD operator that is the only reader of an output and adds a block's input.
  private func addition(
    of result: Int32, to input: Int32
  ) throws(TasksError) -> (index: Int, output: Int32, bounds: ClosedRange<Float>)? {
    guard let reader = graph.onlyReader(of: result), reader.name == "ADD", reader.inputs.count == 2,
      Set(reader.inputs) == [result, input], let output = reader.outputs.first, reader.outputs.count == 1,
      let shape = try graph.floatShape(of: output), try graph.floatShape(of: input) == shape,
      try graph.floatShape(of: result) == shape
    else { return nil }
    let options = try reader.use.table(TFLiteSchema.Operator.options)
    let number = try options?.integer(TFLiteSchema.Addition.activation, absent: Int8(0)) ?? 0
    return ClosedRange(ofActivation: number).map { (reader.index, output, $0) }
  }

  /// The PReLU operator, with an alpha for each channel, that is the only reader of an output.
  private func activation(of result: Int32) throws(TasksError) -> (index: Int, output: Int32, alpha: [Float])? {
    guard let reader = graph.onlyReader(of: result), reader.name == "PRELU", reader.inputs.count == 2,
      reader.inputs[0] == result, let output = reader.outputs.first, reader.outputs.count == 1,
      let shape = try graph.floatShape(of: output), try graph.floatShape(of: result) == shape,
      let alpha = try graph.floatConstant(reader.inputs[1]), alpha.shape == [1, 1, shape[3]]
    else { return nil }
    return (reader.index, output, alpha.floats)
  }
}
