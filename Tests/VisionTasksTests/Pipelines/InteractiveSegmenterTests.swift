import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCore
import VisionImaging

/// The published model is not at hand: a small one of its form, made here, shows what a model is given.
@Suite("Segmenting the thing at a point")
struct InteractiveSegmenterTests {
  private struct Recorded: Decodable {
    struct Case: Decodable {
      let width, height: Int
      let x, y: Double
      let indices: [Int]
      let masks: [[Float]]
      let categories: [UInt8]
    }

    let cases: [Case]
  }

  private func segmenter(
    _ sample: PointSample = PointSample(), _ change: (InteractiveSegmenterOptions) -> Void = { _ in }
  ) throws -> InteractiveSegmenter {
    let folder = try TemporaryFolder()
    let options = InteractiveSegmenterOptions()
    options.baseOptions.modelAssetPath = try folder.write(Data(sample.bytes), "points.tflite")
    options.shouldOutputCategoryMask = true
    change(options)
    return try InteractiveSegmenter(options: options)
  }

  private func point(_ x: Double, _ y: Double) -> RegionOfInterest {
    RegionOfInterest(normalizedKeyPoint: NormalizedKeypoint(location: CGPoint(x: x, y: y), label: nil, score: 0))
  }

  /// The pixels that the recorded images were made of, too.
  private func image(_ width: Int, _ height: Int) throws -> ImageBuffer {
    let bytes = (0..<height * width * 3).map { index -> UInt8 in
      let (x, y, channel) = (index / 3 % width, index / 3 / width, index % 3)
      let value: Int = 3 * x * x + 7 * y + x * y + 85 * channel
      return UInt8(value % 256)
    }
    return try ImageBuffer(copying: bytes, width: width, height: height, format: .rgb)
  }

