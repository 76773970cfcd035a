import Foundation
import VisionCatalog
import VisionCore
import VisionStudio

/// The page in this process, with clients that connect and disconnect.
final class SoakPage {
  /// The tasks of the visits, in turn.
  static let tasks = ["gesture", "hand", "pose", "detect", "track"]

  private let address: URL
  private let task: Task<Void, any Error>
  private var turn = 0

  /// Serves the page on a free loopback port.
  init(catalog: ModelCatalog) async throws {
    var options = StudioOptions()
    (options.port, options.catalog) = (0, catalog)
    let studio = try Studio(options: options)
    let (addresses, ready) = AsyncStream.makeStream(of: URL.self)
    task = Task {
      defer { ready.finish() }
      try await studio.run { ready.yield($0) }
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await task.value
      throw TasksError(.unavailableError, "The page ended before it answered.")
    }
    self.address = address
  }

  /// A client with a camera: opens a session, loads a task, sends frames and leaves, every second time without closing the session.
  ///
  /// - Returns: The number of answered frames.
  func visit(frames: Int) throws -> Int {
    turn += 1
    let client = try PageClient(address)
    _ = try client.send("GET", "/")
    let opened = try client.send("POST", "/api/visits")
    let object = try JSONSerialization.jsonObject(with: opened) as? [String: String]
    let visit = "/api/visits/" + (object?["visit"] ?? "")
    let settings = Self.tasks[turn % Self.tasks.count]
    _ = try client.send("PUT", visit + "/live", body: Data(#"{"task":"\#(settings)"}"#.utf8))
    let pixels = Data((0..<(160 * 120 * 4)).map { UInt8(truncatingIfNeeded: $0 &* (turn | 1)) })
    for frame in 0..<frames {
      _ = try client.send("POST", visit + "/live/frames?width=160&height=120&time=\(frame * 40)", body: pixels)
    }
    if turn.isMultiple(of: 2) { _ = try client.send("DELETE", visit + "/live") }
    _ = try client.send("POST", visit + "/close")
    return frames
  }

  /// Stops the page and waits for it.
  func stop() async throws {
    task.cancel()
    try await task.value
  }
}
