import TestSupport
import Testing
import VisionModels

@testable import LiteRTEngine

@Suite(
  "Constants that operators pack with their scales",
  .needs(.shared))
struct PackedConstantsTests {
  static let models: [(file: String, packsOnce: Bool)] = [
    // Its heads apply one set of weights to five feature maps, each with scales of its own.
    ("efficientdet_lite0_int8.tflite", false),
    // The same heads of floats have no scales.
    ("efficientdet_lite0_float16.tflite", true),
    ("ssd_mobilenet_v1_coco_quant.tflite", true),
    ("efficientnet_lite0.tflite", true),
    ("efficientnet_lite0_int8.tflite", true),
    ("selfie_segmenter.tflite", true),
  ]

  @Test("Only a model with weights of several scales packs a constant in several ways", arguments: models)
  func publishedModels(model: (file: String, packsOnce: Bool)) throws {
    let file = try ParsedModel(ModelData(contentsOfFile: SharedFolder.model(model.file)))
    #expect(try file.packsEachConstantOnce() == model.packsOnce)
  }
}
