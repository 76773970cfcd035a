import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// Embeddings, as the folder `golden` records them.
private enum EmbedRecord: RecordedTask {
  struct Options: Decodable, Hashable {
    let l2Normalize: Bool?
    let quantize: Bool?
  }

  struct Frame: Decodable {
    let timestampMs: Int?
    let embeddings: [Embedding]
  }
}

private typealias EmbedGolden = RecordedResult<EmbedRecord>

/// Embedders by their model and options.
private struct Embedders {
  private struct Key: Hashable {
    let model: String
    let options: EmbedGolden.Options
  }

  private var made: [Key: ImageEmbedder] = [:]

  mutating func embedder(
    _ model: String, _ options: EmbedGolden.Options, mode: RunningMode = .image
  ) throws -> ImageEmbedder {
    let key = Key(model: model, options: options)
    if mode == .image, let found = made[key] { return found }
    let task = ImageEmbedderOptions()
    task.baseOptions.modelAssetPath = try SharedFolder.path("models/\(model)")
    task.runningMode = mode
    task.l2Normalize = options.l2Normalize ?? false
    task.quantize = options.quantize ?? false
    let new = try ImageEmbedder(options: task)
    if mode == .image { made[key] = new }
    return new
  }
}

@Suite("Embeddings equal MediaPipe's", .needs(.shared))
struct EmbedGoldenTests {
  /// The largest difference of a value, with quantized ones in -1...1.
  private func difference(_ found: [Embedding], _ expected: [Embedding], _ name: String) -> Float {
    #expect(found.map(\.headIndex) == expected.map(\.headIndex) && found.map(\.headName) == expected.map(\.headName))
    #expect(found.map { $0.floatValues?.count } == expected.map { $0.floatValues?.count }, "\(name)")
    #expect(found.map { $0.quantizedValues?.count } == expected.map { $0.quantizedValues?.count }, "\(name)")
    return zip(found, expected).flatMap { zip(values($0), values($1)).map { abs($0 - $1) } }.max() ?? .infinity
  }

  private func values(_ embedding: Embedding) -> [Float] {
    embedding.floatValues ?? embedding.quantizedValues?.map { Float($0) / 128 } ?? []
  }

  @Test(
    "Stills, turned, with regions of interest, normalized and quantized",
    arguments: [("f32", 60, Float(1e-3)), ("i8", 18, 1e-3)])
  func stills(kind: String, count: Int, bound: Float) throws {
    let goldens = try EmbedGolden.all(".embed-\(kind)", mode: "image")
    #expect(goldens.count >= count)
    var embedders = Embedders()
    let differences = try goldens.map { golden in
      let task = try embedders.embedder(golden.model.file, golden.options)
      let image = try golden.mpImage()
      let result =
        try golden.regionOfInterest.map { try task.embed(image: image, regionOfInterest: $0.rect) }
        ?? task.embed(image: image)
      return (
        golden.case, difference(result.embeddingResult.embeddings, golden.frames[0].embeddings, golden.case)
      )
    }
    let worst = differences.sorted { $0.1 > $1.1 }.prefix(3).map { "\($0.0) \($0.1)" }
    let within = differences.filter { $0.1 <= bound }
    print("\(kind), \(within.count) of \(goldens.count) within \(bound), largest: \(worst.joined(separator: ", "))")
    #expect(within.count * 100 >= goldens.count * 97)
  }

  @Test("Every frame of videos")
  func videos() throws {
    let goldens = try EmbedGolden.all(".embed-", mode: "video")
    #expect(goldens.count >= 2)
    var largest: Float = 0
    for golden in goldens {
      var embedders = Embedders()
      let task = try embedders.embedder(golden.model.file, golden.options, mode: .video)
      var frames = golden.frames.makeIterator()
      let reader = try golden.videoFrames()
      while let expected = frames.next() {
        let frame = try #require(try reader.next())
        let time = expected.timestampMs ?? 0
        let result = try task.embed(videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: time)
        #expect(result.timestampInMilliseconds == time && result.embeddingResult.timestampInMilliseconds == time)
        largest = max(
          largest, difference(result.embeddingResult.embeddings, expected.embeddings, "\(golden.case) \(time)"))
      }
    }
    print("\(goldens.count) videos, largest difference \(largest)")
    #expect(largest <= 1e-3)
  }

  private struct Similarities: Decodable {
    struct Set: Decodable {
      let model: RecordedModel
      let options: EmbedGolden.Options
    }

    /// A number, or the message of MediaPipe's error.
    enum Similarity: Decodable {
      case number(Double)
      case error(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self =
          try (try? container.decode(Double.self)).map { .number($0) } ?? .error(container.decode(String.self))
      }
    }

    struct Pair: Decodable {
      let options, a, b: String
      let similarity: Similarity
    }

    let sets: [String: Set]
    let pairs: [Pair]
  }

