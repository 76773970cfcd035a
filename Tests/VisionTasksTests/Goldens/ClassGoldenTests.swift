import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// Classes, as the folder `golden` records them.
private enum ClassRecord: RecordedTask {
  struct Options: Decodable, Hashable {
    let maxResults: Int?
    let scoreThreshold: Float?
    let categoryAllowlist: [String]?
    let categoryDenylist: [String]?
  }

  struct Head: Decodable {
    let headIndex: Int
    let headName: String?
    let categories: [RecordedCategory]
  }

  struct Frame: Decodable {
    let classifications: [Head]
  }
}

private typealias ClassGolden = RecordedResult<ClassRecord>

extension ClassGolden {
  fileprivate func classifierOptions() throws -> ImageClassifierOptions {
    let task = ImageClassifierOptions()
    task.baseOptions.modelAssetPath = try SharedFolder.path("models/\(model.file)")
    if let value = options.maxResults { task.maxResults = value }
    if let value = options.scoreThreshold { task.scoreThreshold = value }
    task.categoryAllowlist = options.categoryAllowlist ?? []
    task.categoryDenylist = options.categoryDenylist ?? []
    return task
  }
}

@Suite("Classifications equal MediaPipe's", .needs(.shared))
struct ClassGoldenTests {
  @Test(
    "Stills, turned, with regions of interest, lists and thresholds",
    arguments: [("f32", 88, Float(1e-4)), ("i8", 82, 1e-7)])
  func stills(kind: String, count: Int, bound: Float) throws {
    let goldens = try ClassGolden.all(".class-\(kind)", mode: "image")
    #expect(goldens.count >= count)
    var differences: [(name: String, score: Float)] = []
    var tasks: [ClassGolden.Options: ImageClassifier] = [:]
    for golden in goldens {
      let task = try tasks[golden.options] ?? ImageClassifier(options: golden.classifierOptions())
      tasks[golden.options] = task
      let image = try golden.mpImage()
      let result =
        try golden.regionOfInterest.map { try task.classify(image: image, regionOfInterest: $0.rect) }
        ?? task.classify(image: image)
      let heads = result.classificationResult.classifications
      let expected = golden.frames[0].classifications
      #expect(heads.map(\.headIndex) == expected.map(\.headIndex) && heads.map(\.headName) == expected.map(\.headName))
      for (head, other) in zip(heads, expected) {
        differences.append((golden.case, compare(head.categories, other.categories, golden.case)))
      }
    }
    let worst = differences.sorted { $0.score > $1.score }.prefix(3).map { "\($0.name) \($0.score)" }
    print("\(kind), \(goldens.count) stills, largest differences of a score: \(worst.joined(separator: ", "))")
    #expect(differences.allSatisfy { $0.score <= bound })
  }

  /// Compares classes and their order, and returns the largest difference of a score.
  private func compare(_ found: [ResultCategory], _ expected: [RecordedCategory], _ name: String) -> Float {
    #expect(found.map(\.index) == expected.map { $0.index ?? -1 }, "\(name)")
    #expect(found.map(\.categoryName) == expected.map(\.categoryName), "\(name)")
    return zip(found, expected).map { abs($0.score - $1.score) }.max() ?? 0
  }

