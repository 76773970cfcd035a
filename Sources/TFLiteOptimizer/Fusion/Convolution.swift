import VisionModels

/// A convolution of any of the kinds that are run apart from the rest of a model.
package enum Convolution: Sendable {
  case dense(DenseConvolution)
  case depthwise(DepthwiseConvolution)
  case sparse(SparseConvolution)
  case bytes(ByteConvolution)

  /// Rows, columns and channels of what is convolved.
  package var inputShape: [Int] {
    switch self {
    case .dense(let dense): [dense.input.height, dense.input.width, dense.inputs]
    case .depthwise(let depthwise): [depthwise.input.height, depthwise.input.width, depthwise.channels]
    case .sparse(let sparse): [sparse.extent.height, sparse.extent.width, sparse.inputs]
    case .bytes(let bytes): [bytes.input.height, bytes.input.width, bytes.inputs]
    }
  }

  /// Rows, columns and channels of the result.
  package var outputShape: [Int] {
    switch self {
    case .dense(let dense): [dense.output.height, dense.output.width, dense.outputs]
    case .depthwise(let depthwise): [depthwise.output.height, depthwise.output.width, depthwise.channels]
    case .sparse(let sparse): [sparse.extent.height, sparse.extent.width, sparse.outputs]
    case .bytes(let bytes): [bytes.output.height, bytes.output.width, bytes.outputs]
    }
  }

  /// The multiply-adds of a run.
  package var multiplyAdds: Int {
    switch self {
    case .dense(let dense): dense.multiplyAdds
    case .depthwise(let depthwise): depthwise.multiplyAdds
    case .sparse(let sparse): sparse.multiplyAdds
    case .bytes(let bytes): bytes.multiplyAdds
    }
  }

  /// The multiply-adds that the runtime would need, those with 0 among them.
  package var runtimeMultiplyAdds: Int {
    guard case .sparse(let sparse) = self else { return multiplyAdds }
    return sparse.extent.height * sparse.extent.width * sparse.inputs * sparse.outputs
  }
}
