import VisionMedia
import VisionTasks
import VisionWorker

/// Answers requests until the input ends. A failed request is answered with its error, and the next one is read.
struct WorkerLoop {
  let task: any AnyVisionTask
  let mode: WorkerMode
  let orientation: ImageOrientation
  let limits: WorkerLimits
  let output: WorkerOutput

  /// Runs until the end of standard input, or a header without a number of bytes; the last line is its error then.
  func run() throws {
    var reader = RequestReader(descriptor: STDIN_FILENO)
    var count = 0
    do {
      while let header = try reader.header() {
        try limits.armProcessorTime()
        try answer(header, number: count, &reader)
        count += 1
      }
    } catch let error as TasksError {
      // The start of the next request is unknown.
      try output.write(WorkerFailure(id: nil, error))
      StandardError.print("Error: \(error)")
      throw ExitStatus.someInputsFailed
    }
  }

  private func answer(_ header: WorkerHeader, number: Int, _ reader: inout RequestReader) throws {
    let request: WorkerRequest
    var pixels: ImageBuffer?
    do {
      request = try header.request.get()
      try check(request)
      // Here, since there may be no memory for them.
      pixels = try Self.pixels(for: request)
    } catch {
      try reader.skip(header.bytes)
      try output.write(WorkerFailure(id: header.id, error))
      return
    }
    var file = Data(count: pixels == nil ? request.bytes : 0)
    try pixels?.withUnsafeMutableBytes { try reader.read(into: $0) }
    try file.withUnsafeMutableBytes { try reader.read(into: $0) }
    do {
      var warnings: [String] = []
      let image = try MPImage(
        imageBuffer: pixels ?? decode(file) { warnings.append($0) }, orientation: orientation)
      let found =
        try request.timestampMs.map { try task.output(of: image, timestampInMilliseconds: $0) }
        ?? task.output(of: image)
      try Self.requireMemory(forLineWith: found.masks)
      let line = FrameRecord(
        file: nil, frame: number, timestampMs: request.timestampMs, output: found, masks: .values, warnings: warnings)
      try output.write(WorkerAnswer(id: request.id, line: line))
    } catch let status as ExitStatus { throw status } catch { try output.write(WorkerFailure(id: header.id, error)) }
  }

  /// The encoder ends the process where it gets no memory. It keeps the line twice, a third longer than the masks in
  /// Base64.
  private static func requireMemory(forLineWith masks: [Mask]) throws(TasksError) {
    let byteCount = masks.reduce(0) { $0 + $1.byteCount }
    guard byteCount > 0 else { return }
    let room = mmap(nil, 3 * byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let room, room != MAP_FAILED else {
      throw TasksError.exhausted(
        "There is no memory for a response with masks of \(byteCount.megabytes). Ask for fewer masks, scale the image down, or "
          + "give the worker more (--memory).")
    }
    munmap(room, 3 * byteCount)
  }

  private func check(_ request: WorkerRequest) throws(TasksError) {
    if request.bytes > limits.requestBytes {
      throw TasksError.outOfRange(
        "The request has \(request.bytes) bytes; the maximum is \(limits.requestBytes) (--max-bytes).")
    }
    if (request.timestampMs != nil) != (mode == .video) {
      throw TasksError.invalidArgument(
        mode == .video
          ? "The request has no timestampMs; in video mode each frame needs one."
          : "The request has a timestampMs; video frames need a worker with --mode video.")
    }
    guard let format = request.format else {
      guard request.width == nil, request.height == nil else {
        throw TasksError.invalidArgument(
          "The request has a width or height without a format; image files need neither.")
      }
      return
    }
    guard let width = request.width, let height = request.height, width > 0, height > 0 else {
      throw TasksError.invalidArgument("Pixels need a width and a height, each an integer from 1.")
    }
    guard case let (pixels, overflows) = width.multipliedReportingOverflow(by: height), !overflows,
      pixels <= limits.pixels
    else {
      throw TasksError.outOfRange(
        "The image has \(width) x \(height) pixels; at most \(limits.pixels) are allowed (--max-pixels).")
    }
    let needed = pixels * format.pixelFormat.bytesPerPixel
    guard request.bytes == needed else {
      throw TasksError.invalidArgument(
        "The request has \(request.bytes) bytes; \(width) x \(height) \(format.rawValue) pixels need \(needed).")
    }
  }

  /// Room for the pixels of a request; nil for an image file.
  private static func pixels(for request: WorkerRequest) throws -> ImageBuffer? {
    guard let format = request.format, let width = request.width, let height = request.height else { return nil }
    return try ImageBuffer(width: width, height: height, format: format.pixelFormat)
  }

  private func decode(_ file: Data, onWarning: (String) -> Void) throws -> ImageBuffer {
    // The reader has one code for all images that it refuses.
    if let pixels = ImageHeader.pixelCount(in: file), pixels > limits.pixels {
      throw TasksError.outOfRange("The image has \(pixels) pixels; the maximum is \(limits.pixels) (--max-pixels).")
    }
    return try ImageFile.decode(file, pixelLimit: limits.pixels, onWarning: onWarning)
  }
}

struct WorkerAnswer: Encodable {
  let id: Int
  let line: FrameRecord

  private enum CodingKeys: CodingKey { case id }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try line.encode(to: encoder)
  }
}

/// A worker's output. Descriptor 1 becomes standard error, so that nothing else in the process writes to it.
struct WorkerOutput {
  private let descriptor: Int32

  /// Runs a worker. An error is written as a line before it is thrown.
  static func take(_ body: (WorkerOutput) throws -> Void) throws {
    // Writing to a closed pipe becomes an error.
    signal(SIGPIPE, SIG_IGN)
    fflush(nil)
    let output = WorkerOutput(descriptor: fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
    guard output.descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw ExitStatus.readerGone }
    do {
      try body(output)
    } catch let status as ExitStatus {
      throw status
    } catch {
      try output.write(WorkerFailure(id: nil, error))
      throw error
    }
  }

  func write(_ value: some Encodable) throws {
    let line = Data(try JSONText.line(value) + [UInt8(ascii: "\n")])
    do { try line.write(to: descriptor) } catch { throw ExitStatus.readerGone }
  }
}
