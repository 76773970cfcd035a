import VisionErrors
import VisionImaging
import VisionInference
import VisionModels

/// A model that looks at a region of an image: sampling straight into its input tensor, then one run.
final class ImageModel {
  let model: TensorModel
  let input: ImageInput

  private let sampler: RegionSampler
  private let recorder: StageRecorder?
  private let sampleStage: String
  private let inferStage: String

  /// `stage` is what the model finds, as benchmarks name it.
  ///
  /// - Throws: As `ImageInput.init(of:)`.
  init(model: TensorModel, stage: String, border: BorderMode, recorder: StageRecorder?) throws {
    self.model = model
    input = try ImageInput(of: model)
    sampler = RegionSampler(width: input.width, height: input.height, border: border)
    self.recorder = recorder
    sampleStage = stage + ": sample"
    inferStage = stage + ": infer"
    try recorder?.note(model.report().macs, of: inferStage)
  }

  /// A model of a bundle; `inputSize` is the width and height that the pipeline's figures hold for.
  ///
  /// - Throws: As above, and `TasksError` with `invalidArgumentError` for another size.
  convenience init(
    name: String, stage: String, data: ModelData, inputSize: Int, border: BorderMode,
    wantedOutputs outputs: [Int]? = nil, inference: InferenceOptions, recorder: StageRecorder?
  ) throws {
    let model = try TensorModel(name: name, data: data, wantedOutputs: outputs, inference: inference)
    try self.init(model: model, stage: stage, border: border, recorder: recorder)
    guard input.width == inputSize, input.height == inputSize else {
      throw TasksError.invalidArgument(
        "Model \(name) takes pictures of \(input.width) x \(input.height); \(inputSize) x \(inputSize) is needed.")
    }
  }

  /// Runs the model on a region; its outputs hold the result until the next run.
  func run(on image: ImageBuffer, region: ImageRegion) throws {
    try recorder.measure(sampleStage) { try input.fill(with: region, of: image, by: sampler, sharing: model.sharing) }
    try recorder.measure(inferStage) { try model.run() }
  }
}
