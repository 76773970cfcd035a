import CVisionConvolution
import Foundation
import Testing
import VisionErrors
import VisionModels
import VisionRuntime

@testable import VisionTasks

@Suite("Depthwise convolutions by our kernel")
struct DepthwiseKernelTests {
  private typealias Kernel = (
    UnsafePointer<VisionDepthwise>?, UnsafePointer<Float>?, UnsafePointer<Float>?, UnsafeMutablePointer<Float>?
  ) -> Void

  /// Extents that meet every width of a strip, with odd channels' groups, edges on all sides and a window larger than the input.
  private static let sizes: [(height: Int, width: Int)] = (1...20).map { ($0, 21 - $0) } + [(33, 7), (2, 2), (40, 40)]

  @Test(
    "Every kernel gives what the plain loop gives, to the last bit",
    arguments: [3, 5], [1, 2])
  func equalsPlain(window: Int, stride: Int) {
    var generator = SystemRandomNumberGenerator()
    let team = KernelTeam(threadCount: 3)
    var compared = 0
    for size in Self.sizes {
      for channels in [8, 16, 24, 40, 64] {
        for (top, left) in [(0, 0), ((window - 1) / 2, (window - 1) / 2), (window - 1, 1)] {
          let reach = (height: size.height + top - 1, width: size.width + left - 1)
          var shape = VisionDepthwise(
            inputHeight: Int32(size.height), inputWidth: Int32(size.width),
            outputHeight: Int32(reach.height / stride + 1),
            outputWidth: Int32(reach.width / stride + 1), channels: Int32(channels), window: Int32(window),
            stride: Int32(stride), top: Int32(top), left: Int32(left), least: -0.75, most: 1.5)
          func numbers(_ count: Int) -> [Float] { (0..<count).map { _ in Float.random(in: -1...1, using: &generator) } }
          let input = numbers(size.height * size.width * channels)
          var packed = [Float](repeating: .nan, count: vision_depthwise_packed_count(&shape))
          vision_depthwise_pack(&shape, numbers(window * window * channels), numbers(channels), &packed)
          func run(_ kernel: Kernel) -> [UInt32] {
            var output = [Float](repeating: .nan, count: Int(shape.outputHeight * shape.outputWidth) * channels)
            kernel(&shape, packed, input, &output)
            return output.map(\.bitPattern)
          }
          let expected = run(vision_depthwise_plain)
          #expect(run { vision_depthwise($0, $1, $2, $3, nil) } == expected, "\(shape)")
          #expect(run { vision_depthwise($0, $1, $2, $3, team.pointer) } == expected, "\(shape)")
          #expect(run(vision_depthwise_avx2) == expected, "\(shape)")
          compared += expected.count
        }
      }
    }
    print("window \(window), stride \(stride): \(compared) numbers equal")
  }

  @Test("The plain loop is the sum of products, written out for one number")
  func plain() {
    var shape = VisionDepthwise(
      inputHeight: 2, inputWidth: 2, outputHeight: 2, outputWidth: 2, channels: 8, window: 3, stride: 1, top: 1,
      left: 1,
      least: -.infinity, most: .infinity)
    // Channel 0 has the numbers 1, 2, 3, 4 and the weights 1...9, bias 100.
    var input = [Float](repeating: 0, count: 32)
    for (place, value) in [1, 2, 3, 4].enumerated() { input[8 * place] = Float(value) }
    var weights = [Float](repeating: 0, count: 72)
    for tap in 0..<9 { weights[8 * tap] = Float(tap + 1) }
    var packed = [Float](repeating: 0, count: vision_depthwise_packed_count(&shape))
    vision_depthwise_pack(&shape, weights, [100, 0, 0, 0, 0, 0, 0, 0], &packed)
    var output = [Float](repeating: 0, count: 32)
    vision_depthwise_plain(&shape, packed, input, &output)
    #expect((0..<4).map { output[8 * $0] } == [177, 167, 147, 137])
  }

