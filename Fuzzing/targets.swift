// Programs that try random bytes on everything that reads bytes from strangers, and the sanitizers for them and for some tests. The scripts
// of scripts/lib/sanitized-build.sh add this file to the package's manifest. Only our modules are instrumented: a server's libraries,
// which are not what is tried, would take most of the time to compile.
for target in package.targets where target.type == .regular {
  var sanitizers = ["-O1", "-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=undefined"]
  if target.name == "CVisionConvolution" {
    // KernelFuzz has its own build of the kernels, so that these need no counters.
    sanitizers[1] = "-fsanitize=address,undefined"
    sanitizers += ["-DVISION_ROLLED", "-Wno-pass-failed"]
  }
  target.cSettings = [.unsafeFlags(sanitizers)]
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer,address"])]
}

/// The targets that are added here come too late for the manifest's own flags.
let optimized = ["-Xfrontend", "-O"]
/// gold, Swift's usual linker, cannot read what the sanitizers add.
let linker = ["-use-ld=lld"]
package.targets += [
  .target(name: "CFuzzer", path: "Fuzzing/Sources/CFuzzer"),
  .target(
    name: "FuzzSupport", dependencies: ["CFuzzer"], path: "Fuzzing/Sources/FuzzSupport",
    swiftSettings: [.unsafeFlags(optimized)]),
]

/// A program that tries inputs on modules of the package; `module` is the highest that it imports.
@MainActor func fuzzer(_ name: String, on module: Target.Dependency, and others: [Target.Dependency] = []) {
  package.targets.append(
    .executableTarget(
      name: name, dependencies: ["FuzzSupport", module] + others, path: "Fuzzing/Sources/\(name)",
      swiftSettings: [.unsafeFlags(optimized + ["-parse-as-library", "-sanitize=fuzzer,address"])],
      // libFuzzer's own main function has to go.
      linkerSettings: [.unsafeFlags(linker + ["-Xlinker", "--gc-sections", "-sanitize=fuzzer,address"])]))
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

// The tests of readers of untrusted bytes and of code with pointers; SettingsFuzz, PageFuzz and InferFuzz run the parsers of both servers.
let memoryTests = [
  "VisionModelsTests", "LiteRTEngineTests", "VisionImagingTests", "VisionPerceptionTests", "VisionMediaTests",
]
for target in package.targets where memoryTests.contains(target.name) {
  target.linkerSettings = [.unsafeFlags(linker + ["-sanitize=address"])]
}
keepOnly(package.targets.map(\.name).filter { $0.hasSuffix("Fuzz") } + memoryTests)
