import VisionTasks

struct InputResult: Sendable {
  let file: String?
  let source: InputList.Source
  let isVideo, isLive: Bool
  let frame: VideoFrame
  /// The frame's own file in a sequence of images.
  let frameFile: String?
  let output: any TaskOutput

  var timestamp: Int? { isVideo ? frame.timestampInMilliseconds : nil }
  /// The name of the frame's own file, or of its input.
  var fileName: String { frameFile ?? source.description }
  /// The first columns of a row of CSV.
  var place: [String] { CSVLine.place(file: fileName, frame: frame.index, time: timestamp) }
}

/// A destination of results, called from one thread in their order. After a `LostOutput` only `close()` is called.
protocol ResultSink: AnyObject {
  func begin(_ input: InputFrames) throws
  func write(_ result: InputResult) throws
  /// Ends an input, which is good where there are results and all of it succeeded.
  func end(isGood: Bool) throws
  func close() throws
}

extension ResultSink {
  func begin(_ input: InputFrames) throws {}
  func end(isGood: Bool) throws {}
  func close() throws {}
}

final class LineSink: ResultSink {
  private typealias Lines = (InputResult, _ isFirst: Bool) throws -> [String]

  private let file: ResultFile
  private let lines: Lines
  private var isFirst = true

  private init(path: String, stop: StopSignal, lines: @escaping Lines) throws {
    file = try ResultFile(path: path, stop: stop)
    self.lines = lines
  }

  func write(_ result: InputResult) throws {
    for line in try lines(result, isFirst) { try file.write(line) }
    isFirst = false
    // A live input has no end, so its results replace an older file at once.
    if result.isLive { try file.noteGoodInput() }
  }

  func end(isGood: Bool) throws { if isGood { try file.noteGoodInput() } }
  func close() throws { try file.close() }

  static func json(path: String, masks: MaskImages?, stop: StopSignal) throws -> LineSink {
    try LineSink(path: path, stop: stop) { result, _ in
      let record = FrameRecord(
        file: result.file, frame: result.frame.index, timestampMs: result.timestamp, output: result.output,
        masks: masks.map { .files($0.names(for: result)) } ?? .omitted)
      return [try record.json()]
    }
  }

  static func csv(path: String, isTracked: Bool, stop: StopSignal) throws -> LineSink {
    try LineSink(path: path, stop: stop) { result, isFirst in
      let table = OutputTable(result.output, isTracked: isTracked)
      return (isFirst ? [table.heading()] : []) + table.lines(after: result.place)
    }
  }

  /// Readable text on standard output, unbuffered, so that live results appear immediately, also in a pipe.
  static func text(listsAll: Bool, masks: MaskImages?, stop: StopSignal) throws -> LineSink {
    try LineSink(path: "-", stop: stop) { result, _ in
      let time = result.timestamp.map { "frame \(result.frame.index), \($0) ms" }
      let heading = [result.file, time].compactMap { $0 }.joined(separator: ", ")
      let lines = result.output.lines(listsAll: listsAll, maskFiles: masks?.names(for: result))
      let all = (heading.isEmpty ? [] : [heading + ":"]) + lines
      return [all.map(\.escapingControlCharacters).joined(separator: "\n")]
    }
  }
}
