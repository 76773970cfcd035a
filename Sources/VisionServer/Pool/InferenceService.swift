import NIOCore
import VisionCore
import VisionImaging
import VisionMedia
import VisionResults
import VisionTasks

/// Runs requests' images through the pool.
struct InferenceService: Sendable {
  let pool: InferencePool
  let metrics: ServerMetrics
  /// The maximum number of pixels of an image.
  let pixelLimit: Int

  /// Processes the images of a request, at most one per session at a time, so that a request alone does not fill the queue.
  ///
  /// - Parameters:
  ///   - sources: The images.
  ///   - model: The model.
  ///   - maskLimit: The maximum size of all masks in bytes; nil to drop masks.
  ///   - reservation: Grows by the masks that are kept.
  /// - Returns: The answers in the order of the images.
  /// - Throws: The first error of an image; the other images are cancelled then. `TasksError` with `outOfRangeError` beyond the limit.
  func answers(
    to sources: [ImageSource], by model: ServedModel, maskLimit: Int?, reservation: MemoryReservation
  ) async throws -> [ImageAnswer] {
    try await withThrowingTaskGroup(of: (Int, ImageAnswer).self) { group in
      var answers: [(index: Int, answer: ImageAnswer)] = []
      var maskBytes = 0
      for (index, source) in sources.enumerated() {
        if index >= pool.size, let next = try await group.next() {
          answers.append(next)
          try Self.count(next.1, &maskBytes, limit: maskLimit, reservation)
        }
        group.addTask {
          do {
            let cost = cost(of: source, beside: reservation.bytes)
            return (index, try await answer(to: source, cost, by: model, keepsMasks: maskLimit != nil))
          } catch let error as TasksError where sources.count > 1 {
            throw TasksError(error.code, "Image \(index) of \(sources.count), counted from 0: \(error.message)")
          }
        }
      }
      while let next = try await group.next() {
        answers.append(next)
        try Self.count(next.1, &maskBytes, limit: maskLimit, reservation)
      }
      return answers.sorted { $0.index < $1.index }.map(\.answer)
    }
  }

  private static func count(
    _ answer: ImageAnswer, _ sum: inout Int, limit: Int?, _ reservation: MemoryReservation
  ) throws {
    sum += answer.maskBytes
    guard sum <= limit ?? 0 else { throw OutputTensors.tooManyMasks(limit: limit ?? 0) }
    try reservation.grow(by: answer.maskBytes)
  }

  /// The line that the command writes for an image, with its line feed.
  ///
  /// - Parameters:
  ///   - source: The image.
  ///   - model: The model.
  ///   - reservation: The memory of the request.
  /// - Returns: The line.
  /// - Throws: The errors of the pool and of the image.
  func line(
    for source: ImageSource, by model: ServedModel, reservation: MemoryReservation
  ) async throws -> String {
    let cost = cost(of: source, beside: reservation.bytes)
    return try await pool.run(for: model, holding: cost.bytes) { tasks in
      let found = try answer(to: source, cost, by: model, tasks)
      return try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: found.output, warnings: found.warnings)
        .json() + "\n"
    }
  }

  /// The memory of decoding an image and working on it, which its header states.
  ///
  /// - Parameters:
  ///   - source: The image.
  ///   - bytes: The memory that its request has already: an image has to fit beside it, or would wait for itself.
  /// - Returns: The cost.
  func cost(of source: ImageSource, beside bytes: Int) -> ImageCost {
    let room = (pool.memory.limit - bytes - source.byteCount) / ImageCost.bytesPerPixel
    return source.cost(pixelLimit: max(min(pixelLimit, room), 1))
  }

  /// Decodes an image; called on the pool's threads.
  func image(
    of source: ImageSource, _ cost: ImageCost, for model: ServedModel, onWarning: (String) -> Void
  ) throws -> ImageBuffer {
    try metrics.measure(.decode, model: model.name) {
      try source.image(pixelLimit: cost.pixels, onWarning: onWarning)
    }
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
    let task = try tasks.task(of: model)
    var warnings: [String] = []
    let image = try image(of: source, cost, for: model) { warnings.append($0) }
    let output = try metrics.measure(.inference, model: model.name) { try task.output(of: MPImage(imageBuffer: image)) }
    return ImageAnswer(output: output, width: image.width, height: image.height, warnings: warnings)
  }
}
