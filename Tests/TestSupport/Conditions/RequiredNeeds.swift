import Foundation

/// What must not be missing here: CI says so with `VISION_TEST_REQUIRE`, so that nothing is skipped unnoticed.
///
/// The variable is a list of `TestNeed`s by name, separated by commas. `all` stands for every one and `-name` takes one out again, as in
/// `all,-pip`. Without the variable nothing is required, and a test that lacks something is skipped.
package struct RequiredNeeds: Sendable {
  /// A list with a name that is no need's.
  package struct UnknownName: Error, CustomStringConvertible {
    package let name: String

    package var description: String {
      let names = TestNeed.allCases.map(\.rawValue).joined(separator: ", ")
      return "VISION_TEST_REQUIRE names \"\(name)\"; allowed are all, \(names), each also with - before it."
    }
  }

  /// A need that is required and not met.
  package struct Unmet: Error, CustomStringConvertible {
    package let need: TestNeed

    package var description: String { "\(need.sentence) VISION_TEST_REQUIRE asks for it." }
  }

  private let needs: Set<TestNeed>

  /// Reads a list.
  ///
  /// - Throws: `UnknownName`.
  package init(_ list: String) throws {
    var needs: Set<TestNeed> = []
    for word in list.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let isTaken = word.hasPrefix("-")
      let name = String(isTaken ? word.dropFirst() : word)
      let named = name == "all" ? TestNeed.allCases : TestNeed(rawValue: name).map { [$0] } ?? []
      guard !named.isEmpty else { throw UnknownName(name: name) }
      if isTaken { needs.subtract(named) } else { needs.formUnion(named) }
    }
    self.needs = needs
  }

  /// Those of this process.
  package static let current = Result {
    try RequiredNeeds(ProcessInfo.processInfo.environment["VISION_TEST_REQUIRE"] ?? "")
  }

  /// Whether a test may run; false means that it is skipped.
  ///
  /// - Throws: `Unmet` when it must not be skipped.
  package func allows(_ need: TestNeed, isMet: Bool) throws -> Bool {
    if !isMet, needs.contains(need) { throw Unmet(need: need) }
    return isMet
  }
}
