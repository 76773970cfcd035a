/// Settings of a compiled model.
package struct CompiledModelOptions: Sendable, Hashable {
  /// The threads of the CPU kernels, the caller's included; at least 1.
  package var threadCount: Int

  /// The file with packed weights that compilations share; nil for weights of its own.
  var weightsPath: String?

  /// Whether packed weights may be shared with other compilations; see `SharedWeights`. Right only for models whose operators
  /// pack every constant in one way.
  package var sharesWeights: Bool

  /// The bytes that inputs and outputs may take together; what a caller allows one model.
  package var tensorByteLimit: Int

  package init(threadCount: Int = 1, sharesWeights: Bool = false, tensorByteLimit: Int = .max) {
    self.threadCount = threadCount
    self.tensorByteLimit = tensorByteLimit
    self.sharesWeights = sharesWeights
  }

  /// The text that LiteRT's CPU back end takes. Unknown keys are ignored there silently, so all of it is written here.
  var xnnpackText: String {
    let weights = weightsPath.map { "weight_cache_file_path = \"\($0)\"\n" } ?? ""
    return "num_threads = \(max(threadCount, 1))\n" + weights
  }
}
