// swift-tools-version: 6.2
import PackageDescription

// Programs that use the package as everybody does: by its products and its public API.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "swift-vision-tasks", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
  ],
  targets: [
    // The images of the article "Drawing results"; scripts/documentation/annotator-examples runs it.
    .executableTarget(
      name: "AnnotatorExamples",
      dependencies: [vision("MediaPipeTasksVision"), vision("VisionMedia"), vision("VisionCatalog")],
      path: "AnnotatorExamples"),
    // A server of many clients.
    .executableTarget(
      name: "PoseServer",
      dependencies: [
        vision("MediaPipeTasksVision"), vision("VisionMedia"), .product(name: "Hummingbird", package: "hummingbird"),
      ],
      path: "PoseServer"),
  ],
  swiftLanguageModes: [.v6]
)

func vision(_ product: String) -> Target.Dependency { .product(name: product, package: "swift-vision-tasks") }

// Code as iOS apps have it, each a small program, with tests by XCTest. On Apple's platforms there would be an app around it.
#if os(Linux)
  let services = [
    "FaceDetectorExample", "FaceLandmarkerExample", "GestureRecognizerExample", "ObjectDetectorExample",
    "PoseLandmarkerExample",
  ]
  package.targets += [
    .target(
      name: "ExampleSupport",
      dependencies: [
        vision("MediaPipeTasksVision"), vision("AppleTypes"), vision("VisionMedia"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "ExampleSupport"),
    .testTarget(
      name: "ExampleTests", dependencies: services.map { .target(name: $0) } + ["ExampleSupport", "PoseServer"],
      resources: [.process("Resources")]),
  ]
  package.targets += services.map { .executableTarget(name: $0, dependencies: ["ExampleSupport"], path: $0) }
#endif

// The tests see the services' internals in release builds too, in which scripts/ci/test-examples shares the modules of scripts/test.
if Context.environment["VISION_TEST_TARGETS"] != nil {
  for target in package.targets where target.type == .executable {
    target.swiftSettings = [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]
  }
}
