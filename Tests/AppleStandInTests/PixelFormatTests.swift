import CoreVideo
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// The same picture in every pixel format gives the same landmarks, as far as 8-bit 4:2:0 can hold the picture.
///
/// How far landmarks move when pixels change by one level out of 255 is a matter of the model and the picture: on small or half
/// hidden hands by more than 0.004. There, what a format may do is held against what such noise does.
@Suite(.needs(.shared))
struct PixelFormatTests {
  /// One of the four kinds of 4:2:0 buffer.
  struct Kind: Sendable, CustomStringConvertible {
    let isFullRange: Bool
    let is709: Bool

    static let all = [false, true].flatMap { range in [false, true].map { Kind(isFullRange: range, is709: $0) } }

    var description: String { "\(isFullRange ? "420f" : "420v"), BT.\(is709 ? "709" : "601")" }

    func buffer(of image: ImageBuffer) throws -> CVPixelBuffer {
      let (red, blue) = is709 ? (0.2126, 0.0722) : (0.299, 0.114)
      let buffer = try PixelBuffers.biPlanar(image, isFullRange: isFullRange, red: red, blue: blue)
      let matrix = is709 ? kCVImageBufferYCbCrMatrix_ITU_R_709_2 : kCVImageBufferYCbCrMatrix_ITU_R_601_4
      CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
      return buffer
    }
  }

  @Test(
    "Hands in 420v, 420f and BGRA buffers are within 0.004 of those in RGB",
    arguments: ["pointing_up.png", "thumb_up_teal.png", "rock_portrait.png", "four_landscape.png"])
  func hands(name: String) throws {
    let recognizer = try GestureRecognizer(modelPath: SharedFolder.model("gesture_recognizer.task"))
    try compare(name) { try recognizer.recognize(image: $0).landmarks }
  }

  @Test(
    "Small and half hidden hands move no more than by noise of one level, or twice that",
    arguments: ["call_landscape.png", "two_thumbs.png", "thumbs_up_alpha.png"])
  func sensitiveHands(name: String) throws {
    let recognizer = try GestureRecognizer(modelPath: SharedFolder.model("gesture_recognizer.task"))
    try compareWithNoise(name) { try recognizer.recognize(image: $0).landmarks }
  }

  @Test(
    "Poses move no more than by noise of one level, or twice that",
    arguments: ["yoga.png", "two_people_wide.png", "two_walkers.png"])
  func poses(name: String) throws {
    let landmarker = try PoseLandmarker(modelPath: SharedFolder.model("pose_landmarker_full.task"))
    try compareWithNoise(name) { try landmarker.detect(image: $0).landmarks }
  }

  private func compareWithNoise(_ name: String, _ landmarks: (MPImage) throws -> [[NormalizedLandmark]]) throws {
    let pixels = try ImageFile.read(contentsOfFile: SharedFolder.media(name))
    let expected = try landmarks(MPImage(imageBuffer: pixels))
    try #require(!expected.isEmpty)
    let noise = try (1...5).map { seed in
      difference(try landmarks(MPImage(imageBuffer: PlainPixels.noisy(pixels, seed: UInt64(seed)))), expected)
    }.max()
    let allowed = 2 * max(noise ?? 0, 0.004)
    for kind in Kind.all {
      let found = difference(try landmarks(MPImage(pixelBuffer: kind.buffer(of: pixels))), expected)
      print("\(name), \(kind): \(found); noise of one level: \(noise ?? 0)")
      #expect(found < allowed)
    }
    #expect(difference(try landmarks(MPImage(pixelBuffer: PixelBuffers.bgra(pixels))), expected) == 0)
  }

  private func compare(_ name: String, _ landmarks: (MPImage) throws -> [[NormalizedLandmark]]) throws {
    let pixels = try ImageFile.read(contentsOfFile: SharedFolder.media(name))
    let expected = try landmarks(MPImage(imageBuffer: pixels))
    try #require(!expected.isEmpty)
    for kind in Kind.all {
      let found = difference(try landmarks(MPImage(pixelBuffer: kind.buffer(of: pixels))), expected)
      print("\(name), \(kind): \(found)")
      #expect(found < 0.004)
    }
    #expect(difference(try landmarks(MPImage(pixelBuffer: PixelBuffers.bgra(pixels))), expected) == 0)
  }

  private func difference(_ a: [[NormalizedLandmark]], _ b: [[NormalizedLandmark]]) -> Float {
    guard a.count == b.count else { return .infinity }
    return zip(a.joined(), b.joined()).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? .infinity
  }
}
