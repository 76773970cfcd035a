/// Settings of a compiled model.
package struct CompiledModelOptions: Sendable, Hashable {
  /// The threads of the CPU kernels, the caller's included; at least 1.
  package var threadCount: Int

  package init(threadCount: Int = 1) { self.threadCount = threadCount }

  /// The text that LiteRT's CPU back end takes. Unknown keys are ignored there silently, so all of it is written here.
  var xnnpackText: String { "num_threads = \(max(threadCount, 1))\n" }
}
