import MediaPipeTasksVision
import TestSupport
import Testing

@testable import VisionTasks

@Suite("The names that a model knows", .needs(.shared))
struct CategoryNamesTests {
  @Test(
    "A detector's, with raw outputs and with finished ones",
    arguments: ["efficientdet_lite0_int8.tflite", "ssd_mobilenet_v1_coco_quant.tflite"])
  func detectors(model: String) throws {
    let path = try SharedFolder.path("models/\(model)")
    let names = try ObjectDetector.categoryNames(ofModelAt: path)
    #expect(names.first == "person" && names.contains("dog") && names.count >= 80)
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = path
    #expect(try ObjectDetectorPipeline(options: options).classNames == names)
  }

  @Test("A gesture recognizer's, its own and the custom ones")
  func gestures() throws {
    let canned = try GestureNames(ofModelAt: SharedFolder.path("models/gesture_recognizer.task"))
    #expect(canned.canned.contains("Thumb_Up") && canned.canned.count == 8 && canned.custom == nil)
    let both = try GestureNames(
      ofModelAt: SharedFolder.path("models/gesture_recognizer_with_custom_gestures.task"))
    // Its canned classifier has no labels.
    #expect(both.canned.isEmpty && both.custom?.contains("divide") == true)
  }
}
