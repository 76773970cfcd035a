import Foundation
import TestSupport
import Testing
import VisionCore

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

  @Test("The model of a training stays until the next one's takes its place, also where that one is refused")
  func replacement() async throws {
    let studio = try await RunningStudio { $0.limits.modelsPerVisit = 1 }
    let client = studio.client
    let visit = try await client.visit()
    let thumb = try SharedFolder.mediaData("thumb_up_teal.png")
    for _ in 1...5 { _ = try await client.send("POST", "\(visit)/training/examples?name=up", body: thumb) }
    func train() async throws -> String {
      #expect(try await client.send("POST", "\(visit)/training/run").status == 202)
      while try await state(visit, of: client)["phase"] as? String == "running" {
        try await Task.sleep(for: .milliseconds(50))
      }
      let state = try await state(visit, of: client)
      return try #require((state["model"] as? [String: Any])?["id"] as? String, "\(state)")
    }
    let first = try await train()
    #expect(try await client.send("DELETE", "\(visit)/training/examples?name=up").status == 204)
    let refused = try await client.send("POST", "\(visit)/training/run")
    #expect((400..<500).contains(refused.status))
    #expect(try await client.get("\(visit)/models/\(first)/content").status == 200)
    for _ in 1...5 { _ = try await client.send("POST", "\(visit)/training/examples?name=up", body: thumb) }
    let second = try await train()
    #expect(try await client.get("\(visit)/models/\(second)/content").status == 200)
    #expect(try await client.get("\(visit)/models/\(first)/content").status == 404)
    try await studio.stop()
  }

  @Test(
    "What a running training does not allow is refused at once; waiting for its end would block every other request")
  func busy() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let thumb = try SharedFolder.mediaData("thumb_up_teal.png")
    for _ in 1...5 { _ = try await client.send("POST", "\(visit)/training/examples?name=up", body: thumb) }
    #expect(try await client.send("POST", "\(visit)/training/run").status == 202)
    for (method, path, body) in [
      ("POST", "run", nil), ("DELETE", "examples?name=up", nil), ("POST", "examples?name=up", thumb),
    ] {
      let answer = try await client.send(method, "\(visit)/training/\(path)", body: body)
      #expect(answer.status == 409, "\(method) \(path): \(answer.status) \(answer.message)")
      let share = try await state(visit, of: client)["share"] as? Double
      #expect((share ?? 1) < 1, "\(method) \(path) waited for the end")
    }
    try await studio.stop()
  }

  @Test("A visitor's examples are received one after the other, so that only one is in memory")
  func oneAtATime() async throws {
    let studio = try await RunningStudio()
    let (client, port) = (studio.client, try #require(studio.address.port))
    let path = "\(try await client.visit())/training/examples?name=up"
    let thumb = try SharedFolder.mediaData("thumb_up_teal.png")
    #expect(try await client.send("POST", path, body: thumb).status == 201)
    let slow = try RawConnection(port: port)
    slow.send(
      "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(studio.token)\r\n"
        + "Content-Length: \(thumb.count)\r\n\r\n")
    slow.send(thumb.prefix(1000))
    try await Task.sleep(for: .milliseconds(300))
    let isAnswered = Locked(false)
    let other = Task {
      let answer = try await client.send("POST", path, body: thumb)
      isAnswered.withLock { $0 = true }
      return answer.status
    }
    try await Task.sleep(for: .seconds(1))
    #expect(!isAnswered.withLock { $0 })
    slow.send(thumb.dropFirst(1000))
    #expect(try await other.value == 201)
    withExtendedLifetime(slow) {}
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
