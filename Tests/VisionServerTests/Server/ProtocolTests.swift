import Foundation
import TestSupport
import Testing
import VisionTasks

@testable import VisionServer

@Suite("The Open Inference Protocol", .needs(.shared))
struct ProtocolTests {
  private func error(_ answer: TestClient.Answer) -> String { ((try? answer.json())?["error"] as? String) ?? "" }

  @Test("Health, metadata and readiness, with and without the version")
  func metadata() async throws {
    let server = try await RunningServer {
      $0.models = ["hand", "lite=pose:pose_landmarker_lite?segmentationMasks=true"]
    }
    let client = server.client
    for path in ["/v2/health/live", "/v2/health/ready", "/v2/models/hand/ready", "/v2/models/hand/versions/1/ready"] {
      #expect(try await client.get(path).status == 200, "\(path)")
    }
    #expect(try await client.get("/v2/health/live").json() as? [String: Bool] == ["live": true])
    #expect(try await client.get("/v2/health/ready").json() as? [String: Bool] == ["ready": true])
    let readiness = try await client.get("/v2/models/hand/ready").json()
    #expect(readiness["name"] as? String == "hand" && readiness["ready"] as? Bool == true && readiness.count == 2)
    let about = try await client.get("/v2").json()
    #expect(
      about["name"] as? String == "vision serve"
        && (about["extensions"] as? [String])?.contains("classification") == true)
    let hand = try await client.get("/v2/models/hand").json()
    #expect(hand["name"] as? String == "hand" && hand["versions"] as? [String] == ["1"])
    let inputs = try #require(hand["inputs"] as? [[String: Any]])
    #expect(inputs.map { $0["datatype"] as? String } == ["BYTES", "UINT8"])
    let outputs = try #require(hand["outputs"] as? [[String: Any]])
    #expect(outputs.first { $0["name"] as? String == "landmarks" }?["shape"] as? [Int] == [-1, -1, 21, 3])
    let pose = try await client.get("/v2/models/lite/versions/1").json()
    #expect((pose["outputs"] as? [[String: Any]])?.contains { $0["name"] as? String == "masks" } == true)
    for path in [
      "/v2/models/other", "/v2/models/other/ready", "/v2/models/hand/versions/2", "/v2/models/hand/versions/2/ready",
    ] {
      let answer = try await client.get(path)
      #expect(answer.status == 404 && !error(answer).isEmpty, "\(path)")
    }
    let configuration = try await client.get("/v2/models/hand/config").json()
    #expect(configuration["max_batch_size"] as? Int == 0 && configuration["name"] as? String == "hand")
    let configured = try #require(configuration["input"] as? [[String: Any]])
    #expect(configured.first?["data_type"] as? String == "TYPE_STRING")
    #expect(configured.count == 2 && configured.allSatisfy { $0["optional"] as? Bool == true }, "a request has one")
    #expect((configuration["output"] as? [[String: Any]])?.first?["optional"] == nil)
    let index = try await client.send("POST", "/v2/repository/index")
    let entries = try JSONSerialization.jsonObject(with: index.body) as? [[String: String]]
    #expect(entries?.map { $0["name"] } == ["hand", "lite"] && entries?.first?["state"] == "READY")
    for path in ["/v2/models/hand/stats", "/v2/models/stats", "/v2/models/hand/versions/1/stats"] {
      let models = try #require(try await client.get(path).json()["model_stats"] as? [[String: Any]])
      #expect(models.first?["name"] as? String == "hand" && models.first?["inference_count"] as? Int == 0)
    }
    try await server.stop()
  }

  @Test("The index of the models reads its body: those that are ready, and nothing that it does not know")
  func repositoryIndex() async throws {
    let server = try await RunningServer { $0.drainSeconds = 3 }
    func answer(_ body: String) async throws -> TestClient.Answer {
      try await server.client.send("POST", "/v2/repository/index", body: Data(body.utf8))
    }
    func count(_ body: String) async throws -> Int? {
      try (JSONSerialization.jsonObject(with: await answer(body).body) as? [Any])?.count
    }
    for body in ["", "{}", #"{"ready":true}"#, #"{"ready":false}"#, #"{"ready":null}"#] {
      #expect(try await count(body) == 1, "\(body)")
    }
    for body in ["x", "[]", #"{"ready":1}"#, #"{"redy":true}"#] {
      let refused = try await answer(body)
      #expect(refused.status == 400 && !error(refused).isEmpty, "\(body)")
    }
    server.beginStop()
    for _ in 0..<50 where try await count(#"{"ready":true}"#) == 1 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try await count(#"{"ready":true}"#) == 0)
    #expect(try await count("{}") == 1)
    try await server.stop()
  }

  @Test("A request may ask for the best classes in the place of an output that has scores")
  func classification() async throws {
    let server = try await RunningServer { $0.models = ["gesture", "detect"] }
    let image = try SharedFolder.mediaData("thumb_up_teal.png").base64EncodedString()
    func answer(_ model: String, _ output: String) async throws -> TestClient.Answer {
      let json =
        #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[2],"data":["\#(image)","\#(image)"]}],"outputs":[{"name":"\#(output)","parameters":{"classification":2}}]}"#
      return try await server.client.send("POST", "/v2/models/\(model)/infer", body: Data(json.utf8))
    }
    for output in ["gestures", "gestures_scores"] {
      let found = try await answer("gesture", output)
      let outputs = try found.json()["outputs"] as? [[String: Any]]
      let tensor = try #require(outputs?.first)
      #expect(tensor["name"] as? String == output && tensor["datatype"] as? String == "BYTES")
      #expect((tensor["shape"] as? [Int])?.first == 2)
      let texts = try #require(tensor["data"] as? [String])
      let parts = try #require(texts.first).split(separator: ":")
      #expect(parts.count == 3 && parts[2] == "Thumb_Up" && (Double(parts[0]) ?? 0) > 0.5, "\(texts)")
    }
    let refused = try await answer("gesture", "landmarks")
    #expect(refused.status == 400 && error(refused).contains("gestures_scores"), "\(error(refused))")
    #expect(try await answer("detect", "scores").status == 200)
    let face = FaceLandmarkerResult.format
    #expect(face.classTensors(with: []).isEmpty, "blendshapes are an option")
    #expect(face.classTensors(with: Set(face.parts.compactMap(\.option))).contains("face_blendshapes"))
    try await server.stop()
  }

  @Test("An image that cannot be read is named by its index among those of its request")
  func index() async throws {
    let server = try await RunningServer()
    let image = try SharedFolder.mediaData("coffee.png").base64EncodedString()
    let json =
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[3],"data":["\#(image)","\#(image)","AQID"]}]}"#
    let answer = try await server.client.send("POST", "/v2/models/hand/infer", body: Data(json.utf8))
    #expect(answer.status == 400 && error(answer).hasPrefix("Image 2 of 3, counted from 0: "), "\(error(answer))")
    try await server.stop()
  }

  @Test("Image files and pixels, in JSON and in binary form, have the same outputs")
  func forms() async throws {
    let server = try await RunningServer()
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    let json =
      #"{"id":"a","inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["\#(image.base64EncodedString())"]}],"outputs":[{"name":"handedness"},{"name":"landmarks"},{"name":"json"}]}"#
    let plain = try await server.client.send("POST", "/v2/models/hand/infer", body: Data(json.utf8))
    #expect(plain.status == 200, "\(error(plain))")
    let answer = try plain.json()
    #expect(
      answer["id"] as? String == "a" && answer["model_name"] as? String == "hand"
        && answer["model_version"] as? String == "1")
    let outputs = try #require(answer["outputs"] as? [[String: Any]])
    #expect(outputs.compactMap { $0["name"] as? String } == ["handedness", "landmarks", "json"])
    #expect(outputs[1]["shape"] as? [Int] == [1, 1, 21, 3])
    let line = try #require((outputs[2]["data"] as? [String])?.first)
    let v1 = try await server.client.send("POST", "/v1/hand", body: image)
    #expect(line + "\n" == String(decoding: v1.body, as: UTF8.self))

    var body = Data(
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[2],"parameters":{"binary_data_size":\#(2 * (image.count + 4))}}],"outputs":[{"name":"landmarks","parameters":{"binary_data":true}},{"name":"count"}]}"#
        .utf8)
    let length = body.count
    for _ in 0..<2 {
      withUnsafeBytes(of: UInt32(image.count).littleEndian) { body.append(contentsOf: $0) }
      body.append(image)
    }
    let binary = try await server.client.send(
      "POST", "/v2/models/hand/infer", headers: ["Inference-Header-Content-Length": "\(length)"], body: body)
    let headerLength = try #require(binary.headers["inference-header-content-length"].flatMap { Int($0) })
    #expect(binary.status == 200 && binary.body.count == headerLength + 2 * 21 * 3 * 4)
    let header = try #require(
      try JSONSerialization.jsonObject(with: binary.body.prefix(headerLength)) as? [String: Any])
    let tensors = try #require(header["outputs"] as? [[String: Any]])
    #expect(tensors.first { $0["name"] as? String == "count" }?["data"] as? [Int] == [1, 1])
    let expected = try #require(outputs[1]["data"] as? [Double])
    let values = (0..<63).map { index in
      binary.body.dropFirst(headerLength + 4 * index).prefix(4).withUnsafeBytes { $0.loadUnaligned(as: Float.self) }
    }
    #expect(values == expected.map { Float($0) })
    try await server.stop()
  }

  @Test("Wrong requests get status 400 or 413 and a message, and the next one works")
  func errors() async throws {
    let server = try await RunningServer { $0.images = 2 }
    func status(_ json: String, _ headers: [String: String] = [:]) async throws -> Int {
      let answer = try await server.client.send(
        "POST", "/v2/models/hand/infer", headers: headers, body: Data(json.utf8))
      if answer.status >= 400 { #expect(!error(answer).isEmpty, "\(json)") }
      return answer.status
    }
    let tiny = #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[1,1,1,3],"data":[1,2,3]}]"#
    #expect(try await status(tiny + "}") == 200)
    #expect(try await status(tiny + #","model_name":"hand"}"#) == 200)
    #expect(try await status(tiny + #","model_name":"pose"}"#) == 400)
    #expect(try await status("{") == 400)
    #expect(try await status(tiny + #","outputs":[{"name":"masks"}]}"#) == 400)
    #expect(try await status(tiny + "}", ["Inference-Header-Content-Length": "x"]) == 400)
    for length in ["-1", "5000", "\(Int.min)", "\(Int.max)", "8000000"] {
      #expect(try await status(tiny + "}", ["Inference-Header-Content-Length": length]) == 400, "\(length)")
    }
    #expect(try await status(#"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AAAA"]}]}"#) == 400)
    #expect(
      try await status(#"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[3,1,1,3],"data":[1,2,3]}]}"#) == 413)
    #expect(try await server.client.send("POST", "/v2/models/other/infer", body: Data(tiny.utf8)).status == 404)
    #expect(try await status(tiny + "}") == 200)
    try await server.stop()
  }

  @Test("The OpenAPI description has exactly the routes that are served")
  func openAPI() async throws {
    let server = try await RunningServer()
    let document = try await server.client.get("/openapi.json").json()
    #expect(document["openapi"] as? String == "3.0.3")
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    let described = Set(paths.flatMap { path, operations in operations.keys.map { "\($0.uppercased()) \(path)" } })
    let folder = try TemporaryFolder()
    var options = ServerOptions()
    options.models = ["hand"]
    let models = try ServedModels(options, catalog: try SharedFolder.catalog(in: folder))
    let metrics = ServerMetrics(models: ["hand"])
    let pool = try InferencePool(models, options: options, metrics: metrics) { MemoryBudget(limit: 1) }
    let table = RouteTable(
      ServerParts(
        options: options, models: models, service: InferenceService(pool: pool, metrics: metrics, pixelLimit: 1),
        streams: StreamStore(limit: 1, idleSeconds: 1, pool: pool),
        connections: try .init(fitting: options.connectionLimits, logger: .init(label: "test"))))
    let router = table.router(token: nil, acceptsAnyName: false, metrics: metrics, logger: .init(label: "test"))
    let served = Set(
      router.routes.map { "\($0.method.rawValue) /" + "\($0.path)".split(separator: "/").joined(separator: "/") })
    // The router's paths have their parameters in another form.
    func plain(_ routes: Set<String>) -> Set<String> { Set(routes.map { $0.filter { !"{}:".contains($0) } }) }
    #expect(plain(served) == plain(described) && served.count == table.routes.count)
    let names = paths.values.flatMap { $0.values.compactMap { $0["operationId"] as? String } }
    #expect(Set(names).count == described.count)
    func statuses(_ path: String) -> [String] {
      (paths[path]?["post"]?["responses"] as? [String: Any] ?? [:]).keys.sorted()
    }
    #expect(
      statuses("/v1/{model}/streams/{stream}/frames") == [
        "200", "400", "401", "403", "404", "409", "413", "415", "503",
      ])
    #expect(statuses("/v1/{model}/streams") == ["201", "400", "401", "403", "404", "503"])
    try await server.stop()
  }
}
