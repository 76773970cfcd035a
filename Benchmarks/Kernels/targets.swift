// Micro-benchmarks of the kernels; scripts/benchmarks/kernels adds this file to the package's manifest.
package.dependencies.append(.package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
package.targets.append(
  .executableTarget(
    name: "KernelBenchmarks",
    dependencies: [
      "LiteRTEngine", "VisionPerception", "TestSupport", .product(name: "Benchmark", package: "benchmark"),
    ],
    path: "Benchmarks/Kernels", exclude: ["targets.swift"],
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
keepOnly(["KernelBenchmarks"])
