import VisionCore

@testable import TFLiteOptimizer
@testable import VisionModels

extension TFLiteModel {
  /// The depthwise convolutions of all blocks, each with its block's use.
  func depthwise() throws -> [(use: CustomOperatorUse, convolution: DepthwiseConvolution)] {
    try convolutions { if case .depthwise(let depthwise) = $0 { depthwise } else { nil } }
  }

  /// The sparse convolutions of all blocks, each with its block's use.
  func sparse() throws -> [(use: CustomOperatorUse, convolution: SparseConvolution)] {
    try convolutions { if case .sparse(let sparse) = $0 { sparse } else { nil } }
  }

  /// The dense convolutions of all blocks, each with its block's use.
  func dense() throws -> [(use: CustomOperatorUse, convolution: DenseConvolution)] {
    try convolutions { if case .dense(let dense) = $0 { dense } else { nil } }
  }

  private func convolutions<Kind>(_ kind: (Convolution) -> Kind?) throws -> [(
    use: CustomOperatorUse, convolution: Kind
  )] {
    try fusedConvolutions().flatMap { use, block in block.convolutions.compactMap(kind).map { (use, $0) } }
  }
}
