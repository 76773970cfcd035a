/// What a download asks of the head of a server's answer.
struct HTTPAnswer: Equatable {
  /// The status, 0 before there is an answer.
  var status = 0
  /// The header `Content-Range`, empty without one.
  var contentRange = ""
  /// How many bytes are to come, nil where the server does not say.
  var byteCount: Int?
}
