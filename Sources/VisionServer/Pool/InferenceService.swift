import Foundation
import NIOCore
import VisionErrors
import VisionImaging
import VisionOutput
import VisionResults
import VisionTasks

/// Runs requests' images through the pool.
struct InferenceService: Sendable {
  let pool: InferencePool
  let metrics: ServerMetrics
  let pixelLimit: Int
  /// The memory of pixels.
  let memory: MemoryBudget
  /// How long an image waits for that memory, in seconds.
  let memorySeconds: Double

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
        group.addTask { (index, try await answer(to: source, by: model, keepsMasks: maskLimit != nil)) }
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
  func line(for source: ImageSource, by model: ServedModel) async throws -> String {
    try await pool.run(for: model) { tasks in
      let found = try answer(to: source, by: model, tasks)
      return try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: found.output, warnings: found.warnings)
        .json() + "\n"
    }
  }

  /// Decodes an image and works on it, both within the memory for requests; called on the pool's threads.
  func withImage<Value>(
    of source: ImageSource, for model: ServedModel, onWarning: (String) -> Void = { _ in },
    _ body: (ImageBuffer) throws -> Value
  ) throws -> Value {
    let cost = source.cost(pixelLimit: pixelLimit)
    return try memory.with(cost.bytes, waitingUntil: Date(timeIntervalSinceNow: memorySeconds)) {
      try body(
        try metrics.measure(.decode, model: model.name) {
          try source.image(pixelLimit: cost.pixels, onWarning: onWarning)
        })
    }
  }

  private func answer(to source: ImageSource, by model: ServedModel, keepsMasks: Bool) async throws -> ImageAnswer {
    try await pool.run(for: model) { tasks in
      let answer = try answer(to: source, by: model, tasks)
      guard !keepsMasks else { return answer }
      return ImageAnswer(
        output: answer.output.withoutMasks(), width: answer.width, height: answer.height, warnings: answer.warnings)
    }
  }

  private func answer(to source: ImageSource, by model: ServedModel, _ tasks: ThreadTasks) throws -> ImageAnswer {
    let task = try tasks.task(of: model)
    var warnings: [String] = []
    return try withImage(of: source, for: model, onWarning: { warnings.append($0) }) { image in
      let output = try metrics.measure(.inference, model: model.name) {
        try task.output(of: MPImage(imageBuffer: image))
      }
      return ImageAnswer(output: output, width: image.width, height: image.height, warnings: warnings)
    }
  }
}
