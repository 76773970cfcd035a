import CVisionConvolution
import Foundation
import TestSupport
import Testing
import VisionCore
import VisionInference
import VisionModels

@testable import LiteRTEngine

@Suite("Operators that our kernels replace", .needs(.shared))
struct KernelPlanTests {
  /// Models with dense, depthwise and sparse convolutions, sums, PReLU and bounds.
  private static let models = [
    "hand_landmarker.task/hand_detector.tflite", "hand_landmarker.task/hand_landmarks_detector.tflite",
    "pose_landmarker_lite.task/pose_detector.tflite", "pose_landmarker_lite.task/pose_landmarks_detector.tflite",
    "pose_landmarker_full.task/pose_landmarks_detector.tflite", "efficientdet_lite0_float16.tflite",
    "face_landmarker.task/face_detector.tflite", "face_landmarker.task/face_landmarks_detector.tflite",
    "face_landmarker.task/face_blendshapes.tflite", "face_detection_full_range_sparse.tflite",
    "holistic_landmarker.task/hand_roi_refinement.tflite", "selfie_segmenter.tflite", "deeplab_v3.tflite",
  ]

  @Test(
    "Published float models give equal bits with and without our kernels on any number of threads",
    .only(.fusedProducts, if: vision_convolution_is_fast()),
    arguments: models)
  func publishedModels(path: String) throws {
    let data = try ParsedModel.published(path).simplified()
    let runtime = try Self.outputs(data, [])
    for threadCount in 1...3 {
      let changed = try ParsedModel(data).prepared(threads: threadCount, kernels: .automatic)
      #expect(changed.plan?.threadCount == 1)
      let left = try ParsedModel(changed.bytes).operators.filter {
        $0.name.contains("CONV_2D") || $0.name == "FULLY_CONNECTED"
      }
      // A depthwise convolution of four channels.
      #expect(left.reduce(0) { $0 + $1.count } == (path.contains("full_range") ? 1 : 0))
      let ours = try Self.outputs(changed.bytes, changed.kernels)
      #expect(ours == runtime, "\(threadCount) threads")
      print("\(path), \(threadCount) threads: \(ours.joined().count) numbers equal")
    }
  }

  @Test(
    "Published int8 models give equal results with and without our kernels on any number of threads",
    .only(.byteProducts, if: vision_convolution_is_fast()),
    arguments: ["efficientdet_lite0_int8.tflite", "ssd_mobilenet_v1_coco_quant.tflite", "efficientnet_lite0.tflite"])
  func byteModels(file: String) throws {
    let model = try ParsedModel.published(file)
    let runtime = try Self.outputs(model.data, [])
    for threadCount in 1...3 {
      let changed = try model.prepared(threads: threadCount, kernels: .automatic)
      #expect(changed.plan?.threadCount == 1)
      #expect(try !ParsedModel(changed.bytes).operators.contains { $0.name.contains("CONV_2D") })
      let ours = try Self.outputs(changed.bytes, changed.kernels)
      #expect(ours == runtime, "\(threadCount) threads")
      print("\(file), \(threadCount) threads: \(ours.joined().count) numbers equal")
    }
  }

  @Test("Models with convolutions use our thread pool; others use the runtime's and none of our kernels")
  func choice() throws {
    let float = try ParsedModel.published("hand_landmarker.task/hand_detector.tflite")
    for threadCount in [1, 2] {
      let operators = try KernelPlan(float, kernels: .automatic, options: .all(threadCount))
      #expect(operators.operators.isEmpty != vision_convolution_is_fast())
      #expect(operators.threadCount == (vision_convolution_is_fast() ? 1 : threadCount))
    }
    let bytes = try KernelPlan(
      ParsedModel.published("efficientdet_lite0_int8.tflite"), kernels: .automatic,
      options: InferenceOptions(engine: LiteRT(), threadCount: 2))
    #expect(bytes.operators.isEmpty != vision_convolution_is_fast())
    #expect(bytes.threadCount == (vision_convolution_is_fast() ? 1 : 2))
  }

  @Test(
    "A plan says how much of a float model is reduced, and that an int8 model stays exact",
    arguments: [Precision.reduced, .low])
  func reducedNotes(_ precision: Precision) throws {
    let float = try ParsedModel.published("hand_landmarker.task/hand_detector.tflite")
    let bytes = try ParsedModel.published("efficientdet_lite0_int8.tflite")
    let numbers = precision.numbers
    let expected =
      numbers == VISION_FLOAT32
      ? ["Reduced precision is exact here: ", "Reduced precision is exact here: "]
      : ["32 of 63 convolutions multiply \(numbers.name) numbers.", "Reduced precision is exact for this model: "]
    for (model, text) in zip([float, bytes], expected) {
      let plan = try KernelPlan(model, kernels: .always, precision: precision, options: .all(1))
      let notes = plan.notes(on: precision)
      #expect(notes.count == 1 && notes.allSatisfy { $0.hasPrefix(text) }, "\(notes)")
      #expect(plan.notes(on: .exact).isEmpty)
    }
    let exact = try KernelPlan(float, kernels: .always, options: .all(1))
    #expect(exact.operators.allSatisfy { ($0.kernel as? FusedConvolutionOperator)?.reducedCount ?? 0 == 0 })
  }

