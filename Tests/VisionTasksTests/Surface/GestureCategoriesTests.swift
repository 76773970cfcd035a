import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@testable import VisionTasks

@Suite("The categories of a gesture", .needs(.shared))
struct GestureCategoriesTests {
  private static let canned = [
    "Closed_Fist", "ILoveYou", "None", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory",
  ]

  /// The gestures of the one hand in a picture of a raised thumb.
  private func gestures(
    custom classifier: ConstantClassifier? = nil, canned: ((ClassifierOptions) -> Void)? = nil,
    custom: ((ClassifierOptions) -> Void)? = nil
  ) throws -> [ResultCategory] {
    func options(_ change: ((ClassifierOptions) -> Void)?) -> ClassifierOptions? {
      change.map { change in
        let options = ClassifierOptions()
        change(options)
        return options
      }
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let task = GestureRecognizerOptions()
    task.baseOptions.modelAssetPath = try SharedFolder.path("models/gesture_recognizer.task")
    if let classifier {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("gestures.task")
      try Data(try classifier.bundle()).write(to: file)
      task.baseOptions.modelAssetPath = file.path
    }
    task.cannedGesturesClassifierOptions = options(canned)
    task.customGesturesClassifierOptions = options(custom)
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/thumb_up_teal.png"))
    let result = try GestureRecognizer(options: task).recognize(image: image)
    try #require(result.gestures.count == 1 && result.landmarks.count == 1)
    return result.gestures[0]
  }

  private func names(_ gestures: [ResultCategory]) -> [String] { gestures.map { $0.categoryName ?? "-" } }

  @Test("maxResults below 1 gives all categories, best first, as its default does; above it gives as many")
  func maxResults() throws {
    let all = try gestures()
    #expect(names(all).sorted() == Self.canned)
    #expect(all[0].categoryName == "Thumb_Up")
    #expect(all.map(\.score) == all.map(\.score).sorted(by: >))
    let sum: Float = all.map(\.score).reduce(0, +)
    #expect(abs(sum - 1) < 1e-3)
    #expect(all.allSatisfy { $0.index == -1 })
    for (most, count) in [(-1, 8), (-7, 8), (0, 8), (1, 1), (3, 3), (100, 8)] {
      let some = try gestures(canned: { $0.maxResults = most })
      #expect(names(some) == Array(names(all).prefix(count)))
    }
  }

  @Test("The classifier that decides comes first with all its categories; a custom background gives way")
  func order() throws {
    let decisive = ConstantClassifier(scores: [0.2, 0.5, 0.3], labels: ["None", "Wave", "Clap"])
    #expect(names(try gestures(custom: decisive)).prefix(4) == ["Wave", "Clap", "None", "Thumb_Up"])
    #expect(try gestures(custom: decisive).count == 11)
    let undecided = ConstantClassifier(scores: [0.6, 0.1, 0.3], labels: ["None", "Wave", "Clap"])
    let given = names(try gestures(custom: undecided))
    #expect(given.first == "Thumb_Up" && given.suffix(3) == ["None", "Clap", "Wave"])
    // Each classifier has options of its own.
    let few = try gestures(custom: undecided, canned: { $0.maxResults = 1 }, custom: { $0.maxResults = 2 })
    #expect(names(few) == ["Thumb_Up", "None", "Clap"])
    let background = try gestures(custom: undecided, canned: { $0.categoryAllowlist = ["None"] })
    #expect(names(background) == ["None", "Clap", "Wave", "None"])
    #expect(background[0].score == 0.6)
  }

  @Test("A classifier's threshold in the metadata is in force until the option is assigned, whatever to")
  func threshold() throws {
    let classifier = ConstantClassifier(scores: [0.2, 0.5, 0.3], labels: ["None", "Wave", "Clap"], threshold: 0.25)
    func custom(_ change: ((ClassifierOptions) -> Void)?) throws -> [String] {
      names(try gestures(custom: classifier, canned: { $0.scoreThreshold = 2 }, custom: change))
    }
    #expect(try custom(nil) == ["Wave", "Clap"])
    #expect(try custom { $0.maxResults = -1 } == ["Wave", "Clap"])
    #expect(try custom { $0.scoreThreshold = 0 } == ["Wave", "Clap", "None"])
    #expect(try custom { $0.scoreThreshold = 0.4 } == ["Wave"])
    #expect(try custom { $0.scoreThreshold = 0.6 } == [])
    let broken = ConstantClassifier(scores: [0.2, 0.8], labels: ["None", "Wave"], threshold: .nan)
    let error = #expect(throws: TasksError.self) { try gestures(custom: broken) }
    #expect(error?.message.contains("score threshold is nan") == true)
  }

  @Test("A class without a label is named by its number, where the labels end early and where a line is empty")
  func missingLabels() throws {
    let classifier = ConstantClassifier(scores: [0.1, 0.2, 0.4, 0.3], labels: ["None", "", "Wave"])
    #expect(try names(gestures(custom: classifier, canned: { $0.scoreThreshold = 2 })) == ["Wave", "3", "1", "None"])
    #expect(
      try names(
        gestures(custom: classifier, canned: { $0.scoreThreshold = 2 }, custom: { $0.categoryAllowlist = ["3"] }))
        == ["3"])
    #expect(
      LabelWarning.text(missing: 2, of: 4, model: "m")
        == "2 of model m's 4 classes have no label; results name them by their numbers.")
  }

  @Test("Display names have the language asked for, and there are none in a language that the model lacks")
  func displayNames() throws {
    var classifier = ConstantClassifier(
      scores: [0.2, 0.5, 0.3], labels: ["None", "Wave", "Clap"],
      displayNames: ["de": ["Keine", "Winken", "Klatschen"], "en": ["No gesture", "Waving", "Clapping"]])
    func custom(_ locale: String?) throws -> [String?] {
      try gestures(
        custom: classifier, canned: { $0.scoreThreshold = 2 },
        custom: { if let locale { $0.displayNamesLocale = locale } }
      ).map(\.displayName)
    }
    #expect(try custom("de") == ["Winken", "Klatschen", "Keine"])
    #expect(try custom(nil) == ["Waving", "Clapping", "No gesture"])
    for locale in ["fr", "", "de-AT"] { #expect(try custom(locale) == [nil, nil, nil]) }
    #expect(try gestures(custom: classifier).prefix(3).map(\.categoryName) == ["Wave", "Clap", "None"])
    classifier.displayNames["de"] = ["Keine", "Winken"]
    let error = #expect(throws: TasksError.self) { try custom("de") }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("3 labels, but 2 display names") == true)
  }
}
