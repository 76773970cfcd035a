import VisionModels

/// A convolution and its place in the model.
struct ConvolutionSite {
  /// The operator's index in the model.
  let index: Int
  /// The input tensor, before a PAD operator.
  let input: Int32
  /// The output tensor.
  let output: Int32
  let convolution: Convolution
  /// The index of the DENSIFY operator of its weights.
  var densify: Int?
}
