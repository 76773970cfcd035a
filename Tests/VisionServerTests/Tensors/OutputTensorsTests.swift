import Foundation
import NIOCore
import Testing
import VisionImaging
import VisionResults
import VisionTasks

@testable import VisionServer

@Suite("Outputs as tensors, made from the parts")
struct OutputTensorsTests {
  private func tensors(_ outputs: [any TaskOutput], _ size: Int = 2, wanted: [String]? = nil) throws -> [String:
    OutputTensor]
  {
    let answers = outputs.map { ImageAnswer(output: $0, width: size, height: size) }
    let options = Set(outputs[0].format.parts.compactMap(\.option))
    let table = OutputTensors(answers: answers, format: outputs[0].format, options: options)
    let all = try table.tensors(where: { wanted?.contains($0) ?? true }, limit: 1_000_000)
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }

  private func hand(_ x: Float) -> HandLandmarkerResult {
    HandLandmarkerResult(
      landmarks: [(0..<21).map { NormalizedLandmark(x: x, y: Float($0), z: 3, visibility: nil, presence: nil) }],
      worldLandmarks: [(0..<21).map { Landmark(x: -x, y: Float($0), z: 3, visibility: nil, presence: nil) }],
      handedness: [[ResultCategory(index: 1, score: 0.5, categoryName: "Left", displayName: "Left")]],
      timestampInMilliseconds: 0)
  }

  private let noHand = HandLandmarkerResult(
    landmarks: [], worldLandmarks: [], handedness: [], timestampInMilliseconds: 0)

  private func detection(_ x: Double, _ name: String?) -> Detection {
    Detection(
      categories: [ResultCategory(index: 7, score: 0.25, categoryName: name, displayName: nil)],
      boundingBox: CGRect(x: x, y: 2, width: 3, height: 4), keypoints: nil)
  }

  @Test("Hands are padded to the image with the most, and count says how many there are")
  func hands() throws {
    let all = try tensors([noHand, hand(0.5)])
    #expect(all["count"] == OutputTensor("count", shape: [2], .int32([0, 1])))
    let landmarks = try #require(all["landmarks"])
    #expect(landmarks.shape == [2, 1, 21, 3])
    guard case .float32(let values) = landmarks.values else { return #expect(Bool(false)) }
    #expect(values[..<63].allSatisfy { $0 == 0 } && values[63..<69] == [0.5, 0, 3, 0.5, 1, 3])
    #expect(all["handedness"] == OutputTensor("handedness", shape: [2, 1, 1], .texts(["", "Left"])))
    #expect(all["handedness_scores"]?.values == .float32([0, 0.5]))
    #expect(all["handedness_indices"]?.values == .int32([-1, 1]))
    #expect(all["handedness_count"]?.values == .int32([0, 1]))
    #expect(try tensors([noHand])["landmarks"]?.shape == [1, 0, 21, 3])
  }

  @Test("Boxes, classes and scores")
  func boxes() throws {
    let result = ObjectDetectorResult(detections: [detection(1, "cat"), detection(5, nil)], timestampInMilliseconds: 0)
    let none = ObjectDetectorResult(detections: [], timestampInMilliseconds: 0)
    let all = try tensors([result, none])
    #expect(
      all["boxes"]
        == OutputTensor("boxes", shape: [2, 2, 4], .float32([1, 2, 3, 4, 5, 2, 3, 4] + Array(repeating: 0, count: 8))))
    #expect(all["classes"] == OutputTensor("classes", shape: [2, 2], .texts(["cat", "", "", ""])))
    #expect(all["scores"]?.values == .float32([0.25, 0.25, 0, 0]))
    #expect(all["class_indices"]?.values == .int32([7, 7, -1, -1]))
    #expect(Set(all.keys) == ["count", "boxes", "classes", "scores", "class_indices"])
    #expect(try Set(tensors([result], wanted: ["scores"]).keys) == ["scores"])
  }

  @Test("Masks of images of different sizes are padded, and refused when they would take too much memory")
  func masks() throws {
    func pose(_ size: Int, _ value: Float) throws -> PoseLandmarkerResult {
      let values = [Float](repeating: value, count: size * size)
      let mask = try #require(Mask(float32Data: values, width: size, height: size, shouldCopy: true))
      return PoseLandmarkerResult(
        landmarks: [], worldLandmarks: [], segmentationMasks: [mask], timestampInMilliseconds: 0)
    }
    let answers = [
      ImageAnswer(output: try pose(1, 0.5), width: 1, height: 1),
      ImageAnswer(output: try pose(2, 1), width: 2, height: 2),
    ]
    let table = OutputTensors(
      answers: answers, format: PoseLandmarkerResult.format, options: ["shouldOutputSegmentationMasks"])
    let all = try table.tensors(where: { _ in true }, limit: 32)
    let masks = try #require(all.first { $0.name == "masks" })
    #expect(masks.shape == [2, 1, 2, 2] && masks.values == .float32([0.5, 0, 0, 0, 1, 1, 1, 1]))
    #expect(all.first { $0.name == "mask_sizes" }?.values == .int32([1, 1, 2, 2]))
    #expect(answers.map(\.maskBytes) == [4, 16])
    #expect(throws: (any Error).self) { try table.tensors(where: { _ in true }, limit: 31) }
    #expect(try table.tensors(where: { $0 == "count" }, limit: 0).count == 1)
    let nobody = PoseLandmarkerResult(
      landmarks: [], worldLandmarks: [], segmentationMasks: [], timestampInMilliseconds: 0)
    #expect(
      try tensors([nobody])["masks"]?.shape == [1, 0, 2, 2], "the metadata lists masks, so there always are some")
  }

  @Test("The metadata lists the tensors that results have, with their types and shapes")
  func metadata() throws {
    let outputs: [any TaskOutput] = [
      hand(1), ObjectDetectorResult(detections: [detection(1, "cat")], timestampInMilliseconds: 0),
    ]
    for output in outputs {
      let specs = output.format.tensors(with: [])
      let all = try tensors([output])
      #expect(Set(specs.map(\.name)) == Set(all.keys))
      for spec in specs {
        let tensor = try #require(all[spec.name])
        #expect(tensor.values.type == spec.datatype && tensor.shape.count == spec.shape.count, "\(spec.name)")
        #expect(zip(spec.shape, tensor.shape).allSatisfy { $0 == -1 || $0 == $1 }, "\(spec.name)")
        #expect(tensor.shape.reduce(1, *) == tensor.values.count)
      }
    }
    for task in TaskRegistry.all {
      let names = task.format.tensors(with: Set(task.format.parts.compactMap(\.option))).map(\.name)
      #expect(Set(names).count == names.count && !names.contains("json"), "\(names)")
    }
  }

  @Test("Elements in binary form are little-endian, texts with their lengths")
  func bytes() {
    func bytes(_ values: OutputTensor.Values) -> [UInt8] {
      let tensor = OutputTensor("x", shape: [values.count], values)
      var buffer = ByteBuffer()
      tensor.write(to: &buffer)
      #expect(buffer.readableBytes == tensor.byteCount)
      return Array(buffer.readableBytesView)
    }
    #expect(bytes(.float32([1])) == [0, 0, 0x80, 0x3F])
    #expect(bytes(.int32([1, -1])) == [1, 0, 0, 0, 255, 255, 255, 255])
    #expect(bytes(.int64([2])) == [2, 0, 0, 0, 0, 0, 0, 0])
    #expect(bytes(.texts(["é", ""])) == [2, 0, 0, 0, 0xC3, 0xA9, 0, 0, 0, 0])
  }
}
