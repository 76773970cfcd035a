import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionModels

@Suite(
  "Model files that are missing, broken or of another task",
  .needs(.shared))
final class BadModelTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "bad-models-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ bytes: some Sequence<UInt8>) throws -> String {
    let file = folder.appending(path: "\(UUID().uuidString).task")
    try Data(bytes).write(to: file)
    return file.path
  }

  private func refusal(_ path: String?) -> TasksError? {
    #expect(throws: TasksError.self) { try GestureRecognizer(modelPath: path) }
  }

  @Test("No path, an empty path, a missing file, a folder, an empty file: each with its own code and the path")
  func files() throws {
    #expect(refusal(nil)?.code == .invalidArgumentError)
    #expect(refusal("")?.code == .invalidArgumentError)
    let missing = refusal("/nowhere/gesture.task")
    #expect(missing?.code == .notFoundError)
    #expect(missing?.message.contains("/nowhere/gesture.task") == true)
    #expect(refusal(folder.path)?.code == .invalidArgumentError)
    let empty = try path([])
    let error = refusal(empty)
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains(empty) == true)
  }

  @Test("A bundle cut off anywhere is refused")
  func truncated() throws {
    let whole = try Data(contentsOf: URL(filePath: SharedFolder.path("models/gesture_recognizer.task")))
    for count in [1, 4, 30, 1000, whole.count / 3, whole.count / 2, whole.count - 100, whole.count - 1] {
      _ = refusal(try path(whole.prefix(count)))
    }
  }

  @Test("Bytes that are no bundle are refused")
  func garbage() throws {
    var state: UInt32 = 1
    let noise = (0..<4096).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    #expect(refusal(try path(noise))?.code == .unknownError)
  }

  @Test("Bundles of other tasks are refused with the member that is needed and those that are there")
  func otherTasks() throws {
    for name in ["pose_landmarker_lite.task", "hand_landmarker.task"] {
      let error = refusal(try SharedFolder.path("models/\(name)"))
      #expect(error?.code == .notFoundError)
      // A server loads several models, so the message names the one that it is about.
      #expect(error?.message.hasPrefix("Model \(name): There is no file named hand_landmarker.task") == true)
      #expect(error?.message.contains("detector.tflite") == true)
    }
    let hands = #expect(throws: TasksError.self) {
      try HandLandmarker(modelPath: SharedFolder.path("models/gesture_recognizer.task"))
    }
    #expect(hands?.message.contains("hand_detector.tflite") == true)
  }

  @Test("A single model is refused with what it is and what each task takes")
  func singleModel() throws {
    let path = try SharedFolder.path("models/efficientdet_lite0_int8.tflite")
    let needs: [(members: [String], error: TasksError?)] = [
      (["hand_landmarker.task", "hand_gesture_recognizer.task"], refusal(path)),
      (
        ["hand_detector.tflite", "hand_landmarks_detector.tflite"],
        #expect(throws: TasksError.self) { try HandLandmarker(modelPath: path) }
      ),
      (
        ["pose_detector.tflite", "pose_landmarks_detector.tflite"],
        #expect(throws: TasksError.self) { try PoseLandmarker(modelPath: path) }
      ),
    ]
    for (members, error) in needs {
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains("\(path) is a single TensorFlow Lite model") == true)
      for member in members { #expect(error?.message.contains(member) == true) }
    }
  }

  @Test("Each member in turn missing, compressed or rubbish; only the custom classifier may be missing")
  func members() throws {
    let file = try SharedFolder.path("models/gesture_recognizer_with_custom_gestures.task")
    let outer = try TaskBundle(ModelData(contentsOfFile: file))
    for outerName in outer.memberNames {
      let innerMembers = try BundleWriter.members(of: TaskBundle(outer.member(named: outerName)))
      for target in innerMembers.indices {
        let name = innerMembers[target].name
        for change in ["missing", "compressed", "rubbish"] {
          var changed = innerMembers
          switch change {
          case "missing": changed.remove(at: target)
          case "compressed": changed[target].isMarkedCompressed = true
          default: changed[target] = .init(name: name, bytes: Array("not a model, but long enough".utf8))
          }
          let rest = try BundleWriter.members(of: outer).filter { $0.name != outerName }
          let bundle = try path(
            BundleWriter.bytes(rest + [.init(name: outerName, bytes: BundleWriter.bytes(changed))]))
          if change == "missing", name == "custom_gesture_classifier.tflite" {
            _ = try GestureRecognizer(modelPath: bundle)
            continue
          }
          let error = refusal(bundle)
          #expect(error?.message.contains(name) == true, "\(name) \(change): \(error?.message ?? "accepted")")
          if change == "missing" { #expect(error?.code == .notFoundError) }
          if change == "rubbish" { #expect(error?.code == .invalidArgumentError) }
        }
      }
    }
  }

  @Test("Both published kinds of bundle work: canned gestures only, and with a custom classifier")
  func goodBundles() throws {
    for name in ["gesture_recognizer.task", "gesture_recognizer_with_custom_gestures.task"] {
      #expect(throws: Never.self) { try GestureRecognizer(modelPath: SharedFolder.model(name)) }
    }
  }
}
