// swift-tools-version: 6.2
import PackageDescription

// The targets stand in the order of the house: each imports only targets above it. See ARCHITECTURE.md.
let package = Package(
  name: "swift-vision-tasks",
  platforms: [.macOS(.v14), .iOS(.v16)],
  products: [
    .library(name: "MediaPipeTasksVision", targets: ["MediaPipeTasksVision"]),
    .library(name: "VisionTasks", targets: ["VisionTasks"]),
    .library(name: "VisionMedia", targets: ["VisionMedia"]),
    .library(name: "VisionCatalog", targets: ["VisionCatalog"]),
    .executable(name: "vision", targets: ["VisionCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    // Without its traits: the page's server reads no configuration files and no form data.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .target(name: "CVisionRuntime", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "VisionErrors"),
    .target(name: "VisionRuntime", dependencies: ["CVisionRuntime", "VisionErrors"]),
    .target(name: "VisionModels", dependencies: ["VisionErrors"]),
    .target(name: "VisionImaging", dependencies: ["VisionErrors"]),
    .target(name: "VisionPerception", dependencies: ["VisionErrors", "VisionModels", "VisionImaging"]),
    .target(
      name: "VisionTasks",
      dependencies: ["VisionErrors", "VisionRuntime", "VisionModels", "VisionImaging", "VisionPerception"]
    ),
    .target(
      name: "VisionCatalog",
      dependencies: ["VisionErrors", "VisionModels", .product(name: "Crypto", package: "swift-crypto")]
    ),
    .systemLibrary(
      name: "CFFmpeg",
      pkgConfig: "libavformat",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev", "libswresample-dev"]),
        .brew(["ffmpeg"]),
      ]
    ),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]
    ),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]
    ),
    .target(name: "CVisionPixels"),
    .target(
      name: "VisionMedia",
      dependencies: [
        "VisionErrors", "VisionImaging", "VisionTasks", "CVisionPixels", "CFFmpeg", "CTurboJPEG", "CCairo",
      ]
    ),
    .target(name: "MediaPipeTasksVision", dependencies: ["VisionTasks"]),
    .target(name: "VisionFindings", dependencies: ["MediaPipeTasksVision", "VisionMedia"]),
    .target(
      name: "VisionStudio",
      dependencies: [
        "MediaPipeTasksVision", "VisionMedia", "VisionFindings", "VisionCatalog", "VisionModels", "VisionErrors",
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      exclude: ["SAMPLES.md"], resources: [.embedInCode("Page")]
    ),
    .executableTarget(
      name: "VisionCommand",
      dependencies: [
        "MediaPipeTasksVision", "VisionMedia", "VisionFindings", "VisionCatalog", "VisionRuntime", "VisionModels",
        "VisionErrors", "VisionStudio",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // The pictures of docs/annotators.md; scripts/annotator-examples runs it.
    .executableTarget(
      name: "AnnotatorExamples", dependencies: ["MediaPipeTasksVision", "VisionMedia", "VisionCatalog"],
      path: "Examples/AnnotatorExamples"),
    .testTarget(name: "VisionRuntimeTests", dependencies: ["VisionRuntime", "VisionModels"]),
    .testTarget(name: "VisionModelsTests", dependencies: ["VisionModels"]),
    .testTarget(name: "VisionImagingTests", dependencies: ["VisionImaging"]),
    .testTarget(name: "VisionPerceptionTests", dependencies: ["VisionPerception", "VisionModels"]),
    .testTarget(
      name: "VisionTasksTests",
      dependencies: ["MediaPipeTasksVision", "VisionMedia", .product(name: "Crypto", package: "swift-crypto")],
      resources: [.copy("Fixtures")]
    ),
    .testTarget(name: "VisionCatalogTests", dependencies: ["VisionCatalog"]),
    .testTarget(
      name: "VisionMediaTests", dependencies: ["VisionMedia", .product(name: "Crypto", package: "swift-crypto")]),
    .testTarget(name: "VisionFindingsTests", dependencies: ["VisionFindings"]),
    .testTarget(
      name: "VisionStudioTests",
      dependencies: ["VisionStudio", "VisionCatalog", "VisionFindings", "VisionMedia", "MediaPipeTasksVision"]),
    .testTarget(
      name: "VisionCommandTests", dependencies: ["VisionCommand", "VisionStudio"],
      exclude: ["Help/Snapshots"]),
  ],
  swiftLanguageModes: [.v6]
)
