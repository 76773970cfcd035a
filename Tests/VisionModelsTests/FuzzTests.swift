import Testing
import VisionErrors
import VisionModels

@testable import TFLiteOptimizer

@Suite("Hostile bytes")
struct FuzzTests {
  /// The same numbers in every run (SplitMix64).
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// Opens bytes in every way there is; true when anything threw.
  private func open(_ bytes: [UInt8]) -> Bool {
    let data = ModelData(bytes)
    do throws(TasksError) {
      if bytes.starts(with: [0x50, 0x4b]) {
        let bundle = try TaskBundle(data)
        for name in bundle.memberNames { _ = try TFLiteModel(bundle.member(named: name)) }
      } else {
        let model = try TFLiteModel(data)
        if let metadata = model.metadata {
          for tensor in metadata.inputs + metadata.outputs { _ = try metadata.labels(of: tensor) }
        }
        for index in model.outputs.indices { _ = try model.eliminatingDeadOutputs(keeping: [index]) }
      }
      return false
    } catch {
      return true
    }
  }

  private static var seeds: [[UInt8]] {
    let model = SampleModel(files: [("labels_de.txt", Array("Katze".utf8))]).bytes
    return [model, ZipWriter(localPadding: 5).write([("a.tflite", model), ("b.tflite", model)])]
  }

  @Test("every truncation is an error, never a crash", arguments: seeds.indices)
  func truncations(seed: Int) {
    let bytes = Self.seeds[seed]
    #expect(!open(bytes))
    for count in 0..<bytes.count { #expect(open(Array(bytes.prefix(count)))) }
  }

  @Test("changed bytes are read or refused, never more", arguments: seeds.indices)
  func flips(seed: Int) {
    var random = Random(state: UInt64(seed))
    let bytes = Self.seeds[seed]
    let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
    var refused = 0
    for _ in 0..<6000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: changed.indices, using: &random)
        changed[position] =
          Bool.random(using: &random)
          ? extremes[Int.random(in: extremes.indices, using: &random)] : UInt8.random(in: 0...255, using: &random)
      }
      if open(changed) { refused += 1 }
    }
    #expect((1..<6000).contains(refused))
  }

  @Test("changed models with convolutions and weights without zeros are changed once more or refused, never more")
  func graphChanges() {
    var random = Random(state: 7)
    var half = DepthwiseModel()
    half.storesHalf = true
    var padded = DepthwiseModel()
    padded.padding = .operatorBefore(top: 1, bottom: 0, left: 1, right: 0)
    let sparse = SparseConvolutionModel(storesHalf: true)
    let bytes = [false, true].map { ByteModel(isSigned: $0).graph.data }
    for sample in [DepthwiseModel().data, half.data, padded.data, SparseModel().data, sparse.data] + bytes {
      let bytes = sample.array
      var refused = 0
      for _ in 0..<3000 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if changesGraph(changed) == nil { refused += 1 }
      }
      #expect(changesGraph(bytes) == 1)
      #expect((1..<3000).contains(refused))
    }
  }

  @Test(
    "changed models with channels to leave out are simplified, left alone or refused, never more"
  )
  func simplifications() {
    var random = Random(state: 11)
    let samples = [
      GraphSample.channels().data, GraphSample.channels(half: true).data,
      GraphSample.channels(half: true, pooled: true).data,
    ]
    for bytes in samples.map(\.array) {
      var outcomes = [0, 0, 0]
      for _ in 0..<3000 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        outcomes[simplifies(changed).map { $0 ? 0 : 1 } ?? 2] += 1
      }
      #expect(simplifies(bytes) == true)
      #expect(outcomes.allSatisfy { $0 > 0 }, "\(outcomes)")
    }
  }

  /// Simplifies a model and changes it once more; whether there was something to gain, nil when anything threw.
  private func simplifies(_ bytes: [UInt8]) -> Bool? {
    do throws(TasksError) {
      let data = try TFLiteModel(ModelData(bytes)).simplified()
      let simple = try TFLiteModel(data)
      let changes = GraphChanges(customOperators: try simple.fusedConvolutions().map(\.use))
      _ = try TFLiteModel(simple.eliminatingDeadOutputs(keeping: [0], applying: changes)).macs()
      return data.array != bytes
    } catch {
      return nil
    }
  }

  /// Makes all changes of a model's graph that there are; their number, nil when anything threw.
  private func changesGraph(_ bytes: [UInt8]) -> Int? {
    do throws(TasksError) {
      let model = try TFLiteModel(ModelData(bytes))
      let uses = try model.fusedConvolutions().map(\.use)
      let changes = GraphChanges(
        customOperators: uses, denseWeights: try model.denseWeights(except: uses))
      _ = try TFLiteModel(model.eliminatingDeadOutputs(keeping: Array(model.outputs.indices), applying: changes)).macs()
      return changes.customOperators.count + changes.denseWeights.count
    } catch {
      return nil
    }
  }

  @Test("a vector of references to one large table does not multiply the work")
  func sharedTables() throws {
    // A tensor metadata vector whose entries all name the same table, which itself has a long list.
    let files = [[Int: FlatBufferValue]](repeating: [0: .text("x")], count: 3000)
    var metadata = SampleModel.metadata()
    metadata[3] = .tables([[2: .tables([[6: .tables(files)]] + .init(repeating: [:], count: 3000))]])
    var bytes = SampleModel(metadata: metadata, files: []).bytes
    let start = try #require(Self.vector(of: 3001, in: bytes))
    let target = start + 4 + Int(Self.integer(at: start + 4, in: bytes))
    for index in 0..<3001 {
      let position = start + 4 + 4 * index
      withUnsafeBytes(of: UInt32(target - position).littleEndian) {
        bytes.replaceSubrange(position..<(position + 4), with: $0)
      }
    }
    let error = #expect(throws: TasksError.self) { try TFLiteModel(ModelData(bytes)) }
    #expect(error?.message.contains("too often") == true)
  }

  private static func integer(at position: Int, in bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self)) }
  }

  private static func vector(of count: UInt32, in bytes: [UInt8]) -> Int? {
    stride(from: 0, to: bytes.count - 4, by: 4).first { integer(at: $0, in: bytes) == count }
  }
}
