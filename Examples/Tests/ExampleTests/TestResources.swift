import Foundation
import XCTest

/// The files of these tests that are not in the bundle. An iOS project has them there instead of this type.
enum TestResources {
  /// This checkout of the package.
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether a model may be missing: without VISION_TEST_REQUIRE, which CI sets, tests are skipped then.
  private static let maySkip = environment["VISION_TEST_REQUIRE", default: ""].isEmpty

  /// Whether tests that need models run.
  static let areModelsExpected = !maySkip || path(ofModel: "pose_landmarker_lite.task") != nil

  /// A model; skips the test without it. Not to be called inside an assertion, which takes a skip for a failure.
  static func model(_ name: String) throws -> String {
    if let path = path(ofModel: name) { return path }
    let message = "Needs \(name); scripts/test fetches the models."
    throw maySkip ? XCTSkip(message) : CocoaError(.fileNoSuchFile, userInfo: [NSLocalizedDescriptionKey: message])
  }

  private static func path(ofModel name: String) -> String? {
    let cache = environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    let folders = [
      environment["VISION_SHARED"].map { URL(fileURLWithPath: $0) },
      checkout.deletingLastPathComponent().appendingPathComponent("shared"),
      checkout.appendingPathComponent(".build/shared"),
      URL(fileURLWithPath: cache).appendingPathComponent("swift-vision-tasks"),
    ]
    return folders.compactMap { $0?.appendingPathComponent("models/" + name).path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// A file of `Tests/Goldens/media`, such as a video.
  static func media(_ name: String) -> URL {
    checkout.appendingPathComponent("Tests/Goldens/media").appendingPathComponent(name)
  }
}
