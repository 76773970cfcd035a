import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// The expected values are what MediaPipe was seen to return for these models.
@Suite("Detectors with unusual metadata", .needs(.shared))
struct UnusualDetectorTests {
  private func detect(
    _ model: String, _ picture: String = "cat_720p.jpg", _ change: (ObjectDetectorOptions) -> Void = { _ in }
  ) throws -> [Detection] {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("prototype/models/\(model).tflite")
    change(options)
    return try ObjectDetector(options: options)
      .detect(image: MPImage(contentsOfFile: SharedFolder.path("media/\(picture)"))).detections
  }

  private func names(_ detections: [Detection]) -> [String?] { detections.map { $0.categories[0].categoryName } }
  private func scores(_ detections: [Detection]) -> [Float] { detections.map { $0.categories[0].score } }

  @Test("Calibration changes scores class by class and leaves the order; the threshold is for the new scores")
  func calibration() throws {
    let cat = try detect("ssd_score_calibration")
    #expect(cat.count == 10)
    #expect(abs(scores(cat)[0] - 0.718591) < 1e-6)
    // The weak cats fall below their class's least score.
    let cats = zip(names(cat), scores(cat)).filter { $0.0 == "cat" }.map(\.1)
    #expect(cats.dropFirst() == [0.05, 0.05, 0.05])
    #expect(scores(cat)[1] == 0.3125)
    #expect(try detect("ssd_score_calibration") { $0.scoreThreshold = 0.1 }.count == 7)

    // The dog's line is empty; the list is no longer falling.
    let pets = try detect("ssd_score_calibration", "pets.png")
    #expect(names(pets).prefix(2) == ["dog", "dog"] && scores(pets).prefix(2) == [0.05, 0.05])
    let above = try detect("ssd_score_calibration", "pets.png") { $0.scoreThreshold = 0.1 }
    #expect(above.count == 6)
    #expect(names(above)[0] == "baseball bat" && abs(scores(above)[0] - 0.269531) < 1e-6)
  }

  @Test("Display names by locale; lists go by the labels, and an allowlist of other names allows nothing")
  func displayNames() throws {
    let locales: [(String?, String?)] = [(nil, "EN cat"), ("es", "es_cat"), ("fr", nil)]
    for (locale, displayName) in locales {
      let best = try #require(
        try detect("ssd_display_names") { if let locale { $0.displayNamesLocale = locale } }.first)
      #expect(best.categories[0].categoryName == "cat")
      #expect(best.categories[0].displayName == displayName)
      #expect(best.categories[0].index == 16)
    }
    let cats = try detect("ssd_display_names") { $0.categoryAllowlist = ["cat", "cat", "EN dog"] }
    #expect(!cats.isEmpty && names(cats).allSatisfy { $0 == "cat" })
    // MediaPipe filters nothing here; see docs/differences.md.
    #expect(try detect("ssd_display_names") { $0.categoryAllowlist = ["EN cat"] }.isEmpty)
    #expect(try detect("ssd_display_names") { $0.categoryDenylist = ["EN cat"] }.count == 10)
  }

  @Test("Classes beyond the labels have a number and no name; an allowlist lets none of them pass")
  func shortLabels() throws {
    let found = try detect("ssd_short_labels")
    #expect(names(found).prefix(3) == ["cat", "61", "66"])
    #expect(found.prefix(3).map { $0.categories[0].index } == [16, 61, 66])
    let cats = try detect("ssd_short_labels") { $0.categoryAllowlist = ["chair", "cat"] }
    #expect(!cats.isEmpty && names(cats).allSatisfy { $0 == "cat" })
  }

  @Test("The metadata's threshold of 0.6 is in force until the option is assigned, whatever to")
  func threshold() throws {
    let model = "ssd_threshold_no_labels"
    // MediaPipe's object detector never uses it; see docs/differences.md.
    #expect(scores(try detect(model)) == [0.71875])
    #expect(try detect(model) { $0.scoreThreshold = 0 }.count == 10)
    #expect(scores(try detect(model) { $0.scoreThreshold = 0.3 }) == [0.71875, 0.3125, 0.30078125])
    #expect(try detect(model) { $0.scoreThreshold = 0.8 }.isEmpty)
    // Without a threshold of the model's own nothing is left out.
    #expect(try detect("ssd_short_labels").count == 10)
    let options = ObjectDetectorOptions()
    options.scoreThreshold = 0
    #expect(try #require(options.copy() as? ObjectDetectorOptions).assignedScoreThreshold == 0)
    #expect(try #require(ObjectDetectorOptions().copy() as? ObjectDetectorOptions).assignedScoreThreshold == nil)
  }

  @Test("Without labels there are numbers, and lists are refused")
  func noLabels() throws {
    let found = try detect("ssd_threshold_no_labels") { $0.scoreThreshold = 0 }
    #expect(found.count == 10)
    #expect(names(found).allSatisfy { $0 == nil })
    #expect(found.prefix(3).map { $0.categories[0].index } == [16, 61, 66])
    for change: (ObjectDetectorOptions) -> Void in [
      { $0.categoryAllowlist = ["cat"] }, { $0.categoryDenylist = ["cat"] },
    ] {
      let error = #expect(throws: TasksError.self) { try detect("ssd_threshold_no_labels", "cat_720p.jpg", change) }
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains("labels") == true)
    }
  }

  @Test("Unnamed outputs have their roles by position, boxes without an index are left, top, right, bottom")
  func unnamed() throws {
    let best = try #require(try detect("ssd_unnamed_no_index").first)
    #expect(ObjectRecord.Box(best) == ObjectRecord.Box(x: 167, y: 53, width: 1083, height: 451))
  }

  @Test("Raw outputs with keypoints and logits, boxes before scores")
  func rawKeypoints() throws {
    let found = try detect("raw_outputs_keypoints", "yoga.png") { $0.scoreThreshold = 0.2 }
    #expect(names(found) == ["person", "person"])
    #expect(abs(scores(found)[0] - 0.977722) < 1e-6 && abs(scores(found)[1] - 0.869642) < 1e-6)
    #expect(
      found.map { ObjectRecord.Box($0) } == [
        ObjectRecord.Box(x: 257, y: 92, width: 191, height: 127),
        ObjectRecord.Box(x: 325, y: 47, width: 192, height: 128),
      ])
    let keypoints = try #require(found[0].keypoints)
    #expect(keypoints.count == 4)
    #expect(keypoints.allSatisfy { $0.label == nil && $0.score == 0 })
    // Keypoints may lie outside of the picture.
    let pets = try detect("raw_outputs_keypoints", "pets.png")
    let largest = pets.flatMap { $0.keypoints ?? [] }.map { max($0.location.x, $0.location.y) }.max()
    #expect(try #require(largest) > 1)
  }

  @Test("By class, boxes of different classes do not hide one another")
  func multiclass() throws {
    func count(perClass: Bool) throws -> Int {
      let options = ObjectDetectorOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/efficientdet_lite0_float16.tflite")
      options.scoreThreshold = 0.05
      options.multiclassNms = perClass
      return try ObjectDetector(options: options)
        .detect(image: MPImage(contentsOfFile: SharedFolder.path("media/cat_720p.jpg"))).detections.count
    }
    let (together, perClass) = (try count(perClass: false), try count(perClass: true))
    print("cat_720p, threshold 0.05: \(together) objects, \(perClass) by class")
    #expect(perClass > together)
  }
}
