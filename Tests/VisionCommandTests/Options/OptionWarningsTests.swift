import Testing
import VisionTasks

@Suite("Warnings about options")
struct OptionWarningsTests {
  private let classes = ["person", "cat", "hot dog", "Thumb_Up"]

  /// The warnings about a value of one of the detector's options.
  private func warnings(_ key: String, _ value: OptionValue, known: [String]?) throws -> [String] {
    let option = try #require(ObjectDetector.descriptors.first { $0.key == key })
    return option.warnings(about: value, vocabulary: CategoryVocabulary("classes", known))
  }

  @Test(
    "A name that the model does not know is named with the closest one",
    arguments: [
      ("persan", "person"), ("persn", "person"), ("Person", "person"), ("thumb_up", "Thumb_Up"), ("hotdog", "hot dog"),
      ("dgo", nil), ("bicycle", nil), ("x", nil),
    ])
  func unknown(name: String, meant: String?) throws {
    let warnings = try warnings("categoryAllow", .names(["cat", name]), known: classes)
    #expect(warnings.count == 1)
    let warning = try #require(warnings.first)
    #expect(warning.hasPrefix("--category-allow: the model does not know \"\(name)\"; "))
    #expect(warning.contains("did you mean") == (meant != nil))
    if let meant { #expect(warning.hasSuffix("did you mean \"\(meant)\"?")) }
  }

  @Test("Where no name is close, a short list is the advice, and for a long one the command that prints it")
  func advice() {
    func warning(_ names: [String]) -> String? {
      CategoryVocabulary("gestures", names).warnings(about: ["x"], as: "--some").first
    }
    #expect(warning(["One", "Two"]) == "--some: the model does not know \"x\"; its gestures are One, Two.")
    #expect(
      warning(["One", String(repeating: "long", count: 30)])?.hasSuffix(
        "`vision models info` lists the names of a model.") == true)
  }

  @Test("Known names and a model without names are no cause for warnings; a model without the classifier is")
  func known() throws {
    #expect(try warnings("categoryAllow", .names(["cat", "person"]), known: classes).isEmpty)
    #expect(try warnings("categoryDeny", .names(["cat"]), known: []).isEmpty)
    #expect(
      try warnings("categoryDeny", .names(["cat"]), known: nil)
        == ["--category-deny has no effect: the model has no classes."])
  }

  @Test("A threshold above every score is")
  func threshold() throws {
    #expect(
      try warnings("scoreThreshold", .number(2), known: nil)
        == ["--score-threshold is 2, but scores are 0 to 1: nothing will be reported."])
    for value in [-1, 0, 0.5, 1] { #expect(try warnings("scoreThreshold", .number(value), known: nil).isEmpty) }
  }
}
