import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

/// A floating-point convolution with its constants.
struct FloatConvolution<Weights> {
  let shape: ConvolutionShape
  let weights: Weights
  let biases: [Float]
  let bounds: ClosedRange<Float>
  let macs: Int

  init(_ convolution: Convolution, _ weights: Weights, _ biases: [Float], _ bounds: ClosedRange<Float>) {
    (shape, macs) = (convolution.shape, convolution.macs)
    (self.weights, self.biases, self.bounds) = (weights, biases, bounds)
  }
}

extension ParsedModel {
  /// The depthwise convolutions of all blocks, each with its block's use.
  func depthwise() throws -> [(use: CustomOperatorUse, convolution: FloatConvolution<[Float]>)] {
    try convolutions {
      guard case .depthwise(let weights, let biases, let bounds) = $0.kind else { return nil }
      return FloatConvolution($0, weights, biases, bounds)
    }
  }

  /// The sparse convolutions of all blocks, each with its block's use.
  func sparse() throws -> [(use: CustomOperatorUse, convolution: FloatConvolution<SparseWeights>)] {
    try convolutions {
      guard case .sparse(let weights, let biases, let bounds) = $0.kind else { return nil }
      return FloatConvolution($0, weights, biases, bounds)
    }
  }

  /// The dense convolutions of all blocks, each with its block's use.
  func dense() throws -> [(use: CustomOperatorUse, convolution: FloatConvolution<FloatConstant>)] {
    try convolutions {
      guard case .dense(let weights, let biases, let bounds) = $0.kind else { return nil }
      return FloatConvolution($0, weights, biases, bounds)
    }
  }

  private func convolutions<Kind>(_ kind: (Convolution) -> Kind?) throws -> [(
    use: CustomOperatorUse, convolution: Kind
  )] {
    try fusedConvolutions().flatMap { use, block in block.convolutions.compactMap(kind).map { (use, $0) } }
  }
}
