// swift-tools-version: 6.2
import Foundation
import PackageDescription

// On Linux FFmpeg's libraries are loaded when the first media is opened. They are linked where only pkg-config knows the
// headers' place, as on macOS, Fedora and openSUSE: the package manager asks it for linked libraries only.
var linkedFFmpeg: [Target.Dependency] = ["CFFmpegLinked"]
#if os(Linux)
  if !FileManager.default.fileExists(atPath: "/usr/include/ffmpeg") { linkedFFmpeg = [] }
#endif

func library(_ name: String) -> Product { .library(name: name, targets: [name]) }
// In the order of ARCHITECTURE.md: a target imports only targets above it. It names the highest here; `needs` adds the others.
let package = Package(
  name: "swift-vision-tasks",
  platforms: [.macOS(.v14), .iOS(.v16)],
  products: ["MediaPipeTasksVision", "VisionTasks", "VisionMedia", "VisionCatalog"].map(library)
    + ["Firebase", "FirebaseMLVision", "FirebaseMLVisionObjectDetection"].map(library),
  targets: [
    // Libraries that are loaded at run time, a module for each.
    .target(name: "CVisionLibraries", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CVisionFeatures"),
    .target(name: "VisionCore", dependencies: ["CVisionFeatures"]),
    .target(name: "CVisionPixels", dependencies: ["CVisionFeatures"]),
    .target(name: "CVisionConvolution", dependencies: ["CVisionFeatures"]),
    .target(name: "VisionImaging", dependencies: ["VisionCore", "CVisionPixels"]),
    .target(name: "VisionResults", dependencies: ["VisionImaging"]),
    .target(name: "VisionModels", dependencies: ["VisionCore"]),
    .target(name: "VisionInference", dependencies: ["VisionModels"]),
    .target(name: "LiteRTEngine", dependencies: ["VisionInference", "CVisionConvolution", "CVisionLibraries"]),
    .target(name: "VisionPerception", dependencies: ["VisionResults", "VisionModels"]),
    .target(name: "VisionTasks", dependencies: ["VisionPerception", "LiteRTEngine"]),
    .target(name: "VisionCatalog", dependencies: ["VisionModels", "CVisionLibraries"]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(name: "CFFmpegLinked", pkgConfig: "libavformat", providers: [.brew(["ffmpeg"])]),
    // Cairo and FFmpeg, whose headers only media need.
    .target(name: "CVisionMediaLibraries", dependencies: ["CVisionLibraries"] + linkedFFmpeg),
    .target(name: "VisionMedia", dependencies: ["VisionResults", "CVisionMediaLibraries", "CTurboJPEG", "CDeflate"]),
    .target(name: "VisionPixelBuffers", dependencies: ["VisionImaging"]),
    .target(name: "MediaPipeTasksVision", dependencies: ["VisionTasks", "VisionPixelBuffers"]),
    .target(name: "FirebaseMLVision", dependencies: ["MediaPipeTasksVision", "VisionCatalog"]),
    .target(name: "FirebaseMLVisionObjectDetection", dependencies: ["FirebaseMLVision"]),
    .target(name: "Firebase", dependencies: ["FirebaseMLVisionObjectDetection"]),
    .target(name: "CMediaPipe"),
    .target(name: "MediaPipeC", dependencies: ["VisionTasks", "VisionMedia", "VisionCatalog", "CMediaPipe"]),
    .target(name: "CVisionSandbox"),
    .target(name: "VisionWorker", dependencies: ["VisionTasks", "CVisionSandbox"]),
  ],
  swiftLanguageModes: [.v6]
)

@MainActor func target(_ name: String) -> Target {
  guard let target = package.targets.first(where: { $0.name == name }) else { fatalError("\(name) is no target") }
  return target
}

// A product of its own: every package of a build finds these modules, so a target has to ask for them by name.
#if os(Linux)
  let appleModules = ["CoreGraphics", "CoreVideo", "CoreMedia", "CoreImage", "UIKit", "AVFoundation"]
  func standIn(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Apple/\(name)")
  }
  package.targets += [
    standIn("AppleBase", on: ["VisionImaging"]), standIn("CoreGraphics", on: ["AppleBase", "_Testing_CoreGraphics"]),
    standIn("CoreImage", on: ["VisionPixelBuffers", "VisionMedia", "_Testing_CoreImage"]),
    standIn("UIKit", on: ["CoreImage", "_Testing_UIKit"]),
    standIn("AVFoundation", on: ["AppleBase", "VisionMedia"]),
    standIn("CoreVideo", on: ["AppleBase"]), standIn("CoreMedia", on: ["AppleBase"]),
    // Swift Testing wants these wherever it is imported beside the stand-ins.
    standIn("_Testing_CoreGraphics"), standIn("_Testing_CoreImage"), standIn("_Testing_UIKit"),
  ]
  target("VisionPixelBuffers").dependencies.append("AppleBase")
#else
  let appleModules = ["MediaPipeTasksVision"]  // the system has the others
#endif
package.products.append(.library(name: "AppleTypes", targets: appleModules))

// Only a checkout has the programs and the tests: a package that depends on this one would fetch what they need. The package manager reads a
// dependency's manifest in memory at first, with the folder "/", and then in a folder of the one where it keeps workspace-state.json.
let folder = Context.packageDirectory
let isDependency = folder == "/" || FileManager.default.fileExists(atPath: folder + "/../../workspace-state.json")

if !isDependency {
  package.products += [
    .executable(name: "vision", targets: ["VisionCommand"]),
    .executable(name: "vision-bench", targets: ["VisionBench"]),
    .library(name: "mediapipe", type: .dynamic, targets: ["MediaPipeC"]),
  ]
  package.traits = [
    // Keep it the only one: the package manager passes several in an order that changes, and compiles everything anew.
    .trait(name: "Servers", description: "The page and the server, which take as long to compile as all the rest."),
    .default(enabledTraits: ["Servers"]),
  ]
  package.dependencies = [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Without its traits: the page's server reads no configuration files and no form data.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
  let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
  func servers(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Servers"]))
  }
  let serving = [
    servers("Hummingbird", "hummingbird"), servers("Logging", "swift-log"), servers("NIOCore", "swift-nio"),
    servers("ServiceLifecycle", "swift-service-lifecycle"),
  ]
  package.targets += [
    .target(name: "VisionEvaluation", dependencies: ["VisionResults"]),
    .target(name: "VisionHTTP", dependencies: ["VisionCore"] + serving),
    .target(
      name: "VisionServer",
      dependencies: [
        "VisionTasks", "VisionMedia", "VisionCatalog", "VisionHTTP",
        servers("AsyncAlgorithms", "swift-async-algorithms"),
      ]),
    .target(name: "CVisionPage"),
    .target(
      name: "VisionStudio",
      dependencies: ["VisionWorker", "VisionMedia", "VisionCatalog", "VisionHTTP", "CVisionPage"],
      exclude: ["SAMPLES.md", "Page"]),  // CVisionPage embeds the page.
    .executableTarget(
      name: "VisionCommand",
      dependencies: [
        "VisionWorker", "VisionMedia", "VisionCatalog", "VisionEvaluation", arguments,
        .target(name: "VisionStudio", condition: .when(traits: ["Servers"])),
        .target(name: "VisionServer", condition: .when(traits: ["Servers"])),
      ]),
    .executableTarget(
      name: "VisionBench", dependencies: ["VisionTasks", "VisionMedia", "VisionCatalog", "CVisionPeak", arguments],
      path: "Benchmarks/Suite"),
    // The processor's peak, which benchmarks compare inference with.
    .target(name: "CVisionPeak", dependencies: ["CVisionFeatures"], path: "Benchmarks/CVisionPeak"),
    // Everything in turn for a long time; scripts/ci/soak runs it.
    .executableTarget(
      name: "Soak", dependencies: ["FirebaseMLVision", "VisionStudio", arguments], path: "Benchmarks/Soak"),
    // Models with random changes in child processes; MutatedModelTests and scripts/ci/mutate-models run it.
    .executableTarget(
      name: "MutatedModelRunner", dependencies: ["VisionTasks", "TestSupport"], path: "Tests/MutatedModelRunner"),
    // What tests of several targets share: where media and results are, what a machine has, samples, folders, random numbers.
    .target(name: "TestSupport", dependencies: ["VisionCatalog", "VisionImaging"], path: "Tests/TestSupport"),
    .testTarget(
      name: "VisionResultsTests", dependencies: ["VisionEvaluation", "VisionTasks", "VisionMedia"],
      resources: [.copy("Fixtures")]),
    // With a second engine: inference by plain loops in double precision, the oracle of the first.
    .testTarget(name: "ReferenceInferenceTests", dependencies: ["VisionTasks", "VisionMedia"]),
    .testTarget(name: "VisionPerceptionTests", dependencies: ["VisionPerception"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "VisionTasksTests", dependencies: ["Firebase", "MediaPipeC", "MutatedModelRunner"],
      resources: [.copy("Fixtures")]),
    .testTarget(name: "VisionMediaTests", dependencies: ["VisionMedia", "VisionTasks"], exclude: ["Fixtures"]),
    .testTarget(name: "VisionServerTests", dependencies: ["VisionServer", servers("NIOEmbedded", "swift-nio")]),
    .testTarget(name: "VisionStudioTests", dependencies: ["VisionStudio", "FirebaseMLVision"]),
    .testTarget(name: "VisionBenchTests", dependencies: ["VisionBench", "VisionCommand", "Soak"]),
    .testTarget(
      name: "MainActorTests", dependencies: ["MediaPipeTasksVision", "VisionMedia"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),  // An app's code is on the main actor.
  ]
  for name in ["VisionCore", "VisionModels", "VisionImaging", "LiteRTEngine", "VisionWorker", "VisionCommand"] {
    package.targets.append(.testTarget(name: name + "Tests", dependencies: [.byName(name: name)]))
  }
  #if os(Linux)
    package.targets.append(.testTarget(name: "AppleStandInTests", dependencies: ["Firebase"]))
    for name in ["AppleStandInTests", "VisionTasksTests"] {
      target(name).dependencies += appleModules.map { .init(stringLiteral: $0) }
    }
  #endif
  for target in package.targets where target.type == .test { target.dependencies.append("TestSupport") }
}

/// What is named and all that it depends on, by name, each with the condition of the way there.
@MainActor func needs(_ named: [Target.Dependency], if way: TargetDependencyCondition?) -> [String: Target.Dependency] {
  named.reduce(into: [:]) { all, dependency in
    switch dependency {
    case .targetItem(let name, let own), .byNameItem(let name, let own):
      all[name] = .target(name: name, condition: own ?? way)
      all.merge(needs(target(name).dependencies, if: own ?? way)) { first, _ in first }
    case .productItem(let name, let package, _, let own):
      all[name] = .product(name: name, package: package ?? name, condition: own ?? way)
    @unknown default: break
    }
  }
}

// The package manager compiles a target anew only if something changes that the target names, so each names all.
for target in package.targets {
  target.dependencies = needs(target.dependencies, if: nil).sorted { $0.key < $1.key }.map(\.value)
}

// How scripts build tests: the variable says "all", or names targets of tests, with + before the files and folders that are compiled of them.
// To save time only loops over pixels, tensors and files are optimized, but all nightly. Options of the compiler's frontend: they come last.
if let names = Context.environment["VISION_TEST_TARGETS"] {
  let parts = names.split(whereSeparator: \.isWhitespace).map { $0.split(separator: "+").map(String.init) }
  if names != "all" {  // The others go, and the packages that only they import.
    let kept = needs(parts.map { .target(name: $0[0]) }, if: nil)
    package.targets.removeAll { kept[$0.name] == nil }
    package.products.removeAll { ($0 as? Product.Executable)?.targets.allSatisfy { kept[$0] != nil } != true }
    package.dependencies.removeAll { dependency in
      guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
      return !kept.values.contains {
        if case .productItem(_, let name?, _, _) = $0 { location.hasSuffix("/" + name) } else { false }
      }
    }
  }
  for part in parts where part.count > 1 { target(part[0]).sources = Array(part.dropFirst()) }
  let loops: Set = ["LiteRTEngine", "VisionImaging", "VisionMedia", "VisionModels", "VisionPerception"]
  let optimized = names == "all" ? loops.union(["ReferenceInferenceTests", "TestSupport"]) : loops
  for target in package.targets {
    let isOptimized = optimized.contains(target.name)
    guard isOptimized || [.regular, .executable].contains(target.type) else { continue }
    let options = ["-enable-testing"] + (isOptimized ? ["-Xfrontend", "-O", "-Xfrontend", "-enable-default-cmo"] : [])
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(options, .when(configuration: .release))]
  }
}