  @Test(
    "The published models give with it, what they give without, to the last bit",
    .enabled(if: SharedFolder.isPresent, "\(SharedFolder.skipNote)"),
    .enabled(if: vision_convolution_is_fast(), "XNNPACK fuses products and sums only where this processor would."),
    arguments: [
      ("hand_landmarker.task", "hand_detector.tflite"), ("hand_landmarker.task", "hand_landmarks_detector.tflite"),
      ("pose_landmarker_lite.task", "pose_landmarks_detector.tflite"),
      ("pose_landmarker_full.task", "pose_landmarks_detector.tflite"),
    ])
  func publishedModels(bundle: String, member: String) throws {
    let file = try TaskBundle(ModelData(contentsOfFile: SharedFolder.path("models/" + bundle))).member(named: member)
    let data = try TFLiteModel(file).simplified()
    let model = try TFLiteModel(data)
    let changed = try TensorModel.changed(model, threadCount: 1) { model, changes in
      try model.keepingOutputs(Array(model.outputs.indices), applying: changes)
    }
    func outputs(_ data: ModelData, _ operators: [any CustomOperator]) throws -> [[UInt32]] {
      let compiled = try data.withUnsafeBytes {
        try CompiledModel(name: member, bytes: $0, keepingAlive: data, operators: operators)
      }
      let input = try compiled.inputs[0].floats()
      for index in input.indices { input[index] = Float(index % 251) / 250 }
      try compiled.run()
      return try compiled.outputs.map { try $0.floats().map(\.bitPattern) }
    }
    #expect(!changed.kernels.isEmpty)
    #expect(try outputs(changed.bytes, changed.kernels) == outputs(data, []))
  }

  @Test(
    "One thread takes the kernel, two leave the convolutions to the runtime",
    .enabled(if: SharedFolder.isPresent, "\(SharedFolder.skipNote)"))
  func choice() throws {
    let model = try TFLiteModel(DepthwiseKernelTests.palms())
    #expect(try KernelOperators(model, threadCount: 2).all.isEmpty)
    #expect(try KernelOperators(model, threadCount: 1).all.count == (vision_convolution_is_fast() ? 28 : 0))
  }

  @Test(
    "A file whose graph cannot be changed is run as it is; a cut that is refused stays refused",
    .enabled(if: SharedFolder.isPresent, "\(SharedFolder.skipNote)"))
  func unchangeable() throws {
    let model = try TFLiteModel(Self.palms())
    let refusal = TasksError.invalidArgument("lists are shared")
    let plain = try TensorModel.changed(model, threadCount: 1) { file, changes in
      guard changes.isEmpty else { throw refusal }
      return file.data
    }
    #expect(plain.kernels.isEmpty)
    #expect(plain.bytes.count == model.data.count)
    let error = #expect(throws: TasksError.self) {
      try TensorModel.changed(model, threadCount: 1) { _, _ in throw refusal }
    }
    #expect(error?.message == refusal.message)
    let changed = try TensorModel.changed(model, threadCount: 1) { try $0.keepingOutputs([0], applying: $1) }
    #expect(changed.kernels.count == (vision_convolution_is_fast() ? 28 : 0))
  }

  @Test(
    "A run is refused when the data has other extents than the file says",
    .enabled(if: SharedFolder.isPresent, "\(SharedFolder.skipNote)"))
  func misfit() throws {
    let model = try TFLiteModel(Self.palms())
    let found = try model.depthwiseConvolutions()
    let changed = try model.keepingOutputs([0, 1], applying: GraphChanges(customOperators: found.map(\.use)))
    var operators: [any CustomOperator] = found.map { DepthwiseOperator(name: $0.use.name, $0.convolution) }
    operators[3] = SmallerOperator(name: operators[3].name)
    let compiled = try changed.withUnsafeBytes {
      try CompiledModel(name: "palms", bytes: $0, keepingAlive: changed, operators: operators)
    }
    let error = #expect(throws: TasksError.self) { try compiled.run() }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains(operators[3].name) == true)
  }

  private static func palms() throws -> ModelData {
    try TaskBundle(ModelData(contentsOfFile: SharedFolder.path("models/hand_landmarker.task")))
      .member(named: "hand_detector.tflite")
  }

  /// An operator that expects less than it is given.
  private final class SmallerOperator: CustomOperator {
    let name: String
    let inputShape = [1, 4, 4, 32]
    let outputShape = [1, 96, 96, 32]

    init(name: String) { self.name = name }

    func run(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
      Issue.record("it must not be run")
    }
  }
}
