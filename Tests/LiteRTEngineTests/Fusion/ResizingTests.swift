import TestSupport
import Testing
import VisionCore
import VisionInference
import VisionModels

@testable import LiteRTEngine

@Suite("Bilinear resizings that our kernel can replace")
struct ResizingTests {
  @Test(
    "A resizing equals LiteRT's to the last bit on any number of threads, with all options",
    .only(.x86), arguments: [1, 2, 3], [(false, false), (false, true), (true, false)])
  func equalsRuntime(threadCount: Int, options: (alignsCorners: Bool, halvesPixels: Bool)) throws {
    for size in [(10, 14), (5, 7), (3, 2), (17, 9), (1, 1)] as [(Int32, Int32)] {
      let sample = Self.sample(size: size, alignsCorners: options.alignsCorners, halvesPixels: options.halvesPixels)
      let model = try ParsedModel(sample.data)
      let changed = try model.prepared(threads: threadCount)
      #expect(try ParsedModel(changed.bytes).operators.map(\.name) == ["VisionBlock0", "VisionBlock1"])
      let ours = try CompiledModel.output(changed.bytes, changed.kernels)
      #expect(try ours == CompiledModel.output(model.data, []), "\(size)")
      #expect(Set(ours).count > 7)
    }
  }

  @Test("A copy with threads of its own has the same resizings")
  func copy() throws {
    let model = try ParsedModel(Self.sample().data)
    let changed = try model.prepared(threads: 2)
    let copy = changed.copy(threads: ThreadBudget(threadCount: 2, within: nil))
    let results = try [changed, copy].map { try CompiledModel.output($0.bytes, $0.kernels) }
    #expect(results[0] == results[1])
  }

  @Test("A report names them beside the convolutions")
  func report() throws {
    let model = try ParsedModel(Self.sample().data)
    let options = InferenceOptions(engine: LiteRT(kernels: .always), threadCount: 1)
    let session = try LiteRT(kernels: .always).load(ModelRequest(name: "model", model: model, options: options))
    let placements = try session.report().placements
    #expect(placements.map(\.name) == ["float convolutions", "bilinear resizings"])
    #expect(placements.map(\.count) == [1, 1])
  }

  @Test("Those of other sizes than the file's, of several images and of computed sizes are left to the runtime")
  func others() throws {
    #expect(try ParsedModel(Self.sample().data).resizings().map(\.use.inputs) == [[3]])
    let changes: [(name: String, change: (inout GraphSample) -> Void)] = [
      ("another size than the result's", { $0.buffers[3] = Self.bytes([10, 13]) }),
      ("a size of three numbers", { $0.buffers[3] = Self.bytes([10, 14, 1]) }),
      (
        "a size that is computed",
        {
          $0.inputs.append(4); $0.tensors[4][2] = .uint32(0)
        }
      ),
      ("several images", { for tensor in [3, 5] { $0.tensors[tensor][0] = .ints([2, 5, 7, 8]) } }),
      ("other channels", { $0.tensors[5][0] = .ints([1, 10, 14, 4]) }),
      ("bytes", { for tensor in [3, 5] { $0.tensors[tensor][1] = .uint8(TensorElementType.uint8.rawValue) } }),
      ("a size that is not fixed", { $0.tensors[5][7] = .ints([1, -1, -1, 8]) }),
    ]
    for (name, change) in changes {
      var sample = Self.sample()
      change(&sample)
      #expect(try ParsedModel(sample.data).resizings().isEmpty, "\(name)")
    }
  }

  @Test("They are the kernels' only beside convolutions")
  func alone() throws {
    var sample = Self.sample()
    sample.operators.removeFirst()
    sample.inputs = [3]
    let changed = try ParsedModel(sample.data).prepared()
    #expect(changed.kernels.isEmpty)
  }

  private static func bytes(_ numbers: [Int32]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  }

  /// A convolution and a resizing:
  ///
  ///     0 ── CONV_2D (1, 2) ── 3 ── RESIZE_BILINEAR (4) ── 5 (output 0)
  private static func sample(
    size: (Int32, Int32) = (10, 14), alignsCorners: Bool = false, halvesPixels: Bool = false
  ) -> GraphSample {
    var generator = SeededGenerator(seed: 3)
    var sample = GraphSample()
    sample.addTensor([1, 5, 7, 16])
    sample.addConstant([8, 1, 1, 16], generator.floats(128).bytes())
    sample.addConstant([8], generator.floats(8).bytes())
    sample.addTensor([1, 5, 7, 8])
    sample.addConstant([2], type: .int32, bytes([size.0, size.1]))
    sample.addTensor([1, size.0, size.1, 8])
    sample.outputs = [5]
    sample.addOperator(.convolution, [0, 1, 2], 3, options: [1: .int32(1), 2: .int32(1)])
    sample.addOperator(
      .resizeBilinear, [3, 4], 5, options: [2: .uint8(alignsCorners ? 1 : 0), 3: .uint8(halvesPixels ? 1 : 0)])
    return sample
  }
}
