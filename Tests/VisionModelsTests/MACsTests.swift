import TestSupport
import Testing
import VisionCore

@testable import VisionModels

@Suite("MACs are counted by the shapes of the operators that run")
struct MACsTests {
  /// A model of one operator of a kind, over tensors of the given shapes and element types.
  private func model(
    code: UInt8, tensors: [[Int32]], inputs: [Int32], type: TensorElementType = .float32
  ) throws -> ParsedModel {
    let root: [Int: FlatBufferValue] = [
      0: .uint32(3), 1: .tables([[0: .uint8(code), 3: .int32(Int32(code))]]),
      2: .tables([
        [
          0: .tables(tensors.map { [0: .ints($0), 1: .uint8(type.rawValue), 3: .text("t")] }), 1: .ints([0]),
          2: .ints([Int32(tensors.count) - 1]),
          3: .tables([[0: .uint32(0), 1: .ints(inputs), 2: .ints([Int32(tensors.count) - 1])]]),
        ]
      ]),
      4: .tables([[:]]),
    ]
    return try ParsedModel(ModelData(FlatBufferWriter.write(root, identifier: "TFL3")))
  }

  @Test("a convolution sums over a window of all channels of its group")
  func convolution() throws {
    let shapes: [[Int32]] = [[1, 8, 8, 6], [4, 3, 5, 6], [1, 7, 7, 4]]
    let work = try model(code: 3, tensors: shapes, inputs: [0, 1]).macs()
    #expect(work == MACs(float: 7 * 7 * 4 * 3 * 5 * 6))
    // Two groups: weights know half of the input's channels.
    let grouped: [[Int32]] = [[1, 8, 8, 6], [4, 3, 5, 3], [1, 7, 7, 4]]
    #expect(try model(code: 3, tensors: grouped, inputs: [0, 1]).macs().float == 7 * 7 * 4 * 3 * 5 * 3)
  }

  @Test("a depthwise convolution sums over a window of one channel")
  func depthwise() throws {
    let shapes: [[Int32]] = [[1, 8, 8, 6], [1, 3, 5, 12], [1, 4, 4, 12]]
    #expect(try model(code: 4, tensors: shapes, inputs: [0, 1]).macs().float == 4 * 4 * 12 * 3 * 5)
  }

  @Test("a fully connected layer sums over all inputs, for each of a batch")
  func fullyConnected() throws {
    let shapes: [[Int32]] = [[2, 10], [7, 10], [2, 7]]
    #expect(try model(code: 9, tensors: shapes, inputs: [0, 1]).macs().float == 2 * 7 * 10)
  }

  @Test("a transposed convolution sends every input to a window; its data is the third input")
  func transposed() throws {
    let shapes: [[Int32]] = [[4], [5, 2, 3, 6], [1, 4, 4, 6], [1, 8, 8, 5]]
    #expect(try model(code: 67, tensors: shapes, inputs: [0, 1, 2]).macs().float == 4 * 4 * 6 * 5 * 2 * 3)
  }

  @Test(
    "bytes are counted apart, and extents that only a run knows as one", arguments: [TensorElementType.int8, .uint8])
  func bytes(type: TensorElementType) throws {
    let shapes: [[Int32]] = [[-1, 10], [7, 10], [-1, 7]]
    #expect(try model(code: 9, tensors: shapes, inputs: [0, 1], type: type).macs() == MACs(byte: 70))
  }

  @Test("other operators are free")
  func others() throws {
    #expect(try ParsedModel(SampleModel().data).macs() == MACs())
  }

  @Test(
    "shapes that make no sense and operators without weights are errors",
    arguments: [
      ([[1, 8, 8, 6], [4, 3], [1, 7, 7, 4]], [0, 1]), ([[1, 8, 8, 6], [4, 3, 5, 6], [1, 7, 7, 4]], [0]),
      ([[1, 8, 8, 6], [4, 3, 5, 6], [1, 7, 7, 4]], [0, 9]),
      ([[1, 8, 8, 6], [1, .max, .max, .max], [.max, .max, .max, .max]], [0, 1]),
    ] as [([[Int32]], [Int32])])
  func damaged(shapes: [[Int32]], inputs: [Int32]) throws {
    let model = try model(code: 3, tensors: shapes, inputs: inputs)
    #expect(errorCode { _ = try model.macs() } == .invalidArgumentError)
  }

  // The numbers were counted once by another program, over the operators and tensors that ai-edge-litert's interpreter lists.
  @Test(
    "published models",
    .needs(.shared),
    arguments: [
      ("hand_landmarker.task/hand_detector.tflite", 337_333_248, 0),
      ("hand_landmarker.task/hand_landmarks_detector.tflite", 330_968_800, 0),
      ("pose_landmarker_lite.task/pose_detector.tflite", 429_859_360, 0),
      ("pose_landmarker_full.task/pose_detector.tflite", 429_859_360, 0),
      ("pose_landmarker_lite.task/pose_landmarks_detector.tflite", 197_822_208, 0),
      ("pose_landmarker_full.task/pose_landmarks_detector.tflite", 386_148_736, 0),
      ("gesture_recognizer.task/hand_gesture_recognizer.task/gesture_embedder.tflite", 130_816, 0),
      ("gesture_recognizer.task/hand_gesture_recognizer.task/canned_gesture_classifier.tflite", 1024, 0),
      ("efficientdet_lite0_int8.tflite", 0, 973_589_696), ("efficientdet_lite0_float16.tflite", 973_589_696, 0),
      ("ssd_mobilenet_v1_coco_quant.tflite", 0, 728_036_496), ("efficientnet_lite0.tflite", 0, 385_187_552),
    ])
  func published(path: String, float: Int, byte: Int) throws {
    #expect(try published(path).macs() == MACs(float: float, byte: byte))
  }

  private func published(_ path: String) throws -> ParsedModel {
    try ParsedModel(SharedFolder.modelData(path))
  }
}
