// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Programs that try random bytes on everything that reads bytes from strangers. A package of its own, so that nobody else builds
// it; scripts/fuzz does, with the sanitizers that it needs.
let root = URL(fileURLWithPath: Context.packageDirectory).deletingLastPathComponent().lastPathComponent

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(path: ".."),
    // A connection that goes nowhere, for the page's routes.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .target(name: "CFuzzer"),
    .target(name: "FuzzSupport", dependencies: ["CFuzzer"], swiftSettings: [.unsafeFlags(["-O"])]),
  ],
  swiftLanguageModes: [.v6]
)

/// A program that tries inputs on modules of the package; `module` is the highest that it imports.
@MainActor func fuzzer(_ name: String, on module: String, and others: [Target.Dependency] = []) {
  package.targets.append(
    .executableTarget(
      name: name, dependencies: ["FuzzSupport", .product(name: module, package: root)] + others,
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
fuzzer("PNGFuzz", on: "VisionMedia")
fuzzer("JPEGFuzz", on: "VisionMedia")
fuzzer("ImageFuzz", on: "VisionMedia")
fuzzer("StructureFuzz", on: "VisionMedia")
fuzzer("TarFuzz", on: "VisionMedia")
fuzzer("ContainerFuzz", on: "VisionMedia")
fuzzer("SettingsFuzz", on: "VisionStudio")
fuzzer("PageFuzz", on: "VisionStudio", and: [.product(name: "NIOEmbedded", package: "swift-nio")])
fuzzer("InferFuzz", on: "VisionServer", and: [.product(name: "NIOCore", package: "swift-nio")])
fuzzer("MultipartFuzz", on: "VisionServer", and: [.product(name: "NIOCore", package: "swift-nio")])
