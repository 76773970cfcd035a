import Foundation
import Testing
import VisionMedia
import VisionTasks

@testable import VisionResults

@Suite("Objects in the command's outputs")
struct DetectionOutputTests {
  /// The two dogs of the guide's example.
  private static let dogs = ObjectDetectorResult(
    detections: [
      Detection(
        categories: [ResultCategory(index: 17, score: 0.73828, categoryName: "dog", displayName: nil)],
        boundingBox: CGRect(x: 355, y: 133, width: 190, height: 206), keypoints: nil),
      Detection(
        categories: [ResultCategory(index: 17, score: 0.73047, categoryName: "dog", displayName: nil)],
        boundingBox: CGRect(x: 103, y: 15, width: 138, height: 369), keypoints: nil),
    ], timestampInMilliseconds: 0)
  private static let nothing = ObjectDetectorResult(detections: [], timestampInMilliseconds: 0)

  @Test("The text is the guide's example, letter by letter")
  func text() {
    #expect(
      Self.dogs.lines(listsAll: false).joined(separator: "\n") == """
        ObjectDetectorResult:
         Detection #0:
          Box: (x: 355, y: 133, w: 190, h: 206)
          Categories:
           index       : 17
           score       : 0.73828
           class name  : dog
         Detection #1:
          Box: (x: 103, y: 15, w: 138, h: 369)
          Categories:
           index       : 17
           score       : 0.73047
           class name  : dog
        """)
    #expect(Self.nothing.lines(listsAll: true) == ["ObjectDetectorResult: no objects"])
  }

  @Test("A line of JSON has boxes, categories and keypoints where there are any")
  func json() throws {
    let keypoint = NormalizedKeypoint(location: CGPoint(x: 0.5, y: 1.25), label: nil, score: 0)
    let output = ObjectDetectorResult(
      detections: [
        Detection(
          categories: [
            ResultCategory(index: 0, score: 0.5, categoryName: "person", displayName: "Mensch"),
            ResultCategory(index: 91, score: 0.25, categoryName: nil, displayName: nil),
          ], boundingBox: CGRect(x: 1, y: 2, width: 3, height: 4), keypoints: [keypoint])
      ], timestampInMilliseconds: 40)
    let line = try FrameRecord(file: "a.mp4", frame: 1, timestampMs: 40, output: output).json()
    #expect(
      line == """
        {"detections":[{"boundingBox":{"height":4,"width":3,"x":1,"y":2},\
        "categories":[{"categoryName":"person","displayName":"Mensch","index":0,"score":0.5},\
        {"categoryName":"","index":91,"score":0.25}],"keypoints":[[0.5,1.25]]}],\
        "file":"a.mp4","frame":1,"task":"detect","timestampMs":40}
        """)
    #expect(
      try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: Self.nothing).json()
        == #"{"detections":[],"frame":0,"task":"detect","timestampMs":null}"#)
  }

  @Test("Drawings name class and score, in a colour that belongs to the class")
  func drawing() throws {
    let annotations = Self.dogs.boxAnnotations
    #expect(annotations.map(\.label) == ["dog 0.74", "dog 0.73"])
    #expect(annotations[0].color == annotations[1].color && annotations[0].color == .category(17))
    #expect(annotations[0].box == DrawingBox(minX: 355, minY: 133, width: 190, height: 206))
    let image = try ImageBuffer(width: 640, height: 480, format: .rgb)
    let drawn = try Self.dogs.drawn(on: image)
    #expect(drawn.width == 640 && drawn.height == 480)
    #expect(drawn.withUnsafeBytes { bytes in bytes.contains { $0 > 200 && $0 < 255 } })
  }
}
