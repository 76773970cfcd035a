import Foundation
import TestSupport
import Testing
import VisionCatalog
import VisionMedia
import VisionResults
import VisionTasks

@testable import VisionServer

@Suite("Images as plain requests", .needs(.shared))
struct PlainTests {
  @Test(
    "The response is the line that the command writes, to the byte, and tensors are those of the metadata",
    arguments: TaskRegistry.names.filter { $0 != "segment-point" })
  func line(task: String) async throws {
    let type = try #require(TaskRegistry.task(task))
    // What an option asks for is wanted, too.
    let options = type.descriptors.filter {
      $0.kind == .toggle && type.format.parts.map(\.option).contains($0.property)
    }
    let query = options.map { "\($0.key)=true" }.joined(separator: "&")
    let server = try await RunningServer { $0.models = [task + (query.isEmpty ? "" : "?" + query)] }
    let metadata = try await Self.outputs(server.client.get("/v2/models/\(task)"))
    // A task whose images are consecutive frames has streams only.
    if metadata.isEmpty { return try await server.stop() }
    let file = try #require(CatalogEntry.models.first { $0.name == type.descriptor.defaultModel }).fileName
    let values = Dictionary(uniqueKeysWithValues: options.map { ($0.key, OptionValue.toggle(true)) })
    let image = try SharedFolder.mediaData("call_landscape.png")
    let own = try type.makeTask(values: values, modelPath: SharedFolder.model(file), mode: .image)
    let output = try own.output(of: MPImage(imageBuffer: ImageFile.decode(image)))
    let expected = try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: output).json() + "\n"
    let answer = try await server.client.send("POST", "/v1/\(task)", body: image)
    #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self) == expected)
    let request =
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["\#(image.base64EncodedString())"]}]}"#
    let tensors = try await Self.outputs(
      server.client.send("POST", "/v2/models/\(task)/infer", body: Data(request.utf8)))
    #expect(tensors.map(\.name) == metadata.map(\.name))
    for (tensor, spec) in zip(tensors, metadata) {
      #expect(tensor.shape.count == spec.shape.count && tensor.datatype == spec.datatype, "\(spec.name)")
      #expect(zip(tensor.shape, spec.shape).allSatisfy { $1 == -1 || $0 == $1 }, "\(spec.name)")
    }
    try await server.stop()
  }

  private static func outputs(_ answer: TestClient.Answer) throws -> [TensorSpec] {
    struct Outputs: Decodable { let outputs: [TensorSpec] }
    return try JSONDecoder().decode(Outputs.self, from: answer.body).outputs
  }

  @Test("A region of interest comes with a model's options, a request, and the opening of a stream")
  func regions() async throws {
    let server = try await RunningServer { $0.models = ["hand", "left=hand?roi=0,0,0.2,1"] }
    let client = server.client
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    func count(_ path: String) async throws -> Int? {
      (try await client.send("POST", path, body: image).json()["landmarks"] as? [Any])?.count
    }
    #expect(try await count("/v1/hand") == 1)
    #expect(try await count("/v1/left") == 0)
    #expect(try await count("/v1/hand?roi=0,0,0.2,1") == 0)
    #expect(try await count("/v1/left?roi=0,0,1,1") == 1)
    let stream = try await client.send("POST", "/v1/hand/streams?roi=0,0,0.2,1").json()["stream"] as? String
    #expect(try await count("/v1/hand/streams/\(#require(stream))/frames") == 0)
    let refusal = try await client.send("POST", "/v1/hand?roi=0.5,0,0.5,1", body: image)
    #expect(refusal.status == 400 && refusal.message.contains("LEFT,TOP,RIGHT,BOTTOM"))
    for (region, number) in [("0,0,0.2,1", 0), ("0,0,1,1", 1)] {
      let json =
        #"{"parameters":{"roi":"\#(region)"},"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["#
        + "\"\(image.base64EncodedString())\"]}]}"
      let answer = try await client.post("/v2/models/hand/infer", json: json)
      let outputs = try answer.json()["outputs"] as? [[String: Any]]
      let shape = outputs?.first { $0["name"] as? String == "landmarks" }?["shape"] as? [Int]
      #expect(answer.status == 200 && shape?.dropFirst().first == number)
    }
    try await server.stop()
  }

  @Test("Wrong images, models and sizes get their statuses, and the next request works")
  func errors() async throws {
    let server = try await RunningServer { $0.requestBytes = 1_000_000 }
    let client = server.client
    let noImage = try await client.send("POST", "/v1/hand", body: Data("no image".utf8))
    #expect(noImage.status == 400 && !noImage.message.isEmpty)
    #expect(try await client.send("POST", "/v1/hand", body: Data()).status == 400)
    #expect(try await client.send("POST", "/v1/other", body: Data("x".utf8)).status == 404)
    #expect(try await client.send("POST", "/v1/hand", body: Data(count: 1_000_001)).status == 413)
    #expect(
      try await client.send("POST", "/v1/hand", headers: ["Content-Encoding": "gzip"], body: Data("x".utf8)).status
        == 415)
    #expect(try await client.get("/v1/hand").status == 405)
    #expect(try await client.get("/v1/..%2f..%2fetc/passwd").status == 404)
    #expect(
      try await client.send("POST", "/v1/hand", body: try SharedFolder.mediaData("thumb_up_teal.png")).status == 200)
    try await server.stop()
  }

  @Test("Images with too many pixels are refused by their headers")
  func pixels() async throws {
    let server = try await RunningServer { $0.pixels = 1000 }
    let answer = try await server.client.send("POST", "/v1/hand", body: try SharedFolder.mediaData("thumb_up_teal.png"))
    #expect(
      [400, 413].contains(answer.status) && answer.message.contains("1000"), "\(answer.status) \(answer.message)")
    try await server.stop()
  }

  @Test("A stream tracks from frame to frame as the command does in a video, and ends when it is closed")
  func streams() async throws {
    let server = try await RunningServer {
      ($0.streams, $0.models) = (2, ["gesture", "hand"])
    }
    let client = server.client
    let opened = try await client.send("POST", "/v1/gesture/streams")
    let id = try #require(try opened.json()["stream"] as? String)
    #expect(opened.status == 201 && id.count == 32)
    let frames = "/v1/gesture/streams/\(id)/frames"
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    let own = try GestureRecognizer.makeTask(
      values: [:], modelPath: SharedFolder.model("gesture_recognizer.task"), mode: .video)
    for frame in 0..<3 {
      let output = try own.output(
        of: MPImage(imageBuffer: ImageFile.decode(image)), timestampInMilliseconds: frame * 33)
      let expected = try FrameRecord(file: nil, frame: frame, timestampMs: frame * 33, output: output).json() + "\n"
      let answer = try await client.send("POST", "\(frames)?time=\(frame * 33)", body: image)
      #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self) == expected)
    }
    #expect(try await client.send("POST", "\(frames)?time=66", body: image).status == 400, "times rise")
    #expect(try await client.send("POST", frames + "?time=soon", body: image).status == 400)
    #expect(
      try await client.send("POST", "/v1/hand/streams/\(id)/frames?time=99", body: image).status == 404, "another model"
    )
    #expect(try await client.send("POST", "\(frames)?time=99", body: image).status == 200)
    _ = try await client.send("POST", "/v1/hand/streams")
    #expect(try await client.send("POST", "/v1/hand/streams").status == 503, "two are the maximum")
    #expect(try await client.send("DELETE", "/v1/gesture/streams/\(id)").status == 204)
    #expect(try await client.send("POST", "\(frames)?time=133", body: image).status == 404)
    try await server.stop()
  }

  @Test("An idle stream gives way")
  func idleStreams() async throws {
    let server = try await RunningServer { ($0.streams, $0.streamSeconds) = (1, 0.2) }
    #expect(try await server.client.send("POST", "/v1/hand/streams").status == 201)
    // How long it takes depends on the machine; a stream that never ends keeps the test from passing.
    var status = 503
    for _ in 0..<100 where status == 503 {
      try await Task.sleep(for: .milliseconds(100))
      status = try await server.client.send("POST", "/v1/hand/streams").status
    }
    #expect(status == 201)
    try await server.stop()
  }
}
