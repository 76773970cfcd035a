import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia
import VisionModels

@Suite(
  "What the Object Detector refuses, and goes on after",
  .needs(.shared))
final class BadDetectorTests {
  private static let ssd = "models/ssd_mobilenet_v1_coco_quant.tflite"
  private static let raw = "models/efficientdet_lite0_int8.tflite"

  private let folder = FileManager.default.temporaryDirectory.appending(path: "bad-detectors-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func options(_ change: (ObjectDetectorOptions) -> Void = { _ in }) throws -> ObjectDetectorOptions {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path(Self.ssd)
    change(options)
    return options
  }

  private func refusal(_ path: String?) -> TasksError? {
    #expect(throws: TasksError.self) { try ObjectDetector(modelPath: path) }
  }

  /// A model file with other bytes in the place of some, which leaves all positions as they are.
  private func patched(_ model: String, _ replacements: [(String, String)]) throws -> String {
    var data = try Data(contentsOf: URL(filePath: SharedFolder.path(model)))
    for (old, new) in replacements {
      // Metadata follows the weights, which may hold the same letters by chance.
      let range = try #require(data.range(of: Data(old.utf8), options: .backwards))
      data.replaceSubrange(range, with: new.utf8)
    }
    let file = folder.appending(path: "\(UUID().uuidString).tflite")
    try data.write(to: file)
    return file.path
  }

  @Test("Missing, empty, cut and rubbish files, each with its code")
  func files() throws {
    #expect(refusal(nil)?.code == .invalidArgumentError)
    #expect(refusal("")?.code == .invalidArgumentError)
    #expect(refusal("/nowhere/detector.tflite")?.code == .notFoundError)
    #expect(refusal(folder.path)?.code == .invalidArgumentError)
    let whole = try Data(contentsOf: URL(filePath: SharedFolder.path(Self.ssd)))
    let file = folder.appending(path: "cut.tflite")
    for count in [0, 1, 7, 8, 100, whole.count / 2] {
      try whole.prefix(count).write(to: file)
      #expect(refusal(file.path)?.code == .invalidArgumentError)
    }
    // Without its last bytes the model is whole, but its labels are gone.
    try whole.dropLast(100).write(to: file)
    let labels = refusal(file.path)
    #expect(labels?.code == .notFoundError)
    #expect(labels?.message.contains("labels.txt") == true)
    try Data(repeating: 7, count: 4096).write(to: file)
    #expect(refusal(file.path)?.code == .invalidArgumentError)
  }

  @Test("A classifier, bundles of other tasks and a model without metadata, each by what it is")
  func otherModels() throws {
    let cases: [(String, String)] = [
      ("models/efficientnet_lite0.tflite", "1 output and is no object detector"),
      ("models/pose_landmarker_lite.task", "task bundle"),
      ("models/gesture_recognizer.task", "task bundle"),
      ("models/ssd_mobilenet_v1_coco_quant_no_metadata.tflite", "has no metadata"),
    ]
    for (model, words) in cases {
      let error = refusal(try SharedFolder.path(model))
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
    let message = refusal(try SharedFolder.path(cases[3].0))?.message ?? ""
    #expect(message.contains("TFLITE_METADATA") && message.contains("vision models info"))
  }

  @Test("The bare models of the bundles are no detectors")
  func bareModels() throws {
    for name in ["pose_landmarker_lite.task"] {
      let bundle = try TaskBundle(ModelData(contentsOfFile: SharedFolder.path("models/\(name)")))
      for member in try BundleWriter.members(of: bundle) {
        let file = folder.appending(path: member.name)
        try Data(member.bytes).write(to: file)
        #expect(refusal(file.path)?.code == .invalidArgumentError, "\(member.name)")
      }
    }
  }

  @Test("Outputs whose shapes do not fit their roles are refused with the shapes")
  func shapes() throws {
    // With a name unknown, scores and boxes are taken by position, the wrong way round.
    let swapped = refusal(try patched(Self.raw, [("location", "locatiox")]))
    #expect(swapped?.code == .invalidArgumentError)
    #expect(swapped?.message.contains("[1, 19206, 4]") == true, "\(swapped?.message ?? "")")
    // The boxes called classes, and the classes boxes.
    let renamed = refusal(
      try patched(Self.ssd, [("location", "locatiox"), ("category", "location"), ("locatiox", "category")]))
    #expect(renamed?.code == .invalidArgumentError)
    #expect(renamed?.message.contains("[1, n, 4]") == true, "\(renamed?.message ?? "")")
  }

  @Test("Raw outputs without anchors are refused by the name of what is missing")
  func noAnchors() throws {
    let error = refusal(try patched(Self.raw, [("DETECTOR_METADATA", "DETECTOR_METADATX")]))
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("DETECTOR_METADATA") == true)
    let damaged = refusal(try patched(Self.raw, [("V001", "V009")]))
    #expect(damaged?.code == .invalidArgumentError)
    #expect(damaged?.message.contains("V001") == true)
  }

  @Test("Options outside their range, by name and value")
  func badOptions() throws {
    let changes: [(String, String, (ObjectDetectorOptions) -> Void)] = [
      ("maxResults", "0", { $0.maxResults = 0 }),
      ("scoreThreshold", "nan", { $0.scoreThreshold = .nan }),
      ("minSuppressionThreshold", "1.5", { $0.minSuppressionThreshold = 1.5 }),
      ("threadCount", "-1", { $0.baseOptions.threadCount = -1 }),
      ("objectDetectorLiveStreamDelegate", "nil", { $0.runningMode = .liveStream }),
      (
        "categoryDenylist", "2",
        {
          $0.categoryAllowlist = ["cat"]
          $0.categoryDenylist = ["dog", "dog"]
        }
      ),
    ]
    for (name, value, change) in changes {
      let error = #expect(throws: TasksError.self) { try ObjectDetector(options: options(change)) }
      #expect(error?.code == .invalidArgumentError)
      #expect(
        error?.message.contains(name) == true && error?.message.contains(value) == true, "\(error?.message ?? "")")
    }
  }

  @Test("Wrong modes, bad timestamps, mirrored pictures and one pixel; then a good picture works")
  func calls() throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/cat_720p.jpg"))
    let detector = try ObjectDetector(options: options { $0.runningMode = .video })
    #expect(throws: TasksError.self) { try detector.detect(image: image) }
    #expect(throws: TasksError.self) { try detector.detectAsync(image: image) }
    let first = try detector.detect(videoFrame: image, timestampInMilliseconds: 5).detections
    #expect(first.first?.categories.first?.categoryName == "cat")
    #expect(throws: TasksError.self) { try detector.detect(videoFrame: image, timestampInMilliseconds: 5) }
    let mirrored = try MPImage(imageBuffer: image.imageBuffer, orientation: .upMirrored)
    #expect(throws: TasksError.self) { try detector.detect(videoFrame: mirrored, timestampInMilliseconds: 6) }
    let pixel = try MPImage(imageBuffer: ImageBuffer(copying: [1, 2, 3], width: 1, height: 1, format: .rgb))
    let onPixel = try detector.detect(videoFrame: pixel, timestampInMilliseconds: 7).detections
    #expect(onPixel.allSatisfy { $0.boundingBox.width <= 1 && $0.boundingBox.maxX <= 2 })
    detector.reset()
    let again = try detector.detect(videoFrame: image, timestampInMilliseconds: 0).detections
    #expect(again.map(\.boundingBox) == first.map(\.boundingBox))
  }
}
