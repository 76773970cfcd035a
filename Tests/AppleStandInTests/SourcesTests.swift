import AVFoundation
import MediaPipeTasksVision
import TestSupport
import Testing
import UIKit
import VisionMedia

/// The same picture through every source gives the same hands.
@Suite(.needs(.shared)) struct SourcesTests {
  private let pixels: ImageBuffer
  private let recognizer: GestureRecognizer

  init() throws {
    pixels = try ImageFile.read(contentsOfFile: SharedFolder.media("pointing_up.png"))
    recognizer = try GestureRecognizer(modelPath: SharedFolder.model("gesture_recognizer.task"))
  }

  @Test("UIImage, BGRA and sample buffers answer exactly as the pixels do")
  func exact() throws {
    let expected = try recognize(MPImage(imageBuffer: pixels))
    #expect(expected.gestures.first?.first?.categoryName == "Pointing_Up")
    let buffer = try PixelBuffers.bgra(pixels)
    let uiImage = UIImage(cgImage: CGImage(imageBuffer: pixels))
    let results = [
      try recognize(MPImage(uiImage: uiImage)), try recognize(MPImage(pixelBuffer: buffer)),
      try recognize(MPImage(sampleBuffer: PixelBuffers.sample(buffer))),
    ]
    for result in results { #expect(largestDifference(result, expected) == 0) }
  }

  @Test(
    "Every source in every orientation that is not mirrored finds the hand where it is stored",
    arguments: [UIImage.Orientation.up, .down, .left, .right])
  func orientations(orientation: UIImage.Orientation) throws {
    let upright = try recognize(MPImage(imageBuffer: pixels))
    let stored = try turned(pixels, back: orientation)
    let buffer = try PixelBuffers.bgra(stored)
    let uiImage = UIImage(cgImage: CGImage(imageBuffer: stored), scale: 1, orientation: orientation)
    let answers = try [
      recognize(MPImage(imageBuffer: stored, orientation: orientation)), recognize(MPImage(uiImage: uiImage)),
      recognize(MPImage(pixelBuffer: buffer, orientation: orientation)),
      recognize(MPImage(sampleBuffer: PixelBuffers.sample(buffer), orientation: orientation)),
    ]
    for answer in answers {
      #expect(largestDifference(answer, answers[0]) == 0)
      #expect(answer.gestures.first?.first?.categoryName == "Pointing_Up")
    }
    // The stored landmarks, turned upright, are those of the upright picture.
    let mine = try #require(answers.first?.landmarks.first)
    let theirs = try #require(upright.landmarks.first)
    let largest = zip(mine, theirs).map { landmark, expected in
      let (x, y): (Float, Float) =
        switch orientation {
        case .down: (1 - landmark.x, 1 - landmark.y)
        case .left: (landmark.y, 1 - landmark.x)
        case .right: (1 - landmark.y, landmark.x)
        default: (landmark.x, landmark.y)
        }
      return max(abs(x - expected.x), abs(y - expected.y))
    }.max()
    print("\(orientation): landmarks at most \(largest ?? -1) from those of the upright picture")
    #expect(try #require(largest) < 0.02)
  }

  /// The pixels as a camera stores them that is held so: turning them as the orientation says makes them upright.
  private func turned(_ image: ImageBuffer, back orientation: UIImage.Orientation) throws -> ImageBuffer {
    switch orientation {
    case .left: try image.upright(from: .right)
    case .right: try image.upright(from: .left)
    default: try image.upright(from: orientation)
    }
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
    #expect { try recognizer.recognize(image: image) } throws: { ($0 as NSError).code == 3 }
  }

  private func recognize(_ image: MPImage) throws -> GestureRecognizerResult { try recognizer.recognize(image: image) }

  private func largestDifference(_ a: GestureRecognizerResult, _ b: GestureRecognizerResult) -> Float {
    guard a.landmarks.count == b.landmarks.count, !a.landmarks.isEmpty else { return .infinity }
    return zip(a.landmarks.joined(), b.landmarks.joined()).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max()
      ?? .infinity
  }
}
