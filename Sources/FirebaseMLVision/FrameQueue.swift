final class FrameQueue: Sendable {
  typealias Answer = Result<[VisionObject], any Error>

  private struct Entry: Sendable {
    let content: Result<ImageContent, any Error>
    let completion: @Sendable (Answer) -> Void
  }

  private struct State {
    var waiting: [Entry] = []
    var isWorking = false
    var dropped = 0
    var newestResult: Int?
  }

  private static let waitingLimit = VisionObjectDetector.waitingImageLimit
  private let engine: DetectorEngine
  private let keepsNewestOnly: Bool
  private let completionQueue: DispatchQueue?
  private let completions: CallbackQueue
  private let workQueue: DispatchQueue
  private let state = Locked(State())

  init(engine: DetectorEngine, keepsNewestOnly: Bool, completionQueue: DispatchQueue?) {
    (self.engine, self.keepsNewestOnly) = (engine, keepsNewestOnly)
    #if canImport(Darwin)
      self.completionQueue = completionQueue ?? .main
    #else
      self.completionQueue = completionQueue
    #endif
    completions = CallbackQueue(name: "object detector completions")
    workQueue = DispatchQueue(
      label: "com.firebase.ml.vision.object_detector_\(UUID().uuidString).work", qos: .userInitiated)
  }

  var droppedCount: Int { state.withLock { $0.dropped } }

  func add(_ content: Result<ImageContent, any Error>, completion: @escaping @Sendable (Answer) -> Void) {
    let entry = Entry(content: content, completion: completion)
    let refused: (Entry, TasksError)? = state.withLock { state in
      guard state.isWorking else {
        state.isWorking = true
        workQueue.async { self.work(on: entry) }
        return nil
      }
      if keepsNewestOnly {
        let older = state.waiting.first
        state.waiting = [entry]
        guard let older else { return nil }
        state.dropped += 1
        return (older, Self.replaced(newestResult: state.newestResult))
      }
      guard state.waiting.count < Self.waitingLimit else {
        state.dropped += 1
        return (entry, Self.full)
      }
      state.waiting.append(entry)
      return nil
    }
    if let (entry, error) = refused { complete(entry, .failure(error)) }
  }

  private func work(on first: Entry) {
    var next: Entry? = first
    while let entry = next {
      let output = Result { try engine.objects(in: entry.content.get()) }
      if case .success(let output) = output { state.withLock { $0.newestResult = output.time } }
      complete(entry, output.map(\.objects))
      next = state.withLock { state in
        state.isWorking = !state.waiting.isEmpty
        return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
    }
  }

  private func complete(_ entry: Entry, _ answer: Answer) {
    // The image is not needed any more.
    let call: CallbackQueue.Call = { [completion = entry.completion] in completion(answer) }
    if let completionQueue { completionQueue.async(execute: call) } else { completions.add(call) }
  }

  private static func replaced(newestResult time: Int?) -> TasksError {
    TasksError(
      .cancelledError,
      "The image was dropped: a newer one came while the detector was busy. "
        + (time.map { "The newest result is that of the image at \($0) ms." } ?? "There is no result yet."))
  }

  private static let full = TasksError(
    .resourceExhaustedError,
    "The image was refused: \(waitingLimit) images wait already, which is the limit. Wait for completions before you give more."
  )
}
