import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCore
import VisionImaging
import VisionMedia

@Suite("The segmenter from Swift", .needs(.shared))
struct SegmenterTaskTests {
  private static func options(
    _ mode: RunningMode = .image, model: String = "selfie_segmenter", confidence: Bool = true, category: Bool = true
  ) throws -> ImageSegmenterOptions {
    let options = ImageSegmenterOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/\(model).tflite")
    options.runningMode = mode
    options.shouldOutputConfidenceMasks = confidence
    options.shouldOutputCategoryMask = category
    return options
  }

  private static func image(_ name: String = "face_business.png", _ orientation: ImageOrientation = .up) throws
    -> MPImage
  {
    let stored = try ImageFile.read(contentsOfFile: SharedFolder.path("media/\(name)"), applyingOrientation: false)
    return try MPImage(imageBuffer: stored, orientation: orientation)
  }

  private static func codes(_ mask: Mask?) -> [UInt8] { mask.map { $0.withUnsafeBytes { Array($0) } } ?? [] }

  @Test("Only the masks that were asked for are there, of the default kind by default, and one kind at least")
  func kinds() throws {
    let image = try Self.image()
    let byDefault = try ImageSegmenter(modelPath: SharedFolder.path("models/selfie_segmenter.tflite"))
    #expect(byDefault.labels == ["selfie"])
    let result = try byDefault.segment(image: image)
    #expect(result.confidenceMasks?.count == 1 && result.categoryMask == nil)
    #expect(result.qualityScores == [1] && result.segments.map(\.categoryName) == ["selfie"])
    let category = try ImageSegmenter(options: Self.options(confidence: false)).segment(image: image)
    #expect(category.confidenceMasks == nil && category.categoryMask?.dataType == .uInt8)
    #expect(Set(Self.codes(category.categoryMask)) == [0, 255])
    let share =
      Double(Self.codes(category.categoryMask).count { $0 == 0 }) / Double(Self.codes(category.categoryMask).count)
    #expect(abs(share - Double(category.segments[0].score)) < 0.01)
    let error = #expect(throws: TasksError.self) {
      try ImageSegmenter(options: Self.options(confidence: false, category: false))
    }
    #expect(error?.code == .invalidArgumentError && error?.message.contains("at least one") == true)
  }

  @Test("Masks of a region lie in the whole image, in the image's and in the model's size")
  func regionOfModelSize() throws {
    let image = try Self.image()
    let region = CGRect(x: 0.2, y: 0.1, width: 0.7, height: 0.7)
    var masks: [Mask] = []
    for size in [MaskSize.image, .model] {
      let options = try Self.options()
      options.maskSize = size
      let result = try ImageSegmenter(options: options).segment(image: image, regionOfInterest: region)
      masks += [try #require(result.categoryMask), try #require(result.confidenceMasks?.first)]
    }
    #expect(masks[2].width < masks[0].width && masks[2].width == masks[3].width && masks[2].height == masks[3].height)
    let (large, small) = (Self.codes(masks[0]), Self.codes(masks[2]))
    var different = 0
    for row in 0..<masks[2].height {
      for column in 0..<masks[2].width {
        let x = (column * 2 + 1) * masks[0].width / (2 * masks[2].width)
        let y = (row * 2 + 1) * masks[0].height / (2 * masks[2].height)
        different += large[y * masks[0].width + x] == small[row * masks[2].width + column] ? 0 : 1
      }
    }
    print("a region in the model's size: \(masks[2].width) x \(masks[2].height), \(different) of \(small.count) differ")
    #expect(different < small.count / 50)
    #expect(small.contains(ClassMap.unlabeled) && small[0] == ClassMap.unlabeled)
  }

  @Test("Options that change while a task is being made change nothing of it")
  @MainActor func changedOptions() async throws {
    let options = try Self.options()
    let making = Task { try await ImageSegmenter(options) }
    // It begins, and waits for the model.
    await Task.yield()
    options.baseOptions.modelAssetPath = "/nowhere"
    #expect(try await making.value.labels == ["selfie"])
  }

  @Test("Images one pixel wide or high have masks", arguments: [(1, 1), (1, 40), (40, 1), (2, 2)])
  func onePixel(width: Int, height: Int) throws {
    for model in ["selfie_segmenter", "deeplab_v3"] {
      let options = try Self.options(model: model)
      let image = try MPImage(
        imageBuffer: ImageBuffer(
          copying: [UInt8](repeating: 90, count: width * height * 3), width: width, height: height, format: .rgb))
      let result = try ImageSegmenter(options: options).segment(image: image)
      #expect(result.categoryMask?.width == width && result.categoryMask?.height == height)
      #expect(result.confidenceMasks?.allSatisfy { $0.width == width && $0.height == height } == true)
    }
  }

  @Test("Masks of rotated images lie on the stored image", arguments: [ImageOrientation.right, .down, .left])
  func rotation(orientation: ImageOrientation) throws {
    let task = try ImageSegmenter(options: Self.options())
    let upright = try Self.image().imageBuffer
    // Stored so that the orientation makes it upright: rotated the other way.
    let back: ImageOrientation = orientation == .right ? .left : orientation == .left ? .right : .down
    let stored = try MPImage(imageBuffer: upright.upright(from: back), orientation: orientation)
    let (found, expected) = (try task.segment(image: stored), try task.segment(image: MPImage(imageBuffer: upright)))
    let mask = try #require(found.categoryMask)
    #expect(mask.width == stored.imageBuffer.width && mask.height == stored.imageBuffer.height)
    let picture = try ImageBuffer(copying: Self.codes(mask), width: mask.width, height: mask.height, format: .gray)
    let turned = try picture.upright(from: orientation).withUnsafeBytes { Array($0) }
    let wrong = zip(turned, Self.codes(expected.categoryMask)).count { $0 != $1 }
    print("\(orientation): \(wrong) of \(turned.count) pixels have another class than in the upright image")
    #expect(Double(wrong) < 0.005 * Double(turned.count))
    let (ours, theirs) = (try #require(found.confidenceMasks?.first), try #require(expected.confidenceMasks?.first))
    #expect(abs(ours.mean - theirs.mean) < 1e-3)
  }

  @Test("A region has the masks of the image that it would be, at its place; what is outside has no class")
  func region() throws {
    let whole = try Self.image().imageBuffer
    let (left, top, width, height) = (whole.width / 4, whole.height / 5, whole.width / 2, whole.height / 2)
    let rect = CGRect(
      x: Double(left) / Double(whole.width), y: Double(top) / Double(whole.height),
      width: Double(width) / Double(whole.width), height: Double(height) / Double(whole.height))
    let task = try ImageSegmenter(options: Self.options())
    let found = try task.segment(image: MPImage(imageBuffer: whole), regionOfInterest: rect)
    let part = try task.segment(
      image: MPImage(imageBuffer: whole.part(columns: left..<left + width, rows: top..<top + height)))
    let (codes, expected) = (Self.codes(found.categoryMask), Self.codes(part.categoryMask))
    #expect(codes.count == whole.width * whole.height && expected.count == width * height)
    var wrong = 0
    for y in 0..<whole.height {
      for x in 0..<whole.width {
        let isInside = (left..<left + width).contains(x) && (top..<top + height).contains(y)
        let code = isInside ? expected[(y - top) * width + x - left] : 255
        if codes[y * whole.width + x] != code { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(found.segments == part.segments)
  }

  @Test("Masks at the model's size are smaller and show the same")
  func modelSize() throws {
    for model in ["selfie_segmenter", "deeplab_v3"] {
      let options = try Self.options(model: model)
      let large = try ImageSegmenter(options: options).segment(image: Self.image())
      options.maskSize = .model
      let small = try ImageSegmenter(options: options).segment(image: Self.image())
      let side = model == "deeplab_v3" ? 257 : 256
      #expect(small.categoryMask?.width == side && small.categoryMask?.height == side)
      #expect(small.segments == large.segments)
      for (mask, other) in zip(small.confidenceMasks ?? [], large.confidenceMasks ?? []) {
        #expect(mask.width == side && abs(mask.mean - other.mean) < 1e-3)
      }
    }
  }

  @Test("A video, a live stream, a sequence, completion handlers and JSON say the same")
  func ways() async throws {
    let image = try Self.image("two_thumbs.png")
    let options = try Self.options()
    let still = try await ImageSegmenter(options).segment(image)
    #expect(try ImageSegmenter(options: options).segment(image: image) == still)
    try ImageSegmenter(options: options).segment(image: image) { result, error in
      #expect(result == still && error == nil)
    }
    try ImageSegmenter(options: options).segment(videoFrame: image, timestampInMilliseconds: 0) { result, error in
      #expect(result == nil && (error as? TasksError)?.code == .invalidArgumentError)
    }
    options.runningMode = .video
    let video = try ImageSegmenter(options: options).segment(videoFrame: image, timestampInMilliseconds: 7)
    #expect(video.categoryMask == still.categoryMask && video.confidenceMasks == still.confidenceMasks)
    let task = try ImageSegmenter(options: options)
    task.segment(videoFrame: image, timestampInMilliseconds: 7) { result, _ in #expect(result == video) }
    let listener = SegmentListener()
    options.runningMode = .liveStream
    options.imageSegmenterLiveStreamDelegate = listener
    let live = try ImageSegmenter(options: options)
    try live.segmentAsync(image: image, timestampInMilliseconds: 7)
    #expect(try await listener.next() == video)
    let json = try JSONEncoder().encode(video)
    #expect(try JSONDecoder().decode(ImageSegmenterResult.self, from: json) == video)
    #expect(video.description.hasPrefix("1 segment: selfie 0."))
  }

  @Test("Masks of earlier frames keep their values while later ones are made")
  func memory() throws {
    let task = try ImageSegmenter(options: Self.options())
    let (first, second) = (try Self.image("two_thumbs.png"), try Self.image("yoga.png"))
    let kept = try task.segment(image: first)
    let values = Self.codes(kept.categoryMask)
    for _ in 0..<4 { _ = try task.segment(image: second) }
    #expect(Self.codes(kept.categoryMask) == values)
    #expect(try task.segment(image: first) == kept)
  }

  @Test(
    "A model that is no segmenter is refused",
    arguments: ["efficientnet_lite0_float32.tflite", "efficientdet_lite0_int8.tflite", "hand_landmarker.task"])
  func otherModels(file: String) throws {
    let path = try SharedFolder.path("models/\(file)")
    let error = #expect(throws: TasksError.self) { try ImageSegmenter(modelPath: path) }
    print(error?.message ?? "")
    #expect(error?.code == .invalidArgumentError)
  }
}

/// Hands over the first result.
private final class SegmentListener: NSObject, ImageSegmenterLiveStreamDelegate {
  private let results = AsyncStream<ImageSegmenterResult?>.makeStream()

  func imageSegmenter(
    _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    results.continuation.yield(result)
  }

  func next() async throws -> ImageSegmenterResult? {
    var iterator = results.stream.makeAsyncIterator()
    return await iterator.next() ?? nil
  }
}
