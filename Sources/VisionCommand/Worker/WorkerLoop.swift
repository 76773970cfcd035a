import Foundation
import VisionMedia
import VisionOutput
import VisionTasks
import VisionWorker

/// Answers requests until the input ends. A request that fails is answered with its error, and the next one is read.
struct WorkerLoop {
  let task: any AnyVisionTask
  let mode: WorkerMode
  let orientation: ImageOrientation
  let limits: WorkerLimits
  let output: WorkerOutput

  /// Works until the end of standard input.
  ///
  /// - Throws: `ExitStatus.someInputsFailed` after an input that breaks off or has a malformed header, which is the last line then.
  func run() throws {
    var reader = RequestReader(descriptor: STDIN_FILENO)
    var count = 0
    do {
      while let request = try reader.header() {
        try limits.armProcessorTime()
        try answer(request, number: count, &reader)
        count += 1
      }
    } catch let error as TasksError {
      // Where the next request begins is not known.
      try output.write(WorkerFailure(id: nil, error))
      StandardError.print("Error: \(error)")
      throw ExitStatus.someInputsFailed
    }
  }

  private func answer(_ request: WorkerRequest, number: Int, _ reader: inout RequestReader) throws {
    if let refusal = refusal(of: request) {
      try reader.skip(request.bytes)
      try output.write(WorkerFailure(id: request.id, refusal))
      return
    }
    let bytes = try body(of: request, &reader)
    do {
      let image = try MPImage(imageBuffer: bytes(), orientation: orientation)
      let found =
        try request.timestampMs.map { try task.output(of: image, timestampInMilliseconds: $0) }
        ?? task.output(of: image)
      let line = FrameRecord(file: nil, frame: number, timestampMs: request.timestampMs, output: found)
      try output.write(WorkerAnswer(id: request.id, line: line, masks: found.masks))
    } catch let status as ExitStatus {
      throw status
    } catch {
      try output.write(WorkerFailure(id: request.id, error))
    }
  }

  /// Why a request is not worked on; nil when it is.
  private func refusal(of request: WorkerRequest) -> TasksError? {
    if request.bytes > limits.requestBytes {
      return TasksError(
        .outOfRangeError,
        "The request has \(request.bytes) bytes; at most \(limits.requestBytes) are allowed (--max-bytes).")
    }
    if (request.timestampMs != nil) != (mode == .video) {
      return TasksError.invalidArgument(
        mode == .video
          ? "The request has no timestampMs; in video mode each frame needs one."
          : "The request has a timestampMs; frames of a video need a worker with --mode video.")
    }
    guard let format = request.format else {
      return request.width == nil && request.height == nil
        ? nil
        : TasksError.invalidArgument("The request has a width or height without a format; an image file has its own.")
    }
    guard let width = request.width, let height = request.height, width > 0, height > 0,
      case let (pixels, overflows) = width.multipliedReportingOverflow(by: height), !overflows, pixels <= limits.pixels
    else {
      return TasksError(
        .outOfRangeError,
        "Pixels need a width and a height of at least 1, together at most \(limits.pixels) pixels (--max-pixels).")
    }
    let needed = pixels * format.pixelFormat.bytesPerPixel
    guard request.bytes == needed else {
      return TasksError.invalidArgument(
        "The request has \(request.bytes) bytes; \(width) x \(height) pixels of \(format.rawValue) have \(needed).")
    }
    return nil
  }

  /// Reads the bytes of a request.
  ///
  /// - Returns: What makes the image of them, and throws for bytes that are none.
  private func body(
    of request: WorkerRequest, _ reader: inout RequestReader
  ) throws -> () throws -> ImageBuffer {
    if let format = request.format, let width = request.width, let height = request.height {
      let image = try ImageBuffer(width: width, height: height, format: format.pixelFormat, room: 0) {
        try reader.read(into: $0)
      }
      return { image }
    }
    var data = Data(count: request.bytes)
    try data.withUnsafeMutableBytes { try reader.read(into: $0) }
    return { [data, limits] in try ImageFile.decode(data, pixelLimit: limits.pixels) }
  }
}

/// A request's answer: the command's line, the request's number, and masks with their values.
struct WorkerAnswer: Encodable {
  let id: Int
  let line: FrameRecord
  let masks: [Mask]?

  private enum CodingKeys: String, CodingKey {
    case id, segmentationMasks
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(masks?.map(MaskSnapshot.init), forKey: .segmentationMasks)
    try line.encode(to: encoder)
  }
}
