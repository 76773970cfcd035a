/// An output that takes no more results.
struct LostOutput: Error {
  /// What happened, for the user.
  let message: String
  /// Whether the reader of standard output has gone, as `head` does when it has enough.
  var isReaderGone = false
}