  @Test("Pixels, points and masks are those of MediaPipe, where the image shrinks, grows and stays")
  func recorded() throws {
    let file = try #require(
      Bundle.module.url(forResource: "point-segments", withExtension: "json", subdirectory: "Fixtures"))
    let recorded = try JSONDecoder().decode(Recorded.self, from: Data(contentsOf: file))
    let task = try segmenter()
    var (largest, codes, count) = (Float(0), 0, 0)
    for test in recorded.cases {
      let result = try task.segment(
        image: MPImage(imageBuffer: image(test.width, test.height)), regionOfInterest: point(test.x, test.y))
      let masks = try #require(result.confidenceMasks)
      #expect(masks.count == 4 && masks.allSatisfy { $0.width == test.width && $0.height == test.height })
      for (mask, values) in zip(masks, test.masks) {
        for (index, value) in zip(test.indices, values) { largest = max(largest, abs(mask.float32Data[index] - value)) }
      }
      let category = try #require(result.categoryMask)
      for (index, code) in zip(test.indices, test.categories) where category.uint8Data[index] != code { codes += 1 }
      count += test.indices.count
    }
    print("\(recorded.cases.count) images, \(count) pixels: masks \(largest), other classes \(codes)")
    #expect(largest <= 2e-6 && codes * 1000 <= count)
  }

  @Test("The points of a rotated image and of a region are where they were set in the stored image")
  func places() throws {
    let task = try segmenter()
    let buffer = try image(64, 64)
    for orientation in [ImageOrientation.up, .right, .down, .left] {
      let result = try task.segment(
        image: MPImage(imageBuffer: buffer, orientation: orientation), regionOfInterest: point(0.25, 0.125))
      let mask = try #require(result.confidenceMasks?.last)
      let best = try #require((0..<64 * 64).max { mask.float32Data[$0] < mask.float32Data[$1] })
      #expect(abs(best % 64 - 16) <= 1 && abs(best / 64 - 8) <= 1, "\(orientation): \(best % 64), \(best / 64)")
    }
    let region = try segmenter { $0.baseOptions.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5) }
    let mask = try #require(
      try region.segment(image: MPImage(imageBuffer: buffer), regionOfInterest: point(0.75, 0.625)).confidenceMasks?
        .last)
    let best = try #require((0..<64 * 64).max { mask.float32Data[$0] < mask.float32Data[$1] })
    #expect(abs(best % 64 - 48) <= 1 && abs(best / 64 - 40) <= 1)
    #expect(throws: TasksError.self) {
      try region.segment(image: MPImage(imageBuffer: buffer), regionOfInterest: point(0.25, 0.25))
    }
  }

  @Test("A scribble marks each of its points; one at the edge marks the last pixel")
  func scribble() throws {
    let task = try segmenter()
    let points = [(0.25, 0.25), (0.5, 0.5), (1, 1)].map {
      NormalizedKeypoint(location: CGPoint(x: $0.0, y: $0.1), label: nil, score: 0)
    }
    let result = try task.segment(
      image: MPImage(imageBuffer: image(64, 48)), regionOfInterest: RegionOfInterest(scribbles: points))
    let mask = try #require(result.confidenceMasks?.last)
    for (x, y) in [(16, 12), (32, 24), (63, 47)] { #expect(mask.float32Data[y * 64 + x] == 1) }
    #expect((0..<64 * 48).filter { mask.float32Data[$0] == 1 }.count == 5 + 5 + 3)
  }

  @Test("The options' point is that of images without one; the ways of calling say the same")
  func ways() async throws {
    let image = try MPImage(imageBuffer: self.image(100, 80))
    let task = try segmenter { $0.point = CGPoint(x: 0.5, y: 0.4) }
    let expected = try task.segment(image: image, regionOfInterest: point(0.5, 0.4))
    #expect(try task.segment(image: image) == expected)
    let sequence = AsyncStream { continuation in
      continuation.yield(image)
      continuation.finish()
    }
    for try await item in task.results(for: sequence) { #expect(try item.result == expected) }
    #expect(try await task.segment(image, regionOfInterest: point(0.5, 0.4)) == expected)
    task.segment(image: image, regionOfInterest: point(0.5, 0.4)) { result, error in
      #expect(result == expected && error == nil)
    }
    task.segment(image: image, regionOfInterest: point(2, 0)) { result, error in
      #expect(result == nil && (error as? TasksError)?.code == .invalidArgumentError)
    }
    // A scribble takes the place of the point, which programs always have.
    let scribbled = try segmenter { ($0.point, $0.scribble) = (.zero, [CGPoint(x: 0.5, y: 0.4)]) }
    #expect(try scribbled.segment(image: image) == expected)
    #expect(!expected.segments.isEmpty && task.labels.isEmpty)
    let json = try JSONEncoder().encode(expected)
    #expect(try JSONDecoder().decode(InteractiveSegmenterResult.self, from: json) == expected)
    // MediaPipe's newer names.
    let options = InteractiveSegmenterLegacyOptions()
    #expect(options.shouldOutputConfidenceMasks && !options.shouldOutputCategoryMask)
    #expect(task as InteractiveSegmenterLegacy === task)
  }

  @Test("What cannot be segmented is refused with the reason")
  func refusals() throws {
    let image = try MPImage(imageBuffer: self.image(20, 20))
    let task = try segmenter()
    func message(_ body: () throws -> Void) -> String {
      let error = #expect(throws: TasksError.self) { try body() }
      return error?.message ?? ""
    }
    for (x, y) in [(-0.1, 0.5), (0.5, 1.5), (.nan, 0.5), (.infinity, 0)] {
      #expect(message { _ = try task.segment(image: image, regionOfInterest: point(x, y)) }.contains("from 0 to 1"))
    }
    #expect(message { _ = try task.segment(image: image) }.contains("There is no point"))
    #expect(
      message { _ = try task.segment(image: image, regionOfInterest: RegionOfInterest(scribbles: [])) }
        .contains("no points"))
    let many = [NormalizedKeypoint](
      repeating: NormalizedKeypoint(location: .zero, label: nil, score: 0), count: 5000)
    #expect(
      message { _ = try task.segment(image: image, regionOfInterest: RegionOfInterest(scribbles: many)) }
        .contains("at most 4096"))
    var (colors, bare) = (PointSample(), PointSample())
    (colors.channels, bare.hasNormalization) = (3, false)
    #expect(message { _ = try segmenter(colors) }.contains("[1, height, width, 4]"))
    #expect(message { _ = try segmenter(bare) }.contains("normalization"))
    for shape in [[48, 64, 4], [1, 48, 256], [48, 256]] as [[Int32]] {
      var flat = PointSample()
      flat.maskShape = shape
      #expect(message { _ = try segmenter(flat) }.contains("the shape \(shape) instead of [1, height, width, classes]"))
    }
    #expect(message { _ = try segmenter { $0.point = CGPoint(x: 3, y: 0) } }.contains("each from 0 to 1"))
    #expect(
      message {
        _ = try segmenter { ($0.shouldOutputCategoryMask, $0.shouldOutputConfidenceMasks) = (false, false) }
      }.contains("at least one"))
  }
}
