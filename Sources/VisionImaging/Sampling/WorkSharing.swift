/// Runs the parts of some work in parallel.
package protocol WorkSharing {
  /// Calls a function with 0..<`count` in any order, and returns when all calls have returned.
  func share(_ count: Int, _ body: (Int) -> Void)
}
