// Programs that try random bytes on everything that reads bytes from strangers. scripts/ci/fuzz adds this file to the package's manifest
// and builds them. Only our modules are optimized and instrumented: a server's libraries, which are not what is tried, would take most
// of the time to compile. The kernels take minutes with sanitizers, and have a program of their own.
for target in package.targets where target.type == .regular && target.name != "CVisionConvolution" {
  target.swiftSettings = [.unsafeFlags(["-O", "-sanitize=fuzzer,address"])] + (target.swiftSettings ?? [])
  target.cSettings = [
    .unsafeFlags(["-O1", "-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=undefined"])
  ]
}
package.targets += [
  .target(name: "CFuzzer", path: "Fuzzing/Sources/CFuzzer"),
  .target(
    name: "FuzzSupport", dependencies: ["CFuzzer"], path: "Fuzzing/Sources/FuzzSupport",
    swiftSettings: [.unsafeFlags(["-O"])]),
]

/// A program that tries inputs on modules of the package; `module` is the highest that it imports.
@MainActor func fuzzer(_ name: String, on module: Target.Dependency, and others: [Target.Dependency] = []) {
  package.targets.append(
    .executableTarget(
      name: name, dependencies: ["FuzzSupport", module] + others, path: "Fuzzing/Sources/\(name)",
      swiftSettings: [.unsafeFlags(["-parse-as-library", "-O", "-sanitize=fuzzer,address"])],
      // gold, Swift's usual linker, cannot read what the sanitizers add. libFuzzer's own main function has to go.
      linkerSettings: [.unsafeFlags(["-use-ld=lld", "-Xlinker", "--gc-sections", "-sanitize=fuzzer,address"])]))
}

fuzzer("BundleFuzz", on: "VisionModels")
fuzzer("FlexBufferFuzz", on: "VisionModels")
fuzzer("GraphFuzz", on: "LiteRTEngine")
fuzzer("ModelFuzz", on: "VisionModels")
fuzzer("TrackerFuzz", on: "VisionPerception")
fuzzer("SnapshotFuzz", on: "VisionTasks")
fuzzer("LabelFuzz", on: "VisionEvaluation")
fuzzer("PNGFuzz", on: "VisionMedia")
fuzzer("JPEGFuzz", on: "VisionMedia")
fuzzer("ImageFuzz", on: "VisionMedia")
fuzzer("StructureFuzz", on: "VisionMedia")
fuzzer("TarFuzz", on: "VisionMedia")
fuzzer("ContainerFuzz", on: "VisionMedia")
fuzzer("SettingsFuzz", on: "VisionStudio")
// Connections that go nowhere, for the routes.
fuzzer("PageFuzz", on: "VisionStudio", and: [.product(name: "NIOEmbedded", package: "swift-nio")])
fuzzer("InferFuzz", on: "VisionServer")
fuzzer("MultipartFuzz", on: "VisionServer")
keepOnly(package.targets.map(\.name).filter { $0.hasSuffix("Fuzz") })
