import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionTasks

@testable import VisionStudio

@Suite("Frames of a camera", .needs(.shared))
struct LiveTests {
  private func rgba(_ name: String) throws -> (query: String, pixels: Data) {
    let image = try ImageFile.decode(SharedFolder.mediaData(name))
    var pixels = Data(capacity: image.width * image.height * 4)
    image.withUnsafeBytes { bytes in
      for row in 0..<image.height {
        for column in 0..<image.width {
          let place = row * image.bytesPerRow + column * image.format.bytesPerPixel
          pixels.append(contentsOf: [bytes[place], bytes[place + 1], bytes[place + 2], 255])
        }
      }
    }
    return ("width=\(image.width)&height=\(image.height)", pixels)
  }

  private func gesture(_ answer: StudioClient.Answer) throws -> String? {
    let result = try #require(try answer.json()["result"] as? [String: Any])
    return ((result["gestures"] as? [[[String: Any]]])?.first?.first)?["categoryName"] as? String
  }

  @Test("Raw pixels and picture files give the same gesture; times rise whatever the page's clock does")
  func frames() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let early = try await client.send(
      "POST", visit + "/live/frames?time=0", body: try SharedFolder.mediaData("thumb_up_teal.png"))
    #expect(early.status == 409, "no task is loaded yet")
    #expect(try await client.send("PUT", visit + "/live", body: Data(#"{"task":"gesture"}"#.utf8)).status == 204)
    let raw = try rgba("thumb_up_teal.png")
    let one = try await client.send("POST", "\(visit)/live/frames?\(raw.query)&time=50", body: raw.pixels)
    #expect(try gesture(one) == "Thumb_Up")
    let file = try SharedFolder.mediaData("thumb_up_teal.png")
    for (time, expected) in [
      ("50", 51), ("7", 52), ("-3", 53), ("900", 900), ("99999999999999999999", 901), ("9223372036854775807", 1 << 52),
    ] {
      let answer = try await client.send("POST", "\(visit)/live/frames?time=\(time)", body: file)
      #expect(try gesture(answer) == "Thumb_Up", "\(time)")
      #expect((try answer.json()["result"] as? [String: Any])?["timestampMs"] as? Int == expected, "\(time)")
    }
    #expect((try one.json()["inferenceMs"] as? Double ?? 0) > 0)
    try await studio.stop()
  }

  @Test("Settings act on the next frame, a setting that is refused leaves the page usable")
  func settings() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let file = try SharedFolder.mediaData("thumb_up_teal.png")
    func start(_ settings: String) async throws -> StudioClient.Answer {
      try await client.send("PUT", visit + "/live", body: Data(settings.utf8))
    }
    #expect(try await start(#"{"task":"gesture","values":{"cannedDeny":["Thumb_Up"]}}"#).status == 204)
    #expect(try gesture(try await client.send("POST", visit + "/live/frames", body: file)) != "Thumb_Up")
    #expect(try await start(#"{"task":"gesture","values":{"numHands":-4}}"#).status == 422)
    #expect(try await start(#"{"task":"pose","values":{"segmentationMasks":true}}"#).status == 204)
    let answer = try await client.send("POST", visit + "/live/frames", body: try SharedFolder.mediaData("yoga.png"))
      .json()
    #expect((answer["masks"] as? [Any])?.count == 1)
    try await studio.stop()
  }

  @Test("Frames that do not fit their size, are too large or are no pictures are refused; the next one is answered")
  func badFrames() async throws {
    let studio = try await RunningStudio { $0.limits.framePixels = 640 * 521 }
    let client = studio.client
    let visit = try await client.visit()
    #expect(try await client.send("PUT", visit + "/live", body: Data(#"{"task":"gesture"}"#.utf8)).status == 204)
    let bad: [(query: String, body: Data, status: Int)] = [
      ("width=10&height=10", Data(count: 399), 422), ("width=10&height=10", Data(count: 401), 413),
      ("width=0&height=10", Data(), 422), ("width=-1&height=-1", Data(), 422), ("width=8192&height=8192", Data(), 422),
      ("width=x&height=1", Data(), 422), ("", Data("no picture".utf8), 422), ("", Data(), 422),
      ("width=99999999999999999999&height=1", Data(), 422),
    ]
    for frame in bad {
      let answer = try await client.send("POST", "\(visit)/live/frames?\(frame.query)", body: frame.body)
      #expect(answer.status == frame.status, "\(frame.query): \(answer.status) \(answer.message)")
    }
    let good = try rgba("thumb_up_teal.png")
    #expect(
      try gesture(try await client.send("POST", "\(visit)/live/frames?\(good.query)", body: good.pixels)) == "Thumb_Up")
    try await studio.stop()
  }

  @Test("Cameras are bounded; one that stops makes room")
  func bounded() async throws {
    let studio = try await RunningStudio { $0.limits.liveSessions = 2 }
    let client = studio.client
    var visits: [String] = []
    for _ in 0..<3 { visits.append(try await client.visit()) }
    func start(_ number: Int) async throws -> StudioClient.Answer {
      try await client.send("PUT", visits[number] + "/live", body: Data(#"{"task":"hand"}"#.utf8))
    }
    #expect(try await start(0).status == 204)
    #expect(try await start(1).status == 204)
    let third = try await start(2)
    #expect(third.status == 503 && third.message.contains("2 cameras"))
    #expect(try await start(1).status == 204, "its own place is not taken twice")
    #expect(try await client.send("DELETE", visits[0] + "/live").status == 204)
    // The place is given back once the task is gone.
    var status = 0
    for _ in 0..<50 where status != 204 {
      status = try await start(2).status
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(status == 204)
    try await studio.stop()
  }

  @Test("Visits are bounded and end when their page is silent")
  func visits() async throws {
    let studio = try await RunningStudio {
      $0.limits.visits = 2
      $0.limits.idleSeconds = 3
    }
    let client = studio.client
    let first = try await client.visit()
    _ = try await client.visit()
    #expect(try await client.send("POST", "/api/visits").status == 503)
    try await Task.sleep(for: .milliseconds(3500))
    _ = try await client.visit()
    #expect(try await client.get(first).status == 404)
    try await studio.stop()
  }
}
