import Foundation
import TestSupport
import Testing
import VisionModels

@testable import LiteRTEngine

@Suite(
  "Models without their unused output branches", .needs(.shared))
struct OutputDroppingTests {
  @Test(
    "What remains is bit-identical, in any selection and order",
    arguments: [
      ("pose_landmarker_lite.task/pose_landmarks_detector.tflite", [[0, 1, 3, 4], [2], [4, 0], [0, 1, 2, 3, 4]]),
      ("pose_landmarker_full.task/pose_landmarks_detector.tflite", [[0, 1, 3, 4]]),
      ("hand_landmarker.task/hand_landmarks_detector.tflite", [[0, 1], [3, 2], [1]]),
      ("hand_landmarker.task/hand_detector.tflite", [[1], [1, 0]]),
    ])
  func identical(path: String, selections: [[Int]]) throws {
    let model = try ParsedModel(SharedFolder.modelData(path))
    let whole = try CompiledModelTests.compile(model.data)
    let expected = try CompiledModelTests.outputs(of: whole)
    let wholeTime = try Self.milliseconds(whole)
    for selection in selections {
      let part = try CompiledModelTests.compile(model.eliminatingDeadOutputs(keeping: selection))
      let outputs = try CompiledModelTests.outputs(of: part)
      #expect(outputs == selection.map { expected[$0] }, "\(path), outputs \(selection)")
      print(
        "\(path), outputs \(selection): \(try Self.milliseconds(part)) ms a run, whole model \(wholeTime) ms")
    }
  }

  private static func milliseconds(_ model: CompiledModel) throws -> Double {
    let clock = ContinuousClock()
    let times = try (0..<5).map { _ in try clock.measure { try model.run() } }.sorted()
    return (Double(times[2].components.attoseconds) / 1e13).rounded() / 100
  }
}
