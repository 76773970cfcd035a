import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionResults
import VisionTasks

@testable import VisionStudio

@Suite("Pictures and videos of the library", .needs(.shared))
struct LibraryTests {
  @Test("A picture: its line is the task's own answer, its annotated picture has its size, and all goes with the visit")
  func picture() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let sent = try SharedFolder.mediaData("thumb_up_teal.png")
    let stored = try await client.upload(sent, name: "my%20thumb.png", to: visit).json()
    #expect(stored["name"] as? String == "my thumb.png")
    #expect(stored["width"] as? Int == 640 && stored["height"] as? Int == 521 && stored["isVideo"] as? Bool == false)
    let file = try #require(stored["id"] as? String)
    let (job, progress) = try await client.run(#"{"task":"gesture"}"#, on: file, of: visit)
    #expect(progress["state"] as? String == "done")

    let model = try SharedFolder.path("models/gesture_recognizer.task")
    let result = try GestureRecognizer(modelPath: model).recognize(image: MPImage(imageBuffer: ImageFile.decode(sent)))
    let line = try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: result).json() + "\n"
    #expect(try await client.get(job + "/outputs/json").body == Data(line.utf8))
    #expect(try await client.get(job + "/lines?from=0").body == Data(line.utf8))
    #expect(try await client.get(job + "/lines?from=\(line.utf8.count)").body.isEmpty)
    let annotated = try ImageFile.decode(try await client.get(job + "/outputs/annotated").body)
    #expect(annotated.width == 640 && annotated.height == 521)

    #expect(try await client.send("POST", visit + "/close").status == 204)
    #expect(try await client.get(job).status == 404)
    try await studio.stop()
  }

  @Test("A video: a line a frame with rising times, an annotated video that plays, parts of it on request")
  func video() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let stored = try await client.upload(try SharedFolder.mediaData("trio_pan.mp4"), name: "trio.mp4", to: visit).json()
    #expect(stored["isVideo"] as? Bool == true && stored["frameCount"] as? Int == 90 && stored["width"] as? Int == 640)
    let file = try #require(stored["id"] as? String)
    let (job, progress) = try await client.run(#"{"task":"hand","values":{"numHands":2}}"#, on: file, of: visit)
    #expect(progress["frames"] as? Int == 90 && progress["state"] as? String == "done" && progress["message"] == nil)
    let text = String(decoding: try await client.get(job + "/outputs/json").body, as: UTF8.self)
    struct Line: Decodable {
      let frame: Int
      let timestampMs: Int
      let landmarks: [[[Double]]]
    }
    let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(lines.map(\.frame) == Array(0..<90))
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.timestampMs < $1.timestampMs })
    #expect(lines.contains { $0.landmarks.count == 2 }, "hands come and go in it")
    #expect(progress["resultBytes"] as? Int == text.utf8.count)

    let whole = try await client.get(job + "/outputs/annotated")
    #expect(
      whole.headers["content-type"] == "video/mp4"
        && whole.headers["content-disposition"]?.contains("trio.annotated.mp4") == true)
    let part = try await client.get(job + "/outputs/annotated", headers: ["Range": "bytes=100-199"])
    #expect(part.status == 206 && part.body == whole.body[100..<200])
    #expect(part.headers["content-range"] == "bytes 100-199/\(whole.body.count)")
    let folder = try TemporaryFolder()
    let reader = try VideoReader(contentsOfFile: folder.write(whole.body, "annotated.mp4"))
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 90 && reader.width == 640)
    try await studio.stop()
  }

  @Test("Settings change the result: a threshold that nothing reaches finds nothing, two people are two")
  func settings() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    func count(_ media: String, _ settings: String, _ key: String) async throws -> Int {
      let id =
        try await client.upload(try SharedFolder.mediaData(media), name: media, to: visit).json()["id"] as? String
      let (job, progress) = try await client.run(settings, on: try #require(id), of: visit)
      try #require(progress["state"] as? String == "done", "\(progress)")
      let line = try await client.get(job + "/outputs/json").json()
      return (line[key] as? [Any])?.count ?? -1
    }
    #expect(try await count("coffee.png", #"{"task":"detect","values":{"scoreThreshold":1}}"#, "detections") == 0)
    #expect(try await count("coffee.png", #"{"task":"detect"}"#, "detections") == 2)
    #expect(try await count("coffee.png", #"{"task":"detect","values":{"categoryDeny":["cup"]}}"#, "detections") == 1)
    #expect(try await count("three_people.png", #"{"task":"pose"}"#, "landmarks") == 1)
    #expect(try await count("three_people.png", #"{"task":"pose","values":{"numPoses":2}}"#, "landmarks") == 2)
    try await studio.stop()
  }

  @Test("Tracked objects have categories when they are asked for, numbers in a video, none in a picture")
  func tracking() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    func objects(_ media: String, _ settings: String) async throws -> [[[String: Any]]] {
      let id =
        try await client.upload(try SharedFolder.mediaData(media), name: media, to: visit).json()["id"] as? String
      let (job, progress) = try await client.run(settings, on: try #require(id), of: visit)
      try #require(progress["state"] as? String == "done", "\(progress)")
      let text = String(decoding: try await client.get(job + "/outputs/json").body, as: UTF8.self)
      return try text.split(separator: "\n").map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return object?["detections"] as? [[String: Any]] ?? []
      }
    }
    let picture = try await objects("coffee.png", #"{"task":"track","values":{"classify":true}}"#)
    #expect(picture.first?.count == 1 && picture.first?.first?["trackingId"] == nil)
    #expect(picture.first?.first?["classificationCategory"] as? String == "food")
    let video = try await objects("trio_pan.mp4", #"{"task":"track","values":{"multipleObjects":true}}"#)
    #expect(video.count == 90 && video.contains { $0.count > 1 })
    #expect(video.joined().allSatisfy { $0["trackingId"] is Int })
    try await studio.stop()
  }

  @Test("A picture's masks come small enough to be sent, and cover the person")
  func masks() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let id = try await client.upload(try SharedFolder.mediaData("yoga.png"), name: "yoga.png", to: visit).json()["id"]
    let (_, progress) = try await client.run(
      #"{"task":"pose","values":{"segmentationMasks":true}}"#, on: try #require(id as? String), of: visit)
    let mask = try #require((progress["masks"] as? [[String: Any]])?.first)
    #expect(mask["width"] as? Int == 160 && mask["height"] as? Int == 106)
    let cells = try #require((mask["data"] as? String).flatMap { Data(base64Encoded: $0) })
    #expect(cells.count == 160 * 106)
    // The woman's chest is in the middle, the road's corner is not hers.
    #expect(cells[50 * 160 + 62] > 200 && cells[105 * 160 + 1] < 30)
    try await studio.stop()
  }
}
