// swift-tools-version: 6.2
import PackageDescription

// The tracker on recorded detections; scripts/benchmarks/tracking runs it.
let package = Package(
  name: "TrackingBenchmark",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "swift-vision-tasks", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "TrackingBenchmark",
      dependencies: [
        .product(name: "FirebaseMLVision", package: "swift-vision-tasks"),
        .product(name: "MediaPipeTasksVision", package: "swift-vision-tasks"),
        .product(name: "VisionMedia", package: "swift-vision-tasks"),
        .product(name: "VisionCatalog", package: "swift-vision-tasks"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: ".")
  ],
  swiftLanguageModes: [.v6]
)
