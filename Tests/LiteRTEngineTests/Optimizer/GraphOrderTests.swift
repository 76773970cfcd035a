import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Graphs that must not be changed")
struct GraphOrderTests {
  /// Each of them an order of operators that no converter writes.
  private static let disorders: [(String, @Sendable (inout GraphSample) -> Void)] = [
    ("two producers of a tensor", { $0.operators[0][2] = .ints([6]) }),
    ("a tensor that one operator computes twice", { $0.operators[0][2] = .ints([3, 3]) }),
    ("a result that is read before it is there", { $0.operators.swapAt(0, 1) }),
    ("an operator that reads its own result", { $0.operators[1][1] = .ints([6, 4, 5]) }),
    ("an operator that computes an input of the model", { $0.operators[2][2] = .ints([0]) }),
  ]

  @Test("They are unchanged, and pruning them is an error", arguments: disorders.indices)
  func refused(index: Int) throws {
    var sample = GraphSample.residual()
    sample.outputs = [6, 9]
    #expect(try !ParsedModel(sample.data).fusedConvolutions().isEmpty)
    let (name, damage) = Self.disorders[index]
    damage(&sample)
    let model = try ParsedModel(sample.data)
    #expect(try model.fusedConvolutions().isEmpty, "\(name)")
    #expect(try model.simplified().array == sample.data.array, "\(name)")
    #expect(try model.eliminatingDeadOutputs(keeping: [0, 1]).array == sample.data.array, "\(name)")
    let error = #expect(throws: TasksError.self, "\(name)") { try model.eliminatingDeadOutputs(keeping: [1]) }
    #expect(error?.message.contains("damaged") == true)
  }

  @Test("A file that has operators named like ours is not given more of them")
  func takenNames() throws {
    var sample = GraphSample.residual()
    sample.codeNames[.prelu] = "VisionBlock0"
    #expect(try ParsedModel(sample.data).operators.map(\.name).contains("VisionBlock0"))
    #expect(try ParsedModel(sample.data).fusedConvolutions().isEmpty)
  }

  @Test("Names of operators have an end: each operator of a model may have the same long one")
  func longNames() throws {
    var sample = GraphSample.residual()
    sample.codeNames[.prelu] = String(repeating: "x", count: 256)
    #expect(try ParsedModel(sample.data).operators.map(\.name.count).contains(256))
    sample.codeNames[.prelu] = String(repeating: "x", count: 257)
    let error = #expect(throws: TasksError.self) { try ParsedModel(sample.data) }
    #expect(error?.message.contains("257 bytes of at most 256") == true, "\(error?.message ?? "")")
  }

  @Test("A change that would overwrite a constant is refused")
  func overlap() throws {
    var sample = GraphSample.residual()
    sample.outputs = [6, 9]
    // One list at the end is the outputs' and, as two bytes, the alpha' buffer.
    var bytes = sample.data.array
    let root = try FlatBuffer(sample.data, identifier: "TFL3", what: "model").root
    let subgraph = try #require(try root.tables(TFLiteSchema.Model.subgraphs).first)
    let buffer = try #require(try root.tables(TFLiteSchema.Model.buffers).last)
    while bytes.count % 4 != 0 { bytes.append(0) }
    let list = bytes.count
    bytes += [2, 0, 0, 0, 6, 0, 0, 0, 9, 0, 0, 0]
    let outputs = try #require(try subgraph.fieldPosition(TFLiteSchema.Subgraph.outputs))
    Self.refer(from: outputs, to: list, in: &bytes)
    let harmless = try ParsedModel(ModelData(bytes))
    #expect(try ParsedModel(harmless.eliminatingDeadOutputs(keeping: [1])).outputs.count == 1)
    Self.refer(from: try #require(try buffer.fieldPosition(TFLiteSchema.Buffer.data)), to: list, in: &bytes)
    let model = try ParsedModel(ModelData(bytes))
    #expect(model.outputs.count == 2)
    let error = #expect(throws: TasksError.self) { try model.eliminatingDeadOutputs(keeping: [1]) }
    #expect(error?.message.contains("overlap") == true)
  }

  @Test("The changed file reads back as the intended graph")
  func snapshot() throws {
    let sample = GraphSample.residual()
    var meant = try GraphSnapshot(ModelTables(sample.data))
    let found = try GraphSnapshot(ModelTables(sample.data))
    #expect(meant == found)
    var changes = GraphChanges()
    changes.tensors = [TensorChange(tensor: 7, shape: [1, 4, 4, 16])]
    try meant.apply(changes, keeping: [0, 1, 2, 3], outputs: [9])
    #expect(meant != found)
    #expect(meant.tensors[7].info.shape == [1, 4, 4, 16])
    let changed = try ParsedModel(sample.data).eliminatingDeadOutputs(keeping: [0], applying: changes)
    #expect(try GraphSnapshot(ModelTables(changed), originalCount: sample.data.count) == meant)
    #expect(throws: TasksError.self) {
      var other = found
      try other.apply(GraphChanges(), keeping: [4], outputs: [9])
    }
  }

  @Test("A NaN scale is kept in the changed file and does not count as damage")
  func notANumber() throws {
    var sample = GraphSample.residual()
    sample.outputs = [6, 9]
    sample.tensors[0][4] = .table([2: .floats([.nan]), 3: .longs([0])])
    let model = try ParsedModel(sample.data)
    #expect(model.inputs[0].quantization?.scale?.isNaN == true)
    #expect(try ParsedModel(model.simplified()).inputs == model.inputs)
    let cut = try ParsedModel(model.eliminatingDeadOutputs(keeping: [1]))
    #expect(cut.inputs == model.inputs)
    #expect(Set(cut.inputs + model.inputs).count == 1)
  }

  private static func refer(from field: Int, to target: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(target - field).littleEndian) { bytes.replaceSubrange(field..<field + 4, with: $0) }
  }
}
