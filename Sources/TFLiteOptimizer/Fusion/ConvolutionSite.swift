import VisionModels

/// A convolution of a model and where it stands.
struct ConvolutionSite {
  /// The operator's place in the model.
  let index: Int
  /// The tensor of the data, before zeros that the model puts around it.
  let input: Int32
  /// The tensor of the result.
  let output: Int32
  let convolution: Convolution
  /// The place of the operator that would put zeros back into its weights.
  var densify: Int?
}
