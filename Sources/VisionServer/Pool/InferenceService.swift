import NIOCore
import VisionMedia
import VisionTasks

struct InferenceService: Sendable {
  let pool: InferencePool
  let metrics: ServerMetrics
  let pixelLimit: Int

  /// Processes the images of a request, at most one per session at a time, so that a request alone does not fill the
  /// queue. The reservation grows by the masks that are kept; without a limit on their bytes they are dropped.
  func answers(
    to sources: [ImageSource], by model: ServedModel, maskLimit: Int?, reservation: MemoryReservation
  ) async throws -> [ImageAnswer] {
    try await withThrowingTaskGroup(of: (Int, ImageAnswer).self) { group in
      var answers: [(index: Int, answer: ImageAnswer)] = []
      var maskBytes = 0
      func take(_ next: (Int, ImageAnswer)) throws {
        answers.append(next)
        maskBytes += next.1.maskBytes
        guard maskBytes <= maskLimit ?? 0 else { throw OutputTensors.tooManyMasks(limit: maskLimit ?? 0) }
        try reservation.grow(by: next.1.maskBytes)
      }
      for (index, source) in sources.enumerated() {
        if index >= pool.size, let next = try await group.next() { try take(next) }
        group.addTask {
          do {
            let cost = cost(of: source, for: model, beside: reservation.bytes)
            return (index, try await answer(to: source, cost, by: model, keepsMasks: maskLimit != nil))
          } catch let error as TasksError where sources.count > 1 {
            throw TasksError(error.code, "Image \(index) of \(sources.count), counted from 0: \(error.message)")
          }
        }
      }
      while let next = try await group.next() { try take(next) }
      return answers.sorted { $0.index < $1.index }.map(\.answer)
    }
  }

  func line(for source: ImageSource, by model: ServedModel, reservation: MemoryReservation) async throws -> String {
    let cost = cost(of: source, for: model, beside: reservation.bytes)
    return try await pool.run(for: model, holding: cost.bytes) { tasks in
      let answer = try answer(to: source, cost, by: model, tasks)
      return try metrics.measure(.output, model: model.name) { try answer.json() + "\n" }
    }
  }

  /// The memory for an image and its masks, by its header; it has to fit beside what its request has, or it would wait
  /// for itself.
  func cost(of source: ImageSource, for model: ServedModel, beside bytes: Int) -> ImageCost {
    let room = (pool.memory.limit - bytes - source.byteCount) / (ImageCost.bytesPerPixel + model.maskBytes)
    return source.cost(pixelLimit: max(min(pixelLimit, room), 1), maskBytes: model.maskBytes)
  }

  func image(
    of source: ImageSource, _ cost: ImageCost, for model: ServedModel, onWarning: (String) -> Void
  ) throws -> ImageBuffer {
    try metrics.measure(.decode, model: model.name) { try source.image(pixelLimit: cost.pixels, onWarning: onWarning) }
  }

  private func answer(
    to source: ImageSource, _ cost: ImageCost, by model: ServedModel, keepsMasks: Bool
  ) async throws -> ImageAnswer {
    try await pool.run(for: model, holding: cost.bytes) { tasks in
      let answer = try answer(to: source, cost, by: model, tasks)
      guard !keepsMasks else { return answer }
      return ImageAnswer(
        output: answer.output.withoutMasks(), width: answer.width, height: answer.height, warnings: answer.warnings)
    }
  }

  private func answer(
    to source: ImageSource, _ cost: ImageCost, by model: ServedModel, _ tasks: ThreadTasks
  ) throws -> ImageAnswer {
    guard let task = tasks[model.name] else {
      throw TasksError.invalidArgument("\(model.name) tracks from image to image; open a stream for its frames.")
    }
    var warnings: [String] = []
    let image = try image(of: source, cost, for: model) { warnings.append($0) }
    let output = try metrics.measure(.inference, model: model.name) {
      try task.output(of: MPImage(imageBuffer: image, regionOfInterest: model.region, points: model.points))
    }
    return ImageAnswer(output: output, width: image.width, height: image.height, warnings: warnings)
  }
}

struct ImageAnswer: Sendable {
  let output: any TaskOutput
  let width, height: Int
  var warnings: [String] = []

  var maskBytes: Int { output.masks.reduce(0) { $0 + $1.byteCount } }

  /// The line that the command writes, without its end.
  func json() throws -> String {
    try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: output, warnings: warnings).json()
  }
}

/// An image of a request, not decoded yet. The bytes are a part of the request's, not a copy.
enum ImageSource: Sendable, Hashable {
  case encoded(ByteBuffer)
  case pixels(ByteBuffer, width: Int, height: Int)

  var byteCount: Int { if case .encoded(let bytes) = self { bytes.readableBytes } else { 0 } }

  func cost(pixelLimit: Int, maskBytes: Int = 0) -> ImageCost {
    switch self {
    case .encoded(let bytes):
      // All of it: the directory of a TIFF file may be at its end. The bytes are not copied.
      return bytes.withUnsafeReadableBytes {
        ImageCost(start: $0, byteCount: bytes.readableBytes, pixelLimit: pixelLimit, maskBytes: maskBytes)
      }
    case .pixels(_, let width, let height):
      return ImageCost(pixels: width * height, byteCount: 0, maskBytes: maskBytes)
    }
  }

  func image(pixelLimit: Int, onWarning: (String) -> Void = { _ in }) throws -> ImageBuffer {
    switch self {
    case .encoded(let bytes):
      try ImageFile.decode(Data(bytes.readableBytesView), pixelLimit: pixelLimit, onWarning: onWarning)
    case .pixels(let bytes, let width, let height):
      try ImageBuffer(copying: bytes.readableBytesView, width: width, height: height, format: .rgb)
    }
  }
}
