import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite(
  "Where we differ from MediaPipe on purpose (WhereAnswersDiffer.md)",
  .needs(.shared))
struct DecidedDifferenceTests {
  private func recognize(
    _ picture: String = "thumb_up_teal.png", model: String = "gesture_recognizer.task",
    canned: (ClassifierOptions) -> Void = { _ in }, custom: (ClassifierOptions) -> Void = { _ in }
  ) throws -> GestureRecognizerResult {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/\(model)")
    options.numHands = 2
    let cannedOptions = ClassifierOptions()
    canned(cannedOptions)
    options.cannedGesturesClassifierOptions = cannedOptions
    let customOptions = ClassifierOptions()
    custom(customOptions)
    options.customGesturesClassifierOptions = customOptions
    return try GestureRecognizer(options: options)
      .recognize(image: MPImage(contentsOfFile: SharedFolder.path("media/\(picture)")))
  }

  @Test("A hand without a gesture is reported, with an empty list in its place")
  func handWithoutGesture() throws {
    let none = try recognize { $0.scoreThreshold = 0.99 }
    #expect(none.gestures.map(\.count) == [0])
    #expect(none.landmarks.map(\.count) == [21])
    #expect(none.handedness.count == 1)
    // MediaPipe returns two hands and one gesture here, and does not say whose it is.
    let some = try recognize("three_people.png") { $0.scoreThreshold = 0.9 }
    #expect(some.landmarks.count == 2)
    #expect(some.gestures.map(\.count).sorted() == [0, 1])
  }

  @Test("An allowlist of unknown names allows nothing; unknown names beside known ones are ignored")
  func unknownNames() throws {
    #expect(try recognize { $0.categoryAllowlist = ["Wave"] }.gestures == [[]])
    #expect(try recognize { $0.categoryAllowlist = ["Wave", "Thumb_Up"] }.gestures[0][0].categoryName == "Thumb_Up")
    #expect(try recognize { $0.categoryDenylist = ["Wave"] }.gestures[0][0].categoryName == "Thumb_Up")
  }

  @Test(
    "An explicit threshold of 0 keeps everything; the default leaves the custom classifier's own 0.5 in force",
    arguments: [("pointing_up.png", "equal"), ("rock_portrait.png", "minus"), ("thumbs_up_alpha.png", "divide")])
  func explicitZero(picture: String, custom name: String) throws {
    let model = "gesture_recognizer_with_custom_gestures.task"
    // The best custom class scores less than 0.5, so by default the canned classifier, which has no labels, has the word.
    let byDefault = try #require(try recognize(picture, model: model).gestures.first?.first)
    #expect(byDefault.categoryName == "")
    let zero = try recognize(picture, model: model, custom: { $0.scoreThreshold = 0 })
    let best = try #require(zero.gestures.first?.first)
    #expect(best.categoryName == name)
    #expect(best.score < 0.5)
  }

  @Test("All four arrays have one element a hand")
  func aligned() throws {
    let result = try recognize("yoga.png")
    #expect(result.landmarks.count == 2)
    #expect(result.gestures.count == 2 && result.handedness.count == 2 && result.worldLandmarks.count == 2)
  }
}
