// swift-tools-version: 6.2
import Foundation
import PackageDescription

// On Linux FFmpeg's libraries are loaded when the first media is opened. They are linked where only pkg-config knows the
// headers' place, as on macOS, Fedora and openSUSE: the package manager asks it for linked libraries only.
#if os(Linux)
  let linksFFmpeg = FileManager.default.fileExists(atPath: "/usr/include/ffmpeg")
#else
  let linksFFmpeg = true
#endif

// Whether another package depends on this one: the package manager keeps such packages in a folder "checkouts", and reads their
// manifests before that from memory, with the folder "/".
let folders = Context.packageDirectory.split(separator: "/")
let isDependency = folders.isEmpty || folders.dropLast().last == "checkouts"

// On Linux Apple's modules are stand-ins, and all packages of a build would find them: a package has to ask for them.
#if os(Linux)
  let defaultTraits: Set = isDependency ? [] : ["AppleTypes"]
#else
  let defaultTraits: Set = ["AppleTypes"]
#endif

// The targets stand in the order of the house: each imports only targets above it. See ARCHITECTURE.md.
let package = Package(
  name: "swift-vision-tasks",
  platforms: [.macOS(.v14), .iOS(.v16)],
  products: [
    .library(name: "MediaPipeTasksVision", targets: ["MediaPipeTasksVision"]),
    .library(name: "Firebase", targets: ["Firebase"]),
    .library(name: "FirebaseMLVision", targets: ["FirebaseMLVision"]),
    .library(name: "VisionTasks", targets: ["VisionTasks"]),
    .library(name: "VisionMedia", targets: ["VisionMedia"]),
    .library(name: "VisionCatalog", targets: ["VisionCatalog"]),
  ],
  traits: [
    .trait(
      name: "AppleTypes",
      description:
        "MPImage from UIImage, CVPixelBuffer and CMSampleBuffer; on Linux with stand-ins for Apple's modules."),
    // Keep it the only one: the package manager passes the names of several in an order that changes from build to build, and
    // then compiles everything anew.
    .default(enabledTraits: defaultTraits),
  ],
  targets: [
    // Libraries that are loaded at run time, a module for each.
    .target(name: "CVisionLibraries", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CVisionFeatures"),
    .target(name: "VisionCore", dependencies: ["CVisionFeatures"]),
    .target(name: "CVisionPixels", dependencies: ["CVisionFeatures"]),
    .target(name: "CVisionConvolution", dependencies: ["CVisionFeatures"]),
    .target(name: "VisionImaging", dependencies: ["VisionCore", "CVisionPixels"]),
    .target(name: "VisionResults", dependencies: ["VisionCore", "VisionImaging"]),
    .target(name: "VisionModels", dependencies: ["VisionCore"]),
    .target(
      name: "VisionInference", dependencies: ["VisionCore", "VisionImaging", "VisionModels"]),
    .target(
      name: "LiteRTEngine",
      dependencies: [
        "CVisionConvolution", "CVisionLibraries", "VisionCore", "VisionImaging", "VisionModels", "VisionInference",
      ]),
    .target(
      name: "VisionPerception",
      dependencies: ["VisionCore", "VisionModels", "CVisionPixels", "VisionImaging", "VisionResults"]),
    .target(
      name: "VisionTasks",
      dependencies: [
        "VisionCore", "VisionImaging", "VisionResults", "VisionModels", "VisionInference",
        "LiteRTEngine", "VisionPerception",
      ]
    ),
    .target(
      name: "VisionCatalog",
      dependencies: ["CVisionLibraries", "VisionCore"]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]
    ),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]
    ),
    .systemLibrary(name: "CFFmpegLinked", pkgConfig: "libavformat", providers: [.brew(["ffmpeg"])]),
    // Cairo and FFmpeg, whose headers only media need.
    .target(
      name: "CVisionMediaLibraries", dependencies: ["CVisionLibraries"] + (linksFFmpeg ? ["CFFmpegLinked"] : [])),
    .target(
      name: "VisionMedia",
      dependencies: [
        "CVisionLibraries", "CVisionMediaLibraries", "VisionCore", "VisionImaging", "VisionResults", "CVisionPixels",
        "CTurboJPEG", "CDeflate",
      ]),
    .target(name: "MediaPipeTasksVision", dependencies: ["VisionTasks"]),
    .target(
      name: "FirebaseMLVision",
      dependencies: [
        "MediaPipeTasksVision", "VisionTasks", "VisionCatalog", "VisionCore", "VisionImaging",
        "VisionPerception",
      ]
    ),
    .target(name: "Firebase", dependencies: ["FirebaseMLVision"]),
    .target(name: "CVisionSandbox"),
    .target(
      name: "VisionWorker",
      dependencies: [
        "VisionTasks", "VisionCore", "VisionImaging", "VisionResults",
        "CVisionSandbox",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// On Apple's platforms the system has these modules.
#if os(Linux)
  func standIn(_ name: String, dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Apple/\(name)")
  }

  package.targets += [
    // Swift Testing wants these two wherever it is imported beside the stand-ins.
    standIn("_Testing_CoreGraphics", dependencies: []),
    standIn("_Testing_UIKit", dependencies: []),
    standIn("CoreGraphics", dependencies: ["VisionImaging", "_Testing_CoreGraphics"]),
    standIn("CoreVideo", dependencies: ["VisionCore"]),
    standIn("CoreMedia", dependencies: ["CoreVideo"]),
    standIn(
      "UIKit",
      dependencies: [
        "CoreGraphics", "CoreVideo", "VisionCore", "VisionImaging", "VisionMedia",
        "_Testing_UIKit",
      ]),
    standIn(
      "AVFoundation",
      dependencies: [
        "CoreGraphics", "CoreMedia", "CoreVideo", "VisionCore", "VisionImaging", "VisionMedia",
      ]),
  ]
  for target in package.targets where ["MediaPipeTasksVision", "FirebaseMLVision"].contains(target.name) {
    target.dependencies += ["AVFoundation", "CoreGraphics", "CoreMedia", "CoreVideo", "UIKit"].map {
      .target(name: $0, condition: .when(traits: ["AppleTypes"]))
    }
  }
  package.targets.first { $0.name == "MediaPipeTasksVision" }?.dependencies += ["VisionCore", "VisionImaging"]
#endif

// What only this checkout has: the programs, the examples and the tests. A package that depends on this one would fetch whatever
// they need, used or not.
// VISION_SERVERS=0 leaves out the page and the server, whose packages take as long to compile as all the rest; scripts/demo sets it.
let hasServers = Context.environment["VISION_SERVERS"] != "0"
if !isDependency {
  package.products += [
    .executable(name: "vision", targets: ["VisionCommand"]),
    .executable(name: "vision-bench", targets: ["VisionBench"]),
  ]
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Without its traits: the page's server reads no configuration files and no form data.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
  package.targets += [
    // What the page's server and the other one share.
    .target(
      name: "VisionHTTP",
      dependencies: [
        "VisionCore",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "VisionServer",
      dependencies: [
        "VisionCore", "VisionTasks", "VisionMedia", "VisionImaging", "VisionResults",
        "VisionCatalog", "VisionHTTP",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "VisionStudio",
      dependencies: [
        "VisionCore", "VisionTasks", "VisionMedia", "VisionResults", "VisionWorker",
        "VisionCatalog", "VisionHTTP", "VisionImaging", "CDeflate",
        "CVisionPage", "CVisionSandbox",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      // CVisionPage embeds the page.
      exclude: ["SAMPLES.md", "Page"]
    ),
    .target(name: "CVisionPage"),
    .executableTarget(
      name: "VisionCommand",
      dependencies: [
        "VisionCore", "VisionTasks", "VisionMedia", "VisionResults", "VisionWorker", "VisionCatalog",
        "LiteRTEngine", "VisionInference", "VisionModels",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + (hasServers ? ["VisionStudio", "VisionServer"] : []),
      swiftSettings: hasServers ? [.define("SERVERS")] : []
    ),
    // Benchmarks of the tasks; scripts/bench runs them.
    .executableTarget(
      name: "VisionBench",
      dependencies: [
        "VisionCore", "VisionModels", "VisionTasks", "VisionMedia", "VisionResults", "VisionCatalog", "CVisionPeak",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Suite"),
    // The processor's peak, which benchmarks compare inference with.
    .target(name: "CVisionPeak", dependencies: ["CVisionFeatures"], path: "Benchmarks/CVisionPeak"),
    // The images of the article "Drawing results"; scripts/annotator-examples runs it.
    .executableTarget(
      name: "AnnotatorExamples", dependencies: ["MediaPipeTasksVision", "VisionMedia", "VisionCatalog"],
      path: "Examples/AnnotatorExamples"),
    // A server that many clients use; see README.
    .executableTarget(
      name: "PoseServer",
      dependencies: ["MediaPipeTasksVision", "VisionMedia", .product(name: "Hummingbird", package: "hummingbird")],
      path: "Examples/PoseServer"),
    // The tracker on recorded detections; scripts/bench-tracking runs it.
    .executableTarget(
      name: "TrackingBenchmark",
      dependencies: [
        "MediaPipeTasksVision", "VisionMedia", "VisionCatalog",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/TrackingBenchmark"),
    // Models with random changes in child processes; MutatedModelTests and scripts/mutate-models run it.
    .executableTarget(
      name: "MutatedModelRunner",
      dependencies: [
        "VisionTasks", "VisionModels", "VisionInference", "LiteRTEngine", "VisionImaging", "VisionCore", "TestSupport",
      ],
      path: "Tests/MutatedModelRunner"),
    // Everything in turn for a long time; scripts/soak runs it.
    .executableTarget(
      name: "Soak",
      dependencies: [
        "MediaPipeTasksVision", "FirebaseMLVision", "VisionMedia", "VisionCatalog", "VisionStudio", "VisionCore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Soak"),
    // What tests of several targets share: where media and results are, what a machine has, samples, folders, random numbers.
    .target(
      name: "TestSupport",
      dependencies: ["VisionCatalog", "VisionImaging", "VisionModels", "VisionCore"],
      path: "Tests/TestSupport"),
    // A second engine: inference by plain loops in double precision, the oracle of the first.
    .target(
      name: "ReferenceInference", dependencies: ["VisionModels", "VisionInference", "VisionImaging", "VisionCore"],
      path: "Tests/ReferenceInference"),
    .testTarget(
      name: "ReferenceInferenceTests",
      dependencies: [
        "ReferenceInference", "VisionModels", "VisionInference", "LiteRTEngine", "VisionCore", "VisionMedia",
        "VisionTasks",
      ]),
    .testTarget(
      name: "LiteRTEngineTests",
      dependencies: ["LiteRTEngine", "CVisionConvolution", "VisionInference", "VisionModels", "VisionCore"]),
    .testTarget(name: "VisionCoreTests", dependencies: ["VisionCore"]),
    .testTarget(name: "TestSupportTests"),
    .testTarget(name: "VisionModelsTests", dependencies: ["VisionModels", "VisionCore"]),
    .testTarget(name: "VisionImagingTests", dependencies: ["VisionImaging"]),
    .testTarget(
      name: "VisionResultsTests",
      dependencies: ["VisionResults", "VisionTasks", "VisionMedia", "VisionCore"]),
    .testTarget(
      name: "VisionPerceptionTests", dependencies: ["VisionPerception", "VisionModels", "VisionResults"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "VisionTasksTests",
      dependencies: [
        "MediaPipeTasksVision", "VisionMedia", "VisionCatalog", "LiteRTEngine", "VisionInference", "MutatedModelRunner",
      ],
      resources: [.copy("Fixtures")]
    ),
    .testTarget(name: "FirebaseMLVisionTests", dependencies: ["Firebase", "FirebaseMLVision", "VisionMedia"]),
    .testTarget(name: "VisionCatalogTests", dependencies: ["VisionCatalog"]),
    .testTarget(
      name: "VisionMediaTests", dependencies: ["VisionMedia", "VisionTasks", "VisionCatalog"],
      exclude: ["Fixtures"]),
    .testTarget(name: "VisionWorkerTests", dependencies: ["VisionWorker"]),
    .testTarget(
      name: "VisionHTTPTests",
      dependencies: [
        "VisionHTTP", .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]),
    .testTarget(
      name: "VisionServerTests",
      dependencies: [
        "VisionServer", "VisionHTTP", "VisionCatalog", "VisionResults", "VisionTasks", "VisionMedia",
      ]),
    .testTarget(
      name: "VisionStudioTests",
      dependencies: [
        "VisionStudio", "VisionWorker", "VisionCatalog", "VisionResults", "VisionMedia", "VisionTasks",
        // The code that the page shows is compiled against these.
        "MediaPipeTasksVision", "FirebaseMLVision",
      ]),
    // An app whose code is on the main actor unless it says otherwise.
    .testTarget(
      name: "MainActorTests", dependencies: ["MediaPipeTasksVision", "VisionMedia"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(name: "PoseServerTests", dependencies: ["PoseServer"]),
    .testTarget(name: "SoakTests", dependencies: ["Soak"]),
    .testTarget(
      name: "VisionCommandTests",
      dependencies: ["VisionCommand", "VisionTasks", "VisionStudio", "VisionServer", "VisionWorker"]),
    .testTarget(name: "VisionBenchTests", dependencies: ["VisionBench", "VisionCommand"]),
  ]
  #if os(Linux)
    func example(_ name: String) -> Target {
      .executableTarget(
        name: name, dependencies: ["ExampleSupport", "MediaPipeTasksVision"], path: "Examples/\(name)")
    }
    // Tests of an example's service by XCTest, as iOS apps have them.
    func exampleTests(_ name: String) -> Target {
      .testTarget(
        name: name + "Tests", dependencies: [.target(name: name), "MediaPipeTasksVision"],
        resources: [.process("Resources")])
    }

    package.targets += [
      // Code as iOS apps have it, each a small program; see README.
      .target(
        name: "ExampleSupport",
        dependencies: [
          "MediaPipeTasksVision", "VisionMedia", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Examples/ExampleSupport"),
      example("GestureRecognizerExample"),
      example("ObjectDetectorExample"),
      example("PoseLandmarkerExample"),
      exampleTests("GestureRecognizerExample"),
      exampleTests("ObjectDetectorExample"),
      exampleTests("PoseLandmarkerExample"),
      .testTarget(
        name: "AppleStandInTests",
        dependencies: [
          "MediaPipeTasksVision", "VisionMedia", "ExampleSupport", "GestureRecognizerExample", "ObjectDetectorExample",
          "PoseLandmarkerExample",
        ]),
    ]
  #endif
  for target in package.targets where target.type == .test { target.dependencies.append("TestSupport") }
}

// How scripts/test builds: without optimization, which takes most of the time, except our modules, which are compiled as users have them
// but let tests see their internals. Of the tests those are optimized that go through pixels and tensors in loops of their own. The options go
// to the compiler's frontend, as those of the command line come last in the driver.
if Context.environment["VISION_TESTING"] == "1" {
  let optimizedTests: Set = ["LiteRTEngineTests", "ReferenceInferenceTests", "VisionImagingTests"]
  let options = ["-O", "-enable-default-cmo"].flatMap { ["-Xfrontend", $0] }
  for target in package.targets
  where [.regular, .executable].contains(target.type) || optimizedTests.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-enable-testing"] + options)]
  }
}

// What the programs of the package Fuzzing run on; scripts/fuzz sets the variable. These modules are nobody else's products, and
// no other program is built. Only our modules are optimized and instrumented: a server's libraries, which are not what is tried,
// would take most of the time to compile. The kernels take minutes with sanitizers, and have a program of their own.
if Context.environment["VISION_FUZZING"] == "1" {
  let modules = [
    "VisionModels", "LiteRTEngine", "VisionPerception", "VisionTasks", "VisionMedia", "VisionStudio", "VisionServer",
  ]
  package.products = modules.map { .library(name: $0, targets: [$0]) }
  package.targets.removeAll { [.executable, .test].contains($0.type) }
  for target in package.targets where target.type == .regular && target.name != "CVisionConvolution" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O", "-sanitize=fuzzer,address"])]
    target.cSettings =
      (target.cSettings ?? []) + [
        .unsafeFlags(["-O1", "-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=undefined"])
      ]
  }
}

// Micro-benchmarks of the kernels. They stand in this package because the kernels are visible in it only; scripts/bench-kernels
// sets the variable, so that nobody else fetches what they need.
if Context.environment["VISION_KERNEL_BENCHMARKS"] == "1" {
  package.dependencies.append(.package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
  package.targets.append(
    .executableTarget(
      name: "KernelBenchmarks",
      dependencies: [
        "CVisionConvolution", "CVisionPixels", "VisionCore", "VisionImaging", "VisionModels", "VisionInference",
        "LiteRTEngine", "VisionPerception", "TestSupport",
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Kernels", plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}

// Only what some tests need, for the sanitizers' scripts, which compile everything anew: the variable names the targets of the tests,
// and what these do not import is left out, packages too. The same for the command without servers.
if let names = Context.environment["VISION_TEST_TARGETS"] ?? (hasServers ? nil : "VisionCommand") {
  var targets: Set<String> = []
  var packages: Set<String> = []
  var open = names.split(separator: " ").map(String.init)
  for name in open where !package.targets.contains(where: { $0.name == name }) {
    fatalError("VISION_TEST_TARGETS names \(name), which is no target")
  }
  while let name = open.popLast() {
    guard let target = package.targets.first(where: { $0.name == name }), targets.insert(name).inserted else {
      continue
    }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
      case .productItem(_, let package, _, _): packages.formUnion(package.map { [$0] } ?? [])
      @unknown default: break
      }
    }
  }
  package.targets.removeAll { !targets.contains($0.name) }
  package.products.removeAll { product in
    guard let program = product as? Product.Executable else { return true }
    return !targets.isSuperset(of: program.targets)
  }
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
    return !packages.contains { location.hasSuffix("/" + $0) }
  }
}
