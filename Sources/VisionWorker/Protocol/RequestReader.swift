import Foundation
import VisionCore

/// Reads framed requests from a file descriptor, blocking: a line of JSON, then the number of bytes in that line.
package struct RequestReader {
  private static let pieceLength = 65_536

  private let descriptor: Int32
  private var piece = [UInt8](repeating: 0, count: pieceLength)
  private var rest = 0..<0

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Reads the next header; nil at the end of the input. After an error the position of the next one is unknown.
  package mutating func header() throws(TasksError) -> WorkerHeader? {
    var line: [UInt8] = []
    while true {
      if rest.isEmpty, try !fill() {
        guard line.isEmpty else { throw TasksError(.dataLossError, "The input ended in the middle of a header.") }
        return nil
      }
      let end = piece[rest].firstIndex(of: UInt8(ascii: "\n"))
      line += piece[rest.lowerBound..<(end ?? rest.upperBound)]
      rest = end.map { ($0 + 1)..<rest.upperBound } ?? 0..<0
      guard line.count <= WorkerRequest.maxHeaderLength else {
        throw TasksError.invalidArgument(
          "A header has more than \(WorkerRequest.maxHeaderLength) bytes. A header is one line of JSON before the image's bytes."
        )
      }
      if end != nil { break }
    }
    return try Self.decode(line)
  }

  private static func decode(_ line: [UInt8]) throws(TasksError) -> WorkerHeader {
    do {
      return try JSONDecoder().decode(WorkerHeader.self, from: Data(line))
    } catch let error as TasksError {
      throw error
    } catch {
      let shown = String(decoding: line.prefix(80), as: UTF8.self)
      throw TasksError.invalidArgument(
        "\"\(shown)\" cannot be read as a header. A header is one line of JSON, such as {\"id\": 1, \"bytes\": 12345}.")
    }
  }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TasksError) {
    var done = 0
    while done < buffer.count {
      if rest.isEmpty {
        let left = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        let count = try Self.read(descriptor, into: left.baseAddress, count: left.count)
        guard count > 0 else { throw Self.cutOff }
        done += count
      } else {
        let count = min(rest.count, buffer.count - done)
        piece.withUnsafeBytes { piece in
          UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[rest.lowerBound..<rest.lowerBound + count]))
        }
        rest = (rest.lowerBound + count)..<rest.upperBound
        done += count
      }
    }
  }

  package mutating func skip(_ count: Int) throws(TasksError) {
    var left = count
    while left > 0 {
      if rest.isEmpty, try !fill() { throw Self.cutOff }
      let step = min(left, rest.count)
      rest = (rest.lowerBound + step)..<rest.upperBound
      left -= step
    }
  }

  private static let cutOff = TasksError(.dataLossError, "The input ended in the middle of an image.")

  /// Reads on; false at the end of the input.
  private mutating func fill() throws(TasksError) -> Bool {
    let count = try Self.read(descriptor, into: &piece, count: Self.pieceLength)
    rest = 0..<count
    return count > 0
  }

  private static func read(
    _ descriptor: Int32, into memory: UnsafeMutableRawPointer?, count: Int
  ) throws(TasksError) -> Int {
    do { return try Descriptor.read(descriptor, into: memory, count: count) } catch {
      throw TasksError(.dataLossError, "The input cannot be read: \(error.text).")
    }
  }
}
