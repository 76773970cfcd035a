import Foundation

/// Prints results as readable text.
final class TextSink: ResultSink {
  private let listsAll: Bool
  private let masks: MaskImages?
  private let file: ResultFile

  /// - Parameters:
  ///   - listsAll: Whether every landmark is listed.
  ///   - masks: The sink of mask images, whose names are in the text; nil for none.
  /// - Throws: What opening a `ResultFile` throws.
  init(listsAll: Bool, masks: MaskImages?) throws {
    (self.listsAll, self.masks) = (listsAll, masks)
    file = try ResultFile(path: "-")
  }

  /// Unbuffered, so that live results appear immediately, also in a pipe.
  func write(_ result: InputResult) throws {
    let time = result.timestamp.map { "frame \(result.frame.index), \($0) ms" }
    let heading = [result.file, time].compactMap { $0 }.joined(separator: ", ")
    let lines =
      (heading.isEmpty ? [] : [heading.escapingControlCharacters + ":"])
      + result.output.lines(listsAll: listsAll, maskFiles: masks?.names(for: result)).map(\.escapingControlCharacters)
    try file.write(lines.joined(separator: "\n"))
  }
}
