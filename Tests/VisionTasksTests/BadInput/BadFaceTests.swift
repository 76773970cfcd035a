import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia
import VisionModels

@Suite("What the face tasks refuse, and go on after", .needs(.shared))
struct BadFaceTests {
  private func options(_ change: (FaceLandmarkerOptions) -> Void = { _ in }) throws -> FaceLandmarkerOptions {
    let options = FaceLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/face_landmarker.task")
    change(options)
    return options
  }

  private func detectorOptions(_ change: (FaceDetectorOptions) -> Void = { _ in }) throws -> FaceDetectorOptions {
    let options = FaceDetectorOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/blaze_face_short_range.tflite")
    change(options)
    return options
  }

  @Test("Bundles without a member work until it is asked for; damaged members are named")
  func bundles() throws {
    let bundle = try TaskBundle(ModelData(contentsOfFile: SharedFolder.path("models/face_landmarker.task")))
    let members = try BundleWriter.members(of: bundle)
    let file = FileManager.default.temporaryDirectory.appending(path: "bad-faces-\(UUID().uuidString).task")
    defer { try? FileManager.default.removeItem(at: file) }
    for member in members {
      let isAlwaysNeeded = ["face_detector.tflite", "face_landmarks_detector.tflite"].contains(member.name)
      for bytes in [nil, [UInt8](repeating: 7, count: 500)] {
        let changed = members.compactMap { other in
          other.name == member.name ? bytes.map { BundleWriter.Member(name: other.name, bytes: $0) } : other
        }
        try Data(BundleWriter.bytes(changed)).write(to: file)
        let asked = try options {
          $0.baseOptions.modelAssetPath = file.path
          $0.outputFaceBlendshapes = true
          $0.outputFacialTransformationMatrixes = true
        }
        let error = #expect(throws: TasksError.self) { try FaceLandmarker(options: asked) }
        #expect(error?.message.contains(member.name) == true, "\(error?.message ?? "accepted")")
        #expect(error?.code == (bytes == nil ? .notFoundError : .invalidArgumentError))
        if isAlwaysNeeded {
          #expect(throws: TasksError.self) { try FaceLandmarker(modelPath: file.path) }
        } else {
          // Neither opened nor read without being asked for.
          _ = try FaceLandmarker(modelPath: file.path)
        }
      }
    }
  }

  @Test("Files of other tasks are refused with a word on what is needed")
  func otherFiles() throws {
    #expect(throws: TasksError.self) { try FaceLandmarker(modelPath: nil) }
    let single = #expect(throws: TasksError.self) {
      try FaceLandmarker(modelPath: SharedFolder.path("models/blaze_face_short_range.tflite"))
    }
    #expect(single?.message.contains("the face landmarker takes a task bundle") == true)
    let other = #expect(throws: TasksError.self) {
      try FaceLandmarker(modelPath: SharedFolder.path("models/hand_landmarker.task"))
    }
    #expect(other?.code == .notFoundError)
    let bundle = #expect(throws: TasksError.self) {
      try FaceDetector(modelPath: SharedFolder.path("models/face_landmarker.task"))
    }
    #expect(bundle?.message.contains("the face detector takes a single .tflite model") == true)
    let wide = #expect(throws: TasksError.self) {
      try FaceDetector(modelPath: SharedFolder.path("models/efficientnet_lite0_float32.tflite"))
    }
    #expect(
      wide?.message
        == "Model efficientnet_lite0_float32.tflite takes images of 224 x 224; 128 x 128 or 192 x 192 is needed.")
  }

  @Test("Options outside their range, by name and value")
  func ranges() throws {
    let changes: [(String, String, (FaceLandmarkerOptions) -> Void)] = [
      ("numFaces", "0", { $0.numFaces = 0 }), ("numFaces", "-1", { $0.numFaces = -1 }),
      ("faceDetectionInterval", "0", { $0.faceDetectionInterval = 0 }),
      ("minFaceDetectionConfidence", "1.5", { $0.minFaceDetectionConfidence = 1.5 }),
      ("minFacePresenceConfidence", "-0.5", { $0.minFacePresenceConfidence = -0.5 }),
      // MediaPipe ends the process for these in video mode.
      ("minTrackingConfidence", "-0.5", { $0.minTrackingConfidence = -0.5 }),
      ("minTrackingConfidence", "nan", { $0.minTrackingConfidence = .nan }),
      ("faceLandmarkerLiveStreamDelegate", "nil", { $0.runningMode = .liveStream }),
    ]
    for (name, value, change) in changes {
      let error = #expect(throws: TasksError.self) { try FaceLandmarker(options: options(change)) }
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains("\(name) is \(value)") == true, "\(error?.message ?? "")")
    }
    for value: Float in [-0.1, 1.1, .nan] {
      let score = #expect(throws: TasksError.self) {
        try FaceDetector(options: detectorOptions { $0.minDetectionConfidence = value })
      }
      #expect(score?.message == "minDetectionConfidence is \(value); allowed are 0 to 1.")
      let overlap = #expect(throws: TasksError.self) {
        try FaceDetector(options: detectorOptions { $0.minSuppressionThreshold = value })
      }
      #expect(overlap?.message == "minSuppressionThreshold is \(value); allowed are 0 to 1.")
    }
  }

  @Test("Wrong modes, bad timestamps, mirrored images and one pixel; then a good image works")
  func calls() throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/face_close.png"))
    let mirrored = try MPImage(imageBuffer: image.imageBuffer, orientation: .upMirrored)
    let pixel = try MPImage(imageBuffer: ImageBuffer(copying: [1, 2, 3], width: 1, height: 1, format: .rgb))
    let landmarker = try FaceLandmarker(options: options { $0.runningMode = .video })
    #expect(throws: TasksError.self) { try landmarker.detect(image: image) }
    #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: 5).faceLandmarks.count == 1)
    #expect(throws: TasksError.self) { try landmarker.detect(videoFrame: image, timestampInMilliseconds: 5) }
    #expect(throws: TasksError.self) { try landmarker.detect(videoFrame: mirrored, timestampInMilliseconds: 6) }
    _ = try landmarker.detect(videoFrame: pixel, timestampInMilliseconds: 7)
    landmarker.reset()
    #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: 0).faceLandmarks.count == 1)

    let detector = try FaceDetector(options: detectorOptions())
    #expect(throws: TasksError.self) { try detector.detect(videoFrame: image, timestampInMilliseconds: 5) }
    #expect(throws: TasksError.self) { try detector.detect(image: mirrored) }
    #expect(try detector.detect(image: pixel).detections.isEmpty)
    #expect(try detector.detect(image: image).detections.count == 1)
  }
}
