import VisionOutput

/// Writes results as JSON Lines.
final class JSONLinesSink: ResultSink {
  private let file: ResultFile
  private let masks: MaskImages?

  /// - Parameters:
  ///   - path: The file, or `-` for standard output.
  ///   - masks: Where masks are written, whose names stand in the lines; nil without any.
  ///   - stop: Ends the waiting for the reader of a pipe.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String, masks: MaskImages?, stop: StopSignal = .shared) throws {
    file = try ResultFile(path: path, stop: stop)
    self.masks = masks
  }

  func write(_ result: InputResult) throws {
    let line = FrameRecord(
      file: result.file, frame: result.frame.index, timestampMs: result.timestamp, output: result.output,
      maskFiles: masks?.names(for: result))
    try file.write(try line.json())
    // A camera has no end at which its results could take the place of older ones.
    if result.isLive { try file.noteGoodInput() }
  }

  func end(isGood: Bool) throws { if isGood { try file.noteGoodInput() } }

  func close() throws { try file.close() }
}
