import VisionInference
import VisionModels

/// A model with an image input: samples an image region into the input tensor and runs one inference.
final class ImageModel {
  let model: TensorModel
  let input: ImageInput

  private let sampler: RegionSampler
  private let recorder: StageRecorder?
  private let sampleStage: String
  private let inferStage: String

  /// `stage` is the model's name in benchmarks. The default normalization is that of a model without metadata; without
  /// it such a model is an error.
  init(
    model: TensorModel, stage: String, border: BorderMode, defaultNormalization: ByteNormalization? = nil,
    recorder: StageRecorder?
  ) throws {
    self.model = model
    input = try ImageInput(of: model, defaultNormalization: defaultNormalization)
    sampler = RegionSampler(width: input.width, height: input.height, border: border)
    self.recorder = recorder
    sampleStage = stage + ": sample"
    inferStage = stage + ": infer"
    try recorder?.note(model.report().macs, of: inferStage)
  }

  /// Checks that the input is a square of one of these sizes, and returns its size.
  func checkInput(isSquareOf sizes: [Int]) throws -> Int {
    guard input.width == input.height, sizes.contains(input.width) else {
      let needed = sizes.map { "\($0) x \($0)" }.joined(separator: " or ")
      throw TasksError.invalidArgument(
        "Model \(model.name) takes images of \(input.width) x \(input.height); \(needed) is needed.")
    }
    return input.width
  }

  /// Runs the model on a region of a frame, in pixels of its image. The outputs are valid until the next call.
  func run(on frame: Frame, region: RotatedRegion) throws {
    var part = region
    part.xCenter -= frame.origin.x
    part.yCenter -= frame.origin.y
    try run(on: frame.view, region: part)
  }

  func run(on image: ImageBuffer, region: RotatedRegion) throws {
    try recorder.measure(sampleStage) { try input.fill(with: region, of: image, by: sampler, sharing: model.sharing) }
    try recorder.measure(inferStage) { try model.run() }
  }
}

struct ImageInput {
  private enum Elements {
    case floats(UnsafeMutableBufferPointer<Float>, ByteNormalization)
    case bytes(UnsafeMutableBufferPointer<UInt8>)
  }

  let width: Int
  let height: Int
  private let elements: Elements

  /// Checks that the model has one input of shape `[1, height, width, 3]`, RGB, float32 with a normalization in the
  /// metadata or uint8. A uint8 input gets the pixels unchanged, whatever its normalization and quantization.
  init(of model: TensorModel, defaultNormalization: ByteNormalization? = nil) throws {
    guard let tensor = model.inputs.first, model.inputs.count == 1 else {
      throw TasksError.invalidArgument("Model \(model.name) has \(model.inputs.count.counted("input")); one is needed.")
    }
    let shape = tensor.shape
    guard shape.count == 4, shape[0] == 1, shape[3] == 3 else {
      throw TasksError.invalidArgument(
        "Model \(model.name) has the shape \(shape) at input 0; [1, height, width, 3] is needed.")
    }
    let metadata = model.metadata?.inputs.first
    if let colorSpace = metadata?.colorSpace, colorSpace != .rgb {
      throw TasksError.invalidArgument("Model \(model.name) takes images of color space \(colorSpace); rgb is needed.")
    }
    (height, width) = (shape[1], shape[2])
    switch tensor.elementType {
    case .float32:
      let normalization = model.metadata == nil ? defaultNormalization : nil
      elements = .floats(try tensor.floats(), try normalization ?? Self.normalization(metadata, model: model.name))
    case .uint8: elements = .bytes(try tensor.bytes())
    default:
      throw TasksError.invalidArgument(
        "Model \(model.name) holds \(tensor.elementType) elements at input 0; float32 or uint8 is needed.")
    }
  }

  func fill(with region: RotatedRegion, of image: ImageBuffer, by sampler: RegionSampler, sharing: (any WorkSharing)?)
    throws
  {
    switch elements {
    case .floats(let tensor, let normalization):
      try sampler.sample(region, of: image, into: tensor, normalization: normalization, sharing: sharing)
    case .bytes(let tensor): try sampler.sample(region, of: image, into: tensor, sharing: sharing)
    }
  }

  static func normalization(_ metadata: TensorMetadata?, model: String) throws -> ByteNormalization {
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
        "Model \(model) normalizes by a standard deviation of \(deviation), a division by zero; the metadata is wrong."
      )
    }
    return ByteNormalization(mean: mean, standardDeviation: deviation)
  }
}
