import VisionCore
import VisionImaging
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

  /// `stage` is the model's name in benchmarks.
  ///
  /// - Throws: The errors of `ImageInput.init(of:)`.
  init(model: TensorModel, stage: String, border: BorderMode, recorder: StageRecorder?) throws {
    self.model = model
    input = try ImageInput(of: model)
    sampler = RegionSampler(width: input.width, height: input.height, border: border)
    self.recorder = recorder
    sampleStage = stage + ": sample"
    inferStage = stage + ": infer"
    try recorder?.note(model.report().macs, of: inferStage)
  }

  /// Loads a model of a bundle. `inputSize` is the input's width and height.
  ///
  /// - Throws: The errors of `init(model:stage:border:recorder:)`; `TasksError` with `invalidArgumentError` for another
  ///   size.
  convenience init(
    name: String, stage: String, data: ModelData, inputSize: Int, border: BorderMode,
    wantedOutputs outputs: [Int]? = nil, inference: InferenceOptions, recorder: StageRecorder?
  ) throws {
    let model = try TensorModel(name: name, data: data, wantedOutputs: outputs, inference: inference)
    try self.init(model: model, stage: stage, border: border, recorder: recorder)
    guard input.width == inputSize, input.height == inputSize else {
      throw TasksError.invalidArgument(
        "Model \(name) takes images of \(input.width) x \(input.height); \(inputSize) x \(inputSize) is needed.")
    }
  }

  /// Runs the model on a region. The outputs are valid until the next call.
  func run(on image: ImageBuffer, region: ImageRegion) throws {
    try recorder.measure(sampleStage) { try input.fill(with: region, of: image, by: sampler, sharing: model.sharing) }
    try recorder.measure(inferStage) { try model.run() }
  }
}
