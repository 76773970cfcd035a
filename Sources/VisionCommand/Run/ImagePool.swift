import Foundation
import VisionResults
import VisionTasks

/// Opens and processes image files concurrently, and returns outcomes in the order of the files.
final class ImagePool {
  /// The outcome of a file.
  enum Answer: Sendable {
    case found(any TaskOutput, InputFrame, InputFrames)
    case unreadable(InputList.Source, any Error)
    case failed(InputFrames, any Error)
  }

  /// Passes the maker to the pool's threads. `@unchecked Sendable` is safe because it only reads parsed options.
  private struct Maker: @unchecked Sendable {
    let make: TaskRun.TaskMaker
  }

  private let pool: TaskPool<InputList.Source, Answer>

  /// - Parameters:
  ///   - size: The number of concurrent files.
  ///   - orientation: The orientation of the images.
  ///   - makeTask: Creates a task for each thread.
  /// - Throws: Errors of `makeTask`.
  init(size: Int, orientation: ImageOrientation, makeTask: @escaping TaskRun.TaskMaker) throws {
    let maker = Maker(make: makeTask)
    pool = try TaskPool(size: size) {
      let task = try maker.make(.image, nil)
      return { source in Self.answer(to: source, by: task, orientation) }
    }
  }

  /// Submits a file and returns available outcomes; blocks while twice as many files as threads are pending.
  func submit(_ source: InputList.Source) -> [Answer] { pool.submitBounded(source).flatMap { $0.result.given } }

  /// Waits for all pending files.
  func rest() -> [Answer] { pool.rest().flatMap { $0.result.given } }

  private static func answer(
    to source: InputList.Source, by task: any AnyVisionTask, _ orientation: ImageOrientation
  ) -> Answer {
    let input: InputFrames
    // Only images are submitted, and animations that are read as images.
    do { input = try InputFrames(source, takesFirstFrames: true) } catch { return .unreadable(source, error) }
    do {
      guard let frame = try input.next() else { throw TasksError.internalFailure("The image has no frame.") }
      let image = try MPImage(imageBuffer: frame.image, orientation: orientation)
      return .found(try task.output(of: image), frame, input)
    } catch {
      return .failed(input, error)
    }
  }
}

extension Result where Success == ImagePool.Answer {
  /// The outcome. `Answer` includes failures, so there always is one.
  fileprivate var given: [ImagePool.Answer] { (try? get()).map { [$0] } ?? [] }
}
