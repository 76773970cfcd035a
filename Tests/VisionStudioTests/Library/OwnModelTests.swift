import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("Models that visitors bring", .needs(.command), .needs(.shared))
struct OwnModelTests {
  private func model(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: SharedFolder.path("models/" + name)))
  }

  private func fits(_ answer: StudioClient.Answer) throws -> [String] {
    let fits = try #require(try answer.json()["fits"] as? [[String: Any]])
    #expect(fits.allSatisfy { ($0["reason"] == nil) == ($0["fits"] as? Bool == true) })
    return fits.filter { $0["fits"] as? Bool == true }.compactMap { $0["task"] as? String }
  }

  @Test("A bundle of one's own is shown with what is inside, fits its task, and is used")
  func custom() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let answer = try await client.upload(
      try model("gesture_recognizer_with_custom_gestures.task"), name: "mine.task", to: visit, as: "models")
    #expect(answer.status == 201)
    #expect(try fits(answer) == ["gesture"])
    let report = try answer.json()
    #expect((report["text"] as? String)?.contains("custom_gesture_classifier.tflite") == true)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("vision-studio-") == false)
    let id = try #require(report["id"] as? String)
    let thumb = try await client.upload(try SharedFolder.mediaData("thumb_up_teal.png"), name: "t.png", to: visit)
      .json()
    let settings = #"{"task":"gesture","model":"\#(id)"}"#
    let (job, progress) = try await client.run(settings, on: try #require(thumb["id"] as? String), of: visit)
    #expect(progress["state"] as? String == "done")
    #expect(String(decoding: try await client.get(job + "/outputs/json").body, as: UTF8.self).contains("\"divide\""))
    #expect(try await client.send("DELETE", "\(visit)/models/\(id)").status == 204)
    let gone = try await client.post("\(visit)/files/\(thumb["id"] ?? "")/jobs", json: settings)
    #expect(gone.status == 404)
    try await studio.stop()
  }

  @Test("Names that an uploaded model does not know are reported, as for a model of the catalog")
  func names() async throws {
    let studio = try await RunningStudio()
    let visit = try await studio.client.visit()
    let answer = try await studio.client.upload(
      try model("gesture_recognizer_with_custom_gestures.task"), name: "mine.task", to: visit, as: "models")
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("vocabular"))
    let id = try #require(try answer.json()["id"] as? String)
    func warnings(_ values: String) async throws -> [String]? {
      let settings = #"{"task":"gesture","model":"\#(id)","values":\#(values)}"#
      let answer = try await studio.client.post(
        "/api/code", json: #"{"settings":\#(settings),"input":{"kind":"camera"},"modelName":"mine.task"}"#)
      return try answer.json()["warnings"] as? [String]
    }
    #expect(
      try await warnings(#"{"customAllow":["divid"]}"#)?.first?.contains("did you mean \"divide\"?") == true)
    #expect(try await warnings(#"{"customAllow":["divide"]}"#) == [])
    // The model is not known any more.
    #expect(try await studio.client.send("DELETE", "\(visit)/models/\(id)").status == 204)
    #expect(try await warnings(#"{"customAllow":["divid"]}"#) == [])
    try await studio.stop()
  }

  @Test(
    "A detector fits the objects and is an embedder; without metadata it is that only, and each other task says why")
  func detectors() async throws {
    let studio = try await RunningStudio()
    let visit = try await studio.client.visit()
    let good = try await studio.client.upload(
      try model("efficientdet_lite0_int8.tflite"), name: "d.tflite", to: visit, as: "models")
    #expect(try Set(fits(good)).isSuperset(of: ["detect", "track", "embed"]))
    let bare = try await studio.client.upload(
      try model("ssd_mobilenet_v1_coco_quant_no_metadata.tflite"), name: "bare.tflite", to: visit, as: "models")
    #expect(try fits(bare) == ["embed"])
    let reasons = (try bare.json()["fits"] as? [[String: Any]])?.compactMap { $0["reason"] as? String } ?? []
    #expect(reasons.count == StudioTask.all.count - 1 && reasons.contains { $0.contains("metadata") })
    #expect(reasons.allSatisfy { !$0.contains(".model") }, "\(reasons)")
    try await studio.stop()
  }

  @Test("A detector of one's own keeps the IDs of tracked objects, in lines, CSV and labels")
  func tracked() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let model = try await client.upload(
      try model("ssd_mobilenet_v1_coco_quant.tflite"), name: "mine.tflite", to: visit, as: "models")
    let video = try await client.upload(try SharedFolder.mediaData("walkers_pan.mp4"), name: "w.mp4", to: visit)
    let settings =
      #"{"task":"detect","model":"\#(try #require(try model.json()["id"] as? String))","values":{"track":true,"maxFrames":6}}"#
    let id = try #require(try video.json()["id"] as? String)
    let (job, progress) = try await client.run(settings, on: id, of: visit)
    try #require(progress["state"] as? String == "done", "\(progress)")
    func text(_ output: String) async throws -> String {
      String(decoding: try await client.get(job + "/outputs/" + output).body, as: UTF8.self)
    }
    #expect(try await text("json").contains("\"trackingId\":1"))
    #expect(try await text("csv").hasPrefix("file,frame,timestamp_ms,detection,tracking_id,"))
    #expect(try await text("coco").contains("\"track_id\":1"))
    try await studio.stop()
  }

  @Test("Files that are no models are refused in words")
  func refused() async throws {
    let studio = try await RunningStudio { $0.limits.modelBytes = 5_000_000 }
    let visit = try await studio.client.visit()
    let whole = try model("efficientdet_lite0_int8.tflite")
    let files: [(name: String, data: Data, status: Int)] = [
      ("a.task", Data("words".utf8), 422), ("b.tflite", whole.prefix(100_000), 422), ("c.tflite", Data(count: 64), 422),
      ("d.task", try model("hand_landmarker.task"), 413),
    ]
    for file in files {
      let answer = try await studio.client.upload(file.data, name: file.name, to: visit, as: "models")
      #expect(
        answer.status == file.status && !answer.message.isEmpty, "\(file.name): \(answer.status) \(answer.message)")
      #expect(!answer.message.contains("vision-studio-"), "\(answer.message)")
    }
    try await studio.stop()
  }
}
