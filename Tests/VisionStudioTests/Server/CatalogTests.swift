import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionStudio

@Suite("What the page's catalog says")
struct CatalogTests {
  @Test("The page gets the package's version from the server")
  func version() async throws {
    let studio = try await RunningStudio()
    let answer = try await studio.client.get("/api/catalog")
    try await studio.stop()
    #expect(answer.status == 200)
    #expect(try answer.json()["version"] as? String == PackageVersion.current)
  }

  @Test("The page has every setting of the command: following, rotation, kernels, a limit of frames")
  func settings() async throws {
    let studio = try await RunningStudio()
    let tasks = try #require(try await studio.client.get("/api/catalog").json()["tasks"] as? [[String: Any]])
    try await studio.stop()
    for task in tasks {
      let name = task["name"] as? String ?? ""
      let settings = task["settings"] as? [[String: Any]] ?? []
      let keys = Set(settings.compactMap { $0["key"] as? String })
      #expect(keys.isSuperset(of: ["threads", "kernels", "rotation", "maxFrames"]), "\(name)")
      let withoutTracking = ["track", "classify", "holistic", "segment", "segment-point", "embed"]
      #expect(keys.contains("track") != withoutTracking.contains(name), "\(name)")
      let rotation = settings.first { $0["key"] as? String == "rotation" }?["kind"] as? [String: Any]
      #expect(rotation?["choices"] as? [String] == ["0", "90", "180", "270"])
      // A model that a setting needs can be fetched, too.
      let further = (task["furtherModels"] as? [[String: Any]])?.first
      #expect((further?["setting"] as? String == "classify") == (name == "track"))
    }
  }

  @Test("Names that a model does not have are reported, as the command does", .needs(.shared))
  func warnings() async throws {
    let studio = try await RunningStudio()
    func warnings(_ settings: String) async throws -> [String] {
      let answer = try await studio.client.post(
        "/api/code", json: #"{"settings":\#(settings),"input":{"kind":"camera"}}"#)
      return try answer.json()["warnings"] as? [String] ?? ["none"]
    }
    #expect(
      try await warnings(#"{"task":"gesture","values":{"cannedAllow":["Victori","Thumb_Up"]}}"#)
        == ["Only these: the model does not know \"Victori\"; did you mean \"Victory\"?"])
    #expect(try await warnings(#"{"task":"gesture","values":{"cannedAllow":["Thumb_Up"]}}"#) == [])
    #expect(
      try await warnings(#"{"task":"detect","values":{"categoryDeny":["persn"]}}"#).first?.contains("person") == true)
    try await studio.stop()
  }
}
