import VisionFindings

/// Writes results as JSON Lines.
final class JSONLinesSink: ResultSink {
  private let writer: LineWriter
  private let masks: MaskPictures?

  /// - Parameters:
  ///   - path: The file, or `-` for standard output.
  ///   - masks: Where masks are written, whose names stand in the lines; nil without any.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String, masks: MaskPictures?) throws {
    writer = try LineWriter(path: path)
    self.masks = masks
  }

  func write(_ result: InputResult) throws {
    let line = ResultLine(
      file: result.file, frame: result.frame.index, timestampMs: result.timestamp, findings: result.findings,
      maskFiles: masks?.names(for: result))
    try writer.write(try line.json())
  }
}
