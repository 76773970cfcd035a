import Foundation
import Testing
import VisionMedia
import VisionTasks

@testable import VisionCommand

/// Images through named pipes. A class so that the folder goes away with each test.
@Suite("Pipes as inputs", .timeLimit(.minutes(1))) final class PipedInputTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)")
  private let pipe: String

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    pipe = folder.appendingPathComponent("pipe.png").path
    try #require(mkfifo(pipe, 0o600) == 0)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes to the pipe from another thread, in two parts.
  private func send(_ data: Data) {
    let path = pipe
    Thread.detachNewThread {
      guard let handle = FileHandle(forWritingAtPath: path) else { return }
      usleep(50_000)
      try? handle.write(contentsOf: data.prefix(10))
      usleep(50_000)
      try? handle.write(contentsOf: data.dropFirst(10))
      try? handle.close()
    }
  }

  @Test("An image comes whole, whenever its writer begins")
  func image() throws {
    let image = try ImageBuffer(copying: [1, 2, 3, 4, 5, 6], width: 2, height: 1, format: .rgb)
    send(try ImageFile.encode(image, as: .png))
    let input = try InputFrames(.file(pipe), stop: StopSignal())
    #expect(try input.next()?.image.width == 2)
  }

  @Test("A video is refused with the reason")
  func video() {
    send(Data([0, 0, 0, 20]) + Data("ftypisom\0\0\0\0isom".utf8))
    let error = #expect(throws: TasksError.self) { try InputFrames(.file(pipe), stop: StopSignal()) }
    #expect(error?.message.contains("write the video to a file first") == true)
  }

  @Test("An animation is refused as a video is, unless its first frame is wanted")
  func animation() throws {
    send(AnimatedGIF.twoFrames)
    let error = #expect(throws: TasksError.self) { try InputFrames(.file(pipe), stop: StopSignal()) }
    #expect(error?.message.contains("from a pipe, not an animation") == true)
    send(AnimatedGIF.twoFrames)
    let first = try InputFrames(.file(pipe), .init(takesFirstFrames: true), stop: StopSignal())
    #expect(!first.isVideo)
    send(AnimatedGIF.oneFrame)
    #expect(try InputFrames(.file(pipe), stop: StopSignal()).next()?.image.width == 1)
  }

  @Test("A stop ends the wait for a writer that never comes")
  func stopped() {
    let stop = StopSignal()
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { stop.raise() }
    let error = #expect(throws: TasksError.self) { try InputFrames(.file(pipe), stop: stop) }
    #expect(error?.code == .cancelledError)
  }
}
