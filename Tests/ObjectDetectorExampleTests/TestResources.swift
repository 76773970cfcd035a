import Foundation
import TestSupport
import XCTest

/// The files of these tests that are not in the bundle. An iOS project has them there instead of this type.
enum TestResources {
  /// The model; skips the test without it. Not to be called inside an assertion, which takes a skip for a failure.
  static func modelPath() throws -> String {
    try require(.models)
    return try ModelFile.path("efficientdet_lite0_float16.tflite")
  }

  /// Two people who walk in snow; 3 s.
  static func video() throws -> URL {
    URL(fileURLWithPath: GoldenFolder.core.media("walkers_pan.mp4"))
  }

  private static func require(_ need: TestNeed) throws {
    guard try RequiredNeeds.current.get().allows(need, isMet: need.isMet) else { throw XCTSkip(need.sentence) }
  }
}
