import Foundation
import VisionOutput
import VisionTasks

/// Opens image files and works on them several at a time, and gives the answers in the order of the files.
final class PicturePool {
  /// What came of a file.
  enum Answer: Sendable {
    case found(any TaskOutput, InputFrame, InputFrames)
    case unreadable(InputList.Source, any Error)
    case failed(InputFrames, any Error)
  }

  /// Carries the maker to the threads. Sendable: it reads the command line's values, which nobody changes any more.
  private struct Maker: @unchecked Sendable {
    let make: TaskRun.TaskMaker
  }

  private let pool: TaskPool<InputList.Source, Answer>

  /// - Parameters:
  ///   - size: How many files at a time.
  ///   - orientation: How the images lie.
  ///   - makeTask: Makes a task for every thread.
  /// - Throws: What making a task throws.
  init(size: Int, orientation: ImageOrientation, makeTask: @escaping TaskRun.TaskMaker) throws {
    let maker = Maker(make: makeTask)
    pool = try TaskPool(size: size) {
      let task = try maker.make(.image, nil)
      return { source in Self.answer(to: source, by: task, orientation) }
    }
  }

  /// Hands over a file, and gives the answers that are there; waits for some when many files are under way.
  func submit(_ source: InputList.Source) -> [Answer] {
    var answers: [Answer] = []
    while pool.pendingCount >= 2 * pool.size, let answer = pool.next() { answers += answer.result.given }
    pool.submit(source)
    while let answer = pool.nextIfReady() { answers += answer.result.given }
    return answers
  }

  /// Waits for the answers to all files.
  func rest() -> [Answer] {
    var answers: [Answer] = []
    while let answer = pool.next() { answers += answer.result.given }
    return answers
  }

  private static func answer(
    to source: InputList.Source, by task: any AnyVisionTask, _ orientation: ImageOrientation
  ) -> Answer {
    let input: InputFrames
    // Only images come here, and animations that count as such.
    do { input = try InputFrames(source, takesFirstFrames: true) } catch { return .unreadable(source, error) }
    do {
      guard let frame = try input.next() else { throw TasksError.internalFailure("A picture without a frame.") }
      let image = try MPImage(imageBuffer: frame.image, orientation: orientation)
      return .found(try task.output(of: image), frame, input)
    } catch {
      return .failed(input, error)
    }
  }
}

extension Result where Success == PicturePool.Answer {
  /// The answer; failures are answers themselves, so there always is one.
  fileprivate var given: [PicturePool.Answer] { (try? get()).map { [$0] } ?? [] }
}
