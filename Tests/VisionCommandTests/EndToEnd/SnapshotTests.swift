import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionTasks

/// A result's own JSON against the line that the command writes for the same image.
@Suite("Results as JSON and the command's lines", .needs(.command), .needs(.shared))
struct SnapshotTests {
  /// The command's line as an object, and as a result read from it.
  private func line<Result: Decodable>(
    _ arguments: [String], as _: Result.Type
  ) throws -> (object: [String: NSObject], result: Result) {
    let run = try CommandRun(arguments + ["--json", "-"])
    #expect(run.status == 0, "\(run.errors)")
    let data = Data(run.output.utf8)
    return (try object(data), try JSONDecoder().decode(Result.self, from: data))
  }

  private func object(_ data: Data) throws -> [String: NSObject] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: NSObject])
  }

  /// Holds a task's result to the command's line: but for the task, the frame's number and time they are the same JSON, and the line is
  /// read as the same result.
  private func check<Result: TaskResult & Codable>(_ arguments: [String], _ result: Result) throws {
    var (line, read) = try line(arguments, as: Result.self)
    #expect(line.removeValue(forKey: "frame") == NSNumber(value: 0))
    #expect(line.removeValue(forKey: "task") == arguments.first.map(NSString.init(string:)))
    #expect(line.removeValue(forKey: "timestampMs") == NSNull())
    let data = try JSONEncoder().encode(result)
    var snapshot = try object(data)
    #expect(snapshot.removeValue(forKey: "timestampMs") == NSNull())
    #expect(snapshot == line)
    #expect(read == result)
    #expect(try JSONDecoder().decode(Result.self, from: data) == result)
  }

  private func image(_ name: String) throws -> MPImage { try MPImage(contentsOfFile: CommandRun.media(name)) }

  @Test("Gestures")
  func gestures() throws {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = try CommandRun.model("gesture_recognizer.task")
    options.numHands = 2
    let result = try GestureRecognizer(options: options).recognize(image: image("two_thumbs.png"))
    #expect(!result.landmarks.isEmpty)
    try check(
      [
        "gesture", CommandRun.media("two_thumbs.png"), "--model", CommandRun.model("gesture_recognizer.task"),
        "--num-hands", "2",
      ], result)
  }

  @Test("Poses")
  func poses() throws {
    let model = try CommandRun.model("pose_landmarker_lite.task")
    let result = try PoseLandmarker(modelPath: model).detect(image: image("yoga.png"))
    #expect(result.landmarks.count == 1)
    try check(["pose", CommandRun.media("yoga.png"), "--model", model], result)
  }

  @Test("Poses with their masks come back without loss")
  func masks() throws {
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = try CommandRun.model("pose_landmarker_lite.task")
    options.shouldOutputSegmentationMasks = true
    let result = try PoseLandmarker(options: options).detect(image: image("yoga.png"))
    #expect(result.segmentationMasks.count == 1)
    let back = try JSONDecoder().decode(PoseLandmarkerResult.self, from: JSONEncoder().encode(result))
    #expect(back == result && back.hash == result.hash)
  }

  @Test("Objects")
  func objects() throws {
    let model = try CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite")
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = model
    options.maxResults = 5
    let result = try ObjectDetector(options: options).detect(image: image("cat_720p.jpg"))
    #expect(result.detections.count == 5)
    try check(
      ["detect", CommandRun.media("cat_720p.jpg"), "--model", model, "--max-results", "5", "--score-threshold", "0"],
      result)
  }
}
