import Foundation
import TestSupport
import XCTest

/// The files of these tests that are not in the bundle. An iOS project has them there instead of this type.
enum TestResources {
  /// The model; skips the test without it. Not to be called inside an assertion, which takes a skip for a failure.
  static func modelPath() throws -> String {
    try require(.models)
    return try ModelFile.path("gesture_recognizer.task")
  }

  /// A woman who raises a fist, then a thumb; 7.8 s. Skips the test without the folder `shared`.
  static func video() throws -> URL {
    try require(.shared)
    return URL(fileURLWithPath: try SharedFolder.media("thumb_video.mp4"))
  }

  private static func require(_ need: TestNeed) throws {
    guard try RequiredNeeds.current.get().allows(need, isMet: need.isMet) else { throw XCTSkip(need.sentence) }
  }
}