  @Test("A model whose graph cannot be changed runs unchanged and is reported; pruning it is refused")
  func unchangeable() throws {
    let model = try ParsedModel.published("hand_landmarker.task/hand_detector.tflite").withSharedLists()
    let plain = try model.prepared(threads: 2)
    #expect(plain.plan == nil)
    #expect(plain.bytes.count == model.data.count)
    #expect(plain.notes.contains { $0.hasPrefix("Convolution fusion was refused: ") })
    let error = #expect(throws: TasksError.self) {
      try ModelPreparation.prepare(
        ModelRequest(
          name: "palms", model: model, outputs: [OutputRequest(0)],
          options: InferenceOptions(engine: LiteRT(), threadCount: 1)), kernels: .automatic)
    }
    print("a cut of a model with shared lists: \(error?.message ?? "no error")")
    #expect(error?.code == .invalidArgumentError)
  }

  @Test(
    "Inference is refused for data of another shape, or of another type with the same size",
    arguments: [false, true])
  func misfit(otherType: Bool) throws {
    let model = try ParsedModel.published("hand_landmarker.task/hand_detector.tflite")
    let found = try model.fusedConvolutions()
    let changed = try model.eliminatingDeadOutputs(
      keeping: [0, 1], applying: GraphChanges(customOperators: found.map(\.use)))
    let memory = KernelMemory(threads: ThreadBudget(threadCount: 1))
    var budget = KernelBudget(threadCount: 1)
    var operators: [any CustomOperator] = try found.map { use, block in
      let work = budget.take(block)
      return FusedConvolutionOperator(
        name: use.name, FusedRun(blocks: [block]), weights: WeightMemory(), memory: memory,
        workByteCount: try #require(work))
    }
    let (name, input, output) = (operators[3].name, operators[3].inputShape, operators[3].outputShape)
    operators[3] =
      otherType
      ? OtherOperator(name: name, elementType: .int32, inputShape: input, outputShape: output)
      : OtherOperator(name: name, elementType: .float32, inputShape: [1, 4, 4, 32], outputShape: output)
    let compiled = try changed.withUnsafeBytes {
      try CompiledModel(name: "palms", bytes: $0, keepingAlive: changed, operators: operators)
    }
    let error = #expect(throws: TasksError.self) { try compiled.run() }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains(operators[3].name) == true)
  }

  @Test(
    "Inference fails with an error when an operator's output type contradicts the file",
    arguments: [1, 2])
  func typeConfusion(threadCount: Int) throws {
    // The verifier refuses such a model; this is what holds where it would not.
    let model = try ParsedModel.published("efficientdet_lite0_float16.tflite").comparingInsteadOfAdding()
    let plan = try KernelPlan(model, kernels: .always, options: .all(threadCount))
    let uses = plan.operators.map(\.use)
    #expect(!uses.isEmpty)
    let changes = GraphChanges(customOperators: uses, denseWeights: try model.denseWeights(except: uses))
    let bytes = try model.eliminatingDeadOutputs(keeping: Array(model.outputs.indices), applying: changes)
    let error = #expect(throws: TasksError.self) {
      let compiled = try bytes.withUnsafeBytes {
        try CompiledModel(name: "model", bytes: $0, keepingAlive: bytes, operators: plan.operators.map(\.kernel))
      }
      try compiled.run()
    }
    print("LESS in the place of ADD: \(error?.message ?? "no error")")
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("VisionBlock") == true)
  }

  private static func outputs(_ data: ModelData, _ operators: [any CustomOperator]) throws -> [[UInt32]] {
    let compiled = try data.withUnsafeBytes {
      try CompiledModel(name: "model", bytes: $0, keepingAlive: data, operators: operators)
    }
    if compiled.inputs[0].elementType == .float32 {
      let input = try compiled.inputs[0].floats()
      for index in input.indices { input[index] = Float(index % 251) / 250 }
    } else {
      let input = try compiled.inputs[0].bytes()
      for index in input.indices { input[index] = UInt8(index % 251) }
    }
    try compiled.run()
    return try compiled.outputs.map { output in
      if output.elementType == .float32 { return try output.floats().map(\.bitPattern) }
      return try output.bytes().map(UInt32.init)
    }
  }

  /// An operator that expects something else than it is given.
  private final class OtherOperator: CustomOperator {
    let name: String
    let signature: CustomOperatorSignature

    init(name: String, elementType: TensorElementType, inputShape: [Int], outputShape: [Int]) {
      self.name = name
      signature = CustomOperatorSignature(
        inputShape: inputShape, outputShape: outputShape, inputType: elementType, outputType: elementType)
    }

    func run(input: UnsafeRawPointer, second: UnsafeRawPointer?, output: UnsafeMutableRawPointer) {
      Issue.record("it must not be run")
    }
  }
}
