import Foundation
import MediaPipeTasksVision
import Testing

@testable import VisionCommand

@Suite("Writing lines")
struct LineWriterTests {
  /// A path in a folder that is removed afterwards.
  private func withPath(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("lines").path)
  }

  @Test("An older file is emptied, and a line is in the file once it is written")
  func file() throws {
    try withPath { path in
      try Data("what was there before\n".utf8).write(to: URL(fileURLWithPath: path))
      let writer = try LineWriter(path: path)
      try writer.write("one")
      try writer.write("two")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
    }
  }

  @Test("A device or a named pipe stays what it is and takes the lines")
  func pipe() throws {
    try withPath { path in
      try #require(mkfifo(path, 0o600) == 0)
      // Open for reading without waiting for a writer, so that the writer need not wait for a reader.
      let descriptor = open(path, O_RDONLY | O_NONBLOCK)
      try #require(descriptor >= 0)
      let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      let writer = try LineWriter(path: path)
      try writer.write("one")
      #expect(try reader.read(upToCount: 4) == Data("one\n".utf8))
      let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      #expect(type != .typeRegular)
    }
  }

  @Test("A file that cannot be written is an error that names it")
  func refusal() {
    #expect {
      _ = try LineWriter(path: "/nowhere/lines")
    } throws: { error in
      (error as? TasksError)?.code == .permissionDeniedError && "\(error)".contains("/nowhere/lines")
    }
  }
}