  @Test("Odd inputs end as MediaPipe's do")
  func oddInputs() throws {
    let path = try SharedFolder.path("models/efficientnet_lite0_float32.tflite")
    let image = try MPImage(imageBuffer: ImageFile.read(contentsOfFile: SharedFolder.path("media/cat_720p.jpg")))
    func categories(_ change: (ImageClassifierOptions) -> Void) throws -> [ResultCategory] {
      let options = ImageClassifierOptions()
      options.baseOptions.modelAssetPath = path
      change(options)
      let heads = try ImageClassifier(options: options).classify(image: image).classificationResult.classifications
      #expect(heads.count == 1 && heads[0].headName == "probability")
      return heads[0].categories
    }
    // A head without categories is kept. Lists of unknown names, and names of several classes: see docs/differences.md.
    #expect(try categories { $0.scoreThreshold = 2 }.isEmpty)
    #expect(try categories { $0.scoreThreshold = -1 }.count == 1000)
    #expect(try categories { $0.categoryAllowlist = ["no such thing"] }.isEmpty)
    #expect(try categories { $0.categoryDenylist = ["no such thing"] }.count == 1000)
    #expect(try categories { $0.categoryAllowlist = ["maillot"] }.map(\.index).sorted() == [638, 639])
    #expect(try categories { $0.categoryAllowlist = ["tabby", "tabby"] }.map(\.index) == [281])
    #expect(try categories { $0.maxResults = -2 }.count == 1000)
    #expect(try categories { $0.maxResults = 5000 }.count == 1000)
    #expect(throws: TasksError.self) { try categories { $0.maxResults = 0 } }
    #expect(throws: TasksError.self) {
      try categories {
        $0.categoryAllowlist = ["tabby"]
        $0.categoryDenylist = ["lynx"]
      }
    }
    let classifier = try ImageClassifier(modelPath: path)
    for region in [CGRect(x: 0.5, y: 0.5, width: 0, height: 0.1), CGRect(x: 0.5, y: 0, width: 0.6, height: 1)] {
      let error = #expect(throws: TasksError.self) { try classifier.classify(image: image, regionOfInterest: region) }
      #expect(error?.code == .invalidArgumentError)
    }
    #expect(throws: TasksError.self) {
      try classifier.classify(image: image, regionOfInterest: CGRect(x: Double.nan, y: 0, width: 1, height: 1))
    }
  }

  @Test(
    "A model that is no classifier is refused",
    arguments: [
      "ssd_mobilenet_v1_coco_quant.tflite", "efficientdet_lite0_int8.tflite", "blaze_face_short_range.tflite",
      "hand_landmarker.task",
    ])
  func otherModels(file: String) throws {
    let path = try SharedFolder.path("models/\(file)")
    let error = #expect(throws: TasksError.self) { try ImageClassifier(modelPath: path) }
    print(error?.message ?? "")
    #expect(error?.code == .invalidArgumentError)
  }

  @Test("A model of bytes, a video, a live stream and a sequence say the same")
  func ways() async throws {
    let path = try SharedFolder.path("models/efficientnet_lite0_int8.tflite")
    let image = try MPImage(imageBuffer: ImageFile.read(contentsOfFile: SharedFolder.path("media/coffee.png")))
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = path
    options.maxResults = 3
    let still = try await ImageClassifier(options).classify(image).classificationResult.classifications
    options.runningMode = .video
    let video = try ImageClassifier(options: options).classify(videoFrame: image, timestampInMilliseconds: 7)
    #expect(video.timestampInMilliseconds == 7 && video.classificationResult.classifications == still)
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    let region = try ImageClassifier(options: options).classify(
      videoFrame: image, timestampInMilliseconds: 7, regionOfInterest: whole)
    #expect(region == video)
    let listener = ClassListener()
    options.runningMode = .liveStream
    options.imageClassifierLiveStreamDelegate = listener
    let live = try ImageClassifier(options: options)
    try live.classifyAsync(image: image, timestampInMilliseconds: 7)
    #expect(try await listener.next() == video)
    let json = try JSONEncoder().encode(video)
    #expect(try JSONDecoder().decode(ImageClassifierResult.self, from: json) == video)
  }
}

/// Hands over the first result.
private final class ClassListener: NSObject, ImageClassifierLiveStreamDelegate {
  private let results = AsyncStream<ImageClassifierResult?>.makeStream()

  func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    results.continuation.yield(result)
  }

  func next() async throws -> ImageClassifierResult? {
    var iterator = results.stream.makeAsyncIterator()
    return await iterator.next() ?? nil
  }
}
