import MediaPipeTasksVision
import TestSupport
import Testing

/// The task calls the header's spelling; these tests do the same.
// Skipped without the model: a delegate's first argument is a real task.
@Suite(.needs(.shared))
struct LiveStreamDelegateTests {
  private let recognizer: GestureRecognizer
  private let result = GestureRecognizerResult(
    gestures: [], handedness: [], landmarks: [], worldLandmarks: [], timestampInMilliseconds: 7)

  private func deliver(to delegate: any GestureRecognizerLiveStreamDelegate) {
    delegate.gestureRecognizer(
      recognizer, didFinishGestureRecognition: result, timestampInMilliseconds: 7, error: nil)
  }

  init() throws {
    recognizer = try GestureRecognizer(modelPath: SharedFolder.model("gesture_recognizer.task"))
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

  @Test("A class with neither is left alone, and the result counted as unheard")
  func neither() {
    deliver(to: IndifferentProcessor())
    #expect(recognizer.unheardResultCount == 1)
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
