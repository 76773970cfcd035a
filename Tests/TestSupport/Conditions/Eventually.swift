import Testing

/// Waits, for half a minute at the most, for something that other threads or processes are about to do.
package func eventually(
  _ isTrue: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws {
  let end = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < end {
    if try await isTrue() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("It did not happen within 30 seconds.", sourceLocation: sourceLocation)
}
