import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test without what it needs, or fails it where `VISION_TEST_REQUIRE` asks for that.
  ///
  /// - Parameters:
  ///   - need: What it needs.
  ///   - isMet: What only the test's target can check; true when there is nothing besides what `need` checks itself.
  ///   - sourceLocation: Where the test says so.
  /// - Returns: The trait.
  package static func needs(
    _ need: TestNeed, if isMet: @autoclosure @escaping @Sendable () -> Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(Comment(rawValue: need.sentence), sourceLocation: sourceLocation) {
      try RequiredNeeds.current.get().allows(need, isMet: need.isMet && isMet())
    }
  }

  /// Skips a test where a fact of the machine does not hold, which nothing makes a failure.
  ///
  /// - Parameters:
  ///   - fact: The fact.
  ///   - holds: What only the test's target can check; true when there is nothing besides what `fact` checks itself.
  ///   - sourceLocation: Where the test says so.
  /// - Returns: The trait.
  package static func only(
    _ fact: MachineFact, if holds: @autoclosure @escaping @Sendable () -> Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(Comment(rawValue: fact.sentence), sourceLocation: sourceLocation) { fact.holds && holds() }
  }
}
