import AVFoundation
import MediaPipeTasksVision
import Testing
import UIKit
import VisionMedia

/// The same picture through every source gives the same hands.
@Suite(.enabled(if: SharedFolder.isPresent)) struct SourcesTests {
  private let pixels: ImageBuffer
  private let service: GestureService

  init() throws {
    pixels = try ImageFile.read(contentsOfFile: SharedFolder.path("media", "pointing_up.png"))
    service = try #require(
      GestureService(
        modelPath: SharedFolder.path("models", "gesture_recognizer.task"), runningMode: .image, minConfidence: 0.5))
  }

  @Test("UIImage, BGRA and sample buffers answer exactly as the pixels do")
  func exact() throws {
    let expected = try #require(service.recognize(MPImage(imageBuffer: pixels)))
    #expect(expected.gestures.first?.first?.categoryName == "Pointing_Up")
    let buffer = try PixelBuffers.bgra(pixels)
    let uiImage = UIImage(cgImage: CGImage(imageBuffer: pixels))
    let results = [
      service.recognize(image: uiImage), service.recognize(try MPImage(pixelBuffer: buffer)),
      service.recognize(try MPImage(sampleBuffer: PixelBuffers.sample(buffer))),
    ]
    for result in results { #expect(largestDifference(try #require(result), expected) == 0) }
  }

  @Test("420v and 420f buffers answer within 0.004 of the RGB pixels", arguments: [true, false])
  func yuv(isFullRange: Bool) throws {
    let expected = try #require(service.recognize(MPImage(imageBuffer: pixels)))
    let buffer = try PixelBuffers.biPlanar(pixels, isFullRange: isFullRange, red: 0.2126, blue: 0.0722)
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
    let result = try #require(service.recognize(MPImage(pixelBuffer: buffer)))
    let difference = largestDifference(result, expected)
    print("4:2:0, full range \(isFullRange): landmarks at most \(difference) from those of RGB")
    #expect(difference < 0.004)
    #expect(result.gestures.first?.first?.categoryName == "Pointing_Up")
  }

  @Test("A BGRA buffer's memory is used in place, and kept while the picture lives")
  func inPlace() throws {
    var buffer: CVPixelBuffer? = try PixelBuffers.bgra(pixels)
    weak let kept = buffer
    let address = try {
      let buffer = try #require(buffer)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      return CVPixelBufferGetBaseAddress(buffer)
    }()
    var image: MPImage? = try MPImage(pixelBuffer: #require(buffer))
    #expect(image?.imageSourceType == .pixelBuffer && image?.pixelBuffer === buffer && image?.image == nil)
    let pixels = image?.imageBuffer
    (buffer, image) = (nil, nil)
    #expect(kept != nil)
    #expect(pixels?.withUnsafeBytes { $0.baseAddress } == address.map { UnsafeRawPointer($0) })
  }

  @Test("Mirrored pictures can be made and are refused by the task")
  func mirrored() throws {
    let image = try MPImage(sampleBuffer: PixelBuffers.sample(PixelBuffers.bgra(pixels)), orientation: .leftMirrored)
    #expect(image.orientation == .leftMirrored && image.imageSourceType == .sampleBuffer)
    #expect { try service.recognizer.recognize(image: image) } throws: { ($0 as NSError).code == 3 }
  }

  private func largestDifference(_ a: GestureRecognizerResult, _ b: GestureRecognizerResult) -> Float {
    guard a.landmarks.count == b.landmarks.count, !a.landmarks.isEmpty else { return .infinity }
    return zip(a.landmarks.joined(), b.landmarks.joined()).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max()
      ?? .infinity
  }
}
