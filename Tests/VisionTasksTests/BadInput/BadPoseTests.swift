import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia
import VisionModels

@Suite(
  "What the Pose Landmarker refuses, and goes on after",
  .needs(.shared))
struct BadPoseTests {
  private func options(_ change: (PoseLandmarkerOptions) -> Void = { _ in }) throws -> PoseLandmarkerOptions {
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/pose_landmarker_lite.task")
    change(options)
    return options
  }

  @Test("Missing files, other bundles, bare models, cut bundles")
  func models() throws {
    #expect(throws: TasksError.self) { try PoseLandmarker(modelPath: nil) }
    let missing = #expect(throws: TasksError.self) { try PoseLandmarker(modelPath: "/nowhere/pose.task") }
    #expect(missing?.code == .notFoundError)
    let other = #expect(throws: TasksError.self) {
      try PoseLandmarker(modelPath: SharedFolder.path("models/gesture_recognizer.task"))
    }
    #expect(other?.code == .notFoundError)
    #expect(other?.message.contains("pose_detector.tflite") == true)
    #expect(throws: TasksError.self) {
      try PoseLandmarker(modelPath: SharedFolder.path("models/efficientdet_lite0_int8.tflite"))
    }
    let bundle = try TaskBundle(ModelData(contentsOfFile: SharedFolder.path("models/pose_landmarker_lite.task")))
    let members = try BundleWriter.members(of: bundle)
    let folder = FileManager.default.temporaryDirectory.appending(path: "bad-poses-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for index in members.indices {
      for change in ["missing", "rubbish", "swapped"] {
        var changed = members
        switch change {
        case "missing": changed.remove(at: index)
        case "rubbish": changed[index] = .init(name: members[index].name, bytes: [UInt8](repeating: 7, count: 500))
        // The other network under this name: its tensors have other shapes.
        default: changed[index] = .init(name: members[index].name, bytes: members[1 - index].bytes)
        }
        let file = folder.appending(path: "\(index)-\(change).task")
        try Data(BundleWriter.bytes(changed)).write(to: file)
        let error = #expect(throws: TasksError.self) { try PoseLandmarker(modelPath: file.path) }
        #expect(error?.message.contains(members[index].name) == true, "\(change): \(error?.message ?? "accepted")")
      }
    }
  }

  @Test("Options outside their range, by name and value")
  func options() throws {
    let changes: [(String, String, (PoseLandmarkerOptions) -> Void)] = [
      ("numPoses", "0", { $0.numPoses = 0 }),
      ("poseDetectionInterval", "0", { $0.poseDetectionInterval = 0 }),
      ("minPoseDetectionConfidence", "1.5", { $0.minPoseDetectionConfidence = 1.5 }),
      ("minPosePresenceConfidence", "-0.5", { $0.minPosePresenceConfidence = -0.5 }),
      ("minTrackingConfidence", "nan", { $0.minTrackingConfidence = .nan }),
      ("poseLandmarkerLiveStreamDelegate", "nil", { $0.runningMode = .liveStream }),
    ]
    for (name, value, change) in changes {
      let error = #expect(throws: TasksError.self) { try PoseLandmarker(options: options(change)) }
      #expect(error?.code == .invalidArgumentError)
      #expect(
        error?.message.contains(name) == true && error?.message.contains(value) == true, "\(error?.message ?? "")")
    }
  }

  @Test("Wrong modes, bad timestamps, mirrored pictures and one pixel; then a good picture works")
  func calls() throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/yoga.png"))
    let landmarker = try PoseLandmarker(options: options { $0.runningMode = .video })
    #expect(throws: TasksError.self) { try landmarker.detect(image: image) }
    #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: 5).landmarks.count == 1)
    #expect(throws: TasksError.self) { try landmarker.detect(videoFrame: image, timestampInMilliseconds: 5) }
    let mirrored = try MPImage(imageBuffer: image.imageBuffer, orientation: .upMirrored)
    #expect(throws: TasksError.self) { try landmarker.detect(videoFrame: mirrored, timestampInMilliseconds: 6) }
    let pixel = try MPImage(imageBuffer: ImageBuffer(copying: [1, 2, 3], width: 1, height: 1, format: .rgb))
    _ = try landmarker.detect(videoFrame: pixel, timestampInMilliseconds: 7)
    landmarker.reset()
    #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: 0).landmarks.count == 1)
  }

  @Test("Masks come only when asked for: as large as the picture, 0 to 1, floats and bytes alike")
  func masks() throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/yoga.png"))
    #expect(try PoseLandmarker(options: options()).detect(image: image).segmentationMasks.isEmpty)
    let result = try PoseLandmarker(options: options { $0.shouldOutputSegmentationMasks = true }).detect(image: image)
    let mask = try #require(result.segmentationMasks.first)
    #expect(mask.width == 960 && mask.height == 640)
    let floats = UnsafeBufferPointer(start: mask.float32Data, count: 960 * 640)
    #expect(floats.allSatisfy { (0...1).contains($0) })
    #expect(floats.contains { $0 > 0.9 } && floats.contains { $0 < 0.1 })
    #expect(mask.uint8Data[300 * 960 + 480] == UInt8(floats[300 * 960 + 480] * 255))
  }
}
