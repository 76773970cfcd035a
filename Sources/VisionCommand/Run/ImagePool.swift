import VisionTasks

/// Opens and processes image files concurrently, and returns outcomes in the order of the files.
final class ImagePool {
  enum Answer: Sendable {
    case found(any TaskOutput, VideoFrame, InputFrames)
    case failed(InputList.Source, any Error, isOpen: Bool)
  }

  private let pool: TaskPool<InputList.Source, Answer>

  init(size: Int, orientation: ImageOrientation, makeTask: @escaping TaskRun.TaskMaker) throws {
    pool = try TaskPool(size: size) {
      let task = try makeTask(.image, nil)
      return { source in Self.answer(to: source, by: task, orientation) }
    }
  }

  func submit(_ source: InputList.Source) -> [Answer] { Self.answers(pool.submitBounded(source)) }
  func rest() -> [Answer] { Self.answers(pool.rest()) }

  /// The outcomes. A failure is an `Answer`, too, so no result of the pool is an error that `try?` would hide.
  private static func answers(_ results: [PoolResult<InputList.Source, Answer>]) -> [Answer] {
    results.compactMap { try? $0.result.get() }
  }

  private static func answer(
    to source: InputList.Source, by task: any AnyVisionTask, _ orientation: ImageOrientation
  ) -> Answer {
    var isOpen = false
    do {
      // Only images are submitted, and animations that are read as images.
      let input = try InputFrames(source, .init(takesFirstFrames: true))
      isOpen = true
      guard let frame = try input.next() else { throw TasksError.internalFailure("The image has no frame.") }
      return .found(try task.output(of: frame, orientation, isTimed: false), frame, input)
    } catch { return .failed(source, error, isOpen: isOpen) }
  }
}

extension TaskPool {
  func submitBounded(_ input: Input) -> [PoolResult<Input, Output>] {
    var results: [PoolResult<Input, Output>] = []
    while pendingCount >= 2 * size, let result = next() { results.append(result) }
    submit(input)
    while let result = nextIfReady() { results.append(result) }
    return results
  }

  func rest() -> [PoolResult<Input, Output>] {
    var results: [PoolResult<Input, Output>] = []
    while let result = next() { results.append(result) }
    return results
  }
}
