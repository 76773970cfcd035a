import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Sparse convolutions that our kernels can replace")
struct SparseConvolutionTests {
  @Test("Shape, bounds, weights and biases are read, stored as float16 or float32", arguments: [true, false])
  func read(half: Bool) throws {
    let sample = SparseConvolutionModel(storesHalf: half)
    let model = try ParsedModel(sample.data)
    let found = try model.sparse()
    let convolution = try #require(found.first?.convolution)
    #expect(found.count == 1)
    #expect(convolution.shape.input == SpatialSize(height: 4, width: 4))
    #expect(convolution.shape.inputs == 8)
    #expect(convolution.shape.outputs == 8)
    #expect(convolution.bounds == 0...6)
    #expect(convolution.weights.starts == [0, 1, 1, 3, 3, 3, 3, 3, 3])
    #expect(convolution.weights.columns == [5, 0, 7])
    #expect(convolution.weights.values == [0.5, -2, 1.5])
    #expect(convolution.biases == sample.biases)
    #expect(convolution.macs == 16 * 3)
  }

  @Test("The DENSIFY operator is removed with its convolution, and no other operator densifies the weights")
  func replaced() throws {
    for half in [false, true] {
      let sample = SparseConvolutionModel(
        storesHalf: half, starts: [0, 1, 2, 3, 4, 5, 6, 7, 8], columns: [0, 1, 2, 3, 4, 5, 6, 7],
        stored: Array(repeating: 0.5, count: 8))
      let model = try ParsedModel(sample.data)
      let uses = try model.sparse().map(\.use)
      #expect(try model.denseWeights(except: uses).isEmpty)
      #expect(try model.denseWeights().count == 1)
      let changed = try model.eliminatingDeadOutputs(keeping: [0], applying: GraphChanges(customOperators: uses))
      #expect(try ParsedModel(changed).operators.map(\.name) == [uses[0].name])
    }
  }

  @Test("With their zeros, weights are rows of one for each input channel")
  func zeros() {
    let weights = SparseWeights(starts: [0, 1, 1, 3], columns: [2, 0, 3], values: [0.5, -2, 1.5])
    #expect(weights.withZeros(inputs: 4) == [0, 0, 0.5, 0, 0, 0, 0, 0, -2, 0, 0, 1.5])
  }

  @Test(
    "Other kinds are left to the runtime",
    arguments: [
      SparseConvolutionModel(outputs: 4, starts: [0, 1, 1, 3, 3], biasCount: 4), SparseConvolutionModel(stride: 2),
      SparseConvolutionModel(activation: 4), SparseConvolutionModel(type: 9), SparseConvolutionModel(biasCount: 7),
      SparseConvolutionModel(columns: [5, 7, 0]), SparseConvolutionModel(columns: [5, 7, 7]),
      SparseConvolutionModel(stored: [0.5, -2]),
      SparseConvolutionModel(
        starts: [0, 8, 16, 24, 32, 33, 33, 33, 33], columns: (0..<33).map { $0 % 8 },
        stored: Array(repeating: 1, count: 33)),
    ])
  func others(sample: SparseConvolutionModel) throws {
    #expect(try ParsedModel(sample.data).sparse().isEmpty)
  }

  @Test("A weight outside the columns is refused, as the verifier refuses it")
  func outside() throws {
    let model = try ParsedModel(SparseConvolutionModel(columns: [5, 0, 8]).data)
    let error = #expect(throws: TasksError.self) { try model.sparse() }
    #expect(error?.message.contains("outside its 8 columns") == true)
  }

  @Test(
    "All of the published person detector's are found",
    .needs(.shared))
  func published() throws {
    let model = try ParsedModel.published("pose_landmarker_lite.task/pose_detector.tflite")
    let found = try model.sparse()
    #expect(found.count == 38)
    #expect(try model.denseWeights(except: found.map(\.use)).isEmpty)
    // Each of its sums is the end of a block.
    #expect(try model.fusedConvolutions().count { $0.block.sum != nil } == 15)
    let own = found.reduce(0) { $0 + $1.convolution.macs }
    let all = found.reduce(0) {
      $0 + $1.convolution.shape.input.height * $1.convolution.shape.input.width * $1.convolution.shape.inputs
        * $1.convolution.shape.outputs
    }
    print("person detector: \(all) MACs in sparse convolutions, \(own) of them not with 0")
    // A quarter of the weights are there, rounded down in each tensor.
    #expect((0..<1000).contains(all - 4 * own))
  }
}
