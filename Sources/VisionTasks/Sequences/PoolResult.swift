/// An input of a `TaskPool` and what came of it.
public struct PoolResult<Input: Sendable, Output: Sendable>: Sendable {
  /// What was worked on.
  public let input: Input
  /// What the work returned, or the error that it threw.
  public let result: Result<Output, any Error>
}
