/// Somebody who computes the parts of some work side by side.
package protocol WorkSharing {
  /// Calls a function with every number below another, in any order, and returns when all calls have.
  func share(_ count: Int, _ body: (Int) -> Void)
}
