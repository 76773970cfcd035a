import Foundation
import TestSupport
import Testing
import VisionCore
import VisionMedia
import VisionTasks

@testable import VisionCommand

/// What becomes of one input of a batch.
@Suite("Inputs of a batch, one by one")
struct BatchWorkerTests {
  /// A task without a model.
  private final class FakeTask: AnyVisionTask {
    let failure: TasksError?
    let droppedFrameCount = 0

    init(_ failure: TasksError?) { self.failure = failure }

    func output(of image: MPImage) throws -> any TaskOutput {
      if let failure { throw failure }
      return ObjectDetectorResult(detections: [], timestampInMilliseconds: 0)
    }

    func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput { try output(of: frame) }
    func send(_ frame: MPImage, timestampInMilliseconds: Int) {}
    func reset() {}
  }

  private let folder: TemporaryFolder
  private let image: String

  init() throws {
    folder = try TemporaryFolder()
    image = try folder.write(BatchFixture.image(0), "image.png")
  }

  private func outcome(
    _ entry: ManifestEntry, memory: BatchMemory = BatchMemory(), failure: TasksError? = nil
  ) throws -> BatchOutcome {
    let worker = try BatchWorker(
      format: .jsonl, orientation: .up, decodingThreads: 1, memory: memory, stop: StopSignal()
    ) { _ in FakeTask(failure) }
    let outcome = worker.process(entry)
    #expect(memory.reserved == 0)
    return outcome
  }

  private func entry(_ path: String) throws -> ManifestEntry {
    try ManifestEntry(number: 0, source: .file(path)).stamped
  }

  private func isFound(_ outcome: BatchOutcome) -> Bool { if case .found = outcome { true } else { false } }
  private func reason(_ outcome: BatchOutcome) -> String? {
    if case .failed(let failed) = outcome { failed.reason } else { nil }
  }

  @Test("A file that is not as it was listed has no result: another size, other bytes of the same size, written again")
  func changed() throws {
    let bytes = try folder.bytes("image.png")
    let time = Date(timeIntervalSince1970: 1_600_000_000)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: image)
    let entry = try entry(image)
    #expect(isFound(try outcome(entry)))
    func rewrite(_ bytes: Data, _ time: Date) throws {
      try folder.write(bytes, "image.png")
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: image)
    }
    try rewrite(bytes + Data(count: 1), time)
    #expect(try reason(outcome(entry))?.contains("its size is \(bytes.count + 1) bytes and was \(bytes.count)") == true)
    try rewrite(bytes.dropLast(2) + Data([1, 2]), time)
    #expect(try reason(outcome(entry))?.contains("its first bytes are others") == true)
    try rewrite(bytes, time + 1)
    #expect(try reason(outcome(entry))?.contains("it was written again") == true)
    try rewrite(bytes, time)
    #expect(isFound(try outcome(entry)))
    try FileManager.default.removeItem(atPath: image)
    #expect(try reason(outcome(entry))?.contains("no file") == true)
  }

  @Test("Two members of an archive that change places are noticed, also with the same sizes and times")
  func swapped() throws {
    func archive(_ names: [String]) throws -> String {
      var tar = TarWriter()
      for name in names { tar.add(name, try BatchFixture.image(0)) }
      let path = try folder.write(tar.finished, "a.tar")
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
      return path
    }
    let path = try archive(["a.png", "b.png"])
    var members: [TarMember] = []
    try ArchiveFile(path: path).forEachMember { members.append($0) }
    let entries = try members.map { try ManifestEntry(number: 0, source: .member($0, archive: RawPath(path))).stamped }
    #expect(try entries.allSatisfy { isFound(try outcome($0)) })
    _ = try archive(["b.png", "a.png"])
    #expect(try entries.allSatisfy { try reason(outcome($0))?.contains("its first bytes are others") == true })
  }

  @Test("Too little memory or room ends the run and is no fault of the input; other errors are")
  func environment() throws {
    for code in [TasksErrorCode.resourceExhaustedError, .dataLossError] {
      let outcome = try outcome(entry(image), failure: TasksError(code, "words"))
      if code == .dataLossError {
        #expect(reason(outcome) == "words")
      } else if case .withoutRoom(let error) = outcome {
        #expect(error.message == "\(image): words")
      } else {
        Issue.record("\(outcome)")
      }
    }
  }

  @Test(
    "An image of too many pixels fails by its header; one that takes all memory ends the run, and says how to go on")
  func pixels() throws {
    let large = try entry(folder.write(BlankPNG.file(width: 2000, height: 1000).prefix(5000), "large.png"))
    #expect(
      try reason(outcome(large, memory: BatchMemory(limit: 1 << 30, pixelLimit: 1_999_999)))
        == "It has 2000000 pixels; the maximum is 1999999 (--max-pixels). Scale it down.")
    guard case .withoutRoom(let error) = try outcome(large, memory: BatchMemory(limit: 31_000_000)) else {
      Issue.record("It was tried.")
      return
    }
    #expect(error.message.contains("large.png: It may need 32 MB of memory, and all inputs together have 31 MB."))
    #expect(error.message.contains("--max-memory") && error.message.contains("--max-pixels"))
    #expect(isFound(try outcome(entry(image), memory: BatchMemory(limit: 31_000_000, pixelLimit: 1536))))
    #expect(reason(try outcome(entry(image), memory: BatchMemory(pixelLimit: 1535))) != nil)
  }

  @Test("Images wait for memory, and all have their turn")
  func waiting() throws {
    let bytes = try folder.bytes("image.png").count + 48 * 32 * ImageCost.bytesPerPixel
    let memory = BatchMemory(limit: 2 * bytes)
    let entry = try entry(image)
    let most = Counter()
    DispatchQueue.concurrentPerform(iterations: 24) { _ in
      try? memory.with(entry) { limit in
        try InputFrames(entry.source, .init(pixelLimit: limit))
      } _: { _ in
        most.add(memory.reserved)
        usleep(2000)
      }
    }
    #expect(most.count == 24 && most.most <= 2 * bytes && memory.reserved == 0)
  }

  /// `@unchecked Sendable` is safe because its numbers are accessed under the lock.
  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var (count, most) = (0, 0)

    func add(_ number: Int) { lock.withLock { (count, most) = (count + 1, max(most, number)) } }
  }

  @Test("A line of the manifest with another number than its place is refused")
  func numbers() throws {
    let lines = try (0..<2).map {
      String(decoding: try JSONText.line(ManifestEntry(number: 1 - $0, source: .file("a"))), as: UTF8.self) + "\n"
    }
    let reader = try ManifestReader(path: folder.write(lines.joined(), "manifest.jsonl"))
    let failure = #expect(throws: BatchFolderFailure.self) { try reader.next(number: 0) }
    #expect(failure?.error.message.contains("The line of input 0") == true)
  }
}
