import Foundation
import MediaPipeTasksVision
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
    return try ObjectTrackingPipeline(options: options, detector: detector)
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

  /// A pipeline with the published detector and classifier.
  private func published(_ change: (ObjectTrackingOptions) -> Void) throws -> ObjectTrackingPipeline {
    let options = ObjectTrackingOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/efficientdet_lite0_int8.tflite")
    options.classifierModelPath = try SharedFolder.path("models/efficientnet_lite0.tflite")
    options.classifies = true
    options.detectorStride = 1
    change(options)
    return try ObjectTrackingPipeline(options: options)
  }

  @Test("The most prominent object of a photo of a cup of coffee is the cup, not the table")
  func cup() throws {
    let image = try ImageFile.read(contentsOfFile: SharedFolder.path("media/coffee.png"))
    let objects = try published { $0.relation = .singleImage }.process(image, timestampInMilliseconds: nil)
    #expect(objects.count == 1 && objects[0].box.width < 300)
  }

  @Test(
    "People have no category in any frame, whatever their clothes and surroundings, and no track's category flickers",
    arguments: ["laptop_video.mp4", "walkers_pan.mp4"])
  func people(file: String) throws {
    let pipeline = try published {
      $0.relation = .stream
      $0.findsMultipleObjects = true
    }
    let reader = try VideoReader(contentsOfFile: SharedFolder.path("media/\(file)"))
    var labels: [Int: [CoarseCategory]] = [:]
    while let frame = try reader.next() {
      for object in try pipeline.process(frame.image, timestampInMilliseconds: frame.timestampInMilliseconds) {
        labels[object.trackingID ?? -1, default: []].append(object.label.category)
      }
    }
    // The first track is the person.
    let person = try #require(labels[1])
    #expect(person.count > 60 && Set(person) == [.unknown])
    for (id, track) in labels {
      let changes = zip(track, track.dropFirst()).count { $0 != $1 }
      print(file, id, track.count, changes)
      #expect(changes <= 1 + track.count / 60, "track \(id)")
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

@Suite("The object tracker's input")
struct ObjectTrackerInputTests {
  @Test("Detections and observations, images and buffers, or only a size: each pair gives the same objects")
  func overloads() throws {
    let buffer = try ImageBuffer(width: 64, height: 48, format: .rgb)
    let image = try MPImage(imageBuffer: buffer)
    let category = ResultCategory(index: 3, score: 0.9, categoryName: "cup", displayName: nil)
    let detections = [
      Detection(categories: [category], boundingBox: CGRect(x: 4, y: 5, width: 20, height: 20), keypoints: nil)
    ]
    let observations = detections.map(ObjectObservation.init)
    var trackers = try (0..<6).map { _ in try ObjectTracker() }
    for time in [0, 40, 80] {
      let results = [
        try trackers[0].update(with: detections, image: image, timestampInMilliseconds: time),
        try trackers[1].update(with: detections, image: buffer, timestampInMilliseconds: time),
        try trackers[2].update(with: observations, image: image, timestampInMilliseconds: time),
        try trackers[3].update(with: observations, image: buffer, timestampInMilliseconds: time),
        try trackers[4].update(with: detections, imageSize: buffer.cgSize, timestampInMilliseconds: time),
        try trackers[5].update(with: observations, imageSize: buffer.cgSize, timestampInMilliseconds: time),
      ]
      #expect(results.allSatisfy { $0 == results[0] } && results[0].map(\.trackingID) == [1])
    }
    // An empty list needs no type.
    #expect(try trackers[0].update(with: [], image: image).count == 1)
    #expect(try trackers[1].update(with: [], image: buffer).count == 1)
    #expect(try trackers[2].update(with: []).count == 1)
  }
}

extension ImageBuffer {
  fileprivate var cgSize: CGSize { CGSize(width: width, height: height) }
}
