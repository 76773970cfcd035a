import TestSupport
import Testing

@Suite("What a test run requires")
struct RequiredNeedsTests {
  @Test("Without a list nothing is required, and what is missing is skipped")
  func nothing() throws {
    let required = try RequiredNeeds("")
    for need in TestNeed.allCases {
      #expect(try required.allows(need, isMet: true))
      #expect(try !required.allows(need, isMet: false))
    }
  }

  @Test("What is required and missing is an error that says the need's sentence")
  func unmet() throws {
    let required = try RequiredNeeds("shared,chromium")
    let error = #expect(throws: RequiredNeeds.Unmet.self) { try required.allows(.shared, isMet: false) }
    #expect(error?.description.contains(TestNeed.shared.sentence) == true)
    #expect(try required.allows(.shared, isMet: true))
    #expect(try !required.allows(.pip, isMet: false))
  }

  @Test("All but some")
  func exceptions() throws {
    let required = try RequiredNeeds("all, -pip,-shared")
    #expect(throws: RequiredNeeds.Unmet.self) { try required.allows(.chromium, isMet: false) }
    #expect(try !required.allows(.pip, isMet: false))
    #expect(try !required.allows(.shared, isMet: false))
  }

  @Test("A name that is no need's is an error, which lists those that are")
  func unknown() {
    let error = #expect(throws: RequiredNeeds.UnknownName.self) { try RequiredNeeds("all,-chrome") }
    #expect(error?.description.contains("\"chrome\"") == true && error?.description.contains("chromium") == true)
  }

  @Test("Sentences: one each, by which skips that are right everywhere are known")
  func sentences() {
    for need in TestNeed.allCases { #expect(need.sentence.hasPrefix("Needs ") && need.sentence.hasSuffix(".")) }
    #expect(MachineFact.root.sentence.hasPrefix("Only "))
    #expect(MachineFact.root.holds != MachineFact.ordinaryUser.holds)
  }
}
