import MediaPipeTasksVision
import Testing

/// The folder with models beside the checkout, or where the environment says.
private let modelPath: String = {
  let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  let shared =
    ProcessInfo.processInfo.environment["VISION_SHARED"].map { URL(fileURLWithPath: $0) }
    ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared")
  return shared.appendingPathComponent("models/gesture_recognizer.task").path
}()

/// The task calls the header's spelling; these tests do the same.
// Skipped without the model: a delegate's first argument is a real task.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: modelPath), "needs shared/models/gesture_recognizer.task"))
struct LiveStreamDelegateTests {
  private let recognizer: GestureRecognizer
  private let result = GestureRecognizerResult(
    gestures: [], handedness: [], landmarks: [], worldLandmarks: [], timestampInMilliseconds: 7)

  private func deliver(to delegate: any GestureRecognizerLiveStreamDelegate) {
    delegate.gestureRecognizer(
      recognizer, didFinishGestureRecognition: result, timestampInMilliseconds: 7, error: nil)
  }

  init() throws {
    recognizer = try GestureRecognizer(modelPath: modelPath)
  }

  @Test("A class with the guides' label gets one call")
  func guideSpelling() {
    let processor = GuideSpellingProcessor()
    deliver(to: processor)
    #expect(processor.timestamps == [7])
  }

  @Test("A class with the header's label gets one call")
  func headerSpelling() {
    let processor = HeaderSpellingProcessor()
    deliver(to: processor)
    #expect(processor.timestamps == [7])
  }

  @Test("A class with neither is left alone")
  func neither() {
    deliver(to: IndifferentProcessor())
  }

  @Test("A main-actor class takes the result over", .timeLimit(.minutes(1)))
  func mainActor() async {
    let model = await ScreenModel()
    let victory = ResultCategory(index: -1, score: 0.9, categoryName: "Victory", displayName: nil)
    let result = GestureRecognizerResult(
      gestures: [[victory]], handedness: [], landmarks: [], worldLandmarks: [], timestampInMilliseconds: 1)
    model.gestureRecognizer(
      recognizer, didFinishGestureRecognition: result, timestampInMilliseconds: 1, error: nil)
    while await model.gestureNames.isEmpty { await Task.yield() }
    #expect(await model.gestureNames == ["Victory"])
  }
}
