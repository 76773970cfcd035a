import FirebaseMLVision
import TestSupport
import Testing
import UIKit

@Suite("The guide's code, as it is written there", .needs(.shared))
struct GuideTests {
  private func withModels(_ options: VisionObjectDetectorOptions) throws -> VisionObjectDetectorOptions {
    let models = try Objects.options(.stream)
    options.detectorModelPath = models.detectorModelPath
    options.classifierModelPath = models.classifierModelPath
    return options
  }

  @Test("Live detection and tracking: the cat of a sample buffer, with a number")
  func live() throws {
    let detector = try #require(GuideCode.detectors(withModels(GuideCode.liveOptions())).last)
    let pixels = try Objects.pixels("pets.png")
    let answers = Answers()
    for time in 0..<3 {
      let image = GuideCode.image(of: try Objects.sample(pixels, atMilliseconds: Int64(time) * 40))
      GuideCode.process(
        image, by: detector, found: { answers.add($0, nil) }, nothing: { answers.add(nil, $0) })
      #expect(answers.wait(for: time + 1).count == time + 1)
    }
    for answer in answers.wait(for: 3) {
      #expect(answer.error == nil)
      #expect(answer.objects?.map(\.trackingID) == [1])
      #expect(GuideCode.describe(answer.objects ?? []).count == 1)
    }
  }

  @Test("The guide's function leaves a computer's buffers upright: coffee is food, in the buffer's pixels")
  func upright() throws {
    let detector = try #require(GuideCode.detectors(withModels(GuideCode.liveOptions())).last)
    let pixels = try Objects.pixels("coffee.png")
    let image = GuideCode.image(of: try Objects.sample(pixels, atMilliseconds: 0))
    #expect(image.metadata?.orientation == .topLeft)
    let object = try #require(GuideCode.results(in: image, by: detector)?.first)
    #expect(object.classificationCategory == .food)
    #expect((object.confidence?.floatValue ?? 0) > 0.8)
    let plain = try Objects.detector(.singleImage).results(in: VisionImage(imageBuffer: pixels))
    #expect(object.frame == plain.first?.frame)
  }

  @Test("Multiple objects in a still image: no numbers, a category where it is known")
  func still() throws {
    let detector = try #require(GuideCode.detectors(withModels(GuideCode.stillOptions())).last)
    let path = try SharedFolder.media("pets.png")
    let image = GuideCode.image(of: try #require(UIImage(contentsOfFile: path)))
    let objects = try #require(GuideCode.results(in: image, by: detector))
    #expect(objects.count == 2)
    for object in objects { #expect(object.trackingID == nil) }
    let blank = VisionImage(imageBuffer: try Objects.gray())
    #expect(GuideCode.results(in: blank, by: detector) == nil)
  }

  @Test("Defaults are ML Kit's")
  func defaults() {
    let options = VisionObjectDetectorOptions()
    #expect(options.detectorMode == .stream)
    #expect(!options.shouldEnableMultipleObjects)
    #expect(!options.shouldEnableClassification)
    #expect(options.detectorStride == nil)
    #expect(VisionImageMetadata().orientation == .topLeft)
    #expect(VisionObjectDetectorMode.allCases.map(\.rawValue) == [0, 1])
    #expect(VisionObjectDetectorMode.singleImage.rawValue == 0)
    #expect(VisionDetectorImageOrientation.allCases.map(\.rawValue) == Array(1...8))
    #expect(VisionObjectCategory.allCases.map(\.rawValue) == Array(0...5))
    #expect(Vision.vision() === Vision.vision())
  }

  @Test("FirebaseApp.configure() may be called, and called again; the callback has Firebase's name")
  func firebase() throws {
    GuideCode.configure()
    GuideCode.configure()
    let answers = Answers()
    let callback: VisionObjectDetectionCallback = { answers.add($0, $1) }
    try Objects.detector(.singleImage).process(VisionImage(imageBuffer: try Objects.gray()), completion: callback)
    #expect(answers.wait(for: 1).first?.objects?.isEmpty == true)
  }
}
