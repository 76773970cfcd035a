/// A convolution of single pixels that comes before the enlarging of its data instead of after it.
///
///     data ── RESIZE_BILINEAR ── between ── CONV_2D ── result        becomes
///     data ── CONV_2D ── between ── RESIZE_BILINEAR ── result
///
/// An interpolated pixel is a sum of pixels by weights that sum to 1, and a convolution of single pixels without an activation
/// function is linear but for the biases: what it makes of the sum is the sum of what it makes of the pixels.
struct EarlyConvolution: GraphSimplification {
  let resize: ModelGraph.Operator
  let convolution: ModelGraph.Operator
  /// The extents of the convolution's result.
  let extents: [Int]

  var tensors: Set<Int32> { [resize.outputs[0], convolution.outputs[0], convolution.inputs[1]] }

  func note(in changes: inout GraphChanges) {
    let between = resize.outputs
    changes.tensors.append(TensorChange(tensor: between[0], extents: extents))
    changes.rewirings += [
      OperatorRewiring(
        index: convolution.index, inputs: [resize.inputs[0]] + convolution.inputs.dropFirst(), outputs: between),
      // The convolution's weights may be made ready between the two.
      OperatorRewiring(
        index: resize.index, inputs: between + resize.inputs.dropFirst(), outputs: convolution.outputs,
        predecessor: convolution.index),
    ]
  }
}
