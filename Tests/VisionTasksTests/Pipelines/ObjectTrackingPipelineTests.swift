import Foundation
import TestSupport
import Testing
import VisionMedia

@testable import VisionPerception
@testable import VisionTasks

@Suite("The object tracking pipeline", .needs(.shared))
struct ObjectTrackingPipelineTests {
  /// A pipeline whose detector reports nothing but toasters.
  private func pipeline(isStream: Bool, classifies: Bool) throws -> ObjectTrackingPipeline {
    let detector = ObjectDetectorOptions()
    detector.baseOptions.modelAssetPath = try SharedFolder.path("models/efficientdet_lite0_int8.tflite")
    detector.categoryAllowlist = ["toaster"]
    let options = ObjectTrackingOptions()
    options.relation = isStream ? .stream : .singleImage
    options.findsMultipleObjects = true
    options.classifies = classifies
    options.classifierModelPath = try SharedFolder.path("models/efficientnet_lite0.tflite")
    options.detectorStride = 1
    return try ObjectTrackingPipeline(options, detector: detector)
  }

  @Test("Where nothing was detected the whole image has its category, in a stream as number 0", .needs(.unpublished))
  func wholeImage() throws {
    let beach = try ImageFile.read(contentsOfFile: SharedFolder.path("media/beach_kites.jpg"))
    for isStream in [false, true] {
      #expect(
        try pipeline(isStream: isStream, classifies: false).process(beach, timestampInMilliseconds: nil).isEmpty)
      let classifying = try pipeline(isStream: isStream, classifies: true)
      for _ in 0..<3 {
        let objects = try classifying.process(beach, timestampInMilliseconds: nil)
        #expect(objects.map(\.label.category) == [.places])
        #expect(objects.map(\.box) == [CGRect(x: 0, y: 0, width: beach.width, height: beach.height)])
        #expect(objects.map(\.trackingID) == [isStream ? 0 : nil])
      }
    }
  }

  @Test("Both detectors' labels are COCO's, which all have a category")
  func labels() throws {
    for name in ["efficientdet_lite0_int8.tflite", "ssd_mobilenet_v1_coco_quant.tflite"] {
      let options = ObjectDetectorOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/" + name)
      let labels = Set(try ObjectDetectorPipeline(options: options, recorder: nil).classNames).subtracting(["???", ""])
      #expect(labels.count == 80)
      #expect(labels.subtracting(DetectorCategoryTable.categories.keys) == [])
    }
  }
}
