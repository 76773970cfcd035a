import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// The guides' code, word by word, on real pictures.
@Suite(.needs(.shared))
struct GuideRunTests {
  @Test("What runs here is what the guides say", .needs(.unpublished), arguments: ["Gestures", "Objects", "Poses"])
  func isTheGuides(name: String) throws {
    let source = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("GuideApp+\(name).swift"), encoding: .utf8)
    let parts = source.matches(
      of: #/\/\/ guide (\d+), snippet (\d+)\n((?s).*?)\n *\/\/ end of the guide's code/#)
    #expect(parts.compactMap { Int($0.output.2) }.sorted() == Array(1...9))
    for part in parts {
      let guide = try #require(Guide(rawValue: String(part.output.1)))
      let number = try #require(Int(part.output.2))
      var snippet = try guide.snippets()[number - 1]
      if let change = SnippetTable.mediaPipe.first(where: { $0.guide == guide && $0.number == number })?.change {
        snippet = snippet.replacing(change.old, with: change.new)
      }
      // The import stands at the file's beginning.
      snippet = snippet.replacing("import MediaPipeTasksVision", with: "")
      #expect(
        withoutSpace(String(part.output.3)) == withoutSpace(snippet), "guide \(guide.rawValue), snippet \(number)")
    }
  }

  @Test("The gesture guide's app recognizes a gesture, in all modes")
  func gestures() throws {
    try GuideApp.run(models: ["gesture_recognizer.task": "gesture_recognizer.task"]) {
      let picture = try picture("pointing_up.png")
      let result = try GuideApp.gestures(in: picture.image, numHands: 2)
      let names = result.gestures.compactMap { $0.first?.categoryName }
      #expect(names == ["Pointing_Up"])
      let frame = try GuideApp.gestures(in: picture.buffer, numHands: 2, timestamp: 40)
      #expect(frame.timestampInMilliseconds == 40 && frame.landmarks == result.landmarks)
      #expect(try GuideApp.sendGestures(in: picture.sample, numHands: 2, timestamp: 40).droppedFrameCount == 0)
    }
  }

  @Test("The object guide's app detects a cat, in all modes")
  func objects() throws {
    try GuideApp.run(models: ["model.tflite": "ssd_mobilenet_v1_coco_quant.tflite"]) {
      let picture = try picture("cat_720p.jpg")
      let result = try GuideApp.objects(in: picture.image)
      #expect(result.detections.count == 5)
      #expect(result.detections.first?.categories.first?.categoryName == "cat")
      let frame = try GuideApp.objects(in: picture.buffer)
      #expect(frame.detections.map(\.boundingBox) == result.detections.map(\.boundingBox))
      #expect(try GuideApp.sendObjects(in: picture.sample).droppedFrameCount == 0)
    }
  }

  @Test("The pose guide's app finds a person, in all modes")
  func poses() throws {
    try GuideApp.run(models: ["pose_landmarker.task": "pose_landmarker_lite.task"]) {
      let picture = try picture("yoga.png")
      let result = try GuideApp.poses(in: picture.image, numPoses: 1)
      #expect(result.landmarks.map(\.count) == [33])
      let frame = try GuideApp.poses(in: picture.buffer, numPoses: 1, timestamp: 7)
      // A video's landmarks are smoothed, which rounds even the first ones.
      let pairs = zip(frame.landmarks.joined(), result.landmarks.joined())
      #expect(frame.timestampInMilliseconds == 7 && frame.landmarks.map(\.count) == [33])
      #expect(pairs.allSatisfy { abs($0.x - $1.x) <= 1e-6 && abs($0.y - $1.y) <= 1e-6 && abs($0.z - $1.z) <= 1e-6 })
      #expect(try GuideApp.sendPoses(in: picture.sample, numPoses: 1, timestamp: 7).droppedFrameCount == 0)
    }
  }

  private func picture(_ name: String) throws -> (image: UIImage, buffer: CVPixelBuffer, sample: CMSampleBuffer) {
    let path = try SharedFolder.media(name)
    let image = try #require(UIImage(contentsOfFile: path))
    let buffer = try PixelBuffers.bgra(ImageFile.read(contentsOfFile: path))
    return (image, buffer, try PixelBuffers.sample(buffer))
  }

  private func withoutSpace(_ code: String) -> String { code.filter { !$0.isWhitespace } }
}
