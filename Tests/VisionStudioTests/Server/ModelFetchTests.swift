import Foundation
import TestSupport
import Testing
import VisionCatalog
import VisionWorker

@testable import VisionStudio

@Suite("Models that the page fetches, and models that nothing would hold")
struct ModelFetchTests {
  @Test("A model that is missing is fetched on request, and then used", .needs(.shared))
  func fetch() async throws {
    let folder = try TemporaryFolder()
    let mirror = URL(filePath: try SharedFolder.path("models"))
    let studio = try await RunningStudio {
      $0.catalog = ModelCatalog(
        entries: CatalogEntry.models + CatalogEntry.images, cache: CacheFolder(root: folder.url), mirror: mirror)
    }
    let client = studio.client
    func isReady() async throws -> Bool {
      let tasks = try await client.get("/api/catalog").json()["tasks"] as? [[String: Any]]
      let models = tasks?.first { $0["name"] as? String == "gesture" }?["models"] as? [[String: Any]]
      return models?.first?["isReady"] as? Bool == true
    }
    #expect(try await isReady() == false)
    #expect(try await client.get("/api/models/gesture_recognizer/fetch").status == 404)
    let begun = try await client.send("POST", "/api/models/gesture_recognizer/fetch")
    #expect(begun.status == 202)
    var state = try begun.json()["state"] as? String
    while state == "running" {
      try await Task.sleep(for: .milliseconds(20))
      state = try await client.get("/api/models/gesture_recognizer/fetch").json()["state"] as? String
    }
    #expect(state == "done")
    #expect(try await isReady())
    let visit = try await client.visit()
    let thumb = try SharedFolder.mediaData("thumb_up_teal.png")
    let id = try #require(try await client.upload(thumb, name: "t.png", to: visit).json()["id"] as? String)
    #expect(try await client.run(#"{"task":"gesture"}"#, on: id, of: visit).progress["state"] as? String == "done")
    let image = try #require(CatalogEntry.images.first).name
    for name in ["nope", image] {
      #expect(try await client.send("POST", "/api/models/\(name)/fetch").status == 404, "\(name)")
    }
    try await studio.stop()
  }

  @Test("A download that fails says why, and can be tried again")
  func failure() async throws {
    let folder = try TemporaryFolder()
    // The cache's folder for models is a file, so that nothing can be stored there.
    let cache = CacheFolder(root: folder.url)
    try Data().write(to: cache.models)
    let fetches = ModelFetches(ModelCatalog(entries: CatalogEntry.models, cache: cache))
    for _ in 0..<2 {
      var progress = try fetches.start("gesture_recognizer")
      while progress.state == .running {
        try await Task.sleep(for: .milliseconds(10))
        progress = try fetches.progress(of: "gesture_recognizer")
      }
      #expect(progress.state == .failed && progress.message?.isEmpty == false)
    }
  }

  /// A program that answers as a worker whose system calls nothing filters.
  private func unfilteredWorker(in folder: TemporaryFolder) throws -> String {
    let line =
      #"{"ready":true,"protocol":\#(WorkerReady.currentProtocol),"task":"inspect","sandbox":false,"report":"report"}"#
    let path = try folder.write(Data("#!/bin/sh\necho '\(line)'\nexec cat > /dev/null\n".utf8), "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  @Test(
    "A model is not run where system calls cannot be filtered, unless the page was started so",
    arguments: [false, true])
  func sandbox(isAllowed: Bool) async throws {
    let folder = try TemporaryFolder()
    let worker = try unfilteredWorker(in: folder)
    let studio = try await RunningStudio {
      $0.workerExecutable = worker
      $0.allowsUnsandboxedModels = isAllowed
    }
    let visit = try await studio.client.visit()
    let answer = try await studio.client.upload(Data("model".utf8), name: "mine.task", to: visit, as: "models")
    try await studio.stop()
    guard !isAllowed else {
      #expect(answer.status == 201, "\(answer.message)")
      return
    }
    #expect(answer.status == 409 && answer.message.hasPrefix("\"mine.task\" was not run"), "\(answer.message)")
    #expect(answer.message.contains("--allow-unsandboxed-models"))
  }

  @Test(
    "Other programs of the user cannot read the page's memory and environment", .needs(.command),
    .only(.root))
  func hiddenProcess() async throws {
    let program = try #require(BuiltProgram.vision)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
    // As another user: root's processes always belong to root.
    process.arguments = [
      "TMPDIR=\(folder.url.path)", "setpriv", "--reuid=65534", "--clear-groups", program.path, "studio", "--port", "0",
      "--no-open",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    var said = Data()
    while !said.contains(UInt8(ascii: "\n")) {
      let part = output.fileHandleForReading.availableData
      try #require(!part.isEmpty, "it did not start")
      said += part
    }
    let owner = try FileManager.default.attributesOfItem(atPath: "/proc/\(process.processIdentifier)/environ")
    #expect((owner[.ownerAccountID] as? NSNumber)?.intValue == 0)
  }
}
