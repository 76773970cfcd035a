import LiteRTEngine
import TestSupport
import Testing
import VisionCore
import VisionInference

@testable import VisionTasks

@Suite("Models that tasks run", .needs(.shared))
struct TensorModelTests {
  @Test("They are simplified, on any number of threads", arguments: [1, 2])
  func simplified(threadCount: Int) throws {
    let model = try TensorModel(
      name: "hand_landmarks_detector.tflite",
      data: SharedFolder.modelData("hand_landmarker.task/hand_landmarks_detector.tflite"),
      inference: InferenceOptions(engine: LiteRT(), threads: ThreadBudget(threadCount: threadCount, within: nil)))
    #expect(try model.report().macs.float == 294_742_912)
  }
}
