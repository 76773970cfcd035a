import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("Training over the page's server", .needs(.shared), .needs(.command))
struct TrainingTests {
  private func state(_ visit: String, of client: StudioClient) async throws -> [String: Any] {
    try await client.get("\(visit)/training").json()
  }

  @Test("Names are checked, too few examples are refused, a training that was begun ends with its visit")
  func refusals() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    #expect(try await state(visit, of: client)["phase"] as? String == "collecting")
    let thumb = try SharedFolder.mediaData("thumb_up_teal.png")
    for name in ["", "a%0Ab", "%20a", String(repeating: "x", count: 65)] {
      let answer = try await client.send("POST", "\(visit)/training/examples?name=\(name)", body: thumb)
      #expect((400..<500).contains(answer.status), "\(name): \(answer.status)")
    }
    let garbage = try await client.send("POST", "\(visit)/training/examples?name=up", body: Data("no image".utf8))
    #expect((400..<500).contains(garbage.status))
    for count in 1...4 {
      let answer = try await client.send("POST", "\(visit)/training/examples?name=up", body: thumb)
      #expect(answer.status == 201)
      #expect(try answer.json()["count"] as? Int == count)
    }
    let few = try await client.send("POST", "\(visit)/training/run")
    #expect((400..<500).contains(few.status) && few.message.contains("up (4)"), "\(few.status) \(few.message)")
    let empty = try await client.send(
      "POST", "\(visit)/training/examples?name=up", body: SharedFolder.mediaData("empty_flat.png"))
    #expect(try empty.json()["hasHand"] as? Bool == false)
    _ = try await client.send("POST", "\(visit)/training/examples?name=up", body: thumb)
    #expect(try await client.send("POST", "\(visit)/training/run").status == 202)
    // Whatever phase the training is in, it ends with the visit.
    #expect(try await client.send("DELETE", visit).status == 204)
    try await studio.stop()
  }

  @Test("Only so many visitors train at a time; starting over makes room")
  func places() async throws {
    let studio = try await RunningStudio { $0.limits.trainings = 1 }
    let client = studio.client
    let (first, second) = (try await client.visit(), try await client.visit())
    let thumb = try SharedFolder.mediaData("thumb_up_teal.png")
    #expect(try await client.send("POST", "\(first)/training/examples?name=up", body: thumb).status == 201)
    let refused = try await client.send("POST", "\(second)/training/examples?name=up", body: thumb)
    #expect((400...).contains(refused.status), "\(refused.status) \(refused.message)")
    #expect(try await client.send("DELETE", "\(first)/training").status == 204)
    #expect(try await client.send("POST", "\(second)/training/examples?name=up", body: thumb).status == 201)
    try await studio.stop()
  }
}
