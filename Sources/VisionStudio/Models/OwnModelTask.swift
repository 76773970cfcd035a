import MediaPipeTasksVision
import VisionFindings
import VisionWorker

/// A task with a model that a visitor brought, which runs in a process of its own.
final class OwnModelTask: RunnableTask, Sendable {
  /// The most bytes of an answer with masks.
  private static let longestAnswer = 1_000_000_000

  private let task: WorkerTask
  private let place: WorkerPlaces.Place

  /// Starts the process.
  ///
  /// - Throws: `TasksError` with what the worker says of the model, or with how it ended.
  init(_ settings: StudioSettings, paths: ModelPaths, own: ModelPaths.Own, mode: RunningMode) throws {
    place = try own.places.take()
    let arguments = CommandLineText.workerArguments(settings, classifier: paths.classifier, mode: mode)
    var options = try own.places.options(arguments, model: paths.model, name: own.name)
    if settings.value(.segmentationMasks) == .toggle(true) {
      // Four bytes a pixel in Base64, for each person.
      let people = settings.value(.numPoses).map { if case .number(let count) = $0 { Int(count) } else { 1 } } ?? 1
      let (bytes, overflows) = options.limits.pixels.multipliedReportingOverflow(by: 6 * people)
      options.answerBytes = overflows ? Self.longestAnswer : min(options.answerBytes + bytes, Self.longestAnswer)
    }
    task = try WorkerTask(options, kind: settings.task.findingsKind)
  }

  func findings(in image: MPImage) throws -> any Findings { try task.findings(in: image) }

  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> any Findings {
    try task.findings(in: frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try task.send(frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  var droppedFrameCount: Int { task.droppedFrameCount }

  func reset() { task.reset() }
}
