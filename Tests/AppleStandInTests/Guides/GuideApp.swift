import Foundation
import TestSupport

/// Apps that consist of the guides' code. Between a comment "guide 000, snippet 1" and the next "end of the guide's code" stands
/// what the guide says, which `GuideRunTests` makes sure of; around it stands what a reader has to add.
enum GuideApp {
  /// The app's own bundle: in its functions the guides' `Bundle.main` is a folder with models instead of this test's bundle.
  enum Bundle {
    @TaskLocal static var main = Foundation.Bundle.main
  }

  /// Runs an app with models under the names that its guide uses.
  static func run<Result>(models: [String: String], _ app: () throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("GuideApp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, model) in models {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(name),
        withDestinationURL: URL(fileURLWithPath: SharedFolder.model(model)))
    }
    guard let bundle = Foundation.Bundle(path: folder.path) else { throw CocoaError(.fileNoSuchFile) }
    return try Bundle.$main.withValue(bundle) { try app() }
  }
}
