import Testing

@testable import VisionCommand

@Suite("Warnings about options")
struct OptionWarningsTests {
  private let classes = ["person", "cat", "hot dog", "Thumb_Up"]

  @Test(
    "A name that the model does not know is named with the closest one",
    arguments: [
      ("persan", "person"), ("persn", "person"), ("Person", "person"), ("thumb_up", "Thumb_Up"), ("hotdog", "hot dog"),
      ("dgo", nil), ("bicycle", nil), ("x", nil),
    ])
  func unknown(name: String, meant: String?) throws {
    let list = try #require(NameList(argument: "cat,\(name)"))
    let warnings = OptionWarnings.unknownNames(in: list, known: classes, option: "--category-allow")
    #expect(warnings.count == 1)
    let warning = try #require(warnings.first)
    #expect(warning.hasPrefix("--category-allow: the model does not know \"\(name)\"; "))
    #expect(warning.contains("did you mean") == (meant != nil))
    if let meant { #expect(warning.hasSuffix("did you mean \"\(meant)\"?")) }
  }

  @Test("Known names, no names and a model without names are no cause for warnings")
  func known() {
    let list = NameList(argument: "cat,person")
    #expect(OptionWarnings.unknownNames(in: list, known: classes, option: "-").isEmpty)
    #expect(OptionWarnings.unknownNames(in: nil, known: classes, option: "-").isEmpty)
    #expect(OptionWarnings.unknownNames(in: list, known: [], option: "-").isEmpty)
  }

  @Test("A threshold above every score is")
  func threshold() {
    #expect(
      OptionWarnings.threshold(2, option: "--score-threshold")
        == ["--score-threshold is 2, but scores are 0 to 1: nothing will be reported."])
    for value: Float? in [nil, -1, 0, 0.5, 1] { #expect(OptionWarnings.threshold(value, option: "-").isEmpty) }
  }
}
