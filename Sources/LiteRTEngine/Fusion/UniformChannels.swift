import VisionCore
import VisionModels

/// Input channels of a pointwise convolution, before its others, that are the same for all pixels: the model makes an
/// image of a single pixel and joins it to another one. Their products are summed once, and the sums of all pixels
/// start with these. This is the order in which the runtime adds, so results are equal.
///
/// ```
/// pixel → RESIZE_BILINEAR → CONCATENATION → CONV_2D
///                     image ↗
/// ```
struct UniformChannels: Sendable {
  /// The tensor of the pixel.
  let tensor: Int32
  /// Outputs × 1 × 1 × channels.
  let weights: FloatConstant

  var count: Int { weights.shape[3] }
  var tensorShape: [Int] { [1, 1, 1, count] }
}

extension FusedConvolution {
  /// The block of a single pixel that computes what the sums of the last convolution start with; nil for its biases.
  var uniformSums: FusedConvolution? {
    guard let last = convolutions.last, let uniform = last.uniform, case .dense(_, let biases, _) = last.kind
    else { return nil }
    let pixel = SpatialSize(height: 1, width: 1)
    let sums = Convolution(
      shape: ConvolutionShape(input: pixel, output: pixel, inputs: uniform.count, outputs: last.shape.outputs),
      kind: .dense(weights: uniform.weights, biases: biases, bounds: -Float.infinity...Float.infinity))
    return FusedConvolution(convolutions: [sums], sum: nil, alpha: nil)
  }
}

extension ModelGraph {
  /// The site of a dense convolution without the uniform channels of its input, if it has any.
  func separatingUniformChannels(_ site: ConvolutionSite) throws(TasksError) -> ConvolutionSite {
    guard case .dense(let weights, let biases, let bounds) = site.convolution.kind, site.convolution.layer == nil,
      site.convolution.shape.window == 1, site.convolution.shape.stride == 1,
      let join = try uniformJoin(of: site.input),
      join.count + join.rest == site.convolution.shape.inputs
    else { return site }
    let shape = site.convolution.shape
    var convolution = Convolution(
      shape: ConvolutionShape(input: shape.input, output: shape.output, inputs: join.rest, outputs: shape.outputs),
      kind: .dense(weights: weights.keeping(channels: join.count..<shape.inputs), biases: biases, bounds: bounds))
    convolution.alpha = site.convolution.alpha
    convolution.isHardSwish = site.convolution.isHardSwish
    convolution.uniform = UniformChannels(tensor: join.pixel, weights: weights.keeping(channels: 0..<join.count))
    return ConvolutionSite(
      index: site.index, end: site.end, input: join.image, output: site.output, convolution: convolution)
  }

  /// A concatenation of the channels of a uniform image and those of another, which has one reader.
  private func uniformJoin(
    of tensor: Int32
  ) throws(TasksError) -> (pixel: Int32, count: Int, image: Int32, rest: Int)? {
    typealias Slot = TFLiteSchema.Concatenation
    guard onlyReader(of: tensor) != nil, let join = producers[tensor], join.name == "CONCATENATION",
      join.inputs.count == 2, join.outputs.count == 1, let whole = try imageShape(of: tensor),
      let options = try join.use.table(TFLiteSchema.Operator.options),
      [3, -1].contains(try options.integer(Slot.axis, absent: Int32(0))),
      try options.integer(Slot.activation, absent: Int8(0)) == 0,
      let enlarger = producers[join.inputs[0]], enlarger.name == "RESIZE_BILINEAR", enlarger.inputs.count == 2,
      enlarger.outputs.count == 1,
      try !isConstant(enlarger.inputs[0]), try !isConstant(join.inputs[1]),
      let pixel = try imageShape(of: enlarger.inputs[0]), pixel.size == SpatialSize(height: 1, width: 1),
      let enlarged = try imageShape(of: join.inputs[0]), let image = try imageShape(of: join.inputs[1]),
      enlarged.size == whole.size, image.size == whole.size, enlarged.channels == pixel.channels
    else { return nil }
    return (enlarger.inputs[0], pixel.channels, join.inputs[1], image.channels)
  }
}

extension FloatConstant {
  /// The weights of some input channels of a convolution.
  fileprivate func keeping(channels: Range<Int>) -> FloatConstant {
    let piece = keeping(Array(channels), along: shape.count - 1)
    var kept = shape
    kept[kept.count - 1] = channels.count
    let block = MemoryBlock(byteCount: piece.byteCount, fill: piece.fill)
    return FloatConstant(tensor: tensor, stored: stored, shape: kept, bytes: ModelData(block: block))
  }
}
