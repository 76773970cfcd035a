import VisionInference
import VisionModels

/// Runs a segmenter on the upright view of a frame.
protocol SegmenterInput: AnyObject {
  var model: TensorModel { get }
  func run(on frame: Frame) throws
}

extension ImageModel: SegmenterInput {
  func run(on frame: Frame) throws { try run(on: frame, region: frame.region) }
}

/// A model that gives each pixel of its output a value for each class.
package final class SegmenterModel {
  static let task = "segmenter"
  static let stage = "segments"

  /// The last inference's output.
  let map: ClassMap
  let labels: ClassLabels?
  private let input: any SegmenterInput
  private let output: FloatOutput
  /// The quality of each class's mask, of models with a second output.
  private let quality: FloatOutput?

  /// Checks that the last of one or two outputs has the shape `[1, height, width, classes]`; the other one is the
  /// quality of each class. `makeInput` makes another input than an image's.
  init(
    options: SegmenterOptions, recorder: StageRecorder?,
    makeInput: ((TensorModel) throws -> any SegmenterInput)? = nil
  ) throws {
    let tensors = try TensorModel(options.baseOptions, for: Self.task)
    input =
      try makeInput?(tensors)
      ?? ImageModel(model: tensors, stage: Self.stage, border: .replicate, recorder: recorder)
    let outputs = try tensors.floatOutputs()
    guard let output = outputs.last, outputs.count <= 2 else {
      throw TasksError.invalidArgument(
        "Model \(tensors.name) is not an image segmenter: it has \(outputs.count.counted("output")); one, or two with "
          + "the quality of each class, are needed.")
    }
    let shape = Array(output.shape.dropFirst())
    guard output.shape.first == 1, shape.count == 3, shape.allSatisfy({ $0 > 0 }), shape[2] <= ClassMap.maximumClasses
    else {
      throw TasksError.invalidArgument(
        "Model \(tensors.name) is not an image segmenter: its last output has the shape \(output.shape) instead of "
          + "[1, height, width, classes] with at most \(ClassMap.maximumClasses) classes.")
    }
    let metadata = tensors.metadata
    let activation = try TensorModel.naming(tensors.name) {
      try metadata?.customMetadata[SegmenterMetadata.entryName].map { try SegmenterMetadata($0).activation }
        ?? SegmenterMetadata.Activation.none
    }
    guard activation != .softmax || shape[2] > 1 else {
      throw TasksError.invalidArgument(
        "Model \(tensors.name) has one class and asks for a softmax, which is 1 everywhere; the metadata is wrong.")
    }
    self.output = output
    quality = outputs.count == 2 ? outputs[0] : nil
    labels = try metadata.flatMap { metadata in
      try metadata.outputs.last.map {
        try ClassLabels(
          of: $0, in: metadata, locale: options.displayNamesLocale, model: tensors.name, classCount: shape[2])
      }
    }
    map = try ClassMap(
      output.values, width: shape[1], height: shape[0], classes: shape[2], activation: ClassActivation(activation))
  }

  var sharing: (any WorkSharing)? { input.model.sharing }

  func run(on frame: Frame) throws {
    try input.run(on: frame)
    output.refresh()
    quality?.refresh()
  }

  /// The quality of each class's mask, 1 where the model says nothing.
  var qualityScores: [Float] {
    quality.map { Array($0.values) } ?? [Float](repeating: 1, count: map.classes)
  }

  /// The memory of masks of the image's size, in bytes for each pixel.
  static func maskBytes(_ options: SegmenterOptions) throws -> Int {
    if options.maskSize == .model { return 0 }
    let path = try options.baseOptions.validatedModelAssetPath()
    // The file may state any number; others are refused when the model is opened.
    let stated = try TensorModel.singleModel(at: path, for: task).outputs.last?.shape.last ?? 1
    let classCount = min(max(stated, 1), ClassMap.maximumClasses)
    let confidenceBytes = options.shouldOutputConfidenceMasks ? classCount * MemoryLayout<Float>.size : 0
    return confidenceBytes + (options.shouldOutputCategoryMask ? 1 : 0)
  }

  /// The labels of a model in the order of its classes; empty when it has none.
  static func labels(ofModelAt path: String) throws -> [String] {
    let model = try TensorModel.singleModel(at: path, for: task)
    guard let metadata = model.metadata, let output = metadata.outputs.last else { return [] }
    let (name, classCount) = (path.lastPathPart, model.outputs.last?.shape.last)
    return try ClassLabels(of: output, in: metadata, model: name, classCount: classCount).names
  }
}

extension ClassActivation {
  fileprivate init(_ activation: SegmenterMetadata.Activation) {
    self =
      switch activation {
      case .none: .none
      case .sigmoid: .sigmoid
      case .softmax: .softmax
      }
  }
}
