import VisionResults

/// Writes results as JSON Lines.
final class JSONLinesSink: ResultSink {
  private let file: ResultFile
  private let masks: MaskImages?

  /// - Parameters:
  ///   - path: The file, or `-` for standard output.
  ///   - masks: The sink of mask images, whose names are in the lines; nil for none.
  ///   - stop: Cancels waiting for a pipe's reader.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String, masks: MaskImages?, stop: StopSignal = .shared) throws {
    file = try ResultFile(path: path, stop: stop)
    self.masks = masks
  }

  func write(_ result: InputResult) throws {
    let line = FrameRecord(
      file: result.file, frame: result.frame.index, timestampMs: result.timestamp, output: result.output,
      masks: masks.map { .files($0.names(for: result)) } ?? .omitted)
    try file.write(try line.json())
    // A live input has no end, so its results replace an older file at once.
    if result.isLive { try file.noteGoodInput() }
  }

  func end(isGood: Bool) throws { if isGood { try file.noteGoodInput() } }

  func close() throws { try file.close() }
}
