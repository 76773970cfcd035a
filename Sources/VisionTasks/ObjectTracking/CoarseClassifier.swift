import VisionErrors
import VisionImaging
import VisionModels
import VisionPerception

/// Tells what kind of thing is in a part of an image, by a classifier of ImageNet's thousand classes.
final class CoarseClassifier {
  /// By how much of its size a box is grown on each side: what is around an object helps to recognize it.
  private static let margin = 0.25

  private let model: ImageModel
  private let output: FloatOutput

  /// - Throws: `TasksError` with `invalidArgumentError` for a model without one output of 1000 probabilities, and the errors of
  ///   reading and compiling it.
  init(options: BaseOptions, recorder: StageRecorder?) throws {
    let compiled = try TensorModel(path: options.validatedModelAssetPath(), inference: options.inference)
    let outputs = try compiled.floatOutputs()
    guard outputs.count == 1, outputs[0].values.count == CoarseCategoryScores.classCount else {
      throw TasksError.invalidArgument(
        "Model \(compiled.name) has outputs of the shapes \(outputs.map(\.shape)); needed is a classifier of ImageNet's "
          + "\(CoarseCategoryScores.classCount) classes, such as efficientnet_lite0.")
    }
    model = try ImageModel(model: compiled, stage: "category", border: .replicate, recorder: recorder)
    output = outputs[0]
  }

  /// Looks at a box and what is around it, or at the whole image.
  func scores(of box: CGRect?, in image: ImageBuffer) throws -> CoarseCategoryScores {
    try model.run(on: image, region: Self.region(of: box, in: image))
    output.refresh()
    return CoarseCategoryScores(output.values)
  }

  /// The part of the image that the model sees, stretched to its input.
  private static func region(of box: CGRect?, in image: ImageBuffer) -> ImageRegion {
    let size = CGSize(width: image.width, height: image.height)
    let whole = TrackBox(
      centerX: Double(image.width) / 2, centerY: Double(image.height) / 2, width: Double(image.width),
      height: Double(image.height))
    let part = box.flatMap { TrackBox($0)?.inner(1 + 2 * margin).clipped(to: size) } ?? whole
    return ImageRegion(
      xCenter: Float(part.centerX), yCenter: Float(part.centerY), width: Float(part.width), height: Float(part.height),
      rotation: 0)
  }
}