  @Test("Cosine similarities, and the pairs that have none")
  func similarities() throws {
    let goldens: Similarities = try #require(GoldenFolder.shared).decode(from: "similarity.json")
    var embedders = Embedders()
    var vectors: [String: Embedding] = [:]
    func vector(_ set: String, _ file: String) throws -> Embedding {
      if let known = vectors[set + file] { return known }
      let made = try #require(goldens.sets[set])
      let image = try ImageFile.read(contentsOfFile: SharedFolder.path("media/\(file)"), applyingOrientation: false)
      let result = try embedders.embedder(made.model.file, made.options)
        .embed(image: MPImage(imageBuffer: image.droppingAlphaForGolden()))
      vectors[set + file] = result.embeddingResult.embeddings[0]
      return result.embeddingResult.embeddings[0]
    }
    var largest = 0.0
    for pair in goldens.pairs {
      let (first, second) = (try vector(pair.options, pair.a), try vector(pair.options, pair.b))
      guard case .number(let expected) = pair.similarity else {
        #expect(throws: TasksError.self) {
          try ImageEmbedder.cosineSimilarity(embedding1: first, embedding2: second)
        }
        continue
      }
      let found = try ImageEmbedder.cosineSimilarity(embedding1: first, embedding2: second)
      largest = max(largest, abs(found.doubleValue - expected))
    }
    print("\(goldens.pairs.count) similarities, largest difference \(largest)")
    #expect(goldens.pairs.count > 50 && largest <= 1e-5)
  }

  @Test("A model of another task is an embedder, with a head for each output")
  func otherModels() throws {
    let image = try MPImage(imageBuffer: ImageFile.read(contentsOfFile: SharedFolder.path("media/coffee.png")))
    for (file, count) in [
      ("blaze_face_short_range.tflite", 2), ("selfie_segmenter.tflite", 1), ("efficientdet_lite0_int8.tflite", 2),
    ] {
      let result = try ImageEmbedder(modelPath: SharedFolder.path("models/\(file)")).embed(image: image)
      #expect(result.embeddingResult.embeddings.map(\.headIndex) == Array(0..<count), "\(file)")
      print(file, result)
    }
    let bundle = #expect(throws: TasksError.self) {
      try ImageEmbedder(modelPath: SharedFolder.path("models/face_landmarker.task"))
    }
    #expect(bundle?.code == .invalidArgumentError && bundle?.message.contains("image embedder") == true)
    let missing = #expect(throws: TasksError.self) { try ImageEmbedder(modelPath: "/nowhere/vectors.tflite") }
    #expect(missing?.code == .notFoundError && missing?.message.contains("/nowhere/vectors.tflite") == true)
  }

  @Test("A video, a live stream, a sequence, the asynchronous call and JSON say the same")
  func ways() async throws {
    let image = try MPImage(imageBuffer: ImageFile.read(contentsOfFile: SharedFolder.path("media/coffee.png")))
    for quantize in [false, true] {
      let options = ImageEmbedderOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/efficientnet_lite0_int8.tflite")
      (options.l2Normalize, options.quantize) = (true, quantize)
      let still = try await ImageEmbedder(options).embed(image)
      #expect(still.description == "1 embedding: probability: 1000 \(quantize ? "int8" : "float32") values")
      let path = options.baseOptions.modelAssetPath
      let pool = try TaskPool<MPImage, ImageEmbedderResult>(size: 2) {
        let pooled = ImageEmbedderOptions()
        pooled.baseOptions.modelAssetPath = path
        (pooled.l2Normalize, pooled.quantize) = (true, quantize)
        return try ImageEmbedder(options: pooled).embed(image:)
      }
      #expect(try await pool.result(for: image) == still)
      options.runningMode = .video
      let video = try ImageEmbedder(options: options).embed(videoFrame: image, timestampInMilliseconds: 7)
      #expect(video.embeddingResult.embeddings == still.embeddingResult.embeddings && video != still)
      let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
      let region = try ImageEmbedder(options: options).embed(
        videoFrame: image, timestampInMilliseconds: 7, regionOfInterest: whole)
      #expect(region == video && region.hash == video.hash)
      let listener = EmbedListener()
      options.runningMode = .liveStream
      options.imageEmbedderLiveStreamDelegate = listener
      let live = try ImageEmbedder(options: options)
      try live.embedAsync(image: image, timestampInMilliseconds: 7)
      #expect(try await listener.next() == video)
      let json = try JSONEncoder().encode(video)
      #expect(try JSONDecoder().decode(ImageEmbedderResult.self, from: json) == video)
      let part = try JSONEncoder().encode(video.embeddingResult)
      #expect(try JSONDecoder().decode(EmbeddingResult.self, from: part) == video.embeddingResult)
    }
  }
}

/// Hands over the first result.
private final class EmbedListener: NSObject, ImageEmbedderLiveStreamDelegate {
  private let results = AsyncStream<ImageEmbedderResult?>.makeStream()

  func imageEmbedder(
    _ imageEmbedder: ImageEmbedder, didFinishEmbedding result: ImageEmbedderResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    results.continuation.yield(result)
  }

  func next() async throws -> ImageEmbedderResult? {
    var iterator = results.stream.makeAsyncIterator()
    return await iterator.next() ?? nil
  }
}
