import Foundation
import VisionErrors
import VisionWorker

/// The workers in which models of visitors run: the program, its limits, and how many there may be at a time.
///
/// Sendable: the count is touched under the lock only.
final class WorkerPlaces: @unchecked Sendable {
  /// A place that is taken; letting it go gives it back.
  final class Place: Sendable {
    private let places: WorkerPlaces

    fileprivate init(_ places: WorkerPlaces) { self.places = places }

    deinit { places.giveBack() }
  }

  private let executable: String?
  private let limits: StudioLimits
  private let lock = NSLock()
  private var count = 0

  /// - Parameters:
  ///   - executable: The program `vision`; nil where models of visitors are not taken.
  ///   - limits: How many workers there may be and how much each may take.
  init(executable: String?, limits: StudioLimits) {
    self.executable = executable
    self.limits = limits
  }

  /// Takes a place.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when all are taken.
  func take() throws(TasksError) -> Place {
    let isFree = lock.withLock {
      guard count < limits.workers else { return false }
      count += 1
      return true
    }
    guard isFree else {
      throw TasksError(
        .resourceExhaustedError,
        "\(limits.workers.counted("model")) of visitors at work is the maximum; stop one and try again.")
    }
    return Place(self)
  }

  private func giveBack() { lock.withLock { count -= 1 } }

  /// How a worker is started.
  ///
  /// - Parameters:
  ///   - arguments: What stands between `worker` and the limits.
  ///   - model: The model's file.
  ///   - name: What the visitor calls it.
  /// - Throws: `TasksError` with `failedPreconditionError` where there is no program for it.
  func options(_ arguments: [String], model: String, name: String) throws(TasksError) -> WorkerProcess.Options {
    guard let executable else {
      throw TasksError(.failedPreconditionError, "This server takes no models of visitors: it has no program to run them in.")
    }
    var worker = WorkerLimits()
    worker.memoryMegabytes = limits.workerMegabytes
    worker.pixels = max(limits.picturePixels, limits.framePixels)
    var options = WorkerProcess.Options(
      executable: executable, arguments: ["worker"] + arguments + ["--model", model] + worker.arguments,
      modelPath: model, modelName: "\"\(name)\"")
    options.limits = worker
    options.startSeconds = limits.workerSeconds
    options.answerSeconds = limits.workerSeconds
    return options
  }
}
