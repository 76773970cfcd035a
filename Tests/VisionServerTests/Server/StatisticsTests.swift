import Foundation
import TestSupport
import Testing

@testable import VisionServer

@Suite("The statistics of models", .needs(.shared), .timeLimit(.minutes(2)))
struct StatisticsTests {
  @Test("Requests and frames count once, with their times; streams and what carries their frames do not")
  func counts() async throws {
    let server = try await RunningServer { $0.models = ["hand", "pose"] }
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    #expect(try await server.client.send("POST", "/v1/hand", body: image).status == 200)
    #expect(try await server.client.send("POST", "/v1/hand", body: Data("no image".utf8)).status == 400)
    let text = image.base64EncodedString()
    let two =
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[2],"data":["\#(text)","\#(text)"]}],"outputs":[{"name":"count"}]}"#
    #expect(try await server.client.send("POST", "/v2/models/hand/infer", body: Data(two.utf8)).status == 200)
    let opened = try await server.client.send("POST", "/v1/hand/streams").json()
    let stream = "/v1/hand/streams/\(try #require(opened["stream"] as? String))"
    #expect(try await server.client.send("POST", stream + "/frames", body: image).status == 200)
    let live = try LiveConnection(server, stream + "/live")
    live.send(image)
    #expect(live.lines(1).count == 1)
    live.finish()
    _ = live.rest()

    let models = try await server.client.get("/v2/models/stats").json()["model_stats"] as? [[String: Any]]
    let model = try #require(models?.first)
    let stats = try #require(model["inference_stats"] as? [String: [String: Int]])
    func count(_ name: String) -> Int? { stats[name]?["count"] }
    func time(_ name: String) -> Int { stats[name]?["ns"] ?? 0 }
    #expect(count("success") == 4 && count("fail") == 1 && time("fail") > 0, "\(model)")
    #expect(model["inference_count"] as? Int == 5 && model["execution_count"] as? Int == 5, "\(model)")
    #expect(count("queue") == 6 && count("compute_input") == 5 && count("compute_infer") == 5, "\(model)")
    #expect(count("compute_output") == 4 && time("compute_output") > 0, "\(model)")
    #expect(time("success") > time("compute_infer") / 2 && time("fail") < time("success"), "\(model)")
    let last = try #require(model["last_inference"] as? Int)
    #expect(abs(Double(last) / 1000 - Date().timeIntervalSince1970) < 60)
    #expect(models?.last?["last_inference"] as? Int == 0)
    try await server.stop()
  }
}
