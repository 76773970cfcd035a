import Foundation
import VisionCore
import VisionModels

/// Packed weights that several compilations of the same models have in common.
///
/// XNNPACK brings a model's weights into an order of its own, a second copy beside the file's. The first compilation
/// within `sharing` writes it to a file, the others map that file, so that it is in memory once.
///
/// ```swift
/// let weights = SharedWeights()
/// let tasks = try (0..<4).map { _ in try weights.sharing { try makeTask() } }
/// weights.removeFiles()  // What is mapped stays.
/// ```
///
/// The first call has to be over before others start: a file that is being written must not be read.
///
/// LiteRT finds packed weights by the addresses of an operator's weights and biases alone, although it packs scales and
/// zero points with them. A model whose operators use one constant with different scales must be compiled without
/// sharing, or the later operators compute with the first one's scales.
package final class SharedWeights: Sendable {
  /// The weights that models of this thread's compilations share; nil where they share none.
  @TaskLocal static var current: SharedWeights?

  /// A folder of this process alone; nil where none can be made, and nothing is shared.
  private let folder: URL?

  package init(in parent: URL = FileManager.default.temporaryDirectory) {
    let folder = parent.appendingPathComponent("vision-weights-\(UUID().uuidString)", isDirectory: true)
    let made: Void? = try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    self.folder = made.map { folder }
  }

  deinit { removeFiles() }

  /// Models that `body` compiles on this thread share their weights with those of other calls.
  package func sharing<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Removes the files' names; models that were compiled keep their weights.
  package func removeFiles() { folder.map { try? FileManager.default.removeItem(at: $0) } }

  /// The file for the weights of a model, by its bytes; nil where nothing is shared.
  func path(for model: UnsafeRawBufferPointer) -> String? {
    var hasher = Hasher()
    hasher.combine(bytes: model)
    let name = "\(model.count)-\(UInt(bitPattern: hasher.finalize()))"
    // The runtime takes the path between quotation marks.
    return folder.map { $0.appendingPathComponent(name).path }.flatMap { $0.contains("\"") ? nil : $0 }
  }
}

extension ParsedModel {
  /// Whether every quantized constant is used with the same scales and zero points by all operators that read it.
  /// Detectors apply one set of weights to several feature maps, each with its own scales. A cache of packed weights
  /// whose keys contain no scales gives all of them the first one's.
  func packsEachConstantOnce() throws(TasksError) -> Bool {
    let model = try FlatBuffer(model: data).root
    let buffers = try model.tables(TFLiteSchema.Model.buffers)
    // By the position of the bytes, which tensors of several subgraphs may share. Quantizations, and operators' lists
    // of them, are numbered, so that comparing long ones takes no longer.
    var uses: [Int: Int] = [:]
    var quantizations = Numbering<TensorQuantization>()
    var lists = Numbering<[Int]>()
    for subgraph in try model.tables(TFLiteSchema.Model.subgraphs) {
      let tensors = try PackedTensor.all(of: subgraph, buffers: buffers, numbering: &quantizations)
      for use in try subgraph.tables(TFLiteSchema.Subgraph.operators) {
        let inputs: [Int32] = try use.integers(TFLiteSchema.Operator.inputs)
        let outputs: [Int32] = try use.integers(TFLiteSchema.Operator.outputs)
        let list = lists[(inputs + outputs).map { tensors[$0]?.quantization ?? -1 }]
        for constant in inputs.compactMap({ tensors[$0]?.constant }) {
          guard uses.updateValue(list, forKey: constant) ?? list == list else { return false }
        }
      }
    }
    return true
  }
}

private struct Numbering<Value: Hashable> {
  private var numbers: [Value: Int] = [:]

  subscript(value: Value) -> Int {
    mutating get {
      let next = numbers.count
      if let number = numbers[value] { return number }
      numbers[value] = next
      return next
    }
  }
}

/// The quantization of a tensor, by its index, and the position of its elements.
private struct PackedTensor {
  let quantization: Int
  /// The position of the elements in the file; nil for a tensor that is computed.
  let constant: Int?

  static func all(
    of subgraph: FlatBufferTable, buffers: [FlatBufferTable], numbering: inout Numbering<TensorQuantization>
  ) throws(TasksError) -> [Int32: PackedTensor] {
    var found: [Int32: PackedTensor] = [:]
    for (index, tensor) in try subgraph.tables(TFLiteSchema.Subgraph.tensors).enumerated() {
      guard let quantization = try TensorInfo(tensor).quantization else { continue }
      let buffer = Int(try tensor.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)))
      let isThere = buffers.indices.contains(buffer)
      let isEmpty = isThere ? try buffers[buffer].bytes(TFLiteSchema.Buffer.data)?.count ?? 0 == 0 : true
      found[Int32(index)] = PackedTensor(
        quantization: numbering[quantization],
        constant: isEmpty ? nil : try buffers[buffer].reference(TFLiteSchema.Buffer.data))
    }
    return found
  }
}
