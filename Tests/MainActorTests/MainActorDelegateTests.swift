import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// A plain class in a module whose default isolation is the main actor. Its conformance must not be of the main actor, or the task
/// could not call it. Sendable: the semaphore guards itself.
final class PlainDelegate: NSObject, GestureRecognizerLiveStreamDelegate, @unchecked Sendable {
  let called = DispatchSemaphore(value: 0)

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    called.signal()
  }
}

@Suite("An app on the main actor", .needs(.shared))
struct MainActorDelegateTests {
  @Test("A plain class's delegate method is called")
  func called() throws {
    let delegate = PlainDelegate()
    let recognizer = try GestureRecognizer(options: options(delegate))
    try recognizer.recognizeAsync(image: image(), timestampInMilliseconds: 0)
    #expect(delegate.called.wait(timeout: .now() + 60) == .success)
    #expect(recognizer.unheardResultCount == 0)
  }

  @Test("Results whose delegate is gone are counted")
  func counted() throws {
    var delegate: PlainDelegate? = PlainDelegate()
    let recognizer = try GestureRecognizer(options: options(delegate))
    delegate = nil
    try recognizer.recognizeAsync(image: image(), timestampInMilliseconds: 0)
    let end = Date() + 60
    while recognizer.unheardResultCount == 0, Date() < end { usleep(10_000) }
    #expect(recognizer.unheardResultCount == 1)
  }

  private func options(_ delegate: PlainDelegate?) throws -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.model("gesture_recognizer.task")
    options.runningMode = .liveStream
    options.gestureRecognizerLiveStreamDelegate = delegate
    return options
  }

  private func image() throws -> MPImage {
    try MPImage(imageBuffer: ImageBuffer(width: 64, height: 48, format: .rgb))
  }
}
