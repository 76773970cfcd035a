import Foundation

/// Prints results as readable text.
final class TextSink: ResultSink {
  private let listsAll: Bool
  private let file: ResultFile

  /// - Parameter listsAll: Whether every landmark is listed.
  /// - Throws: What opening a `ResultFile` throws.
  init(listsAll: Bool) throws {
    self.listsAll = listsAll
    file = try ResultFile(path: "-")
  }

  /// Unbuffered, so that live results appear immediately, also in a pipe.
  func write(_ result: InputResult) throws {
    let time = result.timestamp.map { "frame \(result.frame.index), \($0) ms" }
    let heading = [result.file, time].compactMap { $0 }.joined(separator: ", ")
    let lines = (heading.isEmpty ? [] : [heading + ":"]) + result.output.lines(listsAll: listsAll)
    try file.write(lines.joined(separator: "\n"))
  }
}
