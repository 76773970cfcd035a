import Foundation
import VisionErrors

/// The images that wait for a detector, and what is to be called with their objects.
///
/// Sendable: what changes is touched under the lock only.
final class FrameQueue: @unchecked Sendable {
  typealias Answer = Result<[VisionObject], any Error>

  /// An image and its completion.
  private struct Entry: Sendable {
    let content: Result<ImageContent, any Error>
    let completion: @Sendable (Answer) -> Void
  }

  private static let longest = VisionObjectDetector.waitingImageLimit

  private let engine: DetectorEngine
  private let keepsNewestOnly: Bool
  private let completionQueue: DispatchQueue?
  private let completions: CallbackQueue
  private let workQueue: DispatchQueue
  private let lock = NSLock()
  private var waiting: [Entry] = []
  private var isWorking = false
  private var dropped = 0
  /// The time of the newest image that has a result, in milliseconds.
  private var newestResult: Int?

  init(engine: DetectorEngine, keepsNewestOnly: Bool, completionQueue: DispatchQueue?) {
    self.engine = engine
    self.keepsNewestOnly = keepsNewestOnly
    #if canImport(Darwin)
      self.completionQueue = completionQueue ?? .main
    #else
      self.completionQueue = completionQueue
    #endif
    let label = "com.firebase.ml.vision.object_detector_\(UUID().uuidString)"
    completions = CallbackQueue(name: "object detector completions")
    workQueue = DispatchQueue(label: label + ".work", qos: .userInitiated)
  }

  var droppedCount: Int { lock.withLock { dropped } }

  func add(_ content: Result<ImageContent, any Error>, completion: @escaping @Sendable (Answer) -> Void) {
    let entry = Entry(content: content, completion: completion)
    let refused: (Entry, TasksError)? = lock.withLock {
      guard isWorking else {
        isWorking = true
        workQueue.async { self.work(on: entry) }
        return nil
      }
      if keepsNewestOnly {
        let older = waiting.first
        waiting = [entry]
        guard let older else { return nil }
        dropped += 1
        return (older, Self.replaced(newestResult: newestResult))
      }
      guard waiting.count < Self.longest else {
        dropped += 1
        return (entry, Self.full)
      }
      waiting.append(entry)
      return nil
    }
    if let (entry, error) = refused { complete(entry, .failure(error)) }
  }

  /// Works on an image, then on those that wait, until there is none. On the work queue.
  private func work(on first: Entry) {
    var next: Entry? = first
    while let entry = next {
      let found = Result { try engine.objects(in: entry.content.get()) }
      if case .success(let output) = found { lock.withLock { newestResult = output.time } }
      complete(entry, found.map(\.objects))
      next = lock.withLock {
        isWorking = !waiting.isEmpty
        return waiting.isEmpty ? nil : waiting.removeFirst()
      }
    }
  }

  private func complete(_ entry: Entry, _ answer: Answer) {
    let call = CallbackQueue.Call { entry.completion(answer) }
    if let completionQueue {
      completionQueue.async { call.run() }
    } else {
      completions.add(call)
    }
  }

  private static func replaced(newestResult time: Int?) -> TasksError {
    TasksError(
      .cancelledError,
      "The image was dropped: a newer one came while the detector was busy. "
        + (time.map { "The newest result is that of the image at \($0) ms." } ?? "There is no result yet."))
  }

  private static let full = TasksError(
    .resourceExhaustedError,
    "The image was refused: \(longest) images wait already, which is the limit. Wait for completions before you give more."
  )
}
