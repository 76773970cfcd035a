import VisionErrors
import VisionImaging
import VisionModels
import VisionRuntime

/// A model that looks at a region of a picture: sampling straight into its input tensor, then one run.
final class ImageModel {
  let model: TensorModel
  /// The width and height of the input in pixels.
  let inputSize: Int

  private let sampler: RegionSampler
  private let normalization: ByteNormalization
  private let input: UnsafeMutableBufferPointer<Float>
  private let recorder: StageRecorder?
  private let sampleStage: String
  private let inferStage: String

  /// `stage` is what the model finds, as benchmarks name it; `inputSize` the width and height that the pipeline's figures hold
  /// for.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for another input, `notFoundError` without normalization metadata,
  ///   `unimplementedError` when the channels are normalized differently.
  init(
    name: String, stage: String, data: ModelData, inputSize: Int, border: BorderMode,
    keepingOutputs outputs: [Int]? = nil, threadCount: Int, recorder: StageRecorder?
  ) throws {
    model = try TensorModel(name: name, data: data, keepingOutputs: outputs, threadCount: threadCount)
    input = try model.input(0, count: inputSize * inputSize * 3)
    normalization = try Self.normalization(of: model)
    sampler = RegionSampler(width: inputSize, height: inputSize, border: border)
    self.inputSize = inputSize
    self.recorder = recorder
    sampleStage = stage + ": sample"
    inferStage = stage + ": infer"
  }

  /// Runs the model on a region; its outputs hold the result until the next run.
  func run(on image: ImageBuffer, region: ImageRegion) throws {
    try recorder.measure(sampleStage) {
      try sampler.sample(region, of: image, into: input, normalization: normalization)
    }
    try recorder.measure(inferStage) { try model.compiled.run() }
  }

  private static func normalization(of model: TensorModel) throws -> ByteNormalization {
    guard let normalization = model.metadata?.inputs.first?.normalization, let mean = normalization.mean.first,
      let deviation = normalization.standardDeviation.first
    else {
      throw TasksError.notFound(
        "Model \(model.name) has no normalization in its metadata; a float image input needs mean and standard deviation."
      )
    }
    guard normalization.mean.allSatisfy({ $0 == mean }),
      normalization.standardDeviation.allSatisfy({ $0 == deviation }), deviation != 0
    else {
      throw TasksError(
        .unimplementedError,
        "Model \(model.name) normalizes its channels by mean \(normalization.mean) and standard deviation "
          + "\(normalization.standardDeviation); only one value for all channels, not 0, is supported.")
    }
    return ByteNormalization(mean: mean, standardDeviation: deviation)
  }
}
