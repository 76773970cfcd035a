import VisionCore
import VisionImaging
import VisionModels
import VisionPerception

/// Assigns ML Kit's coarse categories to image regions, with a classifier of ImageNet's 1000 classes.
final class CoarseClassifier {
  /// The margin around a box on each side, as a fraction of its size: context improves classification.
  private static let margin = 0.25

  private let model: ImageModel
  private let output: FloatOutput

  /// - Throws: `TasksError` with `invalidArgumentError` for a model without one output of 1000 probabilities, and the
  ///   errors of reading and compiling the model.
  init(options: BaseOptions, recorder: StageRecorder?) throws {
    let compiled = try TensorModel(
      path: options.validatedModelAssetPath(), for: "classifier of coarse categories", inference: options.inference)
    let outputs = try compiled.floatOutputs()
    guard outputs.count == 1, outputs[0].values.count == CoarseCategoryScores.classCount else {
      throw TasksError.invalidArgument(
        "Model \(compiled.name) has outputs of the shapes \(outputs.map(\.shape)); needed is a classifier of ImageNet's "
          + "\(CoarseCategoryScores.classCount) classes, such as efficientnet_lite0.")
    }
    model = try ImageModel(model: compiled, stage: "category", border: .replicate, recorder: recorder)
    output = outputs[0]
  }

  /// Classifies a box with its margin, or the whole image for nil.
  func scores(of box: CGRect?, in image: ImageBuffer) throws -> CoarseCategoryScores {
    try model.run(on: image, region: Self.region(of: box, in: image))
    output.refresh()
    return CoarseCategoryScores(output.values)
  }

  /// The image region that is stretched to the model's input.
  private static func region(of box: CGRect?, in image: ImageBuffer) -> ImageRegion {
    let size = CGSize(width: image.width, height: image.height)
    let whole = PixelBox(
      centerX: Double(image.width) / 2, centerY: Double(image.height) / 2, width: Double(image.width),
      height: Double(image.height))
    let part = box.flatMap { PixelBox($0)?.inner(1 + 2 * margin).clipped(to: size) } ?? whole
    return ImageRegion(
      xCenter: Float(part.centerX), yCenter: Float(part.centerY), width: Float(part.width), height: Float(part.height),
      rotation: 0)
  }
}
