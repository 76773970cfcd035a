import Foundation
import VisionMedia
import VisionTasks

/// Lines that wait in a file without a name until they are needed.
final class SpooledText {
  private let file: UnfinishedFile

  init() throws {
    let folder = FileManager.default.temporaryDirectory.path
    do {
      file = try UnfinishedFile(for: "vision", in: folder)
    } catch {
      throw error.writing("The temporary folder \(folder)")
    }
    // Without its name, the file goes with the process.
    file.discard()
  }

  func write(_ line: String) throws(LostOutput) {
    do { try Data((line + "\n").utf8).write(to: file.descriptor) } catch {
      throw LostOutput(message: error.writing("A temporary file").message)
    }
  }

  /// Writes all lines to a file.
  func copy(to target: ResultFile) throws(LostOutput) {
    var place = 0
    while true {
      let part: Data
      do { part = try Self.part(of: file.descriptor, at: place) } catch {
        throw LostOutput(message: "\(target.name) is not whole, since a temporary file cannot be read: \(error.text).")
      }
      guard !part.isEmpty else { return }
      try target.write(contentsOf: part)
      place += part.count
    }
  }

  /// A part of a file that is open for reading; empty at the end.
  static func part(of descriptor: Int32, at place: Int) throws(FileFailure) -> Data {
    var part = Data(count: 1 << 20)
    let count = part.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(place)) }
    guard count >= 0 else { throw FileFailure() }
    return part.prefix(count)
  }
}
