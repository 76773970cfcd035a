import Benchmark

/// Micro-benchmarks of the kernels, each next to a plain reference if there is one; scripts/benchmarks/kernels runs them.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], warmupIterations: 3, maxDuration: .seconds(2), maxIterations: 5000)
  SamplingBenchmarks.register()
  ColorBenchmarks.register()
  ConvolutionBenchmarks.register()
  DenseBenchmarks.register()
  SparseBenchmarks.register()
  DetectionBenchmarks.register()
  TrackingBenchmarks.register()
  VerificationBenchmarks.register()
}
