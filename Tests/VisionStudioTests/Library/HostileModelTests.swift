import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("Models that crash and hang", .serialized, .needs(.shared))
struct HostileModelTests {
  /// In place of `vision`: every model is one of gestures, which crashes or hangs with the first image as its first byte says.
  private static let script = #"""
    #!/bin/sh
    while [ $# -gt 1 ]; do
      case "$1" in worker) task="$2" ;; --model) model="$2" ;; esac
      shift
    done
    [ "$(head -c 1 "$model")" = i ] && kill -ILL $$
    if [ "$task" != gesture ] && [ "$task" != inspect ]; then
      echo "{\"error\":{\"code\":3,\"message\":\"$model is for gestures\"}}"; exit 3
    fi
    echo "{\"protocol\":1,\"ready\":true,\"sandbox\":true,\"task\":\"$task\",\"report\":\"$model\"}"
    head -c 1 > /dev/null
    [ "$(head -c 1 "$model")" = c ] && kill -SEGV $$
    echo $$ >> "$(dirname "$0")/waiting"
    exec sleep 100
    """#

  private func studio(_ folder: TemporaryFolder, seconds: Double = 3) async throws -> RunningStudio {
    let script = try folder.write(Data(Self.script.utf8), "worker")
    chmod(script, 0o755)
    return try await RunningStudio {
      $0.workerExecutable = script
      $0.limits.liveSessions = 30
      $0.limits.workerSeconds = seconds
    }
  }

  /// A visitor whose model does what it does: the answers to a frame of the camera and to a run over a picture.
  private static func hostile(_ client: StudioClient, _ model: String) async throws -> (live: String, job: String) {
    let visit = try await client.visit()
    let kept = try await client.upload(Data(model.utf8), name: "mine.task", to: visit, as: "models")
    #expect(kept.status == 201, "\(kept.message)")
    let report = try kept.json()
    #expect(report["text"] as? String == "mine.task")
    let fits = try #require(report["fits"] as? [[String: Any]])
    #expect(fits.filter { $0["fits"] as? Bool == true }.compactMap { $0["task"] as? String } == ["gesture"])
    #expect(fits.last?["reason"] as? String == "mine.task is for gestures")
    let settings = #"{"task":"gesture","model":"\#(report["id"] ?? "")"}"#
    let picture = try SharedFolder.mediaData("thumb_up_teal.png")
    let begun = try await client.send("PUT", visit + "/live", body: Data(settings.utf8))
    #expect(begun.status == 204, "\(begun.message)")
    let frame = try await client.send("POST", "\(visit)/live/frames?time=1", body: picture)
    #expect(frame.status == 500)
    let file = try await client.upload(picture, name: "t.png", to: visit).json()
    let (_, progress) = try await client.run(settings, on: try #require(file["id"] as? String), of: visit)
    #expect(progress["state"] as? String == "failed")
    // Its page goes on, with a model of the catalog, too.
    let again = try await client.send("PUT", visit + "/live", body: Data(#"{"task":"hand"}"#.utf8))
    #expect(again.status == 204)
    #expect(try await client.send("POST", "\(visit)/live/frames?time=2", body: picture).status == 200)
    return (frame.message, progress["message"] as? String ?? "")
  }

  /// A visitor with a model of the catalog; how long each frame took.
  private static func other(_ client: StudioClient) async throws -> [Duration] {
    let visit = try await client.visit()
    let picture = try SharedFolder.mediaData("thumb_up_teal.png")
    let begun = try await client.send("PUT", visit + "/live", body: Data(#"{"task":"hand"}"#.utf8))
    #expect(begun.status == 204, "\(begun.message)")
    var durations: [Duration] = []
    for time in 0..<5 {
      let begin = ContinuousClock.now
      let frame = try await client.send("POST", "\(visit)/live/frames?time=\(time)", body: picture)
      durations.append(ContinuousClock.now - begin)
      #expect(frame.status == 200, "\(frame.message)")
      let result = try frame.json()["result"] as? [String: Any]
      #expect((result?["landmarks"] as? [Any])?.count == 1)
    }
    return durations
  }

  @Test("20 other visitors notice nothing of models that end their process and of one that hangs")
  func undisturbed() async throws {
    let folder = try TemporaryFolder()
    let studio = try await studio(folder)
    let client = studio.client
    async let crash = Self.hostile(client, "crash")
    async let hang = Self.hostile(client, "hang")
    let durations = try await withThrowingTaskGroup(of: [Duration].self) { group in
      for _ in 0..<20 { group.addTask { try await Self.other(client) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(durations.count == 100)
    let (crashed, hung) = try await (crash, hang)
    for message in [crashed.live, crashed.job] {
      #expect(message.contains("\"mine.task\"") && message.contains("signal 11"), "\(message)")
    }
    for message in [hung.live, hung.job] {
      #expect(message.contains("\"mine.task\"") && message.contains("3 seconds"), "\(message)")
    }
    #expect(try await client.get("/api/catalog").status == 200)
    try await studio.stop()
  }

  @Test("Where system calls cannot be filtered models are refused, unless the page was started with the flag for it")
  func unsandboxed() async throws {
    let folder = try TemporaryFolder()
    let text = Self.script.replacing(#"\"sandbox\":true"#, with: #"\"sandbox\":false"#)
    let script = try folder.write(Data(text.utf8), "worker")
    chmod(script, 0o755)
    for isAllowed in [false, true] {
      let studio = try await RunningStudio {
        $0.workerExecutable = script
        $0.allowsUnsandboxedModels = isAllowed
      }
      let visit = try await studio.client.visit()
      let kept = try await studio.client.upload(Data("model".utf8), name: "mine.task", to: visit, as: "models")
      #expect((kept.status == 201) == isAllowed, "\(kept.message)")
      #expect(isAllowed || kept.message.contains("--allow-unsandboxed-models"), "\(kept.message)")
      try await studio.stop()
    }
  }

  @Test(
    "A run that is cancelled ends the process of a model that hangs at once, not after its time",
    arguments: [true, false])
  func cancelled(byClosing: Bool) async throws {
    let folder = try TemporaryFolder()
    let studio = try await studio(folder, seconds: 100)
    let client = studio.client
    let visit = try await client.visit()
    let model = try await client.upload(Data("hang".utf8), name: "mine.task", to: visit, as: "models").json()
    let file = try await client.upload(try SharedFolder.mediaData("thumb_up_teal.png"), name: "t.png", to: visit).json()
    let begun = try await client.post(
      "\(visit)/files/\(file["id"] ?? "")/jobs", json: #"{"task":"gesture","model":"\#(model["id"] ?? "")"}"#)
    let job = try #require(try begun.json()["job"] as? String)
    func waiting() -> [Substring] {
      let text = try? String(contentsOf: folder.url.appending(path: "waiting"), encoding: .utf8)
      return text?.split(separator: "\n") ?? []
    }
    while waiting().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    let process = try #require(waiting().first.flatMap { Int32($0) })
    let begin = ContinuousClock.now
    if byClosing {
      _ = try await client.send("POST", visit + "/close")
    } else {
      #expect(try await client.send("DELETE", "\(visit)/jobs/\(job)").status == 204)
    }
    while kill(process, 0) == 0, ContinuousClock.now - begin < .seconds(30) {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(ContinuousClock.now - begin < .seconds(10))
    try await studio.stop()
  }

  @Test("A model that ends its process while it is inspected is refused with a message, and the page goes on")
  func inspection() async throws {
    let folder = try TemporaryFolder()
    let studio = try await studio(folder)
    let visit = try await studio.client.visit()
    let answer = try await studio.client.upload(Data("ill".utf8), name: "mine.task", to: visit, as: "models")
    #expect(answer.status == 500 && answer.message.contains("signal 4"), "\(answer.status) \(answer.message)")
    #expect(answer.message.contains("\"mine.task\"") && !answer.message.contains("vision-studio-"))
    #expect(try await studio.client.get(visit).status == 204)
    try await studio.stop()
  }

  @Test("Without a worker executable uploaded models are refused")
  func noProgram() async throws {
    let studio = try await RunningStudio { $0.workerExecutable = nil }
    let visit = try await studio.client.visit()
    let answer = try await studio.client.upload(Data("x".utf8), name: "mine.task", to: visit, as: "models")
    #expect(answer.status == 409 && answer.message.contains("no uploaded models"))
    try await studio.stop()
  }
}
