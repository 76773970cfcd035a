import VisionErrors
import VisionImaging
import VisionModels

/// The one input of a model that looks at images: its size, and what pixels become in it.
struct ImageInput {
  /// The memory of the input.
  private enum Elements {
    case floats(UnsafeMutableBufferPointer<Float>, ByteNormalization)
    case bytes(UnsafeMutableBufferPointer<UInt8>)
  }

  /// The width in pixels.
  let width: Int
  /// The height in pixels.
  let height: Int
  private let elements: Elements

  /// Checks that the model has one input of shape `[1, height, width, 3]`, RGB, of floats with a normalization in the metadata
  /// or of bytes. Bytes are taken as they are, whatever normalization and quantization say.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for another input, `notFoundError` for floats without normalization,
  ///   `unimplementedError` when their channels are normalized differently, `internalError` for a standard deviation of 0.
  init(of model: TensorModel) throws {
    guard let tensor = model.inputs.first, model.inputs.count == 1 else {
      throw TasksError.invalidArgument(
        "Model \(model.name) has \(model.inputs.count.counted("input")); one is needed.")
    }
    let shape = tensor.shape
    guard shape.count == 4, shape[0] == 1, shape[3] == 3 else {
      throw TasksError.invalidArgument(
        "Model \(model.name) has the shape \(shape) at input 0; [1, height, width, 3] is needed.")
    }
    let metadata = model.metadata?.inputs.first
    if case .image(let properties) = metadata?.content, properties.colorSpace != .rgb {
      throw TasksError.invalidArgument(
        "Model \(model.name) wants pictures of colour space \(properties.colorSpace); rgb is needed.")
    }
    (height, width) = (shape[1], shape[2])
    switch tensor.elementType {
    case .float32:
      elements = .floats(try tensor.floats(), try Self.normalization(metadata, model: model.name))
    case .uint8: elements = .bytes(try tensor.bytes())
    default:
      throw TasksError.invalidArgument(
        "Model \(model.name) holds \(tensor.elementType) elements at input 0; float32 or uint8 is needed.")
    }
  }

  /// Fills the input with a region of an image.
  func fill(with region: ImageRegion, of image: ImageBuffer, by sampler: RegionSampler, sharing: (any WorkSharing)?)
    throws
  {
    switch elements {
    case .floats(let tensor, let normalization):
      try sampler.sample(region, of: image, into: tensor, normalization: normalization, sharing: sharing)
    case .bytes(let tensor): try sampler.sample(region, of: image, into: tensor, sharing: sharing)
    }
  }

  private static func normalization(_ metadata: TensorMetadata?, model: String) throws -> ByteNormalization {
    guard let normalization = metadata?.normalization, let mean = normalization.mean.first,
      let deviation = normalization.standardDeviation.first
    else {
      throw TasksError.notFound(
        "Model \(model) has no normalization in its metadata; a float image input needs mean and standard deviation.")
    }
    guard normalization.mean.allSatisfy({ $0 == mean }),
      normalization.standardDeviation.allSatisfy({ $0 == deviation })
    else {
      throw TasksError(
        .unimplementedError,
        "Model \(model) normalizes its channels by mean \(normalization.mean) and standard deviation "
          + "\(normalization.standardDeviation); only one value for all channels is supported.")
    }
    guard abs(deviation) >= .ulpOfOne else {
      throw TasksError(
        .internalError,
        "Model \(model) normalizes by a standard deviation of \(deviation), which divides by nothing; the metadata is wrong."
      )
    }
    return ByteNormalization(mean: mean, standardDeviation: deviation)
  }
}
