import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionStudio

@Suite("Visits to the page")
struct SessionTests {
  private func store(_ change: (inout StudioOptions) -> Void = { _ in }) throws -> (SessionStore, PrivateFolder) {
    var options = StudioOptions()
    change(&options)
    let folder = try PrivateFolder()
    return (SessionStore(folder: folder, options: options), folder)
  }

  @Test("Only so many visits are open at a time; a closed one makes room, and so does one that was left")
  func limit() async throws {
    let (store, folder) = try self.store { $0.limits.visits = 2 }
    defer { folder.remove() }
    let (first, second) = (try await store.open(), try await store.open())
    await #expect(throws: TasksError.self) { try await store.open() }
    await store.close(first.id)
    let third = try await store.open()
    await #expect(throws: TasksError.self) { try await store.open() }
    // A page that was closed, or is loaded again, is there until another one needs its place.
    await store.leave(second.id)
    _ = try await store.open()
    await #expect(throws: TasksError.self) { try await store.visit(second.id) }
    _ = try await store.visit(third.id)
    await store.closeAll()
  }

  @Test("Of the pages that were closed only the first makes room")
  func room() async throws {
    let (store, folder) = try self.store { $0.limits.visits = 3 }
    defer { folder.remove() }
    var visits: [StudioSession] = []
    for _ in 0..<3 { visits.append(try await store.open()) }
    for number in [1, 2, 0] {
      await store.leave(visits[number].id)
      try await Task.sleep(for: .milliseconds(2))
    }
    _ = try await store.open()
    await #expect(throws: TasksError.self) { try await store.visit(visits[1].id) }
    _ = try await store.visit(visits[2].id)
    _ = try await store.visit(visits[0].id)
    await store.closeAll()
  }

  @Test("A visit outlives its page for a while; a page that comes back keeps it")
  func leaving() async throws {
    let (store, folder) = try self.store { $0.limits.leaveSeconds = 0.2 }
    defer { folder.remove() }
    let (left, back) = (try await store.open(), try await store.open())
    await store.leave(left.id)
    await store.leave(back.id)
    await store.sweep()
    _ = try await store.visit(back.id)
    try await Task.sleep(for: .milliseconds(300))
    await store.sweep()
    _ = try await store.visit(back.id)
    await #expect(throws: TasksError.self) { try await store.visit(left.id) }
    await store.closeAll()
  }

  @Test("Nobody else may enter the folder of the page or of a visit")
  func folders() throws {
    let folder = try PrivateFolder()
    defer { folder.remove() }
    for url in [folder.url, try folder.subfolder().url] {
      let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
      #expect(mode == 0o700, "\(url.path)")
    }
  }

