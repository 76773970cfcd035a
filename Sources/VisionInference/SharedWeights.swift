import Foundation

/// Packed weights that several compilations of the same models have in common.
///
/// XNNPACK brings a model's weights into an order of its own, a second copy beside the file's. The first compilation within
/// `sharing` writes it to a file, the others map that file, so that it is in memory once.
///
/// ```swift
/// let weights = SharedWeights()
/// let tasks = try (0..<4).map { _ in try weights.sharing { try makeTask() } }
/// weights.removeFiles()  // What is mapped stays.
/// ```
///
/// The first call has to be over before others start: a file that is being written must not be read.
///
/// LiteRT finds packed weights by the addresses of an operator's weights and biases alone, although it packs scales and zero
/// points with them. A model whose operators use one constant with different scales must be compiled without sharing, or the
/// later operators compute with the first one's scales.
package final class SharedWeights: Sendable {
  @TaskLocal package static var current: SharedWeights?

  /// Whether models that this thread compiles share their packed weights.
  package static var isActive: Bool { current != nil }

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
  package func path(for model: UnsafeRawBufferPointer) -> String? {
    var hasher = Hasher()
    hasher.combine(bytes: model)
    let name = "\(model.count)-\(UInt(bitPattern: hasher.finalize()))"
    // The runtime takes the path between quotation marks.
    return folder.map { $0.appendingPathComponent(name).path }.flatMap { $0.contains("\"") ? nil : $0 }
  }
}
