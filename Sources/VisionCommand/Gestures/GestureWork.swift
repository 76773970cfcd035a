import VisionTasks

/// What became of the images.
struct GestureSummary: Sendable, Encodable {
  struct Failure: Sendable, Encodable {
    let file, reason: String
  }

  fileprivate(set) var imageCount = 0
  /// The files in which no hand was found.
  fileprivate(set) var withoutHand: [String] = []
  fileprivate(set) var failed: [Failure] = []
}

/// Reads the images of a training, and trains. A file that cannot be read is reported, and the others are used.
struct GestureWork {
  let trainer: GestureTrainer
  let isQuiet: Bool
  private let progress = ProgressDisplay()
  private(set) var summary = GestureSummary()

  mutating func read(_ folder: GestureFolder, orientation: ImageOrientation, pixelLimit: Int) throws {
    let sources = folder.sources()
    let options = InputFrames.Options(takesFirstFrames: true, pixelLimit: pixelLimit)
    for (index, (name, source)) in sources.enumerated() {
      guard !StopSignal.shared.isRaised else { throw stopped() }
      do {
        if try !add(source, as: name, options, orientation) { summary.withoutHand.append("\(source)") }
      } catch {
        guard !StopSignal.shared.isRaised else { throw stopped() }
        fail(source, error)
      }
      show { _ in "\(index + 1)/\(sources.count.counted("image"))" }
    }
    summary.imageCount = sources.count - summary.failed.count
    if !isQuiet { progress.end { _ in "\(sources.count)/\(sources.count.counted("image"))" } }
    for file in summary.withoutHand { StandardError.printLine("No hand in \(file)") }
  }

  private func add(
    _ source: InputList.Source, as name: String, _ options: InputFrames.Options, _ orientation: ImageOrientation
  ) throws -> Bool {
    if case .unreadable(_, let reason) = source { throw TasksError.invalidArgument(reason) }
    let frames = try InputFrames(source, options)
    defer { frames.close() }
    guard !frames.isVideo else {
      throw TasksError.invalidArgument("It is a video; save some of its frames as images.")
    }
    guard let frame = try frames.next() else { throw TasksError.invalidArgument("It has no image.") }
    return try trainer.add(MPImage(imageBuffer: frame.image, orientation: orientation), as: name)
  }

  private mutating func fail(_ source: InputList.Source, _ error: any Error) {
    let reason = error.localizedDescription
    summary.failed.append(GestureSummary.Failure(file: "\(source)", reason: reason))
    if !isQuiet { progress.interrupt() }
    StandardError.printLine("\(source): \(reason)")
  }

  func train(names: [String]) throws -> TrainedGestures {
    try trainer.checkExamples(of: names)
    defer { progress.interrupt() }
    return try trainer.train { share in
      guard !StopSignal.shared.isRaised else { throw stopped() }
      show { _ in "training, \(Int(share * 100)) %" }
    }
  }

  private func show(_ text: (Double) -> String) { if !isQuiet { progress.update(text) } }

  private func stopped() -> ExitStatus {
    progress.interrupt()
    StandardError.print("Stopped; nothing was written.")
    return .interrupted
  }
}
