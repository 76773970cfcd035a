import MediaPipeTasksVision
import TestSupport
import Testing

@Suite("Files that are no image classifier", .needs(.shared))
struct BadClassifierTests {
  @Test(
    "A bundle, a detector and a segmenter are refused with what they are",
    arguments: [
      ("gesture_recognizer.task", "it is a task bundle (hand_landmarker.task, hand_gesture_recognizer.task)"),
      ("efficientdet_lite0_int8.tflite", "is not an image classifier"),
      ("selfie_segmenter.tflite", "is not an image classifier"),
    ])
  func otherModels(file: String, reason: String) throws {
    let path = try SharedFolder.path("models/\(file)")
    let error = #expect(throws: TasksError.self) { try ImageClassifier(modelPath: path) }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(file) == true)
  }

  @Test("A missing file is named")
  func missing() {
    let error = #expect(throws: TasksError.self) { try ImageClassifier(modelPath: "/nowhere/classes.tflite") }
    #expect(error?.code == .notFoundError)
    #expect(error?.message.contains("/nowhere/classes.tflite") == true)
  }
}
