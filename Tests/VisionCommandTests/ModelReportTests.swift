import Foundation
import TestSupport
import Testing
import VisionCatalog
import VisionCore
import VisionModels

@testable import VisionCommand

@Suite("vision models info")
struct ModelReportTests {
  @Test(
    "a bundle is shown with the models in its bundles, their tensors and labels",
    .needs(.shared))
  func gestureBundle() throws {
    let file = try SharedFolder.model("gesture_recognizer.task")
    let report = try ModelReport(name: "gesture_recognizer.task", ModelData(contentsOfFile: file))
    #expect(report.members?.map(\.name) == ["hand_landmarker.task", "hand_gesture_recognizer.task"])
    let lines = report.text()
    #expect(lines.contains("    canned_gesture_classifier.tflite  7773 bytes"))
    #expect(lines.contains { $0.contains("8 labels: None, Closed_Fist, Open_Palm") })
    #expect(lines.contains { $0.contains("input   input_1  float32 [1, 192, 192, 3]") })
    let json = try JSONEncoder().encode(report)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect((object["members"] as? [Any])?.count == 2)
  }

  @Test("bytes that are neither model nor bundle are refused")
  func rubbish() {
    #expect(throws: TasksError.self) { try ModelReport(name: "x", ModelData([1, 2, 3])) }
  }

  @Test("Numbers of a hostile file neither trap nor end the report: too large sums, scales that JSON does not have")
  func hostileNumbers() throws {
    #expect(MACs(float: 1 << 62, byte: 1 << 62).total == .max)
    let json = try JSONText.line(["scale": Float.infinity])
    #expect(String(decoding: json, as: UTF8.self) == #"{"scale":"Infinity"}"#)
  }

  @Test("list's JSON has the package's version and every entry")
  func catalogReport() throws {
    let folder = try TemporaryFolder()
    let catalog = ModelCatalog(entries: CatalogEntry.models, cache: CacheFolder(root: folder.url))
    let json = Data(try JSONText.pretty(CatalogReport(catalog)))
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["version"] as? String == PackageVersion.current)
    let names = try #require(object["entries"] as? [[String: Any]]).map { $0["name"] as? String }
    #expect(names == catalog.entries.map(\.name))
  }

  @Test("fetch takes names or --all, not both and not neither")
  func fetchArguments() throws {
    #expect(throws: (any Error).self) { try ModelsFetchCommand.parse([]) }
    #expect(throws: (any Error).self) { try ModelsFetchCommand.parse(["--all", "coffee"]) }
    #expect(try ModelsFetchCommand.parse(["coffee", "chelsea"]).names == ["coffee", "chelsea"])
    #expect(try ModelsFetchCommand.parse(["--all"]).all)
  }
}
