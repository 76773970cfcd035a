import TestSupport
import Testing
import VisionModels

@testable import LiteRTEngine

@Suite("Published models with pruned outputs", .needs(.shared))
struct PublishedOutputSelectionTests {
  private static func model(_ variant: String) throws -> ParsedModel {
    try ParsedModel(SharedFolder.modelData("pose_landmarker_\(variant).task/pose_landmarks_detector.tflite"))
  }

  @Test(
    "without the mask branch the pose model loses its decoder",
    arguments: [("lite", 305, 258, 232), ("full", 332, 286, 231)])
  func poseWithoutMasks(variant: String, all: Int, withoutMask: Int, onlyMask: Int) throws {
    let model = try Self.model(variant)
    let pruned = try ParsedModel(model.eliminatingDeadOutputs(keeping: [0, 1, 3, 4]))
    #expect(pruned.outputs.map(\.shape) == [[1, 195], [1, 1], [1, 64, 64, 39], [1, 117]])
    #expect(model.operatorCount == all)
    #expect(pruned.operatorCount == withoutMask)
    #expect(try ParsedModel(model.eliminatingDeadOutputs(keeping: [2])).operatorCount == onlyMask)
  }

  @Test(
    "the pose models' MACs without the mask",
    arguments: [("lite", 166_364_928), ("full", 351_349_120)])
  func withoutMask(variant: String, float: Int) throws {
    let model = try Self.model(variant)
    #expect(try ParsedModel(model.eliminatingDeadOutputs(keeping: [0, 1, 3, 4])).macs() == MACs(float: float))
  }
}
