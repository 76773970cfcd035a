import Foundation
import VisionMedia
import VisionTasks

final class SpooledText {
  private let file: UnfinishedFile

  init() throws {
    let folder = FileManager.default.temporaryDirectory.path
    do {
      file = try UnfinishedFile(for: "vision", in: folder)
    } catch { throw error.writing("The temporary folder \(folder)") }
    // Unlinked, so that the file disappears with the process.
    file.discard()
  }

  func write(_ line: String) throws(LostOutput) { try write(contentsOf: Data((line + "\n").utf8)) }

  func write(contentsOf lines: Data) throws(LostOutput) {
    do { try lines.write(to: file.descriptor) } catch {
      throw LostOutput(message: error.writing("A temporary file").message)
    }
  }

  func forEachPart(_ body: (Data) throws -> Void) throws {
    var place = 0
    while case let part = try Self.part(of: file.descriptor, at: place), !part.isEmpty {
      try body(part)
      place += part.count
    }
  }

  func copy(to target: ResultFile) throws {
    do { try forEachPart(target.write(contentsOf:)) } catch let failure as FileFailure {
      throw LostOutput(message: "\(target.name) is incomplete, since a temporary file cannot be read: \(failure.text).")
    }
  }

  /// Reads up to 1 MiB of an open file at an offset; empty at the end.
  static func part(of descriptor: Int32, at place: Int) throws(FileFailure) -> Data {
    var part = Data(count: 1 << 20)
    let count = part.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(place)) }
    guard count >= 0 else { throw FileFailure() }
    return part.prefix(count)
  }
}