  @Test("What a killed server left is removed; the folder of one that runs, others and what links lead to stay")
  func abandonedFolders() throws {
    let parent = try TemporaryFolder()
    let running = try PrivateFolder(in: parent.url)
    // Its lock is free at once, as after the end of a process.
    let killed = try PrivateFolder(in: parent.url).url
    let visit = killed.appending(path: "visit")
    try FileManager.default.createDirectory(at: visit, withIntermediateDirectories: false)
    try Data("private".utf8).write(to: visit.appending(path: "a.upload"))
    // Inside it and beside it links lead elsewhere.
    let other = try TemporaryFolder()
    let kept = [try other.write("", "lock"), try other.write("", "file")]
    for (link, target) in [
      (visit.appending(path: "link").path, other.url.path), (parent.path("vision-studio-link"), other.url.path),
    ] { try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target) }
    for name in ["vision-studio-unlocked", "other"] {
      try FileManager.default.createDirectory(atPath: parent.path(name), withIntermediateDirectories: false)
    }
    try FileManager.default.createDirectory(
      atPath: parent.path("vision-studio-foreign"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: parent.path("vision-studio-foreign") + "/lock", withDestinationPath: kept[0])
    PrivateFolder.removeAbandoned(in: parent.url)
    let left = try FileManager.default.contentsOfDirectory(atPath: parent.url.path).sorted()
    #expect(
      left
        == [
          "other", "vision-studio-foreign", "vision-studio-link", "vision-studio-unlocked",
          running.url.lastPathComponent,
        ].sorted())
    #expect(kept.allSatisfy(FileManager.default.fileExists(atPath:)))
    withExtendedLifetime(running) {}
  }

  @Test(
    "A task of the camera that fails late does not end the one that was chosen after it, with a stop between or without",
    .needs(.shared), arguments: [true, false])
  func lateFailure(isStopped: Bool) async throws {
    let (folder, cache) = (try PrivateFolder(), try TemporaryFolder())
    defer { folder.remove() }
    var options = StudioOptions()
    options.catalog = try SharedFolder.catalog(in: cache)
    options.limits.liveSessions = 256
    let models = options.catalog.cache.models
    try FileManager.default.removeItem(at: models)
    try FileManager.default.createDirectory(at: models, withIntermediateDirectories: false)
    for name in ["gesture_recognizer.task", "hand_landmarker.task"] {
      try FileManager.default.createSymbolicLink(
        atPath: models.appending(path: name).path, withDestinationPath: SharedFolder.path("models/\(name)"))
    }
    let shared = SharedResources(options)
    let visit = StudioSession(folder: try folder.subfolder(), options: options, shared: shared)
    // All queues of inference; the next camera gets the first of them again.
    let queues = try (0..<max(2, ProcessResources.current.processors)).map { _ in try shared.beginLive() }
    let gate = DispatchSemaphore(value: 0)
    queues[0].async { gate.wait() }
    let late = Task { try await visit.startLive(StudioSettings(task: .gesture)) }
    while (try? await visit.liveSession()) == nil { try await Task.sleep(for: .milliseconds(10)) }
    if isStopped { await visit.stopLive() }
    let newer = Task { try await visit.startLive(StudioSettings(task: .hand)) }
    try await Task.sleep(for: .milliseconds(200))
    try FileManager.default.removeItem(at: models.appending(path: "gesture_recognizer.task"))
    gate.signal()
    await #expect(throws: TasksError.self) { try await late.value }
    try await newer.value
    _ = try await visit.liveSession()
    await visit.end()
  }

  @Test("An upload that is cut takes no room")
  func cutUpload() async throws {
    let studio = try await RunningStudio { $0.limits.totalBytes = 100_000 }
    let visit = try await studio.client.visit()
    let port = try #require(studio.address.port)
    let head =
      "POST \(visit)/files HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(studio.token)\r\nX-File-Name: a.png\r\n"
      + "Content-Length: 90000\r\n\r\n"
    _ = try await RawConnection.exchange(Data(head.utf8) + Data(count: 1000), port: port)
    // It is no image, but there is room for it: the answer is about its contents.
    var answer = try await studio.client.upload(Data(repeating: 1, count: 90_000), name: "b.png", to: visit)
    for _ in 0..<50 where answer.status == 503 {
      try await Task.sleep(for: .milliseconds(50))
      answer = try await studio.client.upload(Data(repeating: 1, count: 90_000), name: "b.png", to: visit)
    }
    #expect(answer.status == 422, "\(answer.message)")
    try await studio.stop()
  }

  @Test(
    "A page that is loaded again gets its files in their order, with their newest runs and settings", .needs(.shared))
  func contents() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let data = try SharedFolder.mediaData("thumb_up_teal.png")
    var ids: [String] = []
    for name in ["a.png", "b.png", "c.png"] {
      ids.append(try #require(try await client.upload(data, name: name, to: visit).json()["id"] as? String))
    }
    _ = try await client.run(#"{"task":"gesture","values":{"numHands":2}}"#, on: ids[1], of: visit)
    #expect(try await client.send("DELETE", "\(visit)/files/\(ids[0])").status == 204)
    #expect(try await client.send("POST", visit + "/leave").status == 204)
    let contents = try await client.get(visit + "/contents").json()
    let files = try #require(contents["files"] as? [[String: Any]])
    #expect(files.compactMap { ($0["file"] as? [String: Any])?["name"] as? String } == ["b.png", "c.png"])
    let settings = try #require(files[0]["settings"] as? [String: Any])
    #expect(settings["task"] as? String == "gesture" && settings["model"] as? String == "gesture_recognizer")
    #expect((settings["values"] as? [String: Int]) == ["numHands": 2])
    let job = try #require(files[0]["job"] as? String)
    #expect(try await client.get("\(visit)/jobs/\(job)").json()["state"] as? String == "done")
    #expect(files[1]["job"] == nil)
    let content = try await client.get("\(visit)/files/\(ids[1])/content", headers: ["Range": "bytes=0-9"])
    #expect(content.status == 206 && content.body == data.prefix(10))
    // Whatever it is, no browser runs it.
    #expect(content.headers["content-type"] == "application/octet-stream")
    try await studio.stop()
  }

  @Test("Names are shown without folders and control characters, 255 bytes long at the most")
  func names() {
    #expect(FileName.plain("C:\\photos\\a.png") == "a.png" && FileName.plain("/tmp/b.png") == "b.png")
    #expect(FileName.plain("a\u{7}\u{9B}b\n.png") == "ab.png" && FileName.plain("\u{0}\r") == "unnamed")
    #expect(FileName.plain(String(repeating: "x", count: 500)).utf8.count == 255)
    #expect(FileName.plain(String(repeating: "猫", count: 100)) == String(repeating: "猫", count: 85))
  }
}
