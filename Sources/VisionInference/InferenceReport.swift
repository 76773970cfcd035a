import VisionModels

/// Which engine and which kernels run a model, and what was left out or refused.
package struct InferenceReport: Sendable, Hashable, Codable {
  /// Operators of one kind that run in the same way.
  package struct Placement: Sendable, Hashable, Codable {
    /// The operator's name in the schema, for example `CONV_2D`.
    package let name: String
    /// The number of operators.
    package let count: Int
    /// What runs them, for example `CPUKernels, AVX-512` or `LiteRT`.
    package let kernel: String

    package init(name: String, count: Int, kernel: String) {
      self.name = name
      self.count = count
      self.kernel = kernel
    }
  }

  /// The engine's name.
  package let engine: String
  /// The threads of an inference.
  package let threadCount: Int
  /// The operators that run, this package's kernels first.
  package let placements: [Placement]
  /// The MACs of an inference.
  package let macs: MACs
  /// What was done to the graph, what was refused or left to the engine, and why; a sentence each.
  package let notes: [String]

  package init(
    engine: String, threadCount: Int, placements: [Placement], macs: MACs, notes: [String]
  ) {
    self.engine = engine
    self.threadCount = threadCount
    self.placements = placements
    self.macs = macs
    self.notes = notes
  }
}
