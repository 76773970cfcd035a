import Foundation
import VisionCore
import VisionInference
import VisionModels

/// What several compilations of the same models have in common: how they are prepared, and packed weights.
///
/// A model is prepared once. Its kernels' weights are then in memory once, too, since only their threads and working
/// memory are each compilation's own.
///
/// XNNPACK brings a model's weights into an order of its own, a second copy beside the file's. The first compilation
/// within `sharing` writes it to a file, the others map that file, so that it is in memory once.
///
/// ```swift
/// let models = SharedModels()
/// let tasks = try (0..<4).map { _ in try models.sharing { try makeTask() } }
/// models.removeFiles()  // What is mapped stays.
/// ```
///
/// The first call has to be over before others start: a file that is being written must not be read.
///
/// LiteRT finds packed weights by the addresses of an operator's weights and biases alone, although it packs scales and
/// zero points with them. A model whose operators use one constant with different scales must be compiled without
/// sharing, or the later operators compute with the first one's scales.
package final class SharedModels: Sendable {
  /// What models of this thread's compilations share; nil where they share none.
  @TaskLocal static var current: SharedModels?

  /// A folder of this process alone; nil where none can be made, and XNNPACK's weights are not shared.
  private let folder: URL?
  private let freeBytes: @Sendable (URL) -> Int?
  private let contents = Locked(Contents())

  /// Packed weights of a file's byte, with room to spare: float16 weights become float32.
  private static let packedSize = 4

  private struct Contents: Sendable {
    /// The models whose weights are in files, which have their indices as names.
    var models: [ModelData] = []
    var preparations: [(request: PreparationRequest, preparation: ModelPreparation)] = []
  }

  package convenience init(in parent: URL = FileManager.default.temporaryDirectory) {
    self.init(in: parent, freeBytes: FileManager.freeBytes)
  }

  /// `freeBytes` is what is free on the disk of a folder; nil where the system does not say.
  init(in parent: URL, freeBytes: @escaping @Sendable (URL) -> Int?) {
    self.freeBytes = freeBytes
    let folder = parent.appendingPathComponent("vision-weights-\(UUID().uuidString)", isDirectory: true)
    let made: Void? = try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    self.folder = made.map { folder }
  }

  deinit { removeFiles() }

  /// Models that `body` compiles on this thread share with those of other calls.
  package func sharing<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Removes the files' names; models that were compiled keep their weights.
  package func removeFiles() { folder.map { try? FileManager.default.removeItem(at: $0) } }

  /// The file for the weights of a model, by its bytes; nil where none are shared: also where the disk has no room for
  /// them, since the runtime refuses a model whose file it cannot write.
  func path(for model: ModelData) -> String? {
    guard let folder else { return nil }
    let number: Int? = contents.withLock { contents in
      if let number = contents.models.firstIndex(where: model.equals) { return number }
      guard freeBytes(folder) ?? .max >= Self.packedSize * model.count else { return nil }
      contents.models.append(model)
      return contents.models.count - 1
    }
    guard let number else { return nil }
    // The runtime takes the path in a line of text, between quotation marks.
    let path = folder.appendingPathComponent("\(number)").path
    return path.contains { $0 == "\"" || $0.isNewline } ? nil : path
  }

  /// What the first call for an equal request prepared, with threads and working memory of its own, or what `prepare`
  /// returns.
  func preparation(
    for request: PreparationRequest, _ prepare: () throws -> ModelPreparation
  ) rethrows -> ModelPreparation {
    let known = contents.withLock(\.preparations).first { $0.request.equals(request) }
    if let known { return known.preparation.copy(threads: request.model.options.threads) }
    let preparation = try prepare()
    contents.withLock { $0.preparations.append((request, preparation)) }
    return preparation
  }
}

extension FileManager {
  @Sendable fileprivate static func freeBytes(in folder: URL) -> Int? {
    // Without an answer the file is tried.
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
    return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
  }
}

/// All that decides how a model is prepared.
struct PreparationRequest: Sendable {
  let model: ModelRequest
  let kernels: Kernels
  let precision: Precision

  private var choices: (Kernels, Precision, threads: Int, inferences: Int, allowsUnverified: Bool) {
    let options = model.options
    return (
      kernels, precision, options.threadCount, options.concurrentInferences, options.allowUnverifiedOperators
    )
  }

  fileprivate func equals(_ other: PreparationRequest) -> Bool {
    choices == other.choices && model.outputs == other.model.outputs && model.model.data.equals(other.model.model.data)
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
    var quantizations: [TensorQuantization: Int] = [:]
    var lists: [[Int]: Int] = [:]
    for subgraph in try model.tables(TFLiteSchema.Model.subgraphs) {
      // The quantization of each tensor, and the position of its elements in the file; nil for one that is computed.
      var tensors: [Int32: (quantization: Int, constant: Int?)] = [:]
      for (index, tensor) in try subgraph.tables(TFLiteSchema.Subgraph.tensors).enumerated() {
        guard let quantization = try TensorInfo(tensor).quantization else { continue }
        let place = Int(try tensor.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)))
        let buffer = buffers.indices.contains(place) ? buffers[place] : nil
        let isEmpty = try buffer?.bytes(TFLiteSchema.Buffer.data)?.count ?? 0 == 0
        let constant = isEmpty ? nil : try buffer?.reference(TFLiteSchema.Buffer.data)
        tensors[Int32(index)] = (numbered(quantization, in: &quantizations), constant)
      }
      for use in try subgraph.tables(TFLiteSchema.Subgraph.operators) {
        let inputs: [Int32] = try use.integers(TFLiteSchema.Operator.inputs)
        let outputs: [Int32] = try use.integers(TFLiteSchema.Operator.outputs)
        let list = numbered((inputs + outputs).map { tensors[$0]?.quantization ?? -1 }, in: &lists)
        for constant in inputs.compactMap({ tensors[$0]?.constant }) {
          guard uses.updateValue(list, forKey: constant) ?? list == list else { return false }
        }
      }
    }
    return true
  }
}

/// The number of a value: that of an equal one before it, or the next.
private func numbered<Value: Hashable>(_ value: Value, in numbers: inout [Value: Int]) -> Int {
  if let number = numbers[value] { return number }
  numbers[value] = numbers.count
  return numbers.count - 1
}
